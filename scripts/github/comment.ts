/** The one comment on a pull request, which every run updates. */
import { existsSync, readFileSync } from 'node:fs';
import { type Repository, repositoryOf, requireEnv, type WorkflowContext, WorkflowError } from './api.ts';

/** The beginning of our comment, by which it is found again. It is not shown. */
export const MARKER = '<!-- cartalog: what clients will see -->';

/** The author of our comment. A comment of somebody else that holds the marker is not ours. */
export const AUTHOR = 'github-actions[bot]';

/** A comment, as GitHub's API returns it. */
export interface IssueComment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string } | null;
}

/** The comment to update; null where there is none yet. */
export function ownComment(comments: readonly IssueComment[]): IssueComment | null {
  return comments.find(({ body, user }) => user?.login === AUTHOR && body.startsWith(MARKER)) ?? null;
}

/** What the comment is made of. None of it holds markup that the change contains. */
export interface CommentParts {
  /** The output of `cartalog diff`; null where the change could not be built or compared. */
  readonly report: string | null;
  /** The address of the preview, without a trailing slash; null where there is none. */
  readonly preview: string | null;
  /** The commit that was built. */
  readonly commit: string;
  /** The address of the page of the workflow run. */
  readonly run: string;
}

/** The text of the comment. */
export function commentOf({ report, preview, commit, run }: CommentParts): string {
  const shown = preview === null ? [] : [`Preview: ${preview}/ (the lists are at ${preview}/v1/)`];
  const what = report?.trim() ?? 'The site could not be built or compared; see the checks below.';
  return `${[MARKER, '### What clients will see', ...shown, what, `<sub>[For ${commit.slice(0, 10)}](${run})</sub>`].join('\n\n')}\n`;
}

/**
 * Writes or updates the comment of a pull request.
 *
 * @param report the file with the output of `cartalog diff`, which may be missing
 * @returns what to print
 * @throws WorkflowError where a variable is missing or a request fails
 */
export async function comment(context: WorkflowContext, report: string): Promise<string> {
  const number = requireEnv(context, 'PULL_REQUEST');
  if (!/^[1-9]\d*$/.test(number)) throw new WorkflowError('PULL_REQUEST is not the number of a pull request.');
  const body = commentOf({
    report: existsSync(report) ? readFileSync(report, 'utf8') : null,
    preview: context.env['PREVIEW_URL'] || null,
    commit: requireEnv(context, 'COMMIT'),
    run: requireEnv(context, 'RUN_URL'),
  });
  const repository = repositoryOf(context);
  const own = ownComment(await commentsOf(repository, number));
  if (own) await repository.send('PATCH', `/issues/comments/${own.id}`, { body });
  else await repository.send('POST', `/issues/${number}/comments`, { body });
  return own ? `Updated comment ${own.id}.` : `Wrote a comment on pull request ${number}.`;
}

const PAGE = 100;

async function commentsOf(repository: Repository, number: string): Promise<IssueComment[]> {
  const comments: IssueComment[] = [];
  for (let page = 1; ; page++) {
    const found = await repository.get<IssueComment[]>(`/issues/${number}/comments?per_page=${PAGE}&page=${page}`);
    for (const comment of found) comments.push(comment);
    if (found.length < PAGE) return comments;
  }
}
