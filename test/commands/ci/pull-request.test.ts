import { describe, expect, test } from 'vitest';
import { type FinishedRun, type PullRequest, pullRequestOf, queryFor } from '../../../commands/ci/pull-request.ts';

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
    const query = new URLSearchParams(String(queryFor('them', run.head_branch, 'main')));
    expect([...query.keys()]).toEqual(['state', 'base', 'head', 'per_page']);
    expect(query.get('head')).toBe(`them:${run.head_branch}`);
  });
});
