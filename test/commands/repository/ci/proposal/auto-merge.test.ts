/** Merging proposals that only add checksums. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { writeYaml } from '../../../../../build/format/standard-text.ts';
import {
  enableAutoMerge,
  moreThanChecksums,
  type ProposedFile,
} from '../../../../../commands/repository/ci/proposal/auto-merge.ts';
import type { Checksum } from '../../../../../contract/generated/catalog.types.ts';
import type { Files } from '../../../../support/catalogs.ts';
import { git } from '../../../../support/git.ts';
import { fakeGitHub, taskContext } from '../../../../support/github.ts';
import { HostedCatalog } from '../../../../support/hosted.ts';

const PATH = 'catalog/datasources/a/maps.yaml';
const FILE = { path: 'datasources/a/maps.yaml', role: 'maps', name: 'a' } as const;
const builds = (first: number, last = first): Checksum[] =>
  Array.from({ length: last - first + 1 }, (_, index) => {
    const lastModified = new Date(Date.UTC(2026, 0, first + index)).toISOString().replace('.000', '');
    return { lastModified, contentLength: first + index, sha1: null };
  });
const archive = (checksums: Checksum[] | undefined, inside?: Checksum[], more: object = {}): string =>
  writeYaml(FILE, {
    'a.zip': { ...(checksums && { checksums }), ...(inside && { fragments: { 'a.map': inside } }), ...more },
  });
const NOTHING = writeYaml(FILE, {});
const FULL = archive(builds(1, 2), builds(1));
const LATER = '2026-02-01T00:00:00Z';
const NOW = { current: LATER };
const KNOWN: Checksum = { lastModified: '2026-01-02T00:00:00Z', contentLength: 2, sha1: 'A'.repeat(40) };
const HASHED = archive([...builds(1), KNOWN], builds(1));
const BACK: Checksum = {
  lastModified: '2026-01-01T00:00:00Z',
  contentLength: 1,
  sha1: null,
  current: '2026-01-01T00:00:00Z',
};
const OLDER: Checksum = {
  lastModified: '2026-01-02T00:00:00Z',
  contentLength: 2,
  sha1: null,
  current: '2026-01-02T00:00:00Z',
};
const BOX = { northEastLongitude: 1, northEastLatitude: 1, southWestLongitude: 0, southWestLatitude: 0 };

const change = (before: string | null, after: string | null, path = PATH): ProposedFile => {
  const bytesOf = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text));
  return { path, before: bytesOf(before), after: bytesOf(after) };
};

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

function proposed(after: Files): HostedCatalog {
  const hosted = new HostedCatalog({ 'datasources/a/maps.yaml': archive(builds(1, 2)), 'site.yaml': 'title: A\n' });
  hosted.commitOn('update/a', after);
  return hosted;
}

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
  const context = taskContext({ ...env, GITHUB_REF_NAME: 'main', ...app }, hosted.checkout);
  return { done: enableAutoMerge(context, 'update/a'), received };
}

const GOOD = { 'datasources/a/maps.yaml': archive(builds(1, 3)) };

const pullAt = (sha: string) => ({
  number: 7,
  node_id: 'PR_7',
  head: { sha, ref: 'update/a', repo: { full_name: 'us/catalog' } },
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

const MANUAL = 'Somebody has to merge update/a: ';
const OTHER = `${MANUAL}${PATH} has other changes than one new checksum for each file.`;

async function notMerged(
  hosted: HostedCatalog,
  commit = hosted.branch('update/a'),
  app: object = APP,
): Promise<string> {
  const { done, received } = await proposal(hosted, app, [pullAt(commit)]);
  const said = await done;
  expect(merging(received)).toEqual([]);
  return said;
}

test.each<[string, Files, string]>([
  ['a checksum goes', { 'datasources/a/maps.yaml': archive(builds(2)) }, OTHER],
  ['a file is added', { ...GOOD, '.gitattributes': '*' }, `${MANUAL}catalog/.gitattributes is not a list of files.`],
])('nothing is merged where %s', async (_, after, said) => expect(await notMerged(proposed(after))).toBe(said));

test('what is looked at is the commit, and not what is in the checkout', async () => {
  // Attributes of git decode the file as it is committed: what a checkout has as a comment is a line then.
  const evil = `${archive(builds(1, 3))}evil.zip:\n  checksums: []\n`;
  const hosted = proposed({ 'datasources/a/maps.yaml': evil });
  hosted.change({ 'catalog/datasources/a/maps.yaml': archive(builds(1, 3)) });
  expect(await notMerged(hosted)).toBe(OTHER);
});

test('nothing is merged where a link takes the place of a file', async () => {
  const hosted = proposed(GOOD);
  const blob = git(hosted.origin.path, ['rev-parse', `update/a:${PATH}`]).trim();
  hosted.origin.git('checkout', '--quiet', 'update/a');
  hosted.origin.git('update-index', '--cacheinfo', `120000,${blob},${PATH}`);
  hosted.origin.git('commit', '--quiet', '--amend', '--no-edit');
  expect(await notMerged(hosted)).toBe(`${MANUAL}${PATH} is deleted, or no plain file.`);
});

test('nothing is merged without an app, a pull request, or the commit that was looked at', async () => {
  const hosted = proposed(GOOD);
  expect(await notMerged(hosted, undefined, {})).toBe(`${MANUAL}there is no app whose merges are published.`);
  expect(await notMerged(hosted, 'c0ffee')).toBe(`${MANUAL}it was changed in the meantime.`);
  expect(await (await proposal(hosted, APP, [])).done).toBe('There is no pull request of update/a.');
});

test('nothing is merged where the branch is more than one commit on top of what is published, or is not there', async () => {
  const hosted = proposed(GOOD);
  hosted.moveMain({ 'README.md': 'New' });
  expect(await notMerged(hosted)).toBe(`${MANUAL}it is not one commit on top of what is published.`);
  hosted.origin.git('branch', '--quiet', '-D', 'update/a');
  expect(await notMerged(hosted)).toBe('There is no branch update/a.');
});

test('a refusal of GitHub is an error', async () => {
  const errors = [{ message: 'Auto merge is not allowed for this repository' }];
  const hosted = proposed(GOOD);
  const pulls = [pullAt(hosted.branch('update/a'))];
  const { done } = await proposal(hosted, APP, pulls, { ...RESPONSES, '/graphql': { errors } });
  await expect(done).rejects.toThrow('Auto-merge of pull request 7 was refused: Auto merge is not allowed');
});

describe('a change is one new checksum for each history, or more:', () => {
  test.each<[string, ProposedFile]>([
    ['one checksum', change(FULL, archive(builds(1, 3), builds(1)))],
    ['the first checksum', change(archive(undefined), archive(builds(1)))],
    [
      'half of the bytes',
      change(archive(builds(8)), archive([...builds(8), { ...builds(9)[0], contentLength: 4 } as Checksum])),
    ],
    ['a checksum inside an archive', change(FULL, archive(builds(1, 2), builds(1, 2)))],
    ['one of both', change(FULL, archive(builds(1, 3), builds(1, 2)))],
    ['the oldest of 30 for a new one', change(archive(builds(1, 30)), archive(builds(2, 31)))],
    ['a new time of the same bytes', change(HASHED, archive([...builds(1), { ...KNOWN, current: LATER }], builds(1)))],
    ['a new version after a new time', change(archive([{ ...KNOWN, current: LATER }]), archive([KNOWN, ...builds(3)]))],
    ['with the comments that were there', change(`${FULL}# Ours\n`, `${archive(builds(1, 3), builds(1))}# Ours\n`)],
  ])('%s is merged', (_, file) => expect(moreThanChecksums([file])).toBeNull());

  test.each<[string, ProposedFile]>([
    ['two new checksums', change(FULL, archive(builds(1, 4), builds(1)))],
    ['29 new checksums', change(archive(builds(1)), archive(builds(1, 30)))],
    ['the oldest of 29 for a new one', change(archive(builds(1, 29)), archive(builds(2, 30)))],
    ['two of 30 for a new one', change(archive(builds(1, 30)), archive(builds(3, 31)))],
    ['an older version that comes back', change(FULL, archive([BACK, ...builds(2)], builds(1)))],
    ['the newest version that comes back', change(archive([BACK, ...builds(2)], builds(1)), FULL)],
    [
      'a new version that is older',
      change(archive([...builds(1), ...builds(3)]), archive([...builds(1), OLDER, ...builds(3)])),
    ],
    [
      'a file inside that comes back',
      change(archive(builds(1), builds(1, 2)), archive(builds(1), [BACK, ...builds(2)])),
    ],
    [
      'a new time without a hash',
      change(FULL, archive([...builds(1), { ...builds(2)[0], ...NOW } as Checksum], builds(1))),
    ],
    [
      'a new time with another hash',
      change(HASHED, archive([...builds(1), { ...KNOWN, sha1: 'B'.repeat(40), ...NOW }], builds(1))),
    ],
    [
      'a new version with the bytes of a known one',
      change(HASHED, archive([...builds(1), KNOWN, { ...KNOWN, lastModified: LATER }], builds(1))),
    ],
    [
      'a file that shrank',
      change(archive(builds(8)), archive([...builds(8), { ...builds(9)[0], contentLength: 3 } as Checksum])),
    ],
    ['a new comment', change(FULL, `# Maps\n${FULL}`)],
    ['a comment that goes', change(`${FULL}# Ours\n`, archive(builds(1, 3), builds(1)))],
    ['another comment', change(`${FULL}# Ours\n`, `${archive(builds(1, 3), builds(1))}# Yours\n`)],
    ['a second document', change(FULL, `${archive(builds(1, 3), builds(1))}---\nb.zip: {}\n`)],
    ['another form of the same', change(FULL, FULL.replace('a.zip:', '"a.zip":'))],
    ['a checksum that goes', change(FULL, archive(builds(2), builds(1)))],
    ['a checksum that changes', change(FULL, archive([...builds(1), ...builds(3)], builds(1)))],
    ['a SHA-1 for a known version', change(FULL, FULL.replace('sha1: null', `sha1: '${'A'.repeat(40)}'`))],
    ['a file that goes', change(FULL, NOTHING)],
    ['a file that is new', change(NOTHING, FULL)],
    ['a file inside that goes', change(FULL, archive(builds(1, 2)))],
    ['a file inside that is new', change(archive(builds(1, 2)), FULL)],
    ['a box', change(archive(builds(1)), archive(builds(1), undefined, { boundingbox: BOX }))],
    ['YAML that cannot be read', change(FULL, 'a: [')],
    ['bytes that are not UTF-8', { ...change(FULL, FULL), after: Buffer.from([0xff]) }],
  ])('%s is not', (_, file) => {
    expect(moreThanChecksums([file])).toBe(`${PATH} has other changes than one new checksum for each file`);
  });

  test.each<[string, ProposedFile[], RegExp]>([
    ['nothing', [], /nothing is changed/],
    ['a list that is new', [change(null, FULL)], /is new/],
    ['a list that goes', [change(FULL, null)], /is deleted/],
    [
      'another file too',
      [change(FULL, archive(builds(1, 3), builds(1))), change('a', 'b', 'catalog/removals.yaml')],
      /is not a list of files/,
    ],
    ['a file like a list', [change(FULL, FULL, 'x/catalog/datasources/a/maps.yaml')], /is not a list of files/],
  ])('%s is not', (_, changes, expected) => expect(moreThanChecksums(changes)).toMatch(expected));
});
