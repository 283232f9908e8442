/** The decision about a manifest, and its words. The vectors of the clients say the same with codes. */
import { expect, test } from 'vitest';
import { newSecretKey, signed } from '../../contract/signatures.ts';
import { CatalogError, signedManifest, type TrustOptions } from '../../contract/signed-manifest.ts';

const CATALOG = 'https://catalog.example.org';
const TEXT = `{"version":1,"serviceUrl":"${CATALOG}","files":[]}\n`;
const NOW = 1_700_000_000;
const YEAR = 366 * 86_400;
const WHAT = { timestamp: NOW, file: 'manifest.json', validUntil: NOW + 21 * 86_400, catalog: CATALOG };
const SECRET = newSecretKey();
const OTHER = newSecretKey();
const SIGNATURE = signed(SECRET, Buffer.from(TEXT), WHAT);

interface Served {
  readonly text?: string;
  readonly signature?: string | null;
  /** When the last manifest was signed that was accepted. */
  readonly last?: number;
  /** In seconds since 1970. */
  readonly now?: number;
}

const accept = ({ text = TEXT, signature = SIGNATURE, last = NOW, now = NOW }: Served, others = {}) => {
  const trust: TrustOptions = {
    ...{ keys: [SECRET.public.text], spares: [], serviceUrl: CATALOG, now: () => now * 1000, ignoreClock: false },
    ...others,
  };
  const read = async (path: string): Promise<string> => {
    const found = path === '/manifest.json' ? text : signature;
    if (found === null) throw new CatalogError('not-found', 'it is not there');
    return found;
  };
  return signedManifest({ base: '', read }, new Map([[`time ${trust.serviceUrl}`, String(last)]]), trust);
};

test('accepts what the key signed', async () => {
  expect(await accept({})).toMatchObject({ text: TEXT, signature: SIGNATURE, manifest: JSON.parse(TEXT) });
});

const otherText = TEXT.replace('catalog', 'other');

test.each<[string, string, string, Served, Partial<TrustOptions>?]>([
  ['no signature', 'unsigned', 'is not signed: there is no /manifest.json.minisig', { signature: null }],
  ['a page in its place', 'malformed', 'damaged signature', { signature: '<!doctype html>' }],
  ['a signature that was cut off', 'malformed', 'damaged signature', { signature: SIGNATURE.slice(0, -10) }],
  ['another key', 'wrong-key', `, not with ${OTHER.public.id}`, {}, { keys: [OTHER.public.text] }],
  ['a changed file', 'wrong-signature', 'not what was signed', { text: TEXT.replace('1', '2') }],
  ['a changed comment', 'wrong-comment', 'trusted comment', { signature: SIGNATURE.replace('until:1', 'until:9') }],
  [
    'another file',
    'other-file',
    'another file: keys.json',
    { signature: signed(SECRET, Buffer.from(TEXT), { ...WHAT, file: 'keys.json' }) },
  ],
  ['another catalog', 'other-catalog', 'another catalog', {}, { serviceUrl: 'https://other.example.org' }],
  [
    'a manifest that names another catalog',
    'other-catalog',
    'is made for https://other.example.org',
    { text: otherText, signature: signed(SECRET, Buffer.from(otherText), WHAT) },
  ],
  ['what is no manifest', 'malformed', 'is not JSON', { text: '[', signature: signed(SECRET, Buffer.from('['), WHAT) }],
  ['one older than the last', 'older', 'accepted already', { last: NOW + 1 }],
  ['a clock a year ahead', 'expired', 'was valid until 2023-12-05 22:13:20 UTC', { now: NOW + YEAR }],
  ['a clock a year behind', 'not-yet-valid', 'was signed on 2023-11-14 22:13:20 UTC', { now: NOW - YEAR }],
])('refuses %s', async (_, code, words, served, others) => {
  const message = expect.stringMatching(/^\/manifest\.json /);
  await expect(accept(served, others)).rejects.toMatchObject({ code, message });
  await expect(accept(served, others)).rejects.toThrow(words);
});

test('leaves the clock to a person', async () => {
  for (const now of [NOW + YEAR, NOW - YEAR])
    expect(await accept({ now }, { ignoreClock: true })).toMatchObject({ text: TEXT });
});

test('what a spare key signs that is no list of keys does not make it forget a list', async () => {
  const store = new Map<string, string>();
  const open = (list: string, time: number) => {
    const manifest = TEXT.replace('[]', '[{"url":"/v2/keys.json.minisig"}]');
    const served: Readonly<Record<string, string>> = {
      '/manifest.json': manifest,
      '/manifest.json.minisig': signed(SECRET, Buffer.from(manifest), WHAT),
      '/v2/keys.json': list,
      '/v2/keys.json.minisig': signed(OTHER, Buffer.from(list), { ...WHAT, file: 'keys.json', timestamp: time }),
    };
    const trust = { keys: [SECRET.public.text], spares: [OTHER.public.text], serviceUrl: CATALOG };
    const read = async (path: string): Promise<string> => served[path] ?? '';
    return signedManifest({ base: '', read }, store, { ...trust, now: () => NOW * 1000, ignoreClock: false });
  };
  const revoking = JSON.stringify({ keys: [{ key: OTHER.public.text, use: 'spare' }], revoked: [SECRET.public.text] });
  await expect(open('{}', NOW)).resolves.toBeTruthy();
  for (const [list, time] of [
    [revoking, NOW],
    ['{}', NOW + 2],
    ['[', NOW + 3],
    [revoking.replace(SECRET.public.text, ''), NOW - 1],
  ] as const)
    await expect(open(list, time)).rejects.toMatchObject({ code: 'revoked' });
});
