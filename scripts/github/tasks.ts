/** The tasks of the workflows, other than building and comparing: from arguments to what is printed. */

import { parseArgs } from 'node:util';
import { readSiteFolder } from '../../cli/files.ts';
import { openSite } from '../../commands/diff/diff.ts';
import { visible } from '../../contract/text.ts';
import { requireEnv, runUrl, type WorkflowContext, WorkflowError } from './api.ts';
import { autoMerge } from './auto-merge.ts';
import { comment } from './comment.ts';
import { fetchKept, type KeptFile, keep } from './kept-file.ts';
import { listDataSources } from './list-data-sources.ts';
import { mergePullRequest } from './merge.ts';
import { findProposal, type Proposal, propose } from './proposals.ts';
import { findPullRequest } from './pull-request.ts';

type Task = (args: string[], context: WorkflowContext) => string | Promise<string>;

/** Every task by name; each returns what to print. */
export const TASKS: Readonly<Record<string, Task>> = {
  'find-pull-request': (_, context) => findPullRequest(context),
  'merge-pull-request': ([out = ''], context) => mergePullRequest(context, process.cwd(), out),
  comment: ([result = ''], context) => comment(context, result),
  'service-url': ([site = '']) => openSite(site, readSiteFolder(site, site)).serviceUrl,
  'how-to-go-back': (_, context) => howToGoBack(context),
  propose: (args, context) => propose(context, process.cwd(), proposalIn(args)),
  'find-proposal': (args, context) => findProposal(context, optionsIn(args, ['branch']).branch),
  'auto-merge': (args, context) => autoMerge(context, process.cwd(), optionsIn(args, ['branch']).branch),
  'list-data-sources': (_, context) => listDataSources(context, process.cwd()),
  'fetch-kept': (args, context) => fetchKept(context, process.cwd(), keptFileIn(args)),
  keep: (args, context) => keep(context, process.cwd(), keptFileIn(args)),
};

/** `--branch NAME --title TEXT --body-file FILE [--path PATH]…`; the path is `catalog` where none is given. */
function proposalIn(args: string[]): Proposal {
  const { branch, title, 'body-file': bodyFile } = optionsIn(args, ['branch', 'title', 'body-file'], ['path']);
  const { path: paths = ['catalog'] } = valuesIn(args, ['branch', 'title', 'body-file', 'path']);
  return { branch, title, bodyFile, paths };
}

/** `--branch NAME --file FILE`. */
function keptFileIn(args: string[]): KeptFile {
  return optionsIn(args, ['branch', 'file']);
}

/** The last value of options that must be there. @throws Error where one is missing, or there are others */
function optionsIn<Name extends string>(
  args: string[],
  needed: readonly Name[],
  others: readonly string[] = [],
): Record<Name, string> {
  const values = valuesIn(args, [...needed, ...others]);
  const last = needed.map((name) => [name, values[name]?.at(-1)] as const);
  const missing = last.find(([, value]) => !value);
  if (missing) throw new Error(`--${missing[0]} is missing`);
  return Object.fromEntries(last) as Record<Name, string>;
}

function valuesIn(args: string[], names: readonly string[]): Readonly<Record<string, string[] | undefined>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string', multiple: true } as const]));
  return parseArgs({ args, options }).values as Record<string, string[] | undefined>;
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

[This run](${runUrl(context)})
`;
}
