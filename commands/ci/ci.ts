/** What the tasks of workflows know and say, without git and files: the core of `cartalog ci`. */
import { CATALOG } from './merge-outcome.ts';

export { type ProposalToken, proposalToken } from './app-token.ts';
export { commentOf, type IssueComment, ownComment, type Result } from './comment.ts';
export {
  MissingVariableError,
  mutate,
  type Repository,
  repositoryOf,
  requireEnv,
  requireNumber,
  runUrl,
  type WorkflowContext,
  WorkflowError,
} from './github-api.ts';
export { CATALOG, changedElsewhere, MERGE_FILE, type Merge } from './merge-outcome.ts';
export { type ChangedText, moreThanChecksums } from './only-checksums.ts';
export { type FinishedRun, isFrom, type PullRequest, pullRequestOf, queryFor } from './pull-request.ts';
export { changedSettings } from './site-settings.ts';
export { type TreeEntry, treeChangesIn } from './tree-changes.ts';

/** Where `wrangler` publishes: its configuration says which of the two, and under which name. */
export interface CloudflareProject {
  readonly kind: 'pages' | 'workers';
  readonly name: string;
}

/** Reads it from the text of `wrangler.toml`; null where that says neither. */
export function cloudflareProject(toml: string): CloudflareProject | null {
  const [, name] = /^name\s*=\s*"([^"]+)"/m.exec(toml) ?? [];
  if (name === undefined) return null;
  if (/^pages_build_output_dir\s*=/m.test(toml)) return { kind: 'pages', name };
  return /^\[assets\]|^assets\s*=/m.test(toml) ? { kind: 'workers', name } : null;
}

/** The arguments with which `wrangler` uploads a site; for a pull request as a preview, which visitors do not see. */
export function uploadArguments({ kind, name }: CloudflareProject, site: string, pullRequest: string | null): string[] {
  if (kind === 'pages') {
    const branch = pullRequest === null ? 'main' : `pr-${pullRequest}`;
    const options = pullRequest === null ? [] : ['--commit-dirty=true'];
    return ['pages', 'deploy', site, '--project-name', name, '--branch', branch, ...options];
  }
  const from = [`${site}/_worker.js`, '--assets', site, '--name', name];
  return pullRequest === null
    ? ['deploy', ...from]
    : ['versions', 'upload', ...from, '--preview-alias', `pr-${pullRequest}`];
}

/**
 * The address of the preview of a pull request.
 *
 * @param domain what the host puts the name of a preview before
 */
export function previewUrl(kind: CloudflareProject['kind'], pullRequest: string, domain: string): string {
  return `https://pr-${pullRequest}${kind === 'pages' ? '.' : '-'}${domain}`;
}

/** Whether a change is of more than records and text, so that it may change the program that builds them. */
export function changesProgram(paths: readonly string[]): boolean {
  return paths.some((path) => !path.startsWith(`${CATALOG}/`) && !/^docs\/|\.md$/.test(path));
}

/**
 * What to do after a failed publication, in Markdown for the page of the run.
 *
 * @param run the address of that page
 * @param project null for a host of one's own
 */
export function howToGoBack(commit: string, run: string, project: CloudflareProject | null): string {
  const short = commit.slice(0, 10);
  return `### Publishing ${short} failed

The log of the step that failed has the reason. Where the build or the upload failed, the old site is still online and
there is nothing to undo.
Where \`cartalog ci verify\` failed, the new site is online and does not follow the contract. To go back:

1. **At once:** ${AT_ONCE[project?.kind ?? 'own'](project?.name ?? '')}
2. **Then, in git,** so that the next merge does not bring it back: \`git revert ${short}\` (for a merge
   commit with \`-m 1\`), as a pull request. Merging it publishes the catalog as it was.
3. To verify again without publishing: \`npm run verify -- <address>\`.

[This run](${run})
`;
}

const AT_ONCE: Readonly<Record<CloudflareProject['kind'] | 'own', (name: string) => string>> = {
  pages: (name) => `in the Cloudflare dashboard, Workers & Pages, ${name}, Deployments: choose the last good one,
   "Rollback to this deployment". \`npx --no -- wrangler pages deployment list --project-name ${name}\` lists them.`,
  workers: (name) => `\`npx --no -- wrangler rollback --name ${name}\`, or in the Cloudflare dashboard, Workers & Pages,
   ${name}, Deployments. \`npx --no -- wrangler deployments list --name ${name}\` lists them.`,
  own: () => 'on the server, put the folder of the old site back; the build keeps none, so build the last good commit.',
};
