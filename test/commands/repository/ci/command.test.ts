/** The tasks of the workflows, with a fake GitHub. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMENT_AUTHOR, COMMENT_MARKER } from '../../../../commands/repository/ci/pull-request/comment.ts';
import { SMALL, temporaryFolder, writeFiles } from '../../../support/catalogs.ts';
import { git } from '../../../support/git.ts';
import { fakeGitHub, type Received } from '../../../support/github.ts';
import { HostedCatalog } from '../../../support/hosted.ts';
import { inProcess, ciTask as task } from '../../../support/in-process.ts';

describe('find-pull-request', () => {
  const head = { sha: 'f'.repeat(40), ref: 'fix&state=closed#"$(id)', repo: { full_name: 'them/catalog' } };
  const head_repository = { full_name: 'them/catalog', owner: { login: 'them' } };
  const event = {
    repository: { default_branch: 'main' },
    workflow_run: { head_sha: head.sha, head_branch: head.ref, head_repository },
  };

  test.each<[string, object[], string]>([
    [
      'one at the commit',
      [
        { number: 3, head: { ...head, sha: 'e'.repeat(40) } },
        { number: 12, head },
      ],
      'number=12\n',
    ],
    ['no open one', [], ''],
    ['one with newer commits', [{ number: 3, head: { ...head, sha: 'e'.repeat(40) } }], ''],
    [
      'one of a branch of that name in another repository',
      [{ number: 3, head: { ...head, repo: { full_name: 'us/catalog' } } }],
      '',
    ],
    ['one whose fork is gone', [{ number: 3, head: { ...head, repo: null } }], ''],
    ['one of another branch at the same commit', [{ number: 3, head: { ...head, ref: 'other' } }], ''],
  ])('with %s', async (_, pulls, output) => {
    const folder = temporaryFolder();
    writeFiles(folder, { event: JSON.stringify(event), output: '' });
    const { env, received } = await fakeGitHub(() => pulls);
    const files = { GITHUB_EVENT_PATH: join(folder, 'event'), GITHUB_OUTPUT: join(folder, 'output') };
    expect((await task(['find-pull-request'], { ...env, ...files })).status).toBe(0);
    expect(readFileSync(files.GITHUB_OUTPUT, 'utf8')).toBe(output);
    // The name of the branch cannot change the query.
    const query = new URLSearchParams({ state: 'open', base: 'main', head: `them:${head.ref}`, per_page: '100' });
    expect(received.map(({ path }) => path)).toEqual([`/repos/us/catalog/pulls?${query}`]);
  });
});

test('find-pull-request fetches the commits, so that what merges them needs no token', async () => {
  const hosted = new HostedCatalog(SMALL);
  hosted.commitOn('topic', { 'mapservers/new.yaml': 'x' });
  const sha = hosted.branch('topic');
  hosted.origin.git('update-ref', 'refs/pull/12/head', sha);
  const folder = temporaryFolder();
  const head_repository = { full_name: 'us/catalog', owner: { login: 'us' } };
  const workflow_run = { head_sha: sha, head_branch: 'topic', head_repository };
  writeFiles(folder, { event: JSON.stringify({ repository: { default_branch: 'main' }, workflow_run }), output: '' });
  const head = { sha, ref: 'topic', repo: { full_name: 'us/catalog' } };
  const { env } = await fakeGitHub(() => [{ number: 12, head }]);
  const files = { GITHUB_EVENT_PATH: join(folder, 'event'), GITHUB_OUTPUT: join(folder, 'output') };
  expect((await task(['find-pull-request'], { ...env, ...files }, hosted.checkout)).status).toBe(0);
  expect(git(hosted.checkout, ['rev-parse', 'refs/pull/12/head']).trim()).toBe(sha);
});

test.each([
  ['f', 0, 'ffffffffff is the newest commit of main.\n'],
  [
    'e',
    1,
    'cartalog: ci require-newest: main has newer commits than ffffffffff, and this would publish the catalog as it was before them; run the workflow on main instead.\n',
  ],
])('require-newest where main is at %s', async (digit, status, stderr) => {
  const { env, received } = await fakeGitHub(() => ({ object: { sha: digit.repeat(40) } }));
  const run = { ...env, GITHUB_SHA: 'f'.repeat(40), GITHUB_REF_NAME: 'main' };
  expect(await task(['require-newest'], run)).toEqual({ status, stdout: '', stderr });
  expect(received.map(({ path }) => path)).toEqual(['/repos/us/catalog/git/ref/heads/main']);
});

describe('comment', () => {
  const about = { PULL_REQUEST: '12', PREVIEW_URL: '', HEAD_COMMIT: 'f'.repeat(40) };
  /** What somebody else has written, each as long as GitHub allows: together more than one response may have. */
  const others = Array.from({ length: 100 }, (_, id) => ({ id, body: '🌍'.repeat(65_536), user: { login: 'a' } }));
  const own = { id: 777, body: `${COMMENT_MARKER}\n`, user: { login: COMMENT_AUTHOR } };
  const first = { method: 'POST', path: '/repos/us/catalog/issues/12/comments' };
  const update = { method: 'PATCH', path: '/repos/us/catalog/issues/comments/777' };

  test.each<[string, object[], Pick<Received, 'method' | 'path'>, number]>([
    ['writes the first comment', others, first, 6],
    ['leaves that of somebody else who knows the marker', [{ ...own, user: { login: 'a' } }], first, 1],
    ['leaves one of ours that only quotes it', [{ ...own, body: `> ${COMMENT_MARKER}\n` }], first, 1],
    ['leaves one of somebody who has left', [{ ...own, user: null }], first, 1],
    ['updates ours, whatever page it is on', [...others, own], update, 6],
    ['asks for no more once it has found ours', [own, ...others], update, 1],
  ])('%s', async (_, comments, last, pages) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'report.md': '**Nothing changes for clients.**\n' });
    const { env, received } = await fakeGitHub((path) => {
      if (path === '/repos/us/catalog/pulls/12') return { head: { sha: about.HEAD_COMMIT } };
      const { searchParams } = new URL(path, 'https://host.example');
      const [size, page] = ['per_page', 'page'].map((name) => Number(searchParams.get(name))) as [number, number];
      return comments.slice(size * (page - 1), size * page);
    });
    expect((await task(['comment', folder], { ...env, ...about })).status).toBe(0);
    expect(received.at(-1)).toMatchObject(last);
    expect(received.at(-1)?.body?.body).toContain('**Nothing changes for clients.**');
    expect(received).toHaveLength(pages + 2);
  });

  test('writes nothing about a commit that is no longer the newest', async () => {
    const { env, received } = await fakeGitHub(() => ({ head: { sha: 'e'.repeat(40) } }));
    const stderr = 'Pull request 12 has newer commits, whose run writes the comment.\n';
    expect(await task(['comment', 'none'], { ...env, ...about })).toEqual({ status: 0, stdout: '', stderr });
    expect(received.map(({ method }) => method)).toEqual(['GET']);
  });

  test.each<[string, Record<string, string>, string, 1 | 2]>([
    [
      'no number',
      { PULL_REQUEST: '../1' },
      'cartalog: ci comment: PULL_REQUEST is not the number of a pull request.',
      1,
    ],
    ['nothing set', { HEAD_COMMIT: '' }, 'cartalog: ci comment: HEAD_COMMIT is not set.', 2],
    ['a token that is refused', { GITHUB_TOKEN: 'x' }, 'cartalog: ci comment: GET /pulls/12 was answered with 404.', 1],
  ])('fails with one line: %s', async (_, wrong, message, status) => {
    const { env } = await fakeGitHub(() => []);
    expect(await task(['comment', 'none'], { ...env, ...about, ...wrong })).toEqual({
      status,
      stdout: '',
      stderr: `${message}\n`,
    });
  });
});

test('a task names all variables that it needs at once, and so does its help', async () => {
  const needed = 'GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, GITHUB_SHA, GITHUB_REF_NAME';
  const { status, stderr } = await inProcess(['ci', 'require-newest']);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`ci require-newest: ${needed} are not set.`)]);
  const { stdout } = await inProcess(['ci', 'require-newest', '--help']);
  expect(stdout).toContain(`Needs the variables ${needed}.`);
});
