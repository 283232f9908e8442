/** Catalogs with every text that YAML readers disagree on, for tests of what is written. */
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import { fc } from './property.ts';

const { label, relativePath } = common.$defs;

const nasty = fc.constantFrom(
  ...['null', '~', 'No', 'true', '0x1F', '1e3', '007', '12', '-', '--- a', '... a', '? a', ': a', 'a: b', 'a:', ':a'],
  ...['a #b', '#a', '@a', '`a', '%a', '!a', '&a', '*a', '|', '>', '"a"', "'a'", "it's", 'a, b', '[a]', '{a}', 'a]'],
  ...['<<', '=', '2026-01-01', '2026-01-01T00:00:00Z', '12:30', 'é', 'a\u00a0b', 'a\u2028b', '\ufeffa', '日本', '😀'],
  ...['\\', 'a\\tb', '.', '.inf', '-a', '- a', '__proto__', 'constructor', 'ABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCD'],
);
const anyText = fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 12 }));
const text = anyText.filter((value) => value !== '' && new RegExp(label.pattern, 'u').test(value));
// A merge key is not part of the format, with or without quotes.
const path = anyText.filter(
  (value) => value !== '' && value !== '<<' && new RegExp(relativePath.pattern, 'u').test(value),
);

const checksums = fc.uniqueArray(fc.nat(3_000), { maxLength: 3 }).chain((days) =>
  fc.tuple(
    ...days
      .sort((a, b) => a - b)
      .map((day) =>
        fc.record({
          lastModified: fc.constant(new Date(Date.UTC(2018, 0, day)).toISOString().replace('.000Z', 'Z')),
          contentLength: fc.nat(Number.MAX_SAFE_INTEGER),
          sha1: fc.option(fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), minLength: 40, maxLength: 40 })),
        }),
      ),
  ),
);
const degrees = (limit: number): fc.Arbitrary<number> =>
  fc.integer({ min: -limit * 100, max: limit * 100 }).map((n) => n / 100);
const boundingbox = fc.tuple(degrees(180), degrees(90), degrees(180), degrees(90)).map(([east, a, west, b]) => ({
  northEastLongitude: east,
  northEastLatitude: Math.max(a, b),
  southWestLongitude: west,
  southWestLatitude: Math.min(a, b),
}));
const entries = (more: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.dictionary(
    path,
    fc.record(
      { checksums, fragments: fc.dictionary(path, checksums, { maxKeys: 3 }), boundingbox, ...more },
      { requiredKeys: [] },
    ),
    { maxKeys: 5 },
  );
const { imageurl: _, ...fileEntry } = { imageurl: fc.constantFrom('', 'https://example.org/a.png') };

const address = fc.constantFrom('https://example.org/', 'https://example.org/?a=1&b=2');
/** What a provider says of its maps, and what a map says in its place. */
const terms = {
  terms: address,
  privacy: address,
  licence: fc.constantFrom('CC0-1.0', 'https://example.org/licence'),
  commercialUse: fc.record({ state: fc.constantFrom('allowed', 'forbidden'), source: address }),
  attribution: fc.array(fc.record({ text, url: address }, { requiredKeys: ['text'] }), { minLength: 1, maxLength: 3 }),
  forbids: fc.constantFrom(['bulk-download'], ['offline-copies', 'other-referer']),
  needs: fc.constantFrom(['referer'], ['referer', 'user-agent']),
  ends: fc.record({ date: fc.constantFrom('2030-12-31', '1999-01-01'), source: address }),
  quota: fc.record({ tiles: fc.integer({ min: 1, max: 1e12 }), per: fc.constantFrom('day', 'month'), source: address }),
};

/** At most as many boxes as a map may have, without edges in common. */
const boxes = fc
  .array(fc.tuple(fc.nat(49), fc.double({ min: 0.1, max: 1, noNaN: true })), { minLength: 1, maxLength: 50 })
  .map((list) =>
    [...new Map(list)].map(([at, size]) => ({ west: 3 * at, south: -size, east: 3 * at + 1, north: size })),
  );
const place = fc.oneof(
  fc.constantFrom<object[]>({}, { area: 'world' }, { countries: ['CH', 'LI'] }),
  fc.record({ area: boxes }),
);

const tileServer = (id: string): fc.Arbitrary<object> =>
  fc.tuple(server(id), place).map((parts) => Object.assign({}, ...parts));
const server = (id: string): fc.Arbitrary<object> =>
  fc.record(
    {
      kind: fc.constantFrom('street', 'other'),
      provider: fc.constant('a'),
      since: fc.constantFrom(2020, '2020-05', '2021-01-02'),
      until: fc.constantFrom(2022, '2022-12-31'),
      updates: fc.constantFrom('weekly', 'rarely', 2020),
      tileSize: fc.constantFrom(256, 512),
      languages: fc.constantFrom(['de'], ['fr', 'pt-BR']),
      ...terms,
      id: fc.constant(id),
      name: text,
      minZoom: fc.nat(9),
      maxZoom: fc.integer({ min: 9, max: 30 }),
      active: fc.boolean(),
      hosts: fc.uniqueArray(
        fc.domain().map((host) => host.toLowerCase()),
        { minLength: 1, maxLength: 3 },
      ),
      urlPattern: fc.constantFrom(
        `https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?lang=#{language}&key=$\{SOME_API_KEY}`,
        'http://#{host}:8080/a,b[1]:/#{zoom}/#{tiley}/#{tilex}:',
      ),
      copyright: text,
    },
    { requiredKeys: ['id', 'name', 'minZoom', 'maxZoom', 'hosts', 'urlPattern', 'copyright'] },
  );

const below = (folder: string, all: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  all.map((found) => Object.fromEntries(Object.entries(found).map(([key, value]) => [`${folder}/${key}`, value])));

export const nastyCatalog: fc.Arbitrary<Record<string, object>> = fc.record({
  'site.yaml': fc.record({
    title: text,
    serviceUrl: fc.constant('https://example.org'),
    repository: fc.constant('https://example.org/?a=b'),
    accessTokens: fc.constant(['SOME_API_KEY']),
  }),
  'mapservers/a.yaml': text.chain(tileServer),
  'overlayservers/b.yaml': text.chain(tileServer),
  'providers/a.yaml': fc.record(
    {
      name: text,
      homepage: address,
      ...terms,
      signUp: address,
      token: fc.constant('SOME_API_KEY'),
      pictures: fc.constant('allowed'),
    },
    { requiredKeys: ['name', 'homepage'] },
  ),
  'datasources/a/datasource.yaml': fc.record(
    {
      name: text,
      baseUrl: fc.constantFrom('https://example.org/', 'https://example.org/?a=b,c&file='),
      directory: path,
      action: fc.constantFrom('Copy', 'Extract', 'Flatten'),
      maxAge: fc.nat(31_536_000),
      needsSha1: fc.boolean(),
      source: fc.record(
        {
          url: fc.constant('https://example.org/?a'),
          level: fc.nat(10),
          include: fc.array(text, { maxLength: 3 }),
          exclude: fc.array(text, { maxLength: 3 }),
          group: fc.constantFrom('files', 'maps', 'themes'),
          download: fc.array(text, { maxLength: 3 }),
          downloadLimit: fc.nat(10_000),
        },
        { requiredKeys: ['url'] },
      ),
    },
    { requiredKeys: ['name', 'baseUrl', 'directory', 'action'] },
  ),
  'datasources/a/files.yaml': entries(fileEntry),
  'datasources/a/maps.yaml': below('of maps', entries(fileEntry)),
  'datasources/a/themes.yaml': below(
    'of themes',
    fc.dictionary(path, fc.record({ imageurl: fc.constantFrom('', 'https://example.org/a.png') })),
  ),
  'categories.yaml': fc
    .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 5 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id, index) =>
          fc.record({ id: fc.constant(id), name: text, parent: fc.constantFrom(...ids.slice(0, index), ids[0]) }),
        ),
      ),
    )
    .map((list) => list.map(({ parent, ...rest }, index) => (index === 0 ? rest : { ...rest, parent }))),
  'editions/a.yaml': fc.record({ name: text, datasources: fc.constantFrom([], ['a']) }),
});
