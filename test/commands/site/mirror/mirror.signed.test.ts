import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type FetchFile, siteAt } from '../../../../cli/site/published-site.ts';
import { BadManifestError } from '../../../../commands/site/mirror/listed-files.ts';
import { type MirrorOutcome, mirrorDeployment } from '../../../../commands/site/mirror/mirror.ts';
import { openMirror } from '../../../../commands/site/mirror/mirror-folder.ts';
import type { Manifest } from '../../../../contract/generated/v1.types.ts';
import { newSecretKey, signedFileText } from '../../../../contract/signing/secret-keys.ts';
import type { TrustOptions } from '../../../../contract/signing/signed-manifest.ts';
import { type Files, SMALL, temporaryFolder } from '../../../support/catalogs.ts';
import { contentOf } from '../../../support/files.ts';
import { answer, endless, type Hostile, mirrored } from '../../../support/mirrored.ts';

const ADDRESS = 'https://catalog.example.org';
const [MANIFEST, SIGNATURE] = ['/manifest.json', '/manifest.json.minisig'];
const NOW = 1_700_000_000;
const WEEKS = 21 * 86_400;
const [SIGNING, SPARE] = [newSecretKey(), newSecretKey()];

const KEYS = [
  { key: SIGNING.public.text, use: 'signing' },
  { key: SPARE.public.text, use: 'spare' },
];

const filesWith = (name: string): Files => ({
  ...SMALL,
  'keys.yaml': JSON.stringify({ keys: KEYS }),
  'editions/offline.yaml': `name: ${name}\ndatasources: [maps, empty]\n`,
});

let root: string;
beforeEach(() => {
  root = join(temporaryFolder(), 'copy');
});

async function deployed(name: string, time: number, by = SIGNING): Promise<Map<string, Uint8Array>> {
  const { fetch } = mirrored(filesWith(name));
  const body = (address: string): Promise<Uint8Array> => siteAt(fetch).read(address, 1e8);
  const manifest = await body(MANIFEST);
  const { files } = JSON.parse(Buffer.from(manifest).toString()) as Manifest;
  const answers = new Map<string, Uint8Array>();
  for (const { url } of files) answers.set(url, await body(url));
  const what = { timestamp: time, file: 'manifest.json', validUntil: time + WEEKS, catalog: ADDRESS };
  return answers.set(MANIFEST, manifest).set(SIGNATURE, Buffer.from(signedFileText(by, manifest, what)));
}

const fetchFrom =
  (answers: ReadonlyMap<string, Uint8Array>, hostile: Hostile = () => null): FetchFile =>
  async (address) => {
    const found = answers.get(address);
    return hostile(address) ?? (found ? answer(200, found) : answer(404));
  };

async function run(fetch: FetchFile, others: Partial<TrustOptions> = {}): Promise<MirrorOutcome> {
  const trust = {
    ...{ keys: [SIGNING.public.text], spares: [SPARE.public.text], serviceUrl: ADDRESS },
    ...{ now: () => NOW * 1000, ignoreClock: false, ...others },
  };
  const signal = new AbortController().signal;
  return mirrorDeployment(fetch, await openMirror(root, ADDRESS, true), {
    maxBytes: 1e9,
    wait: async () => {},
    signal,
    trust,
  });
}

function rememberedTime(): string | undefined {
  const { memory } = JSON.parse(readFileSync(join(root, '.cartalog-mirror', 'files.json'), 'utf8'));
  return memory[`time ${ADDRESS}`];
}

const copied = (): string => JSON.parse(readFileSync(join(root, 'v1/editions/offline/index.json'), 'utf8')).name;

async function expectRefused(
  fetch: FetchFile,
  message: string | RegExp,
  others: Partial<TrustOptions> = {},
): Promise<void> {
  const before = existsSync(root) ? contentOf(root) : null;
  const error = await run(fetch, others).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(BadManifestError);
  expect(String(error)).toMatch(message);
  expect(existsSync(root) ? contentOf(root) : null).toEqual(before);
}

test('copies a signed catalog with its signature, and an update of it', async () => {
  expect(await run(fetchFrom(await deployed('One', NOW - 100)))).toMatchObject({ did: 'updated', problems: [] });
  expect(existsSync(join(root, SIGNATURE))).toBe(true);
  expect(await run(fetchFrom(await deployed('Two', NOW)))).toMatchObject({ did: 'updated' });
  expect(copied()).toBe('Two');
  expect(rememberedTime()).toBe(String(NOW));
});

test('refuses what the key did not sign, and keeps the copy', async () => {
  const [old, current] = [await deployed('Old', NOW - 200), await deployed('Good', NOW - 100)];
  await run(fetchFrom(current));
  const next = await deployed('Evil', NOW, newSecretKey());
  const with_ = (address: string, text: string | Uint8Array): FetchFile =>
    fetchFrom(current, (asked) => (asked === address ? answer(200, text) : null));
  await expectRefused(
    fetchFrom(current, (asked) => (asked === SIGNATURE ? answer(404) : null)),
    'is not signed',
  );
  await expectRefused(fetchFrom(next), 'is signed with the key');
  await expectRefused(fetchFrom(old), 'accepted already');
  await expectRefused(with_(MANIFEST, next.get(MANIFEST) as Uint8Array), 'not what was signed');
  await expectRefused(with_(SIGNATURE, old.get(SIGNATURE) as Uint8Array), 'not what was signed');
  const other = {
    timestamp: NOW,
    file: 'manifest.json',
    validUntil: NOW + WEEKS,
    catalog: 'https://other.example.org',
  };
  const manifest = current.get(MANIFEST) as Uint8Array;
  await expectRefused(
    with_(SIGNATURE, signedFileText(SIGNING, manifest, other)),
    'another catalog: https://other.example.org',
  );
  const renamed = { ...other, catalog: ADDRESS, file: 'keys.json' };
  await expectRefused(with_(SIGNATURE, signedFileText(SIGNING, manifest, renamed)), 'another file: keys.json');
  await expectRefused(fetchFrom(current), 'valid until', { now: () => (NOW + 366 * 86_400) * 1000 });
  await expectRefused(fetchFrom(current), 'was signed on', { now: () => (NOW - 366 * 86_400) * 1000 });
  expect(await run(fetchFrom(current), { ignoreClock: true })).toMatchObject({ did: 'nothing' });
  expect(copied()).toBe('Good');
});

test('reads no more of a signature than one has', async () => {
  const answers = await deployed('One', NOW);
  let mebibytes = 0;
  const fetch = fetchFrom(answers, (asked) => (asked === SIGNATURE ? endless(() => void mebibytes++) : null));
  await expectRefused(fetch, '/manifest.json.minisig has more than 8192 bytes');
  expect(mebibytes).toBeLessThan(4);
});

test('reads the manifest and its signature once more if the deployment changes between the two', async () => {
  const [old, current] = [await deployed('Old', NOW - 100), await deployed('New', NOW)];
  let asked = 0;
  const fetch = fetchFrom(current, (address) =>
    address === MANIFEST && asked++ === 0 ? answer(200, old.get(MANIFEST) as Uint8Array) : null,
  );
  expect(await run(fetch)).toMatchObject({ did: 'updated' });
  expect([copied(), asked]).toEqual(['New', 2]);
});

test('what was accepted is remembered before a file is fetched', async () => {
  const remembered = new Set<string | undefined>();
  const watch = (asked: string): null => {
    if (![MANIFEST, SIGNATURE].includes(asked)) remembered.add(rememberedTime());
    return null;
  };
  await run(fetchFrom(await deployed('One', NOW - 100), watch));
  await run(fetchFrom(await deployed('Two', NOW), watch));
  expect([...remembered]).toEqual([String(NOW - 100), String(NOW)]);
});
