/** What is built from an import is byte for byte what was imported. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { CatalogFolder } from '../../../../build/read/folder.ts';
import { catalogFolderAt } from '../../../../cli/catalog/catalog-folder.ts';
import dataSource from '../../../../schemas/catalog/datasource.json' with { type: 'json' };
import provider from '../../../../schemas/catalog/provider.json' with { type: 'json' };
import tileServer from '../../../../schemas/catalog/tileserver.json' with { type: 'json' };
import { writeBenchCatalog } from '../../../../scripts/bench/bench-catalog.ts';
import { memoryFolder, SMALL, temporaryFolder } from '../../../support/catalogs.ts';
import { ROOT } from '../../../support/cli.ts';
import { contentOf } from '../../../support/files.ts';
import { ADDRESS, BASE, importedFrom, importFrom, publishedFrom, SOURCE } from '../../../support/import-from.ts';
import { type Answering, documentsOf } from '../../../support/live-service.ts';
import { textsIn } from '../../../support/words.ts';

const CATALOGS: [string, () => CatalogFolder][] = [
  ['the golden catalog with every corner', () => catalogFolderAt(join(ROOT, 'test/golden/corners/input'))],
  ['a fiftieth of the catalog of the benchmark', benchCatalog],
];

function benchCatalog(): CatalogFolder {
  const root = join(temporaryFolder(), 'catalog');
  writeBenchCatalog(root, 0.02);
  return catalogFolderAt(root);
}

/** The documents without those of some renditions. */
const without = (documents: ReadonlyMap<string, string>, left: RegExp): Map<string, string> =>
  new Map([...documents].filter(([path]) => !left.test(path)));

const ONLY_JSON: Answering = (path) => (path.includes('format=xml') ? { status: 404 } : null);
/** As from a host of plain files. */
const ALWAYS_JSON: Answering = (path) => (path.includes('format=xml') ? { body: '[]' } : null);

describe.each(CATALOGS)('%s', (_, open) => {
  let service: ReturnType<typeof publishedFrom> | undefined;

  test.each<[string, Answering | undefined, notCompared: RegExp]>([
    ['after an import', undefined, /^$/],
    ['as JSON from a service that has only JSON', ONLY_JSON, /\.xml$/],
    ['as JSON from a service that answers JSON for XML', ALWAYS_JSON, /\.xml$/],
  ])('is the same %s, without a correction', async (_name, answering, notCompared) => {
    service ??= publishedFrom(open());
    const { plan, files } = await importedFrom(service, answering);
    expect(plan.notes.filter(({ outcome }) => outcome !== 'advice')).toEqual([]);
    const published = without(service.documents, notCompared);
    expect(without(documentsOf(memoryFolder(files), ADDRESS), notCompared)).toEqual(published);
  });
});

/** A catalog that uses each key that is not published, or not always, with comments. */
const UNPUBLISHED = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}accessTokens: [EXAMPLE_API_KEY]\n`,
  'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}active: true # by hand\nprobe: { latitude: 46.95, longitude: 7.45, zoom: 12 } # Bern\n`,
  'overlayservers/two.yaml': `${SMALL['overlayservers/two.yaml']}`.replace(
    'copyright',
    'probe:\n  latitude: 46.95 # Bern\n  longitude: 7.45\ncopyright',
  ),
  'overlayservers/keyed.yaml':
    'id: Keyed\nname: Keyed\nminZoom: 0\nmaxZoom: 9\nhosts: [k.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}?key=${EXAMPLE_API_KEY}\ncopyright: Esri\n',
  'datasources/maps/datasource.yaml':
    'name: Maps\nbaseUrl: https://files.example.org/maps/\ndirectory: maps/test\naction: Copy\nmaxAge: 7200 # two hours\nneedsSha1: true # profiles\nsource:\n  url: https://files.example.org/maps/\n  group: maps\n  download: ["*.zip"] # small\n  downloadLimit: 10\n',
};

test.each<[string, () => CatalogFolder]>([
  ...CATALOGS.slice(0, 1),
  ['a catalog that uses every key that is not published', () => memoryFolder(UNPUBLISHED)],
])('%s, imported into itself, stays as it is', async (_, open) => {
  const fromAll = await importedFrom(open(), () => null, open());
  expect([fromAll.plan.errors, fromAll.files]).toEqual([[], {}]);
});

test('a record that changes keeps what is not published, with its comments', async () => {
  const served = { ...UNPUBLISHED, 'mapservers/one.yaml': UNPUBLISHED['mapservers/one.yaml'].replace('19', '18') };
  const { files } = await importedFrom(memoryFolder(served), () => null, memoryFolder(UNPUBLISHED));
  expect(Object.keys(files)).toEqual(['mapservers/one.yaml']);
  expect(files['mapservers/one.yaml']).toContain('maxZoom: 18\nactive: true # by hand\n');
  expect(files['mapservers/one.yaml']).toContain('probe: { latitude: 46.95, longitude: 7.45, zoom: 12 } # Bern\n');
});

/** Records that have every member of their schema together. */
const WHOLE = contentOf(join(ROOT, 'test/fixtures/import/whole'));
/** The schema of each, and the members that only the repository has. */
const OF_WHOLE: Readonly<Record<string, readonly [schema: { properties: object }, unpublished: readonly string[]]>> = {
  'providers/ex.yaml': [provider, []],
  'mapservers/one.yaml': [tileServer, ['probe', 'picture', 'watermark']],
  'overlayservers/two.yaml': [tileServer, []],
  'datasources/whole/datasource.yaml': [dataSource, ['group', 'download', 'downloadLimit']],
};

test('every member of a record is published and imported, or named as one that only the repository has', async () => {
  const site = `${SMALL['site.yaml']}accessTokens: [EX_API_KEY]\n`;
  const source = { ...SMALL, ...WHOLE, 'site.yaml': site, 'datasources/whole/files.yaml': 'a.rd5: {}\n' };
  const { plan, files } = await importedFrom(memoryFolder(source));
  const [advice] = plan.notes.filter(({ message }) => message.startsWith('only the repository of the service has'));
  for (const [path, [schema, unpublished]] of Object.entries(OF_WHOLE)) {
    const same = Object.keys(OF_WHOLE).filter((other) => OF_WHOLE[other]?.[0] === schema);
    const stated = same.flatMap((other) => Object.keys(parse(WHOLE[other] ?? '')));
    expect([...new Set(stated)].sort()).toEqual(Object.keys(schema.properties).sort());
    const lines = (WHOLE[path] ?? '').split('\n');
    const published = lines.filter((line) => !unpublished.includes(line.trim().split(':')[0] ?? ''));
    expect(parse(files[path] ?? '')).toEqual(parse(published.join('\n')));
    for (const key of unpublished) expect(advice?.message).toContain(key);
  }
});

const withXml = (inside: string, action = 'Copy') =>
  importFrom({
    '/v1/datasources/': [{ id: 'maps', url: `${BASE}/v1/datasources/maps/` }],
    '/v1/datasources/maps/': { ...SOURCE, action },
    '/v1/datasources/maps/?format=xml&includeSource=true': `<catalog xmlns="http://api.routeconverter.com/v1/schemas/datasource-catalog"><datasource id="maps" name="Maps" action="${action}">${inside}</datasource></catalog>`,
  });

test.each(['<source/>', '<source url=""><include>*.map</include></source>'])(
  '%s is kept: the client then lists baseUrl',
  async (source) => {
    const { files, notes } = await withXml(source);
    expect(files['datasources/maps/datasource.yaml']).toContain(`source:\n  url: ${SOURCE.baseUrl}\n`);
    expect(notes).toEqual([
      '/v1/datasources/maps/#/source corrected: it has no url; baseUrl is written, which clients use then',
    ]);
  },
);

const checksum = (more = ''): string =>
  `<file uri="a.zip"><checksum lastModified="2026-01-01T00:00:00Z" contentLength="5"${more}/>`;
const CONCLUDED =
  'its XML has empty lists of checksums, as if clients compared its SHA-1s, so needsSha1 is written; remove it if they do not';

test.each<[name: string, action: string, inside: string, advice: string | null]>([
  ['an empty list', 'Copy', '<file uri="a.zip"/>', CONCLUDED],
  ['an empty list of a fragment', 'Flatten', `${checksum()}<fragment key="b"/></file>`, CONCLUDED],
  ['one of an archive that is extracted', 'Extract', `${checksum()}<fragment key="b"/></file>`, null],
  [
    'the empty element in a fragment',
    'Copy',
    '<file uri="a.zip"><fragment key="b"><checksum/></fragment></file>',
    null,
  ],
])('whether clients compare SHA-1s is concluded from %s, or asked, or not', async (_, action, inside, advice) => {
  const { files, notes } = await withXml(inside, action);
  expect(notes).toEqual(advice === null ? [] : [`/v1/datasources/maps/#/needsSha1 advice: ${advice}`]);
  expect(files['datasources/maps/datasource.yaml']?.includes('needsSha1: true')).toBe(advice === CONCLUDED);
});

/** The SHA-256s of a file with one checksum, as a service answers them. */
const version = { path: 'a.zip', lastModified: '2026-01-01T00:00:00Z', contentLength: 5 };
const hashed = (...files: unknown[]): string => JSON.stringify({ files });
const NO_VERSION = '/v2/datasources/maps.json#/files/0 left out: it is not a SHA-256 of a version of';

test.each<[string, body: unknown, isTaken: boolean, notes: string[]]>([
  ['of the newest version', hashed({ ...version, sha256: 'AB'.repeat(32) }), true, []],
  [
    'of a version to which upstream went back',
    hashed({ ...version, lastModified: '2025-01-01T00:00:00Z', sha256: 'AB'.repeat(32) }),
    true,
    [],
  ],
  ['in small letters', hashed({ ...version, sha256: 'ab'.repeat(32) }), true, []],
  ['that is none', hashed({ ...version, sha256: 'ab' }), false, [`${NO_VERSION} a.zip`]],
  [
    'of another version',
    hashed({ ...version, contentLength: 6, sha256: 'AB'.repeat(32) }),
    false,
    [`${NO_VERSION} a.zip`],
  ],
  ['of no file', hashed(null, { ...version, path: 'b' }), false, [`${NO_VERSION} undefined`, `${NO_VERSION} b`]],
  ['in no document', undefined, false, []],
  [
    'in a document of another form',
    '[]',
    false,
    [
      '/v2/datasources/maps.json# left out: what it says of the data source cannot be read: it is not an object with files',
    ],
  ],
])('a SHA-256 %s', async (_, body, isTaken, expected) => {
  const checksums = ['2025-01-01T00:00:00Z', version.lastModified].map((lastModified) => {
    return { lastModified, contentLength: 5, sha1: null };
  });
  const { files, notes } = await importFrom({
    '/v1/datasources/': [{ id: 'maps', url: `${BASE}/v1/datasources/maps/` }],
    '/v1/datasources/maps/': { ...SOURCE, files: { 'a.zip': { checksums } } },
    '/v2/maps.geojson': { features: [] },
    '/v2/providers.json': { providers: [] },
    ...(body === undefined ? {} : { '/v2/datasources/maps.json': body }),
  });
  const ofFiles = notes.filter((note) => !note.startsWith('/v1/#'));
  expect(ofFiles.map((note) => note.replace('files/1', 'files/0'))).toEqual(expected);
  const written = files['datasources/maps/files.yaml'] ?? '';
  expect(written.includes(`sha256: "${'AB'.repeat(32)}"`)).toBe(isTaken);
  const isOlder = String(body).includes('2025');
  expect(written.includes(`sha256: "${'AB'.repeat(32)}", current: 2025-01-01T00:00:00Z }`)).toBe(isOlder);
});

const LICENCE = { licence: 'CC-BY-4.0' };

test.each<[string, document: unknown, prune: boolean, taken: object, notes: string[]]>([
  ['is added', { files: [], kind: 'maps' }, false, { ...LICENCE, kind: 'maps' }, []],
  ['is all with --prune', { files: [], kind: 'maps' }, true, { kind: 'maps' }, []],
  ['is nothing in no document', undefined, true, {}, []],
  [
    'stays if the document cannot be read',
    '{',
    true,
    LICENCE,
    ['# left out: what it says of the data source cannot be read: it is not JSON'],
  ],
  [
    'is left out if the catalog cannot have it',
    { files: [], kind: 'gpx', publisher: { name: '' }, colour: 1, ...LICENCE },
    false,
    LICENCE,
    [
      '#/colour left out: the catalog has no such key',
      '#/kind left out: "gpx": Must be one of maps, themes, pois, routing, profiles, extracts, elevation',
      '#/publisher/name left out: Must not be empty; so publisher is not taken',
    ],
  ],
])('what is known of a data source %s', async (_, document, prune, taken, expected) => {
  const path = 'datasources/maps/datasource.yaml';
  const own = 'name: Old\nbaseUrl: https://files.example.org/\ndirectory: maps\naction: Copy\nlicence: CC-BY-4.0\n';
  const { files, notes } = await importFrom(
    {
      '/v1/datasources/': [{ id: 'maps', url: `${BASE}/v1/datasources/maps/` }],
      '/v1/datasources/maps/': SOURCE,
      '/v2/maps.geojson': { features: [] },
      '/v2/providers.json': { providers: [] },
      ...(document === undefined ? {} : { '/v2/datasources/maps.json': document }),
    },
    { 'site.yaml': String(SMALL['site.yaml']), [path]: own },
    prune,
  );
  const { kind, publisher, licence } = parse(files[path] ?? '');
  expect({ kind, publisher, licence }).toEqual({ kind: undefined, publisher: undefined, licence: undefined, ...taken });
  expect(notes).toEqual(expected.map((note) => `/v2/datasources/maps.json${note}`));
});

test('the requests are few: three a data source, two for all maps, and the lists of categories and editions for all of them', async () => {
  const { paths } = await importedFrom(memoryFolder(SMALL));
  expect(paths).toEqual(
    textsIn(`
    /v1/mapservers/ | /v1/overlayservers/ | /v1/datasources/ | /v1/categories/ | /v1/editions/ | /v2/maps.geojson
    /v2/providers.json | /v1/categories/?format=xml | /v1/datasources/empty/ | /v1/datasources/maps/
    /v1/datasources/empty/?format=xml&includeSource=true | /v1/datasources/maps/?format=xml&includeSource=true
    /v2/datasources/empty.json | /v2/datasources/maps.json | /v1/editions/?format=xml | /v1/openapi.json`),
  );
});

test.each([
  ['{"info":{"title":" Maps of the Alps\\n"}}', 'Maps of the Alps', false],
  ['{"info":{"title":"Two\\nlines"}}', 'catalog.example.org', true],
  ['{"info":{}}', 'catalog.example.org', true],
  ['no JSON', 'catalog.example.org', true],
])('a new catalog is called as the description of the service: %s', async (body, title, isNoted) => {
  const answering: Answering = (path) => (path === '/v1/openapi.json' ? { body } : null);
  const { plan, files } = await importedFrom(memoryFolder(SMALL), answering);
  expect(files['site.yaml']).toContain(`\ntitle: ${title}\n`);
  expect(
    plan.notes.some(({ message }) => message.startsWith('the service does not say what the catalog is called')),
  ).toBe(isNoted);
});
