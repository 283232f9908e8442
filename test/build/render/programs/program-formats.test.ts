/**
 * What map programs get, by the words of their own formats: by a schema or a validator, if there is one. The golden
 * tests have an example of each.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import type { TileServer } from '../../../../build/pipeline.ts';
import {
  josmXml,
  mapLibreStyle,
  osmandLink,
  qgisXml,
  stableNumbers,
  tileJson,
} from '../../../../build/render/programs/program-formats.ts';
import { formsOf, type ProgramName } from '../../../../build/render/programs/programs.ts';
import type { CatalogServer } from '../../../../build/render/programs/tile-template.ts';
import { attributesOf, childrenOf, withXml } from '../../../../cli/read-xml.ts';
import countryBoxes from '../../../../contract/generated/country-boxes.cjs';
import { type MapArea, type Polygon, polygonOf } from '../../../../contract/geometry.ts';
import { LAYER_CATEGORIES } from '../../../../contract/layer-categories.ts';
import { fc } from '../../../support/property.ts';
import { anyServer, catalogOf, server } from '../../../support/tile-servers.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';

const map = (changes: Parameters<typeof server>[0] = {}): CatalogServer => ({
  kind: 'mapserver',
  server: server(changes),
});
const overlay = (changes: Parameters<typeof server>[0]): CatalogServer => ({
  kind: 'overlayserver',
  server: server(changes),
});

const SITE = { serviceUrl: 'https://catalog.example.org' };
const OSM = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';

/** The lines of a file, in XML one for each element. */
const linesOf = (text: string): string[] =>
  text
    .replace(/(?=<(?!a |[/!]))|(?=<\/(?:entry|provider|onlinemapsource)>)/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The lines that the others do not have, in order. */
function differenceOf(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

describe('TileJSON', () => {
  /**
   * TileJSON 3.0.0 in our own words. The schema that is published beside its text asks for `vector_layers` of everything;
   * the text, which decides, does not if tiles have no layers.
   */
  const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile({
    type: 'object',
    required: ['tilejson', 'tiles'],
    properties: {
      tilejson: { const: '3.0.0' },
      name: { type: 'string' },
      description: { type: 'string' },
      attribution: { type: 'string' },
      scheme: { enum: ['xyz', 'tms'] },
      tiles: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', pattern: '^https?://[^/{}]+/(?=.*\\{z\\})(?=.*\\{x\\})(?=.*\\{y\\})' },
      },
      minzoom: { type: 'integer', minimum: 0, maximum: 30 },
      maxzoom: { type: 'integer', minimum: 0, maximum: 30 },
      bounds: {
        type: 'array',
        prefixItems: [
          { type: 'number', minimum: -180 },
          { type: 'number', minimum: -90 },
          { type: 'number', maximum: 180 },
          { type: 'number', maximum: 90 },
        ],
        items: false,
        minItems: 4,
      },
      // Other keys are allowed.
      tileSize: { enum: [256, 512] },
      vector_layers: false,
    },
  });

  test('is always what the specification describes', () => {
    fc.assert(
      fc.property(anyServer, (any) => {
        const made = tileJson({ kind: 'mapserver', server: any });
        validate(made);
        expect(validate.errors ?? []).toEqual([]);
        const { bounds: [west, south, east, north] = [0, 0, 1, 1] } = made as {
          bounds?: [number, number, number, number];
        };
        expect([west < east, south < north]).toEqual([true, true]);
      }),
    );
  });
});

describe('a MapLibre style', () => {
  const problems = (style: unknown): string[] =>
    validateStyleMin(style as Parameters<typeof validateStyleMin>[0]).map(({ message }) => message);

  test('is always accepted by the validator of MapLibre', () => {
    fc.assert(
      fc.property(anyServer, (any) => {
        expect(problems(mapLibreStyle({ kind: 'mapserver', server: any }))).toEqual([]);
      }),
    );
    expect(problems({ ...mapLibreStyle(map()), sources: {} })).toEqual(['layers[0]: source "one" not found']);
  });
});

describe('QGIS', () => {
  test('names of connections differ and have no slashes, of which QGIS would make folders', () => {
    const ids = ['One', 'A/B', 'A\\B', 'A-B'].map((id) => map({ id }));
    const xml = qgisXml([...ids, overlay({ id: 'One' })]);
    expect([...xml.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'One',
      'A-B',
      'A-B (base map)',
      'A-B (base map) (base map)',
      'One (overlay)',
    ]);
  });
});

describe('JOSM', () => {
  const anyListed = fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom('mapserver' as const, 'overlayserver' as const),
      server: anyServer.filter(({ minZoom }) => minZoom <= 24),
    }),
    { maxLength: 5 },
  );

  test('every entry has what JOSM asks for, within its limits', () => {
    fc.assert(
      fc.property(anyListed, (servers) => {
        const entries = withXml(Buffer.from(josmXml(servers, 'en')), (root) =>
          [...childrenOf(root)].map((entry) => {
            const texts = Object.fromEntries([...childrenOf(entry)].map((child) => [child.name, child.content]));
            return { texts, overlay: attributesOf(entry).get('overlay') };
          }),
        );
        expect(entries.length).toBe(servers.length);
        for (const [index, { texts, overlay }] of entries.entries()) {
          expect(overlay).toBe(servers[index]?.kind === 'overlayserver' ? 'true' : undefined);
          expect(texts['type']).toBe('tms');
          expect(Object.keys(LAYER_CATEGORIES)).toContain(texts['category']);
          expect(texts['id']).toMatch(/^[a-z0-9_-]+$/);
          expect(texts['max-zoom']).toMatch(/^(?:1?\d|2[0-4])$/);
        }
      }),
    );
  });

  /** Where Debian's package puts JOSM. Its schema is under its licence, so that it is not among our files. */
  const josm = '/usr/share/josm/josm.jar';

  test.skipIf(!existsSync(josm))('every file is accepted by its schema, if JOSM is installed', () => {
    const schema = execFileSync('unzip', ['-p', josm, 'data/maps.xsd'], { maxBuffer: 2 ** 24 });
    using document = XmlDocument.fromBuffer(schema);
    using validator = XsdValidator.fromDoc(document);
    fc.assert(
      fc.property(anyListed, (servers) => {
        using file = XmlDocument.fromString(josmXml(servers, 'en'));
        validator.validate(file);
      }),
    );
    const broken = josmXml([], 'en').replace('</imagery>', '<entry><zoom>1</zoom></entry></imagery>');
    using file = XmlDocument.fromString(broken);
    expect(() => validator.validate(file)).toThrow(/zoom/);
  });
});

describe('what is known of a map', () => {
  const [li] = countryBoxes['LI'] ?? [];
  const alps: MapArea = { polygons: [polygonOf({ west: 6, south: 45, east: 11, north: 48 })] };
  const triangle: Polygon = [
    [
      [6, 45],
      [11, 45],
      [11, 48],
      [6, 45],
    ],
  ];
  const attribution: NonNullable<TileServer['attribution']> = [
    { text: 'Maps © "A" & <b>', url: 'https://a.example.org/?a=1&b=2' },
    { text: '{x} ]]>' },
  ];
  const html = '<a href="https://a.example.org/?a=1&amp;b=2">Maps © &quot;A&quot; &amp; &lt;b&gt;</a>, {x} ]]&gt;';

  /** The files of a map without and with what is known of it: what is left out, and what is added. */
  test.each<[ProgramName, Partial<TileServer>, string[], string[]]>([
    ['tilejson', { area: alps }, [], ['"bounds": [', '6,', '45,', '11,', '48', '],']],
    [
      'tilejson',
      { area: 'world' },
      [],
      ['"bounds": [', '-180,', '-85.05112877980659,', '180,', '85.0511287798066', '],'],
    ],
    [
      'tilejson',
      { area: { countries: ['LI'] } },
      [],
      ['"bounds": [', `${li?.west},`, `${li?.south},`, `${li?.east},`, `${li?.north}`, '],'],
    ],
    [
      'tilejson',
      { attribution, tileSize: 512 },
      [`"attribution": ${JSON.stringify(OSM)},`, '"tileSize": 256'],
      [`"attribution": ${JSON.stringify(html)},`, '"tileSize": 512'],
    ],
    [
      'maplibre',
      { area: alps, tileSize: 512 },
      ['"tileSize": 256,'],
      ['"tileSize": 512,', '"bounds": [', '6,', '45,', '11,', '48', '],'],
    ],
    ['maplibre', { area: 'world' }, [], []],
    [
      'maplibre',
      { attribution },
      [`"attribution": ${JSON.stringify(OSM)}`],
      [`"attribution": ${JSON.stringify(html)}`],
    ],
    [
      'leaflet',
      { area: alps, tileSize: 512 },
      ['"minZoom": 0,', '"maxZoom": 19,'],
      [
        '"minZoom": 1,',
        '"maxZoom": 20,',
        '"tileSize": 512,',
        '"zoomOffset": -1,',
        '"bounds": [',
        '[',
        '45,',
        '6',
        '],',
        '[',
        '48,',
        '11',
        ']',
        '],',
      ],
    ],
    ['leaflet', { area: 'world' }, [], []],
    [
      'leaflet',
      { attribution },
      [`"attribution": ${JSON.stringify(OSM)}`],
      [`"attribution": ${JSON.stringify(html.replace('{', '&#123;'))}`],
    ],
    ['qgis', { area: alps, attribution, kind: 'street' }, [], []],
    ['josm', { kind: 'street' }, ['<category>other</category>'], ['<category>osmbasedmap</category>']],
    ['josm', { kind: 'aerial' }, ['<category>other</category>'], ['<category>photo</category>']],
    ['josm', { kind: 'labels' }, [], []],
    ['josm', { area: 'world' }, [], []],
    ['josm', { area: alps }, [], ['<bounds min-lat="45" min-lon="6" max-lat="48" max-lon="11"/>']],
    [
      'josm',
      { area: { polygons: [triangle] } },
      [],
      [
        '<bounds min-lat="45" min-lon="6" max-lat="48" max-lon="11">',
        '<shape>',
        '<point lat="45" lon="6"/>',
        '<point lat="45" lon="11"/>',
        '<point lat="48" lon="11"/>',
        '<point lat="45" lon="6"/></shape></bounds>',
      ],
    ],
    [
      'josm',
      { since: '2019', until: '2020-05', terms: 'https://a.example.org/?a&b', privacy: 'https://a.example.org/p' },
      [],
      [
        '<terms-of-use-url>https://a.example.org/?a&amp;b</terms-of-use-url>',
        '<privacy-policy-url>https://a.example.org/p</privacy-policy-url>',
        '<date>2019;2020-05</date>',
      ],
    ],
    [
      'josm',
      { area: { countries: ['LI'] }, countries: ['LI'] },
      [],
      [
        '<country-code>LI</country-code>',
        `<bounds min-lat="${li?.south}" min-lon="${li?.west}" max-lat="${li?.north}" max-lon="${li?.east}"/>`,
      ],
    ],
    ['josm', { since: '2019', until: '2019' }, [], ['<date>2019</date>']],
    ['josm', { since: '2019' }, [], ['<date>2019;-</date>']],
    ['josm', { until: '1850' }, [], ['<date>-;1850</date>']],
    [
      'josm',
      { attribution, tileSize: 512 },
      [
        '<attribution-text>© OpenStreetMap</attribution-text>',
        '<attribution-url>https://www.openstreetmap.org/copyright</attribution-url>',
      ],
      [
        '<attribution-text>Maps © "A" &amp; &lt;b&gt;, {x} ]]&gt;</attribution-text>',
        '<attribution-url>https://a.example.org/?a=1&amp;b=2</attribution-url>',
        '<tile-size>512</tile-size>',
      ],
    ],
    ['oruxmaps', { area: alps, kind: 'street' }, [], []],
    ['oruxmaps', { attribution }, [], [`<website><![CDATA[${html}]]></website>`]],
    ['locus', { area: alps, kind: 'street' }, [], []],
    [
      'locus',
      { attribution, tileSize: 512 },
      ['<tileSize>256</tileSize>', '<attribution>© OpenStreetMap</attribution>'],
      ['<tileSize>512</tileSize>', '<attribution>Maps © "A" &amp; &lt;b&gt;, {x} ]]&gt;</attribution>'],
    ],
  ])('%s has of %j no more %j, but %j', (program, known, without, added) => {
    const [before, after] = [{}, known].map((changes) => {
      const [form] = formsOf(SITE, map(changes)).filter((one) => one.program === program);
      const file = allProgramFiles(catalogOf([server(changes)])).find(({ path }) => path === form?.path);
      return linesOf(Buffer.from(file?.content ?? []).toString());
    });
    expect(before).not.toEqual([]);
    expect(differenceOf(before ?? [], after ?? [])).toEqual(without);
    expect(differenceOf(after ?? [], before ?? [])).toEqual(added);
  });

  test('QGIS gets the size of tiles', () => {
    const xmlOf = (changes: Partial<TileServer>) => qgisXml([map(changes)]);
    expect(xmlOf({ tileSize: 512 })).toBe(xmlOf({}).replace('tilePixelRatio="0"', 'tilePixelRatio="2"'));
  });

  test('OsmAnd gets the size of tiles', () => {
    const linkOf = (changes: Partial<TileServer>) => osmandLink(map(changes));
    expect(linkOf({ tileSize: 512 })).toBe(`${linkOf({})}&tile_size=512`);
  });
});

describe('the numbers of servers', () => {
  test('stay when others come and go', () => {
    const [a, b, c] = stableNumbers(['a', 'b', 'c'].map((fileName) => map({ fileName })));
    expect(stableNumbers(['0', 'c', 'a'].map((fileName) => map({ fileName }))).slice(1)).toEqual([c, a]);
    expect(stableNumbers([overlay({ fileName: 'b' })])).not.toEqual([b]);
  });

  test('are unique, from 1000 to the largest of 31 bits', () => {
    const numbers = stableNumbers(Array.from({ length: 10_000 }, (_, index) => map({ fileName: `map-${index}` })));
    expect(new Set(numbers).size).toBe(10_000);
    expect(numbers.every((number) => Number.isInteger(number) && number >= 1000 && number < 2 ** 31)).toBe(true);
    const twice = stableNumbers([map(), map()]);
    expect((twice[1] as number) - (twice[0] as number)).toBe(1);
  });
});
