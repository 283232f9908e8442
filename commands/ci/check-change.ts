/** Checks the change that a commit is, on top of its first parent. This runs code of the change, which is not trusted. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fieldsOf, PLAIN_DIFF, runGit } from '../../cli/git-process.ts';
import type { Io } from '../../cli/io.ts';
import { plural } from '../../contract/text.ts';
import { runBuild } from '../build/command.ts';
import { askForChanges } from '../check/changes.ts';
import { runCheck } from '../check/command.ts';
import { runDiff } from '../diff/command.ts';
import { runFormat } from '../format/command.ts';
import { changesProgram, WorkflowError } from './ci.ts';
import { addToPage, capture, type TaskContext } from './task-context.ts';

/** The commit that the change is on top of: a pull request is merged into its base, a proposal is one commit. */
const BASE = 'HEAD^1';

/**
 * Annotates the lines of the change that have problems, and fails where the catalog has errors, its files are not in
 * their form, or something is removed without a reason in `removals.yaml`.
 *
 * @returns what to print
 * @throws WorkflowError where that is so
 */
export async function checkChange(context: TaskContext): Promise<string> {
  const { io } = context;
  const check = {
    catalog: 'catalog',
    requireTokens: false,
    verbose: false,
    format: 'github',
    changes: askForChanges(io, 'catalog', BASE),
  } as const;
  const isSound = (await runCheck(io, check)) === 0;
  const isInForm = (await runFormat(io, { catalog: 'catalog', check: true, github: true, files: [] })) === 0;
  const problems = [
    ...(isSound ? [] : ['the catalog has errors']),
    ...(isInForm ? [] : ['files are not in the form of the catalog']),
    ...(isSound ? await removalsIn(context) : []),
  ];
  if (problems.length === 0) return 'The change can be merged.';
  throw new WorkflowError(`${plural(problems.length, 'problem')}: ${problems.join('; ')}.`);
}

/** Compares what is published without the change and with it. @returns what keeps it from being merged */
async function removalsIn(context: TaskContext): Promise<string[]> {
  const { io } = context;
  await build(io, 'change', undefined);
  const base = await buildBase(io);
  const sites = { base, next: 'change', catalog: null, format: 'markdown' as const, failOnBreaking: true };
  const { status, stdout } = await capture(io, (own) => runDiff(own, sites));
  io.stdout.write(stdout);
  addToPage(context, stdout);
  if (status === 2) throw new WorkflowError('The sites could not be compared.');
  return status === 0 ? [] : ['something is removed without a reason in catalog/removals.yaml'];
}

/**
 * Builds the site without the change. Where it changes the program or its version, that is done with the program before
 * the change: what that changes is what clients will see, too.
 *
 * @returns the folder of the site
 */
async function buildBase(io: Io): Promise<string> {
  const folder = resolve(io.cwd, 'base');
  const changed = await runGit(io.cwd, ['diff', '--name-only', '-z', ...PLAIN_DIFF, BASE, 'HEAD']);
  if (changesProgram(fieldsOf(changed))) {
    await runGit(io.cwd, ['worktree', 'add', '--quiet', '--detach', folder, BASE]);
    if (existsSync(join(folder, 'package-lock.json'))) {
      await npm(io, folder, ['ci']);
      await npm(io, folder, ['run', '--silent', 'build']);
      return join('base', 'dist');
    }
  }
  await build(io, 'base-site', BASE);
  return 'base-site';
}

async function build(io: Io, out: string, at: string | undefined): Promise<void> {
  const options = { catalog: 'catalog', serviceUrl: null, requireTokens: false, requireHistory: false, verbose: false };
  const { status } = await capture(io, (own) => runBuild(own, { ...options, fsync: false, out, at }));
  if (status !== 0)
    throw new WorkflowError(`The catalog${at === undefined ? '' : ' without the change'} cannot be built.`);
}

async function npm(io: Io, folder: string, args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)('npm', [...args], { cwd: folder, env: io.env, shell: process.platform === 'win32' });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new WorkflowError(
      `npm ${args.join(' ')} failed before the change: ${stderr.trim().split('\n').at(-1) ?? ''}`,
    );
  }
}
