/** What is accepted of folders: the same as by the clients, whose cases these are. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSiteFolder } from '../../../../cli/files.ts';
import { folderSource, signedVerdicts } from '../../../../commands/site/verify/signed-site.ts';
import { temporaryFolder } from '../../../support/catalogs.ts';
import { ROOT } from '../../../support/cli.ts';

const VECTORS = join(ROOT, 'clients', 'vectors');

async function verdictsOf(folder: string, name: string) {
  const { keys, spares, catalog, now, lastSeen } = JSON.parse(readFileSync(join(VECTORS, name, 'case.json'), 'utf8'));
  const memory = new Map(lastSeen === null ? [] : [[`time ${catalog}`, String(lastSeen)]]);
  const trust = { keys, spares, serviceUrl: catalog, memory, now: () => now * 1000, ignoreClock: false };
  return signedVerdicts(folderSource(readSiteFolder(folder, name)), trust);
}

/** What is said of a refused manifest, by the code of the clients. */
const WORDS: Readonly<Record<string, RegExp>> = {
  unsigned: /^\/manifest\.json is not signed: there is no \/manifest\.json\.minisig$/,
  malformed:
    /^\/manifest\.json (?:is not JSON|has a damaged signature|has a trusted comment that is not that of a catalog)$/,
  'wrong-key': /^\/manifest\.json is signed with the key \w{16}, not with \w{16} or \w{16}$/,
  revoked: /^\/manifest\.json is signed with the key \w{16}, which was revoked$/,
  'wrong-signature': /^\/manifest\.json is not what was signed with the key \w{16}: one of the two was changed$/,
  'wrong-comment': /^\/manifest\.json has another trusted comment than the one that was signed with the key \w{16}$/,
  'other-file': /^\/manifest\.json has the signature of another file: changes\.json$/,
  // No service URL helps if the manifest contradicts its signature.
  'other-catalog':
    /^\/manifest\.json is (?:that of another catalog: \S+, not \S+; .*with --service-url|made for \S+, not for \S+)$/,
  older: /^\/manifest\.json was signed on 2026-\S+ \S+ UTC, before one that was accepted already, of 2026-/,
  'not-yet-valid': /^\/manifest\.json was signed on 2026-\S+ \S+ UTC, and here it is .*decide with --ignore-clock$/,
  expired: /^\/manifest\.json was valid until 2026-\S+ \S+ UTC, and here it is .*decide with --ignore-clock$/,
};

test.each(readdirSync(VECTORS))('%s', async (name) => {
  const { expected } = JSON.parse(readFileSync(join(VECTORS, name, 'case.json'), 'utf8'));
  // Only the one document of a case is there, so the others are missing.
  const [signature] = await verdictsOf(join(VECTORS, name), name);
  const ofManifest = ['ok', 'wrong-document'].includes(expected);
  const problems = ofManifest ? [] : [expect.stringMatching(WORDS[expected] as RegExp)];
  expect([signature?.result, signature?.problems]).toEqual([ofManifest ? 'holds' : 'fails', problems]);
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

test('without a key, a signature is only mentioned', async () => {
  const source = folderSource(readSiteFolder(join(VECTORS, 'good'), 'good'));
  const [verdict] = await signedVerdicts(source, null);
  expect([verdict?.result, verdict?.remarks]).toEqual([
    'not applicable',
    [expect.stringMatching(/by the key [0-9A-F]{16}/)],
  ]);
});
