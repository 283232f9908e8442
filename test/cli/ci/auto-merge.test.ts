import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { autoMerge, changesIn } from '../../../cli/ci/auto-merge.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { commitAll } from '../../support/git.ts';
import { fakeGitHub } from '../../support/github.ts';

const PATH = 'catalog/datasources/a/maps.yaml';
const line = (day: number): string =>
  `    - { lastModified: 2026-11-${10 + day}T00:00:00Z, contentLength: ${day}, sha1: null }\n`;
const entry = (...days: number[]): string => `a.zip:\n  checksums:\n${days.map(line).join('')}`;

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

/** A checkout in which a history was changed, and what becomes of its proposal. */
async function proposal(after: string, app: object, pulls: readonly object[], responses = RESPONSES) {
  const folder = temporaryFolder();
  writeFiles(folder, { [PATH]: entry(1, 2) });
  commitAll(folder, '2026-11-20T00:00:00Z');
  writeFiles(folder, { [PATH]: after });
  const { env, received } = await fakeGitHub(
    (path) => (path.startsWith('/repos/us/catalog/pulls?') ? pulls : responses[path]),
    () => true,
  );
  const context = { env: { ...env, GITHUB_REF_NAME: 'main', ...app }, fetch };
  return { done: autoMerge(context, folder, 'update/a'), received };
}

const PULLS = [{ number: 7, node_id: 'PR_7', head: { sha: 'c0ffee' } }];

test('a proposal that adds checksums and nothing else is merged by GitHub, at the commit that was looked at', async () => {
  const { done, received } = await proposal(entry(1, 2, 3), APP, PULLS);
  expect(await done).toBe('Pull request 7 is merged when its checks have passed.');
  expect(received.at(-1)).toMatchObject({
    method: 'POST',
    path: '/graphql',
    authorization: 'Bearer of the app',
    body: { variables: { pull: 'PR_7', commit: 'c0ffee' } },
  });
});

test.each<[string, string, object, readonly object[], RegExp]>([
  ['a checksum goes', entry(2), APP, PULLS, /^Somebody has to merge update\/a: .*checksums of a\.zip change or go\.$/],
  ['there is no app', entry(1, 2, 3), {}, PULLS, /^Somebody has to merge update\/a: there is no app/],
  ['there is no pull request', entry(1, 2, 3), APP, [], /^There is no pull request of update\/a\.$/],
])('nothing is merged where %s', async (_, after, app, pulls, expected) => {
  const { done, received } = await proposal(after, app, pulls);
  expect(await done).toMatch(expected);
  expect(received.map(({ path }) => path)).not.toContain('/graphql');
});

test('a refusal of GitHub is an error', async () => {
  const errors = [{ message: 'Auto merge is not allowed for this repository' }];
  const { done } = await proposal(entry(1, 2, 3), APP, PULLS, { ...RESPONSES, '/graphql': { errors } });
  await expect(done).rejects.toThrow('Auto-merge of pull request 7 was refused: Auto merge is not allowed');
});

test('what has changed is read from a checkout', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { [PATH]: entry(1, 2), 'README.md': 'a' });
  commitAll(folder, '2026-11-20T00:00:00Z');
  expect(await changesIn(folder)).toEqual([]);
  writeFiles(folder, { [PATH]: entry(1, 2, 3) });
  expect(await changesIn(folder)).toEqual([{ path: PATH, before: entry(1, 2), after: entry(1, 2, 3) }]);
  writeFiles(folder, { 'catalog/removals.yaml': '[]\n' });
  rmSync(join(folder, 'README.md'));
  const changes = await changesIn(folder);
  expect(changes).toContainEqual({ path: 'catalog/removals.yaml', before: null, after: '[]\n' });
  expect(changes).toContainEqual({ path: 'README.md', before: 'a', after: null });
});
