/** Maps of other types than xyz in files of other programs, and files of our own that come back the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CatalogOutline, catalogMaps } from '../../../../build/model/catalog.ts';
import { catalogWithoutEntries } from '../../../../build/model/model.ts';
import { qgisLayer } from '../../../../build/programs/qgis/write.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { importSourceOf } from '../../../../commands/upstream/import/arguments.ts';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import type { ListOptions } from '../../../../commands/upstream/import/lists/add-maps.ts';
import { fetchMap } from '../../../../commands/upstream/import/lists/addressed-maps.ts';
import { isMapAddress } from '../../../../contract/maps/map-formats.ts';
import { type Files, memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { ROOT } from '../../../support/cli.ts';
import { summaryOf } from '../../../support/import-from.ts';
import { fc } from '../../../support/property.ts';
import { typedMap } from '../../../support/typed-maps.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';
import { textsIn } from '../../../support/words.ts';
import { xyzMap } from '../../../support/xyz-maps.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const SITE: Files = { 'site.yaml': `${SMALL['site.yaml']}accessTokens: [EXAMPLE_API_KEY]\n` };

function imported(body: string | Uint8Array, more: Partial<ListOptions> = {}) {
  const copyrights = new Map(['example.org', 'example.net'].map((host) => [host, 'Somebody']));
  const options = { copyrights, maxZoom: 19, ...more };
  const plan = importFile(memoryFolder(SITE), Buffer.from(body), 'list', options, NOW);
  expect(plan.errors).toEqual([]);
  const files = Object.fromEntries([...plan.changes()].map(({ path, text }) => [path, text ?? '']));
  const notes = plan.notes.map(({ pointer, message }) => `${pointer}: ${message}`);
  return { files, notes: notes.filter((note) => note.includes(': cartalog ') || !note.includes('--copyright')) };
}

/** Lists of one map each: what becomes of it, or why it is left out, is in the snapshot. */
const TYPES = join(ROOT, 'test/fixtures/import/types');

test.each(readdirSync(TYPES))('%s', (name) => {
  const summary = summaryOf(imported(readFileSync(join(TYPES, name))));
  expect(summary).not.toContain('0123456789abcdef');
  expect(summary).toMatchSnapshot();
});

const layerDefinition = (format: string): string =>
  `<qlr><maplayers><maplayer><layername>A</layername><provider>wms</provider><datasource>crs=EPSG:3857&amp;format=${format}&amp;layers=a&amp;url=https://ows.example.org/wms</datasource></maplayer></maplayers></qlr>`;

test('a layer definition states no zoom levels, so they are assumed', () => {
  const { files, notes } = imported(layerDefinition('image/png'), { maxZoom: undefined });
  expect(files['maps/a.yaml']).toContain('minZoom: 0\nmaxZoom: 18\n');
  expect(notes.join()).toContain('it states no highest zoom level; 18 is taken');
});

test.each([
  ['image/png', true],
  ['image/jpeg', false],
])('an overlay of %s is transparent: %s', (format, isTransparent) => {
  const { files } = imported(layerDefinition(format), { overlays: true });
  expect(files['maps/a.yaml']?.includes('overlay: true\n')).toBe(true);
  expect(files['maps/a.yaml']?.includes('transparent: true\n')).toBe(isTransparent);
});

test('a list of which every map is left out is not asked about', () => {
  const left = { type: 'raster', attribution: 'A', url: 'no address' };
  const { notes } = imported(JSON.stringify({ A: { name: 'A', ...left }, B: { name: 'B', ...left } }));
  expect(notes.join()).not.toContain('overlays');
  expect(notes).toHaveLength(2);
});

/** The header of a PMTiles archive with a box, and some of what follows. */
function archive(): Buffer {
  const header = Buffer.alloc(200);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  header.writeUInt8(2, 100);
  header.writeUInt8(14, 101);
  for (const [index, degrees] of [5, 45, 11, 48].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  return header;
}
const STYLE = JSON.stringify({
  version: 8,
  name: 'Bright',
  sources: { a: { type: 'vector', url: 'https://a.example.org/t.json', attribution: '© Tiles' } },
  layers: [],
});

describe('a map by its address', () => {
  test('an archive has the zoom levels and the box of its header', () => {
    const { files } = imported(archive(), {
      address: 'https://a.example.org/swiss.pmtiles?token=0123456789abcdef0123',
      maxZoom: undefined,
    });
    expect(files).toEqual({});
    const { files: open } = imported(archive(), { address: 'https://a.example.org/swiss.pmtiles' });
    expect(open['maps/swiss.yaml']).toContain('url: https://a.example.org/swiss.pmtiles\n');
    expect(open['maps/swiss.yaml']).toMatch(/minZoom: 2\nmaxZoom: 14\n[\s\S]*west: 5,? /);
  });

  test('a style has its name and the credit of its sources', () => {
    const { files } = imported(STYLE, {
      address: 'https://a.example.org/styles/bright?apikey=0123456789abcdef',
      maxZoom: undefined,
    });
    expect(files['maps/bright.yaml']).toContain('type: vector\nname: Bright\n');
    expect(files['maps/bright.yaml']).toContain(
      'style: https://a.example.org/styles/bright?apikey=${EXAMPLE_API_KEY}\n',
    );
    expect(files['maps/bright.yaml']).toContain('copyright: Tiles\n');
  });

  test.each<[string, object[], boolean]>([
    ['has the area of its only source with one', [{ bounds: [5, 45, 11, 48] }, {}], true],
    ['has the area that its sources share', [{ bounds: [5, 45, 11, 48] }, { bounds: [5, 45, 11, 48] }], true],
    ['has no area if its sources differ', [{ bounds: [5, 45, 11, 48] }, { bounds: [1, 2, 3, 4] }], false],
    ['has no area that is no box', [{ bounds: [5, 'x'] }], false],
    ['has no area without one', [{}], false],
  ])('a style %s', (_, sources, hasArea) => {
    const style = JSON.stringify({ ...JSON.parse(STYLE), sources: { ...sources } });
    const { files } = imported(style, { address: 'https://a.example.org/styles/bright', copyright: 'X' });
    expect(/west: 5,? /.test(files['maps/bright.yaml'] ?? '')).toBe(hasArea);
    expect(files['maps/bright.yaml']).toContain('type: vector\n');
  });

  test('one with the name of another is given its own', () => {
    const { files } = imported(STYLE, { address: 'https://a.example.org/styles/bright' });
    const catalog = memoryFolder({ ...SITE, ...files });
    const more = (name?: string) =>
      importFile(catalog, Buffer.from(STYLE), 'list', { address: 'https://b.example.org/styles/bright', name }, NOW);
    expect(more().notes.map(({ message }) => message)).toEqual([
      'another map, in maps/bright.yaml, has the id "Bright"; give it another name with --name',
    ]);
    expect([...more('Brighter').changes()].map(({ path }) => path)).toEqual(['maps/brighter.yaml']);
  });

  test.each<[string, string | Uint8Array]>([
    ['a style', STYLE],
    ['an archive', archive()],
  ])('%s of a file is refused, because a record needs the address', (_, body) => {
    expect(() => imported(body)).toThrow(/import it by its address/);
  });

  test('an archive that is cut off, or of another version, is left out', () => {
    for (const body of [archive().subarray(0, 90), archive().fill(2, 7, 8)])
      expect(imported(body, { address: 'https://a.example.org/a.pmtiles' }).notes.join()).toMatch(
        /no header of PMTiles 3/,
      );
  });

  test('only the header of an archive is asked for, and at most 5 MiB of a style', async () => {
    const asked: object[] = [];
    const request = (one: object): Promise<object> => {
      asked.push(one);
      return Promise.resolve({ status: 206, bytes: () => Promise.resolve(archive()) });
    };
    for (const name of ['a.pmtiles', 's.json']) await fetchMap({ request } as never, `https://a.example.org/${name}`);
    expect(asked).toMatchObject([
      { headers: { Range: 'bytes=0-126' }, maxBytes: 127, isCut: true },
      { maxBytes: 5_242_880 },
    ]);
  });

  test.each([
    ['s.json', 404, '', 'answers with status 404.'],
    ['a.pmtiles', 200, '<!doctype html><title>\xfc', 'is an HTML page and not a PMTiles archive.'],
    ['a.pmtiles', 206, 'x', 'is something else and not a PMTiles archive.'],
    ['a.pmtiles', 200, 'PMTiles', 'does not answer ranges (Range), without which programs cannot read an archive.'],
  ])('an address of %s that answers %s with "%s" is named, without its key', async (name, status, body, why) => {
    const request = () => Promise.resolve({ status, bytes: () => Promise.resolve(Buffer.from(body, 'latin1')) });
    const fetched = fetchMap({ request } as never, `https://a.example.org/${name}?apikey=0123456789abcdef`);
    await expect(fetched).rejects.toThrow(`https://a.example.org/${name}?apikey=**************** ${why}`);
  });

  test.each([
    ['pmtiles://https://a.example.org/a.pmtiles', 'https://a.example.org/a.pmtiles'],
    ['https://a.example.org/s.json?key=1#map', 'https://a.example.org/s.json?key=1'],
    ['https://a.example.org/', 'https://a.example.org'],
    ['https://a.example.org/ows?map=a&SERVICE=WMS#x', 'https://a.example.org/ows?map=a&SERVICE=WMS'],
    ['list.json', 'list.json'],
  ])('%s is read as %s', (text, source) => expect(importSourceOf(text)).toBe(source));

  test.each<[string, boolean]>([
    ['https://a.example.org/style.json?k=1', true],
    ['https://tiles.example.org/styles/liberty', true],
    ['https://a.example.org/map.pmtiles', true],
    ['https://a.example.org/', false],
    ['https://a.example.org/v1/mapservers/?format=json', false],
    ['map.pmtiles', false],
  ])('%s is one: %s', (address, is) => expect(isMapAddress(address)).toBe(is));
});

/** What is known of a map, as all these files have it. */
const anyKnown = fc.record(
  {
    minZoom: fc.nat(5),
    maxZoom: fc.integer({ min: 6, max: 22 }),
    copyright: fc.constantFrom('Somebody', 'OpenStreetMap'),
    place: fc.constantFrom(
      { countries: ['DE'] },
      { area: 'world' },
      { area: [{ west: 1, south: 2, east: 3, north: 4 }] },
    ),
  },
  { requiredKeys: ['minZoom', 'maxZoom', 'copyright'] },
);
const anyTyped = fc.constantFrom<readonly [string, (name: string) => object]>(
  [
    'mapservers',
    (name) => ({ id: name, name: `The map ${name}`, urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' }),
  ],
  ['overlayservers', (name) => ({ id: name, urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' })],
  ['maps', () => ({ type: 'tms', urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' })],
  [
    'maps',
    (name) => ({
      type: 'wms',
      service: `https://${name.toLowerCase()}.example.org/w?a=b`,
      layers: ['a', 'b c'],
      format: 'image/png',
      version: '1.1.1',
      crs: ['EPSG:3857', 'EPSG:25832'],
      transparent: true,
    }),
  ],
  [
    'maps',
    (name) => ({
      type: 'vector',
      style: `https://${name.toLowerCase()}.example.org/s.json`,
      tiles: `https://${name.toLowerCase()}.example.org/{z}/{x}/{y}.pbf`,
    }),
  ],
);

const anyCatalog = fc.array(fc.tuple(anyTyped, anyKnown), { maxLength: 6 }).map((maps): Files => {
  const files = maps.map(([[folder, own], { place, ...known }], index) => {
    const name = `M${index}`;
    const made = own(name);
    const tiles =
      'urlPattern' in made ? { hosts: [`${name.toLowerCase()}.example.org`, `${name.toLowerCase()}.example.net`] } : {};
    // The file of a map may have another name than the map.
    return [`${folder}/file-${index}.yaml`, JSON.stringify({ name, ...made, ...tiles, ...known, ...place })];
  });
  return { ...SITE, ...Object.fromEntries(files) };
});

function catalogOfFiles(files: Files): CatalogOutline {
  const { content, diagnostics } = checkCatalog(memoryFolder(files), { environment: {}, requireTokens: false });
  expect(diagnostics.filter(({ code }) => code === 'schema')).toEqual([]);
  return catalogWithoutEntries(content, { serviceUrl: null, environment: {} });
}

function exported(files: Files, path: string): string | undefined {
  const file = allProgramFiles(catalogOfFiles(files)).find((one) => one.path === path);
  return file && Buffer.from(file.content).toString();
}

test.each(['programs/editor-layer-index.geojson', 'programs/josm.xml'])(
  '%s keeps maps that differ only in styles',
  (path) => {
    const wms = (name: string, more: string) =>
      `{ type: wms, name: ${name}, minZoom: 0, maxZoom: 9, service: https://a.example.org/, layers: [a], ${more}format: image/png, version: 1.1.1, crs: [EPSG:3857], copyright: A }\n`;
    const first = exported({ ...SITE, 'maps/a.yaml': wms('A', ''), 'maps/b.yaml': wms('B', 'styles: [cir], ') }, path);
    const { files } = imported(String(first));
    expect(Object.keys(files)).toEqual(['maps/a.yaml', 'maps/b.yaml']);
    expect(exported({ ...SITE, ...files }, path)).toBe(first);
  },
);

test.each(['xyz', 'tms', 'wms'] as const)('the layer definition of a %s is the same bytes after an import', (type) => {
  const map = type === 'xyz' ? xyzMap({ tileSize: 512 }) : typedMap(type, { layers: ['topo', 'names of places'] });
  const first = qgisLayer(map, 'https://maps.example.org') ?? '';
  const catalog = catalogOfFiles({ ...SITE, ...imported(first).files });
  expect(catalogMaps(catalog).map((one) => qgisLayer(one, catalog.serviceUrl))).toEqual([first]);
});

describe.each(
  textsIn(`
  programs/leaflet-providers.json | programs/editor-layer-index.geojson | programs/josm.xml
  programs/xyzservices.json | programs/qgis.xml | programs/qgis-vector-tiles.xml | programs/qgis-wms.xml
  programs/locus.xml | programs/onlinemapsources.xml`),
)('%s', (path) => {
  test('is the same bytes after an import', () =>
    fc.assert(
      fc.property(anyCatalog, (files) => {
        const first = exported(files, path);
        if (first === undefined || first.length < 60) return;
        const again = imported(first).files;
        expect(exported({ ...SITE, ...again }, path)).toBe(first);
      }),
      { numRuns: 30 },
    ));
});
