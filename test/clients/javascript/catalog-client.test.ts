/** The client for JavaScript, with the test vectors and with hosts that lie. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { type ClientOptions, openCatalog, tileAddress } from '../../../clients/javascript/catalog-client.ts';
import { INDEX_ZOOM, V2_FILES, v2Path } from '../../../contract/interface/v2-files.ts';
import { ROOT } from '../../support/cli.ts';
import {
  readVectors,
  signedSite,
  trustVectors,
  VECTOR_KEYS,
  VECTOR_TIME,
  VECTORS,
} from '../../support/trust-vectors.ts';

const CATALOG = 'https://maps.example.org';
const MAPS = '/v1/mapservers/';

type SiteFiles = Readonly<Record<string, string>>;

/** A host in memory that notes its answers. What it serves can change. */
class Host {
  readonly answers: string[] = [];
  /** The ETags of files, if they are not those of their lengths. */
  etags: SiteFiles = {};
  files: SiteFiles;
  constructor(files: SiteFiles) {
    this.files = files;
  }
  readonly fetch = async (url: string, { headers }: RequestInit): Promise<Response> => {
    const path = new URL(url).pathname.slice(1).replace(/(?:^|\/)$/, '$&index.json');
    const text = this.files[path];
    const etag = this.etags[path] ?? `"${text?.length}"`;
    const isKept = new Headers(headers).get('If-None-Match') === etag;
    const status = text === undefined ? 404 : isKept ? 304 : 200;
    this.answers.push(`${status} ${path}`);
    return new Response(status === 200 ? (text as string) : null, { status, headers: { ETag: etag } });
  };
}

const vector = (name: string): SiteFiles => readVectors().find((one) => one.name === name)?.files ?? {};

async function outcome(options: ClientOptions, path = MAPS, url = CATALOG): Promise<string> {
  const now = () => VECTOR_TIME * 1000;
  try {
    expect(await (await openCatalog(url, { ...VECTOR_KEYS, now, ...options })).read(path)).toBeTruthy();
    return 'ok';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

describe('the vectors', () => {
  test('are those that the keys of the tests make', async () => {
    const made = trustVectors();
    expect(readdirSync(VECTORS).sort()).toEqual([...made.keys()].sort());
    for (const [name, files] of made) {
      expect(Object.keys(readVectors().find((one) => one.name === name)?.files ?? {}).sort()).toEqual(
        Object.keys(files).sort(),
      );
      // Written by "npx vitest run test/clients -u".
      for (const [path, text] of Object.entries(files))
        await expect(text).toMatchFileSnapshot(join(VECTORS, name, path));
    }
  });

  const judge = async ({ files, wanted }: ReturnType<typeof readVectors>[number]): Promise<readonly string[]> => {
    const { keys, spares, catalog, now, lastSeen, document } = wanted;
    const store = new Map(lastSeen === null ? [] : [[`time ${catalog}`, String(lastSeen)]]);
    const options = { keys, spares, store, now: () => now * 1000, fetch: new Host(files).fetch };
    const read = openCatalog(catalog, options).then((opened) => opened.read(document));
    return read.then(
      () => ['ok', 'ok'],
      ({ code, message }) => [code, message],
    );
  };

  test.each(readVectors())('$name', async (vector) => expect((await judge(vector))[0]).toBe(vector.wanted.expected));

  test('are refused in these words', async () => {
    const lines = readVectors().map(async (vector) => `${vector.name}: ${(await judge(vector))[1]}\n`);
    await expect((await Promise.all(lines)).join('')).toMatchFileSnapshot('refusals.txt');
  });
});

test('a person can decide to ignore the clock', async () => {
  const { fetch } = new Host(signedSite());
  for (const year of [2025, 2027]) {
    const now = () => Date.UTC(year, 0, 15);
    expect(await outcome({ fetch, now })).toBe(year === 2025 ? 'not-yet-valid' : 'expired');
    expect(await outcome({ fetch, now, ignoreClock: true })).toBe('ok');
  }
});

test('a manifest of next year that a person accepted is not the newest', async () => {
  const [store, year] = [new Map<string, string>(), 366 * 86_400];
  const future = new Host(signedSite(undefined, VECTOR_TIME + year)).fetch;
  expect(await outcome({ fetch: future, store, ignoreClock: true })).toBe('ok');
  expect(await outcome({ fetch: new Host(signedSite()).fetch, store })).toBe('ok');
  expect(await outcome({ fetch: new Host(signedSite(undefined, VECTOR_TIME - 1)).fetch, store })).toBe('older');
});

describe('what has been read', () => {
  test('is not transferred again', async () => {
    const [host, store] = [new Host(signedSite()), new Map<string, string>()];
    for (const _ of [1, 2]) expect(await outcome({ fetch: host.fetch, store })).toBe('ok');
    expect(host.answers).toEqual([
      '200 manifest.json',
      '200 manifest.json.minisig',
      '200 v1/mapservers/index.json',
      '304 manifest.json',
      '200 manifest.json.minisig',
    ]);
  });

  test('without keys is asked for with its ETag, and nothing is verified', async () => {
    const host = new Host({ 'v1/mapservers/index.json': '[{"id":"Own"}]' });
    const catalog = await openCatalog(`${CATALOG}/`, { fetch: host.fetch });
    expect(catalog.isVerified).toBe(false);
    for (const _ of [1, 2]) expect(await catalog.read(MAPS)).toEqual([{ id: 'Own' }]);
    expect(host.answers).toEqual(['200 v1/mapservers/index.json', '304 v1/mapservers/index.json']);
    await expect(catalog.read('/v1/none/')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('is read anew if somebody changed it in the store', async () => {
    const [host, store] = [new Host(signedSite()), new Map<string, string>()];
    await outcome({ fetch: host.fetch, store });
    for (const [name, text] of store) store.set(name, text.replace('Hills', 'Holes').replace('v1/map', 'v1/mop'));
    expect(await outcome({ fetch: host.fetch, store })).toBe('ok');
    for (const [name, text] of store) if (name.startsWith('http')) store.set(name, text.slice(0, 20));
    expect(await outcome({ fetch: host.fetch, store })).toBe('ok');
  });

  test('is kept after it was verified only', async () => {
    const [host, store] = [new Host(signedSite()), new Map<string, string>()];
    expect(await outcome({ fetch: host.fetch, store })).toBe('ok');
    const [kept, good] = [[...store], signedSite(undefined, VECTOR_TIME + 1)];
    const signature = good['manifest.json.minisig'] as string;
    const junk = 'x'.repeat(1_000_000);
    for (const bad of [{ 'manifest.json.minisig': signature.slice(0, -9) }, { 'manifest.json': junk }]) {
      // Everything has the ETag of the good one already.
      host.etags = { 'manifest.json.minisig': '"signature"', 'manifest.json': '"manifest"' };
      host.files = { ...good, ...bad };
      expect(await outcome({ fetch: host.fetch, store })).not.toBe('ok');
      expect([...store]).toEqual(kept);
    }
    host.files = good;
    expect(await outcome({ fetch: host.fetch, store })).toBe('ok');
  });

  test('is read anew if a store is too small for it', async () => {
    const [host, texts] = [new Host(signedSite()), new Map<string, string>()];
    const store = {
      get: (name: string) => texts.get(name),
      set(name: string, text: string) {
        if (text.length > 100) throw new Error('QuotaExceededError');
        texts.set(name, text);
      },
    };
    for (const _ of [1, 2]) expect(await outcome({ fetch: host.fetch, store })).toBe('ok');
    expect([...texts.keys()]).toEqual([`time ${CATALOG}`]);
  });

  test.each(['get', 'set'])('is refused if the store fails to %s what protects from older ones', async (method) => {
    for (const failing of ['time ', 'keys ']) {
      const fail = (name: string): void => {
        if (name.startsWith(failing)) throw new Error('QuotaExceededError');
      };
      const store = Object.assign(new Map<string, string>(), { [method]: fail });
      expect(await outcome({ store, fetch: new Host(vector('rotated')).fetch })).toBe('store-failed');
    }
  });

  test.each(['[1]', '"x"', 'null', '{"etag":"\\"1\\"","text":1}'])('is read anew if the store has %s', async (junk) => {
    const host = new Host(vector('rotated'));
    host.etags = { 'manifest.json': '"1"' };
    const store = new Map<string, string>();
    for (const _ of [1, 2]) {
      expect(await outcome({ store, fetch: host.fetch })).toBe('ok');
      for (const name of store.keys()) store.set(name, junk);
    }
    expect(await outcome({ store, fetch: host.fetch })).toBe('ok');
  });

  test('that is not JSON is refused', async () => {
    const { fetch } = new Host({ 'v1/mapservers/index.json': '<!doctype html>' });
    await expect((await openCatalog(CATALOG, { fetch })).read(MAPS)).rejects.toMatchObject({ code: 'malformed' });
  });

  test('is never followed by something older, from wherever it comes', async () => {
    const store = new Map<string, string>();
    const newer = new Host(signedSite(undefined, VECTOR_TIME + 1));
    expect(await outcome({ fetch: newer.fetch, store })).toBe('ok');
    const options = { fetch: new Host(signedSite()).fetch, store, serviceUrl: CATALOG };
    expect(await outcome(options, MAPS, 'https://mirror.example.net')).toBe('older');
  });
});

describe('a host', () => {
  const old = signedSite();
  const recent = signedSite({ 'v1/mapservers/index.json': '[{"id":"New"}]' }, VECTOR_TIME + 60);

  test('can publish between the manifest and its signature', async () => {
    const host = new Host({ ...recent, 'manifest.json': old['manifest.json'] as string });
    const fetch: ClientOptions['fetch'] = async (url, init) => {
      if (host.answers.length === 2) host.files = recent;
      return host.fetch(url, init);
    };
    expect(await outcome({ fetch })).toBe('ok');
  });

  test('can publish between the manifest and a document', async () => {
    const host = new Host(old);
    const catalog = await openCatalog(CATALOG, { ...VECTOR_KEYS, fetch: host.fetch, now: () => VECTOR_TIME * 1000 });
    host.files = recent;
    expect(await catalog.read(MAPS)).toEqual([{ id: 'New' }]);
    expect(catalog.isVerified).toBe(true);
  });

  test('can mirror a catalog, and nobody takes it for another', async () => {
    const { fetch } = new Host(old);
    const mirror = 'https://mirror.example.net/';
    expect(await outcome({ fetch, serviceUrl: `${CATALOG}/` }, MAPS, mirror)).toBe('ok');
    expect(await outcome({ fetch }, MAPS, mirror)).toBe('other-catalog');
  });

  // A client reads the manifest again for each; so these are three catalogs.
  test.each([0, 1, 2])('cannot change a byte of any document (%d)', async (run) => {
    const names = Array.from({ length: 50 }, (_, index) => `v2/mapservers/${run}-${index}.json`);
    const files = signedSite(Object.fromEntries(names.map((name) => [name, `{"id":"${name}"}`])));
    const host = new Host(files);
    const catalog = await openCatalog(CATALOG, { ...VECTOR_KEYS, fetch: host.fetch, now: () => VECTOR_TIME * 1000 });
    const changed = names.map((name, index): [string, string] => {
      const bytes = Buffer.from(files[name] as string);
      const at = (run * 7 + index) % bytes.length;
      bytes[at] = (bytes[at] as number) ^ (1 << (index % 8));
      return [name, bytes.toString()];
    });
    host.files = { ...files, ...Object.fromEntries(changed) };
    const codes = await Promise.all(names.map((name) => catalog.read(`/${name}`).catch(({ code }) => code)));
    expect(codes).toEqual(names.map(() => 'wrong-document'));
  });

  test('that sends without end is cut off', async () => {
    let sent = 0;
    const fetch = async (): Promise<Response> => {
      const pull = (controller: ReadableStreamDefaultController): void => {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
      };
      return new Response(new ReadableStream({ pull }));
    };
    const files = new Host(old);
    const endless = (ending: string): ClientOptions => ({
      fetch: (url, init) => (url.endsWith(ending) ? fetch() : files.fetch(url, init)),
    });
    expect(await outcome(endless('.minisig'))).toBe('malformed');
    expect(await outcome(endless('/v1/mapservers/'))).toBe('wrong-document');
    expect(sent).toBeLessThan(10_000_000);
    expect(await outcome(endless('/manifest.json'))).toBe('wrong-signature');
  });

  test.each([
    ['fails', async () => new Response('', { status: 500 })],
    ['is gone', async () => Promise.reject(new TypeError('fetch failed'))],
    ['redirects without end', async () => Promise.reject(new TypeError('redirect count exceeded'))],
  ])('that %s is unreachable', async (_, fetch) => expect(await outcome({ fetch })).toBe('unreachable'));
});

test.each<[string, unknown, object?]>([
  ['The address of a catalog must be a text', undefined],
  ['The address of a catalog must be a text', CATALOG, { serviceUrl: 1 }],
  ['There is no option key', CATALOG, { key: VECTOR_KEYS.keys }],
])('a program can err: %s', async (message, url, options) => {
  await expect(openCatalog(url as string, options)).rejects.toMatchObject({ code: 'malformed', message });
});

describe('keys', () => {
  test.each([[['']], [['RWQ']], [[...VECTOR_KEYS.keys, 'x']]])('%j are refused', async (keys) => {
    expect(await outcome({ keys, fetch: new Host(signedSite()).fetch })).toBe('malformed');
  });

  test('that were revoked stay so, even if a host hides the list', async () => {
    const store = new Map<string, string>();
    expect(await outcome({ store, fetch: new Host(vector('revoked')).fetch })).toBe('revoked');
    expect(await outcome({ store, fetch: new Host(signedSite()).fetch })).toBe('revoked');
    // A new version of a program brings new keys, and decides anew.
    expect(await outcome({ spares: [], store, fetch: new Host(signedSite()).fetch })).toBe('ok');
  });

  test('that are spare keys only are enough to verify', async () => {
    const changed = { ...signedSite(), 'v1/mapservers/index.json': '[{"id":"Own"}]' };
    const open = (files: SiteFiles) =>
      openCatalog(CATALOG, { spares: VECTOR_KEYS.spares, fetch: new Host(files).fetch });
    await expect(open(changed)).rejects.toMatchObject({ code: 'wrong-key' });
  });

  test.each([VECTOR_KEYS.keys[0], null, undefined, [undefined]])('are a list of texts, not %j', async (list) => {
    for (const name of ['keys', 'spares'])
      await expect(openCatalog(CATALOG, { [name]: list })).rejects.toMatchObject({
        code: 'malformed',
        message: `${name} must be a list of texts`,
      });
  });

  test('must be there: none fits none', async () =>
    expect(await outcome({ keys: [], spares: [], fetch: new Host(signedSite()).fetch })).toBe('wrong-key'));

  test('that replaced others are remembered', async () => {
    const [store, rotated] = [new Map<string, string>(), vector('rotated')];
    expect(await outcome({ store, fetch: new Host(rotated).fetch })).toBe('ok');
    const damaged = new Host({ ...rotated, 'v2/keys.json.minisig': 'damaged' });
    expect(await outcome({ store, fetch: damaged.fetch })).toBe('ok');
    expect(await outcome({ fetch: damaged.fetch })).toBe('wrong-key');
  });

  test('cannot be used where Ed25519 is missing', async () => {
    vi.stubGlobal('crypto', {});
    try {
      expect(await outcome({ fetch: new Host(signedSite()).fetch })).toBe('unsupported');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

test.each([
  [0, 0, 16, 16],
  [8.4, 49, 16, 10],
  [-180, 85.1, 0, 0],
  [180, -85.1, 0, 31],
  [539, 90, 31, 0],
  [-190, -90, 31, 31],
])('the maps at %d, %d are those of column %d and row %d', async (longitude, latitude, x, y) => {
  const host = new Host({});
  const catalog = await openCatalog(CATALOG, { fetch: host.fetch });
  await expect(catalog.mapsAt(longitude, latitude)).rejects.toMatchObject({ code: 'not-found' });
  expect(host.answers).toEqual([`404 ${v2Path('at', { x, y }).slice(1)}`]);
  expect(INDEX_ZOOM).toBe(5);
});

describe('the maps of the world', () => {
  const [hills, sea] = ['Hills', 'Sea'].map((name) => ({ id: `mapservers/${name}`, url: '', name }));
  const [place, world] = [v2Path('at', { x: 16, y: 16 }), V2_FILES.world.path].map((path) => path.slice(1));
  const apart = { tile: [5, 16, 16], maps: [hills], worldUrl: `${CATALOG}/${world}` };
  const all = { tile: apart.tile, maps: [hills, sea] };
  const open = (host: Host) =>
    openCatalog(CATALOG, { ...VECTOR_KEYS, fetch: host.fetch, now: () => VECTOR_TIME * 1000 });

  test.each([
    ['apart', { [place as string]: JSON.stringify(apart), [world as string]: JSON.stringify({ maps: [sea] }) }],
    ['in the files of places, as earlier versions have them', { [place as string]: JSON.stringify(all) }],
  ])('follow those of a place: %s', async (_, files) => {
    const host = new Host(signedSite(files));
    const catalog = await open(host);
    for (const _ of [1, 2]) expect(await catalog.mapsAt(0, 0)).toEqual(all);
    expect(host.answers.slice(2)).toEqual(Object.keys(files).map((path) => `200 ${path}`));
    host.files = { ...host.files, [Object.keys(files).at(-1) as string]: '{"maps":[]}' };
    await expect((await open(host)).mapsAt(0, 0)).rejects.toMatchObject({ code: 'wrong-document' });
  });
});

test('the address of a tile has every placeholder filled in, and hosts take turns', () => {
  const hosts = [{ host: 'a.example.org' }, { host: 'b.example.org' }];
  const server = { urlPattern: 'https://#{host}/#{language}/#{zoom}/#{tilex}/#{tiley}.png', hosts };
  expect(tileAddress(server, { zoom: 3, tilex: 4, tiley: 5 })).toBe('https://b.example.org/en/3/4/5.png');
  expect(tileAddress(server, { zoom: 3, tilex: 4, tiley: 6, language: 'de' })).toBe(
    'https://a.example.org/de/3/4/6.png',
  );
  expect(tileAddress({ urlPattern: 'https://x.example.org/#{zoom}' }, { zoom: 1, tilex: 0, tiley: 0 })).toBe(
    'https://x.example.org/1',
  );
});

test('the compiled client has at most 4 kB, compressed, and imports nothing', () => {
  const compiled = readFileSync(join(ROOT, 'lib', 'client.js'));
  expect(gzipSync(compiled).length).toBeLessThanOrEqual(4000);
  expect(compiled.toString()).not.toMatch(/\bimport\b|\brequire\b/);
});
