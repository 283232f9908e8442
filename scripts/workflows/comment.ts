import { existsSync, readFileSync } from 'node:fs';
import { type Comment, commentOf, ownComment } from '../../review/comment.ts';
import { type Repository, repositoryOf, type Surroundings, setting, WorkflowError } from './github.ts';

/** Writes the comment of a pull request, or brings it up to date. */
export async function comment(surroundings: Surroundings, report: string): Promise<string> {
  const number = setting(surroundings, 'PULL_REQUEST');
  if (!/^[1-9]\d*$/.test(number)) throw new WorkflowError('PULL_REQUEST is not the number of a pull request.');
  const body = commentOf({
    report: existsSync(report) ? readFileSync(report, 'utf8') : null,
    preview: surroundings.env['PREVIEW_URL'] || null,
    commit: setting(surroundings, 'COMMIT'),
    run: setting(surroundings, 'RUN_URL'),
  });
  const repository = repositoryOf(surroundings);
  const own = ownComment(await commentsOf(repository, number));
  if (own) await repository.send('PATCH', `/issues/comments/${own.id}`, { body });
  else await repository.send('POST', `/issues/${number}/comments`, { body });
  return own ? `Brought comment ${own.id} up to date.` : `Wrote a comment on pull request ${number}.`;
}

const PAGE = 100;

async function commentsOf(repository: Repository, number: string): Promise<Comment[]> {
  const comments: Comment[] = [];
  for (let page = 1; ; page++) {
    const found = await repository.get<Comment[]>(`/issues/${number}/comments?per_page=${PAGE}&page=${page}`);
    comments.push(...found);
    if (found.length < PAGE) return comments;
  }
}
