import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { recordPageOf } from '../../../../build/render/pages/layout/record-links.ts';
import { gitFieldsOf, PLAIN_DIFF, runGit } from '../../../../cli/git/git-process.ts';
import { addToRunPage } from '../../../../cli/terminal/annotate-findings.ts';
import type { Io } from '../../../../cli/terminal/io.ts';
import { plural } from '../../../../contract/base/text.ts';
import { runCheck } from '../../../catalog/check/command.ts';
import { runFormat } from '../../../catalog/format/command.ts';
import { cloudflareProjectIn, previewUrl } from '../publish.ts';
import {
  buildSite,
  CATALOG_FOLDER,
  captureCommand,
  diffSites,
  requirePullRequestNumber,
  setStepOutput,
  type TaskContext,
  WorkflowError,
} from '../workflow.ts';
import { describeMerge, tryMerge } from './try-merge.ts';

/** For `checkChange`, where HEAD is a pull request merged into its base, or a proposal's one commit. */
const BASE = 'HEAD^1';

const CHECK = { catalog: CATALOG_FOLDER, requireTokens: false, verbose: false } as const;

/** Runs untrusted code: the change may contain the program. */
export async function checkChange(context: TaskContext): Promise<string> {
  const { io } = context;
  const isSound = (await runCheck(io, { ...CHECK, format: 'github', changedSince: BASE })) === 0;
  const form = { catalog: CATALOG_FOLDER, check: true, github: true, onlyForm: true, files: [] };
  const isInForm = (await runFormat(io, form)) === 0;
  const problems = [
    ...(isSound ? [] : ['the catalog has errors']),
    ...(isInForm ? [] : ['files are not in the form of the catalog']),
    ...(isSound ? await removalsIn(context) : []),
  ];
  if (problems.length === 0) return 'The change can be merged.';
  throw new WorkflowError(`${plural(problems.length, 'problem')}: ${problems.join('; ')}.`);
}

async function removalsIn(context: TaskContext): Promise<string[]> {
  const { io } = context;
  await buildSite(io, { out: 'change' }, 'The catalog cannot be built.');
  const { report, isBreaking } = await diffSites(io, await buildBase(io), 'change');
  io.stdout.write(report);
  addToRunPage(io, report);
  return isBreaking ? ['something is removed without a reason in catalog/removals.yaml'] : [];
}

/** Builds the base, with the program before the change if more than the catalog changes. */
async function buildBase(io: Io): Promise<string> {
  const folder = resolve(io.cwd, 'base');
  const changed = gitFieldsOf(await runGit(io.cwd, ['diff', '--name-only', '-z', ...PLAIN_DIFF, BASE, 'HEAD']));
  if (changed.some((path) => !path.startsWith(`${CATALOG_FOLDER}/`) && !/^docs\/|\.md$/.test(path))) {
    await runGit(io.cwd, ['worktree', 'add', '--quiet', '--detach', folder, BASE]);
    if (existsSync(join(folder, 'package-lock.json'))) {
      await npm(io, folder, ['ci']);
      await npm(io, folder, ['run', '--silent', 'build']);
      return join('base', 'dist');
    }
  }
  await buildSite(io, { out: 'base-site', at: BASE }, 'The catalog without the change cannot be built.');
  return 'base-site';
}

async function npm(io: Io, folder: string, args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)('npm', [...args], { cwd: folder, env: io.env, shell: process.platform === 'win32' });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new WorkflowError(
      `npm ${args.join(' ')} failed in the commit before the change: ${stderr.trim().split('\n').at(-1) ?? ''}`,
    );
  }
}

/**
 * With main's program, without a checkout of the pull request. Outputs `outcome` and `commit` of the merge, and
 * `preview` (`true` if it exists).
 * @param result a folder for the comment's parts; with PREVIEW_DOMAIN, also for the preview and the list of changed
 * pages
 */
export async function compareChange(context: TaskContext, result: string): Promise<string> {
  const { io } = context;
  const out = resolve(io.cwd, result);
  const write = (name: string, text: string): void => writeFileSync(join(out, name), text);
  mkdirSync(out, { recursive: true });
  const merge = await tryMerge(context, out);
  const sentence = describeMerge(merge);
  if (merge.outcome !== 'merged') return sentence;
  io.stderr.write(`${sentence}\n`);
  const { commit: at } = merge;

  const checked = await captureCommand(io, (captured) => runCheck(captured, { ...CHECK, at, format: 'json' }));
  write('check.json', checked.stdout);
  write('check.txt', checked.stderr);
  if (checked.status !== 0) return 'The comment has the errors of the catalog, or why it could not be checked.';

  const build = (site: Parameters<typeof buildSite>[1] & { at: string }): Promise<void> =>
    buildSite(io, { ...site, requireHistory: true }, `The catalog at ${site.at} cannot be built.`);
  await build({ at: 'HEAD', out: 'base-site' });
  // Built with its own site.yaml, so that another address is reported.
  await build({ at, out: 'changed-site' });
  const { PREVIEW_DOMAIN: domain } = context.io.env;
  const project = cloudflareProjectIn(io.cwd);
  if (domain && project) {
    const serviceUrl = previewUrl(project.product, requirePullRequestNumber(context), domain);
    // The host of previews needs the handler, whatever host the pull request's site.yaml names.
    await build({ at, out: join(result, 'site'), serviceUrl, target: project.product });
    setStepOutput(context, { preview: 'true' });
    write('pages.json', JSON.stringify(await changedPages(io.cwd, `${merge.base}..${at}`, join(out, 'site'))));
  }
  write('report.md', (await diffSites(io, 'base-site', 'changed-site', at)).report);
  return `What clients will see is in ${result}.`;
}

async function changedPages(repository: string, range: string, site: string): Promise<string[]> {
  const changed = await runGit(repository, ['diff', '--name-only', '-z', ...PLAIN_DIFF, range, '--', CATALOG_FOLDER]);
  const pages = gitFieldsOf(changed).map((file) => recordPageOf(file.slice(CATALOG_FOLDER.length + 1)));
  return [...new Set(pages)].filter((page) => page !== null && existsSync(join(site, page, 'index.html'))) as string[];
}
