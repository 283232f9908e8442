/** What is accepted of folders: the same as by the clients, whose cases these are. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { siteInFolder } from '../../../../cli/site/published-site.ts';
import { readSiteFolder } from '../../../../cli/site/read-site.ts';
import { signedVerdicts } from '../../../../commands/site/verify/signed-site.ts';
import { temporaryFolder, writeFiles } from '../../../support/catalogs.ts';
import { ROOT } from '../../../support/cli.ts';

const VECTORS = join(ROOT, 'clients', 'vectors');

async function verdictsOf(folder: string, name: string) {
  const { keys, spares, catalog, now, lastSeen } = JSON.parse(readFileSync(join(VECTORS, name, 'case.json'), 'utf8'));
  const memory = new Map(lastSeen === null ? [] : [[`time ${catalog}`, String(lastSeen)]]);
  const trust = { keys, spares, serviceUrl: catalog, memory, now: () => now * 1000, ignoreClock: false };
  return signedVerdicts(siteInFolder(readSiteFolder(folder, name)), trust);
}

/** The sentences themselves are those of the client: test/clients/javascript/refusals.txt. */
test.each([
  ['good', null],
  ['revoked', / with the key \w{16}, which was revoked$/],
  ['other-catalog', /^\/manifest\.json is from another catalog: \S+, not \S+; .*with --service-url$/],
  // No service URL helps if the manifest contradicts its signature.
  ['other-service-url', /^\/manifest\.json is made for \S+, not for \S+$/],
  [
    'expired',
    /^\/manifest\.json was valid until 2026-\S+ \S+ UTC, but the clock here says .*decide with --ignore-clock$/,
  ],
  [
    'from-the-future',
    /^\/manifest\.json was signed on \S+ \S+ UTC, but the clock here says .*decide with --ignore-clock$/,
  ],
])('%s', async (name, problem) => {
  // Only the one document of a case is there, so the others are missing.
  const [signature] = await verdictsOf(join(VECTORS, name), name);
  expect(signature?.problems).toEqual(problem === null ? [] : [expect.stringMatching(problem)]);
});

test('every file is compared with what was signed', async () => {
  const folder = temporaryFolder();
  cpSync(join(VECTORS, 'good'), folder, { recursive: true });
  const verdicts = await verdictsOf(folder, 'good');
  expect(verdicts.map(({ result }) => result)).toEqual(['holds', 'holds']);
  expect(verdicts[0]?.remarks).toEqual([
    'It is the catalog of https://maps.example.org, valid until 2026-02-14T12:00:00Z',
  ]);
  const file = join(folder, 'v1/mapservers/index.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('[', '[ '));
  expect((await verdictsOf(folder, 'good')).at(-1)).toMatchObject({ result: 'fails', problemCount: 1 });
});

test('without a key, that nobody has signed is only mentioned, if the catalog has keys', async () => {
  const folder = temporaryFolder();
  const verdicts = () => signedVerdicts(siteInFolder(readSiteFolder(folder, 'dist')), null);
  expect(await verdicts()).toEqual([]);
  const keys = [{ key: 'RWQwWFHDic9TmZTw6AjC0jQzZoCbG7SonhhGNJqSbEfRHzIJDa6W7isg', use: 'signing' }];
  writeFiles(folder, { 'v2/keys.json': JSON.stringify({ keys, revoked: [] }) });
  expect(await verdicts()).toMatchObject([
    {
      result: 'not applicable',
      remarks: [expect.stringMatching(/^\/v2\/keys\.json names keys, but nobody has signed/)],
    },
  ]);
});

test('without a key, a signature is only mentioned', async () => {
  const [verdict] = await signedVerdicts(siteInFolder(readSiteFolder(join(VECTORS, 'good'), 'good')), null);
  expect([verdict?.result, verdict?.remarks]).toEqual([
    'not applicable',
    [expect.stringMatching(/by the key [0-9A-F]{16}/)],
  ]);
});
