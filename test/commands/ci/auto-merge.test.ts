/** Merging proposals that only add checksums. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { autoMerge, type ChangedText, moreThanChecksums } from '../../../commands/ci/auto-merge.ts';
import type { Files } from '../../support/catalogs.ts';
import { git } from '../../support/git.ts';
import { fakeGitHub } from '../../support/github.ts';
import { HostedCatalog } from '../../support/hosted.ts';

const PATH = 'catalog/datasources/a/maps.yaml';
const line = (day: number): string =>
  `    - { lastModified: 2026-11-${10 + day}T00:00:00Z, contentLength: ${day}, sha1: null }\n`;
const history = (...days: number[]): string => entry(days.map(line).join(''));
const days = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => line(first + index)).join('');
const entry = (checksums: string, rest = ''): string => `a.zip:\n  checksums:\n${checksums}${rest}`;
const inside = (checksums: string): string => `  fragments:\n    a.map:\n${checksums.replaceAll(/^ {4}/gm, '      ')}`;
const FULL = entry(line(1) + line(2), inside(line(1)));

const change = (before: string | null, after: string | null, path = PATH): ChangedText => ({ path, before, after });

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const APP = {
  PROPOSALS_APP_ID: '1',
  PROPOSALS_APP_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

const RESPONSES: Readonly<Record<string, unknown>> = {
  '/repos/us/catalog/installation': { id: 55 },
  '/app/installations/55/access_tokens': { token: 'of the app' },
  '/graphql': { data: {} },
};

/** A repository in which a branch changes a history, and a checkout of what is published. */
function proposed(after: Files): HostedCatalog {
  const hosted = new HostedCatalog({ 'datasources/a/maps.yaml': history(1, 2), 'site.yaml': 'title: A\n' });
  hosted.origin.git('checkout', '--quiet', '-b', 'update/a');
  hosted.origin.write(after);
  hosted.origin.commit();
  hosted.origin.git('checkout', '--quiet', 'main');
  return hosted;
}

/** What becomes of a proposal. */
async function proposal(
  hosted: HostedCatalog,
  app: object,
  pulls: readonly object[],
  responses: Readonly<Record<string, unknown>> = RESPONSES,
) {
  const { env, received } = await fakeGitHub(
    (path) => (path.startsWith('/repos/us/catalog/pulls?') ? pulls : responses[path]),
    () => true,
  );
  const context = { env: { ...env, GITHUB_REF_NAME: 'main', ...app }, fetch };
  return { done: autoMerge(context, hosted.checkout, 'update/a'), received };
}

const GOOD = { 'datasources/a/maps.yaml': history(1, 2, 3) };

/** The pull request of the branch, at a commit. */
const pullAt = (sha: string, full_name = 'us/catalog') => ({
  number: 7,
  node_id: 'PR_7',
  head: { sha, ref: 'update/a', repo: { full_name } },
});

const merging = (received: readonly { path: string }[]) =>
  received.filter(({ path }) => path === '/graphql' || path.endsWith('/merge'));

test('a proposal that adds checksums and nothing else is merged by GitHub, at the commit that was looked at', async () => {
  const hosted = proposed(GOOD);
  const commit = hosted.branch('update/a');
  const { done, received } = await proposal(hosted, APP, [pullAt(commit)]);
  expect(await done).toBe('Pull request 7 is merged when its checks have passed.');
  expect(received.at(-1)).toMatchObject({
    method: 'POST',
    path: '/graphql',
    authorization: 'Bearer of the app',
    body: { variables: { pull: 'PR_7', commit } },
  });
});

test.each<[string, Files, RegExp]>([
  ['a checksum goes', { 'datasources/a/maps.yaml': history(2) }, /: .*checksums of a\.zip change or go\.$/],
  [
    'another file is changed',
    { ...GOOD, 'site.yaml': 'title: B\n' },
    /: catalog\/site\.yaml is not a list of files\.$/,
  ],
  [
    'a file is added',
    { ...GOOD, '.gitattributes': '* text\n' },
    /: catalog\/\.gitattributes is not a list of files\.$/,
  ],
])('nothing is merged where %s', async (_, after, expected) => {
  const hosted = proposed(after);
  const { done, received } = await proposal(hosted, APP, [pullAt(hosted.branch('update/a'))]);
  expect(await done).toMatch(expected);
  expect(merging(received)).toEqual([]);
});

test('what is looked at is the commit, and not what is in the checkout', async () => {
  // Attributes of git decode the file as it is committed: what a checkout has as a comment is a line then.
  const evil = `${history(1, 2, 3)}evil.zip:\n  checksums: []\n`;
  const hosted = proposed({ 'datasources/a/maps.yaml': evil });
  hosted.change({ 'catalog/datasources/a/maps.yaml': history(1, 2, 3) });
  const { done, received } = await proposal(hosted, APP, [pullAt(hosted.branch('update/a'))]);
  expect(await done).toBe('Somebody has to merge update/a: catalog/datasources/a/maps.yaml: files come or go.');
  expect(merging(received)).toEqual([]);
});

test('nothing is merged where a link takes the place of a file', async () => {
  const hosted = proposed(GOOD);
  const blob = git(hosted.origin.path, ['rev-parse', 'update/a:catalog/datasources/a/maps.yaml']).trim();
  hosted.origin.git('checkout', '--quiet', 'update/a');
  hosted.origin.git('update-index', '--cacheinfo', `120000,${blob},catalog/datasources/a/maps.yaml`);
  hosted.origin.git('commit', '--quiet', '--amend', '--no-edit');
  const { done } = await proposal(hosted, APP, [pullAt(hosted.branch('update/a'))]);
  expect(await done).toMatch(/maps\.yaml is deleted, or no plain file\.$/);
});

test.each<[string, object, (commit: string) => readonly object[], RegExp]>([
  ['there is no app', {}, (commit) => [pullAt(commit)], /^Somebody has to merge update\/a: there is no app/],
  ['there is no pull request', APP, () => [], /^There is no pull request of update\/a\.$/],
  [
    'the pull request is that of a fork of the same owner',
    APP,
    (commit) => [pullAt(commit, 'us/catalog-fork')],
    /^There is no pull request of update\/a\.$/,
  ],
  [
    'somebody has pushed meanwhile',
    APP,
    () => [pullAt('c0ffee')],
    /^Somebody has to merge update\/a: it was changed in the meantime\.$/,
  ],
])('nothing is merged where %s', async (_, app, pulls, expected) => {
  const hosted = proposed(GOOD);
  const { done, received } = await proposal(hosted, app, pulls(hosted.branch('update/a')));
  expect(await done).toMatch(expected);
  expect(merging(received)).toEqual([]);
});

test('nothing is merged where the branch is more than one commit on top of what is published, or is not there', async () => {
  const hosted = proposed(GOOD);
  hosted.moveMain({ 'README.md': 'New' });
  const { done } = await proposal(hosted, APP, [pullAt(hosted.branch('update/a'))]);
  expect(await done).toBe('Somebody has to merge update/a: it is not one commit on top of what is published.');
  hosted.origin.git('branch', '--quiet', '-D', 'update/a');
  expect(await (await proposal(hosted, APP, [])).done).toBe('There is no branch update/a.');
});

test.each([
  ['have passed already is merged at once', 'success', true],
  ['still run, where nothing makes GitHub wait for them, is not merged', null, false],
])('one whose checks %s', async (_, conclusion, isMerged) => {
  const errors = [{ message: 'Pull request Pull request is in clean status' }];
  const hosted = proposed(GOOD);
  const commit = hosted.branch('update/a');
  const responses = {
    ...RESPONSES,
    '/graphql': { errors },
    [`/repos/us/catalog/actions/workflows/check.yml/runs?head_sha=${commit}`]: { workflow_runs: [{ conclusion }] },
    '/repos/us/catalog/pulls/7/merge': { merged: true },
  };
  const { done, received } = await proposal(hosted, APP, [pullAt(commit)], responses);
  if (!isMerged) {
    await expect(done).rejects.toThrow('is in clean status');
    expect(merging(received)).toHaveLength(1);
    return;
  }
  expect(await done).toBe('Pull request 7 is merged: its checks have passed.');
  expect(received.at(-1)).toMatchObject({ method: 'PUT', body: { sha: commit, merge_method: 'squash' } });
});

test('a refusal of GitHub is an error', async () => {
  const errors = [{ message: 'Auto merge is not allowed for this repository' }];
  const hosted = proposed(GOOD);
  const pulls = [pullAt(hosted.branch('update/a'))];
  const { done } = await proposal(hosted, APP, pulls, { ...RESPONSES, '/graphql': { errors } });
  await expect(done).rejects.toThrow('Auto-merge of pull request 7 was refused: Auto merge is not allowed');
});

describe('a change is more than checksums, or not:', () => {
  test.each<[string, ChangedText[], RegExp | null]>([
    ['one checksum', [change(FULL, entry(line(1) + line(2) + line(3), inside(line(1))))], null],
    ['the first checksum', [change('a.zip: {}\n', entry(line(1)))], null],
    ['a checksum inside an archive', [change(FULL, entry(line(1) + line(2), inside(line(1) + line(2))))], null],
    ['the oldest of 30 for a new one', [change(entry(days(1, 30)), entry(days(2, 31)))], null],
    ['the oldest of 29 for a new one', [change(entry(days(1, 29)), entry(days(2, 30)))], /change or go/],
    ['two of 30 for a new one', [change(entry(days(1, 30)), entry(days(3, 31)))], /change or go/],
    ['nothing', [], /nothing is changed/],
    ['another form of the same', [change(FULL, `# Maps\n${FULL}`)], null],
    ['a checksum that goes', [change(FULL, entry(line(2), inside(line(1))))], /checksums of a\.zip change or go/],
    ['a checksum that changes', [change(FULL, entry(line(1) + line(3), inside(line(1))))], /change or go/],
    ['a checksum in between', [change(entry(line(1) + line(3)), entry(line(1) + line(2) + line(3)))], /change or go/],
    ['a file that goes', [change(FULL, '{}\n')], /files come or go/],
    ['a file that is new', [change('{}\n', FULL)], /files come or go/],
    ['a file inside that goes', [change(FULL, entry(line(1) + line(2)))], /files inside a\.zip come or go/],
    [
      'a box',
      [
        change(
          entry(line(1)),
          entry(
            line(1),
            '  boundingbox: { northEastLongitude: 1, northEastLatitude: 1, southWestLongitude: 0, southWestLatitude: 0 }\n',
          ),
        ),
      ],
      /changes in other ways/,
    ],
    ['a list that is new', [change(null, FULL)], /is new/],
    ['a list that goes', [change(FULL, null)], /is deleted/],
    ['another file too', [change(FULL, FULL), change('a', 'b', 'catalog/removals.yaml')], /is not a list of files/],
    ['a file like a list', [change(FULL, FULL, 'x/catalog/datasources/a/maps.yaml')], /is not a list of files/],
    ['YAML that cannot be read', [change(FULL, 'a: [')], /files come or go/],
  ])('%s', (_, changes, expected) => {
    const problem = moreThanChecksums(changes);
    if (expected === null) expect(problem).toBe(null);
    else expect(problem).toMatch(expected);
  });
});
