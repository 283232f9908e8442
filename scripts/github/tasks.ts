/** The tasks of the workflows, other than building and comparing: from arguments to what is printed. */

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSiteFolder } from '../../cli/files.ts';
import { runGit } from '../../cli/git.ts';
import { openSite } from '../../commands/diff/diff.ts';
import { visible } from '../../contract/text.ts';
import { requireEnv, type WorkflowContext, WorkflowError } from './api.ts';
import { comment } from './comment.ts';
import { type PreviewOptions, writePreview } from './preview.ts';
import { findPullRequest } from './pull-request.ts';

type Task = (args: string[], context: WorkflowContext) => string | Promise<string>;

/** Every task by name; each returns what to print. */
export const TASKS: Readonly<Record<string, Task>> = {
  'find-pull-request': (_, context) => findPullRequest(context),
  'base-commit': ([file = '']) => baseCommit(file, process.cwd()),
  comment: ([report = ''], context) => comment(context, report),
  preview: (args) => writePreview(previewOptions(args)),
  'service-url': ([site = '']) => openSite(site, readSiteFolder(site, site)).serviceUrl,
  'how-to-go-back': (_, context) => howToGoBack(context),
};

const PREVIEW_OPTIONS = ['base', 'change', 'out', 'handler', 'service-url', 'repository'];

function previewOptions(args: string[]): PreviewOptions {
  const options = Object.fromEntries(PREVIEW_OPTIONS.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args, options });
  const missing = PREVIEW_OPTIONS.find((name) => typeof values[name] !== 'string');
  if (missing) throw new WorkflowError(`--${missing} is not given.`);
  const { 'service-url': serviceUrl, out, ...rest } = values as Record<string, string>;
  return { ...rest, serviceUrl, out: resolve(String(out)) } as PreviewOptions;
}

/** Runs one task. @returns what to print, and the exit status: 1 for a WorkflowError, 2 for any other error */
export async function runTask(argv: readonly string[], context: WorkflowContext): Promise<[string, 0 | 1 | 2]> {
  const [name = '', ...args] = argv;
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (!task) return [`There is no task ${JSON.stringify(name)}; there are ${Object.keys(TASKS).join(', ')}.`, 2];
  try {
    return [await task(args, context), 0];
  } catch (error) {
    return [
      visible(`${name}: ${error instanceof Error ? error.message : String(error)}`),
      error instanceof WorkflowError ? 1 : 2,
    ];
  }
}

/**
 * The commit that a change was merged onto when it was checked. The change names it in a file, which is not trusted: it
 * is taken only where it is a commit of the branch that is checked out. Otherwise the head of that branch is used.
 *
 * @param file the file that names the commit, which may be missing
 * @param folder the repository
 */
export async function baseCommit(file: string, folder: string): Promise<string> {
  const git = async (...args: string[]): Promise<string> => (await runGit(folder, args)).toString('utf8').trim();
  const named = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (/^[0-9a-f]{40}$/.test(named)) {
    try {
      await git('merge-base', '--is-ancestor', named, 'HEAD');
      return named;
    } catch {
      // It is not a commit of this branch.
    }
  }
  return git('rev-parse', 'HEAD');
}

/** What to do after a failed publication, in Markdown for the page of the run. */
function howToGoBack(context: WorkflowContext): string {
  const get = (name: string): string => requireEnv(context, name);
  const commit = get('GITHUB_SHA');
  return `### Publishing ${commit.slice(0, 10)} failed

The log of the step that failed has the reason. Where the build or the upload failed, the old site is still online and
there is nothing to undo.
Where \`cartalog verify\` failed, the new site is online and does not follow the contract. To go back:

1. **At once:** in the Cloudflare dashboard, Workers & Pages, the project, Deployments: choose the last good one,
   "Rollback to this deployment". \`npx wrangler pages deployment list --project-name ${get('PAGES_PROJECT')}\` lists them.
2. **Then, in git,** so that the next merge does not bring it back: \`git revert ${commit.slice(0, 10)}\` (for a merge
   commit with \`-m 1\`), as a pull request. Merging it publishes the catalog as it was.
3. To verify again without publishing: \`npm run verify -- <address>\`.

[This run](${get('GITHUB_SERVER_URL')}/${get('GITHUB_REPOSITORY')}/actions/runs/${get('GITHUB_RUN_ID')})
`;
}
