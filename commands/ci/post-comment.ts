/** Writes the one comment on a pull request, which every run updates. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckReport } from '../../contract/generated/reports.types.ts';
import {
  commentOf,
  type IssueComment,
  MERGE_FILE,
  type Merge,
  ownComment,
  type PullRequest,
  type Repository,
  type Result,
  repositoryOf,
  requireEnv,
  requireNumber,
  runUrl,
  type WorkflowContext,
} from './ci.ts';

/** Reads what is there of a result. */
function readResult(folder: string): Result {
  const read = (name: string): string | null => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  // Where the check could not run, its report is empty.
  const json = <T>(name: string): T | null => JSON.parse(read(name) || 'null');
  return {
    merge: json<Merge>(MERGE_FILE),
    check: json<CheckReport>('check.json'),
    said: read('check.txt') ?? '',
    report: read('report.md'),
    pages: json<string[]>('pages.json') ?? [],
  };
}

/**
 * Writes or updates the comment of a pull request.
 *
 * @param result the folder of what was found out, which may be missing
 * @returns what to print
 * @throws WorkflowError where a variable is missing or a request fails
 */
export async function postComment(context: WorkflowContext, result: string): Promise<string> {
  const number = requireNumber(context);
  const head = requireEnv(context, 'HEAD_COMMIT');
  const body = commentOf({
    ...readResult(result),
    preview: context.env['PREVIEW_URL'] || null,
    head,
    run: runUrl(context),
  });
  const repository = repositoryOf(context);
  // A run that is started again may be about an older commit than the comment is by now.
  const { head: now } = await repository.get<PullRequest>(`/pulls/${number}`);
  if (now.sha !== head) return `Pull request ${number} has newer commits, whose run writes the comment.`;
  const own = await findOwnComment(repository, number);
  if (own) await repository.send('PATCH', `/issues/comments/${own.id}`, { body });
  else await repository.send('POST', `/issues/${number}/comments`, { body });
  return own ? `Updated comment ${own.id}.` : `Wrote a comment on pull request ${number}.`;
}

/** How many comments are asked for at once: so many of the largest that GitHub takes are less than a response may have. */
const PAGE = 20;

/** Our comment on a pull request; null where there is none yet. Of what others have written later, nothing is read. */
async function findOwnComment(repository: Repository, number: string): Promise<IssueComment | null> {
  for (let page = 1; ; page++) {
    const found = await repository.get<IssueComment[]>(`/issues/${number}/comments?per_page=${PAGE}&page=${page}`);
    const own = ownComment(found);
    if (own || found.length < PAGE) return own;
  }
}
