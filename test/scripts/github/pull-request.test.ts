import { describe, expect, test } from 'vitest';
import { AUTHOR, commentOf, type IssueComment, MARKER, ownComment } from '../../../scripts/github/comment.ts';
import { type FinishedRun, type PullRequest, pullRequestOf, queryFor } from '../../../scripts/github/pull-request.ts';

describe('the comment', () => {
  const comment = (id: number, body: string, login: string | null): IssueComment => ({
    id,
    body,
    user: login === null ? null : { login },
  });
  test.each<[string, IssueComment[], number | null]>([
    ['none yet', [], null],
    ['ours among others', [comment(1, 'hi', 'a'), comment(2, `${MARKER}\nx`, AUTHOR), comment(3, 'x', AUTHOR)], 2],
    ['one of somebody else who knows the marker', [comment(1, `${MARKER}\nx`, 'a')], null],
    ['one of ours that only quotes it', [comment(1, `> ${MARKER}\nx`, AUTHOR)], null],
    ['one of somebody who has left', [comment(1, MARKER, null)], null],
  ])('%s', (_, comments, id) => {
    expect(ownComment(comments)?.id ?? null).toBe(id);
  });

  test.each<[string, string | null, string | null]>([
    ['with everything', '**Nothing changes for clients.**\n', 'https://pr-7.example.pages.dev'],
    ['without a preview', '**Nothing changes for clients.**\n', null],
    ['of a change that could not be built', null, null],
  ])('%s', (_, report, preview) => {
    const body = commentOf({ report, preview, commit: 'a'.repeat(40), run: 'https://host.example/run/1' });
    expect(body.startsWith(`${MARKER}\n`)).toBe(true);
    expect(body).toContain(report?.trim() ?? 'The site could not be built or compared');
    expect(body.includes('Preview: https://pr-7.example.pages.dev/')).toBe(preview !== null);
    expect(body).toContain('[For aaaaaaaaaa](https://host.example/run/1)');
  });
});

describe('the pull request of a run', () => {
  const run: FinishedRun = {
    head_sha: 'f'.repeat(40),
    head_branch: 'fix&state=closed#"$(id)',
    head_repository: { full_name: 'them/catalog', owner: { login: 'them' } },
  };
  const pull = (number: number, change: Partial<PullRequest['head']> = {}): PullRequest => ({
    number,
    head: { sha: run.head_sha, ref: run.head_branch, repo: { full_name: 'them/catalog' }, ...change },
  });
  test.each<[string, PullRequest[], number | null]>([
    ['the one at its commit', [pull(3, { sha: 'e'.repeat(40) }), pull(4)], 4],
    ['none: it has newer commits', [pull(3, { sha: 'e'.repeat(40) })], null],
    ['none: another repository has a branch of that name', [pull(3, { repo: { full_name: 'us/catalog' } })], null],
    ['none: the fork is gone', [pull(3, { repo: null })], null],
    ['none: another branch is at the same commit', [pull(3, { ref: 'other' })], null],
  ])('%s', (_, pulls, number) => {
    expect(pullRequestOf(run, pulls)?.number ?? null).toBe(number);
  });

  test('a branch name cannot change the query', () => {
    const query = new URLSearchParams(String(queryFor(run)));
    expect([...query.keys()]).toEqual(['state', 'head', 'per_page']);
    expect(query.get('head')).toBe(`them:${run.head_branch}`);
  });
});
