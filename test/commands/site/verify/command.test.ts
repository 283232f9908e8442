import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newSecretKey, type SecretKey, signedFileText } from '../../../../contract/signing/secret-keys.ts';
import { temporaryFolder } from '../../../support/catalogs.ts';
import { cartalog } from '../../../support/in-process.ts';

const CATALOG = 'https://maps.example.org';
const [SIGNING, SPARE] = [newSecretKey(), newSecretKey()];
const NOW = Math.floor(Date.now() / 1000);

function signedFolder(parent: string, name: string, timestamp: number, key: SecretKey): void {
  const manifest = Buffer.from(JSON.stringify({ version: 1, serviceUrl: CATALOG, files: [] }));
  const what = { timestamp, file: 'manifest.json', validUntil: timestamp + 1_000, catalog: CATALOG };
  mkdirSync(join(parent, name), { recursive: true });
  writeFileSync(join(parent, name, 'manifest.json'), manifest);
  writeFileSync(join(parent, name, 'manifest.json.minisig'), signedFileText(key, manifest, what));
}

test.each([
  ['dist', 'dist', ''],
  ['dist', join('dist', 'site'), `The documents are in ${join('dist', 'site')}.\n`],
  [join('dist', 'site'), join('dist', 'site'), ''],
])('verify %s finds the documents of a build in %s', async (named, built, said) => {
  const cwd = temporaryFolder();
  signedFolder(cwd, built, NOW, SIGNING);
  const { status, stdout } = await cartalog(['verify', named, '--key', SIGNING.public.text], { cwd });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/ok +signature/)]);
  expect(/^The documents.*\n/m.exec(stdout)?.[0] ?? '').toBe(said);
});

test('what was accepted is remembered in a file, and what is older is refused', async () => {
  const cwd = temporaryFolder();
  signedFolder(cwd, 'old', NOW - 10, SIGNING);
  signedFolder(cwd, 'new', NOW, SIGNING);
  const keys = ['--key', SIGNING.public.text, '--spare', SPARE.public.text];
  const verify = (folder: string, ...more: string[]) => cartalog(['verify', folder, ...more], { cwd });
  const remember = [...keys, '--remember', 'trusted.json'];
  expect((await verify('old', ...remember)).stdout).toMatch(/ok +signature/);
  expect((await verify('new', ...remember)).stdout).toMatch(/ok +signature/);
  const older = await verify('old', ...remember);
  expect([older.status, older.stdout]).toEqual([1, expect.stringContaining('before one that was accepted already')]);
  expect((await verify('old', ...keys)).stdout).toMatch(/ok +signature/);
  expect(JSON.parse(readFileSync(join(cwd, 'trusted.json'), 'utf8'))).toEqual({ [`time ${CATALOG}`]: String(NOW) });
  expect(await verify('new', '--remember', 'trusted.json')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('name them with --key and --spare'),
  });
});
