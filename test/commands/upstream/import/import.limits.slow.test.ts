/** Services that would keep `import` busy if anything in it took more than linear time. */
import { expect, test } from 'vitest';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { importFrom, SERVER, SOURCE } from '../../../support/import-from.ts';
import { HANGS, inTime } from '../../../support/in-time.ts';

const MANY = 50_000;
const TEXTS: Readonly<Record<string, string>> = {
  'one letter': 'a'.repeat(MANY),
  spaces: `a${' '.repeat(MANY)}b`,
  slashes: `https://a.example.org${'/'.repeat(MANY)}a`,
  'links with links inside': `https://a.example.org${'/v1/'.repeat(MANY)}?\n`,
  'placeholders without an end': `https://#{host}/${'#{'.repeat(MANY)}`,
  'keys of no parameter': `https://#{host}/#{zoom}/#{tilex}/#{tiley}?key=ACCESS_TOKE${'a'.repeat(MANY)}`,
  'a key after a long path': `https://#{host}/#{zoom}/#{tilex}/#{tiley}/${'a'.repeat(MANY)}/ACCESS_TOKEN`,
  'many parameters': `https://#{host}/?${'a=b&'.repeat(MANY)}`,
  digits: '1'.repeat(MANY),
  escapes: '%'.repeat(MANY),
};

test.each(Object.entries(TEXTS))('texts of %s', HANGS, async (_, text) => {
  const server = { ...SERVER, name: text, urlPattern: text, copyright: text, hosts: [{ host: text }] };
  const patterns = [text, text].map((urlPattern, index) => ({ ...SERVER, id: `P${index}`, urlPattern }));
  const source = { ...SOURCE, name: text, baseUrl: text, directory: text, action: text };
  const files = { [text]: { checksums: [{ lastModified: text, contentLength: text, sha1: text }] } };
  await inTime(async () => {
    const outcome = await importFrom({
      '/v1/mapservers/': [server, { ...SERVER, id: text }, ...patterns],
      '/v1/overlayservers/': [{ ...SERVER, id: 'Over', minZoom: text, maxZoom: text, active: text }],
      '/v1/datasources/': [
        { id: 'maps', url: 'https://api.example.org/v1/datasources/maps/' },
        { id: text, url: text },
      ],
      '/v1/datasources/maps/': { ...source, files },
      '/v1/categories/': [{ name: text, url: text }],
      '/v1/editions/': [{ id: text, url: text }],
    });
    expect(outcome).toBeDefined();
  });
});

const URL = 'https://x1.example.org/{z}/{x}/{y}.png';
const repeated = <T>(count: number, make: (index: number) => [string, T]): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
const credited = (attribution: string) => ({ url: URL, options: { maxZoom: 18, attribution } });

test.each<[what: string, list: object]>([
  ['an attribution that refers to itself', { X: credited('{attribution.X}'.repeat(24)) }],
  [
    'two that refer to each other',
    { X: credited('{attribution.Y}'.repeat(90)), Y: credited('{attribution.X}'.repeat(90)) },
  ],
  [
    'references to many references',
    {
      ...repeated(1_000, (n) => [`P${n}`, credited('{attribution.A}')]),
      A: credited('{attribution.A}'.repeat(10_000)),
    },
  ],
  ['many options without a place', { X: { url: URL, options: repeated(40_000, (n) => [`k${n}`, 1]) } }],
  [
    'variants of many options',
    {
      P: { url: URL, options: repeated(3_000, (n) => [`k${n}`, 1]), variants: repeated(3_000, (n) => [`v${n}`, {}]) },
    },
  ],
])('a list with %s', HANGS, async (_, list) => {
  const options = { maxZoom: 18, copyright: 'A', asOverlays: false };
  await inTime(() =>
    expect(
      importFile(memoryFolder(SMALL), Buffer.from(JSON.stringify(list)), 'list', options as never, 0),
    ).toBeDefined(),
  );
});

const TILES = 'https://a.example.org/{z}/{x}/{y}.png';
const METAINFO = '[url_template]\n@\n[ext]\n@\n[min_zoom]\n@\n[randoms]\n@\n[rule]\n@\n[@]\n@\n';
const LINK = 'https://osmand.net/add-tile-source?';
/** Where text stands, there is an `@`. */
const FORMS: Readonly<Record<string, string>> = {
  locus: `<providers><provider type="@"><!-- @ --><name>@</name><mode>@</mode><url>@</url><serverPart>@</serverPart><zoomPart>@</zoomPart><zoomMin>@</zoomMin><attribution>@</attribution><extraHeader>@</extraHeader></provider></providers>`,
  oruxmaps: `<onlinemapsources><onlinemapsource><!-- @ --><name>@</name><url>@</url><website>@</website><maxzoom>@</maxzoom><projection>@</projection><servers>@</servers><httpparam name="@"/></onlinemapsource></onlinemapsources>`,
  gpxsee: `<map xmlns="http://www.gpxsee.org/map/1.6" type="WMS"><name>@</name><url>@</url><layer>@</layer><crs>@</crs><format>@</format><zoom max="@"/><bounds top="@" left="@" bottom="@" right="@"/><copyright>@</copyright></map>`,
  'connections of QGIS': `<qgsWMSConnections><wms name="@" url="@" record="@" attribution="@" getMap="@" projections="@"/></qgsWMSConnections>`,
  metainfo: METAINFO,
  links: `${LINK}name=@&url_template=@&max_zoom=@&randoms=@`,
  'a style': `{"version":8,"name":"@","layers":[],"sources":{"@":{"type":"raster","tiles":["@","@"],"attribution":"@","bounds":["@","@","@","@"],"minzoom":"@"}}}`,
};
const escaped = (text: string): string => text.replace(/[&<"\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function takesTime(body: string): Promise<void> {
  return inTime(() => {
    try {
      expect(importFile(memoryFolder(SMALL), Buffer.from(body), 'list', { copyright: 'A' }, 0)).toBeDefined();
    } catch (error) {
      expect(String(error)).toMatch(/^Error: |^CannotRunError: /);
    }
  });
}

test.each(
  Object.entries(FORMS).flatMap(([form, body]) => Object.entries(TEXTS).map((text) => [form, ...text, body] as const)),
)('%s with texts of %s', HANGS, (_form, _, text, body) =>
  takesTime(body.replaceAll('@', body.startsWith('<') ? escaped(text) : text)),
);

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
test.each<[string, string]>([
  [
    'providers',
    `<providers>${many(2_000, (n) => `<provider><name>N</name><mode>${n}</mode><url>https://a.example.org/${n}/{z}/{x}/{y}</url><zoomMax>20</zoomMax></provider>`)}</providers>`,
  ],
  [
    'elements in one provider',
    `<providers><provider>${many(100_000, (n) => `<k${n}>1</k${n}>`)}</provider></providers>`,
  ],
  ['unknown elements', `<onlinemapsources>${many(100_000, (n) => `<k${n}/>`)}</onlinemapsources>`],
  ['addresses of one map', `<map><name>A</name>${`<url>${TILES}</url>`.repeat(100_000)}</map>`],
  ['links', many(4_000, (n) => `${LINK}name=${n}&max_zoom=9&url_template=https://a.example.org/${n}/{0}/{1}/{2}\n`)],
  ['words beside a link', `${LINK}name=A ${'a '.repeat(500_000)}`],
  ['lines of metainfo', '[ext]\n'.repeat(500_000)],
  [
    'sources',
    JSON.stringify({
      version: 8,
      layers: [],
      sources: repeated(4_000, (n) => [`s${n}`, { type: 'raster', tiles: [`https://a.example.org/${n}/{z}/{x}/{y}`] }]),
    }),
  ],
  [
    'tiles of one source',
    JSON.stringify({ version: 8, layers: [], sources: { a: { type: 'raster', tiles: Array(200_000).fill(TILES) } } }),
  ],
  ['names of a zip', `PK\x03\x04${`PK\x01\x02${'\0'.repeat(42)}`.repeat(50_000)}`],
])('a file with many %s', HANGS, (_, body) => takesTime(body));
