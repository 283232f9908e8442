/** Finds out what a pull request would publish, with the program of main and without checking anything of it out. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordPageOf } from '../../build/pipeline.ts';
import { fieldsOf, PLAIN_DIFF, runGit } from '../../cli/git-process.ts';
import type { HostName } from '../../contract/hosts.ts';
import { runBuild } from '../build/command.ts';
import { runCheck } from '../check/command.ts';
import { runDiff } from '../diff/command.ts';
import { CATALOG, previewUrl, requireNumber, WorkflowError } from './ci.ts';
import { projectIn } from './deploy.ts';
import { describeMerge, mergePullRequest } from './merge.ts';
import { capture, setOutput, type TaskContext } from './task-context.ts';

/**
 * Merges the pull request PULL_REQUEST at HEAD_COMMIT as objects of git, checks and builds the catalog of the merge, and
 * compares it with that of main. All that the comment says is written into a folder, with the site of the preview
 * and the pages of the changed records where PREVIEW_DOMAIN is set. Outputs `outcome` and `commit` of the merge, and `preview`, `true` where there is one.
 *
 * @returns what to print
 * @throws WorkflowError where a variable is missing or wrong, or what was sound cannot be built or compared
 */
export async function compareChange(context: TaskContext, result: string): Promise<string> {
  const { io } = context;
  const out = resolve(io.cwd, result);
  const write = (name: string, text: string): void => writeFileSync(join(out, name), text);
  mkdirSync(out, { recursive: true });
  const merge = await mergePullRequest(context, io.cwd, out);
  const said = describeMerge(merge);
  if (merge.outcome !== 'merged') return said;
  io.stderr.write(`${said}\n`);
  const { commit } = merge;

  const check = {
    catalog: 'catalog',
    at: commit,
    requireTokens: false,
    verbose: false,
    changes: null,
  };
  const checked = await capture(io, (own) => runCheck(own, { ...check, format: 'json' }));
  write('check.json', checked.stdout);
  write('check.txt', checked.stderr);
  if (checked.status !== 0) return 'The comment has the errors of the catalog, or why it could not be checked.';

  await build(context, 'HEAD', 'base-site', null);
  // For its own address too, so that a change of the address is seen as one.
  await build(context, commit, 'changed-site', null);
  const { PREVIEW_DOMAIN: domain } = context.env;
  const project = projectIn(io.cwd);
  if (domain && project) {
    const url = previewUrl(project.kind, requireNumber(context), domain);
    // For the host that it is uploaded to, whatever the pull request says: it must have the handler.
    await build(context, commit, join(result, 'site'), url, project.kind);
    setOutput(context, { preview: 'true' });
    write('pages.json', JSON.stringify(await changedPages(io.cwd, merge, join(out, 'site'))));
  }
  const sites = { base: 'base-site', next: 'changed-site', catalog: null, at: commit } as const;
  const compared = await capture(io, (own) => runDiff(own, { ...sites, format: 'markdown', failOnBreaking: false }));
  if (compared.status !== 0) throw new WorkflowError('The sites could not be compared.');
  write('report.md', compared.stdout);
  return `What clients will see is in ${result}.`;
}

/** The pages of the records that a merge changes, as far as its site has them: paths from its root. */
async function changedPages(
  repository: string,
  { base, commit }: { readonly base: string; readonly commit: string },
  site: string,
): Promise<string[]> {
  const range = [`${base}..${commit}`, '--', CATALOG];
  const changed = await runGit(repository, ['diff', '--name-only', '-z', ...PLAIN_DIFF, ...range]);
  const pages = fieldsOf(changed).map((file) => recordPageOf(file.slice(CATALOG.length + 1)));
  return [...new Set(pages)].filter((page) => page !== null && existsSync(join(site, page, 'index.html'))) as string[];
}

async function build(
  { io }: TaskContext,
  at: string,
  out: string,
  serviceUrl: string | null,
  target?: HostName,
): Promise<void> {
  const options = {
    catalog: 'catalog',
    requireTokens: false,
    requireHistory: true,
    fsync: false,
    verbose: false,
  };
  const { status } = await capture(io, (own) => runBuild(own, { ...options, at, out, serviceUrl, target }));
  if (status !== 0) throw new WorkflowError(`The catalog at ${at} cannot be built.`);
}
