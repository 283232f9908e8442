/** What map programs get, by the words of their own formats: where there is a schema or a validator, by that. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import {
  josmAddress,
  josmXml,
  leafletCode,
  leafletProviders,
  locusXml,
  mapLibreStyle,
  oruxMapsXml,
  osmandLink,
  qgisXml,
  stableNumbers,
  tileJson,
} from '../../../../build/render/programs/program-formats.ts';
import type { CatalogServer } from '../../../../build/render/programs/tile-template.ts';
import { attributesOf, childrenOf, withXml } from '../../../../cli/read-xml.ts';
import { fc } from '../../../support/property.ts';
import { anyServer, server } from '../../../support/tile-servers.ts';

const map = (changes: Parameters<typeof server>[0] = {}): CatalogServer => ({
  kind: 'mapserver',
  server: server(changes),
});
const overlay = (changes: Parameters<typeof server>[0]): CatalogServer => ({
  kind: 'overlayserver',
  server: server(changes),
});
const HOSTS = ['a.example.org', 'b.example.org'];
const WITH_QUERY = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?a=1&b=2';
const OSM_LINK = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';

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
      // Other keys are allowed.
      tileSize: { const: 256 },
      vector_layers: false,
    },
  });

  test('of one server', () => {
    const facts = { name: 'R & B', copyright: 'R & B <b>', hosts: ['a.b', 'c.d'], minZoom: 2 };
    expect(tileJson(overlay(facts))).toEqual({
      tilejson: '3.0.0',
      name: 'One',
      description: 'R & B',
      attribution: '© R &amp; B &lt;b&gt;',
      scheme: 'xyz',
      tiles: ['https://a.b/{z}/{x}/{y}.png', 'https://c.d/{z}/{x}/{y}.png'],
      minzoom: 2,
      maxzoom: 19,
      tileSize: 256,
    });
  });

  test('is always what the specification describes', () => {
    fc.assert(
      fc.property(anyServer, (any) => {
        validate(tileJson({ kind: 'mapserver', server: any }));
        expect(validate.errors ?? []).toEqual([]);
      }),
    );
  });
});

describe('a MapLibre style', () => {
  const problems = (style: unknown): string[] =>
    validateStyleMin(style as Parameters<typeof validateStyleMin>[0]).map(({ message }) => message);

  test('of one map', () => {
    expect(mapLibreStyle(map({ hosts: ['a.b', 'c.d'] }))).toEqual({
      version: 8,
      name: 'One',
      sources: {
        one: {
          type: 'raster',
          tiles: ['https://a.b/{z}/{x}/{y}.png', 'https://c.d/{z}/{x}/{y}.png'],
          tileSize: 256,
          minzoom: 0,
          maxzoom: 19,
          attribution: OSM_LINK,
        },
      },
      layers: [{ id: 'one', type: 'raster', source: 'one' }],
    });
  });

  test('is always accepted by the validator of MapLibre', () => {
    fc.assert(
      fc.property(anyServer, (any) => {
        expect(problems(mapLibreStyle({ kind: 'mapserver', server: any }))).toEqual([]);
      }),
    );
    expect(problems({ ...mapLibreStyle(map()), sources: {} })).toEqual(['layers[0]: source "one" not found']);
  });
});

describe('Leaflet', () => {
  const urlPattern = 'https://#{host}/#{language}/#{zoom}/#{tilex}/#{tiley}.png';
  const one = map({ hosts: HOSTS, urlPattern, copyright: '{attribution.Other} <b>' });

  test('has hosts in turn and the language as options; no credit is markup, or the name of another provider', () => {
    expect(leafletProviders([one], 'de')).toEqual({
      'mapservers/one': {
        url: 'https://{s}.example.org/{language}/{z}/{x}/{y}.png',
        options: {
          minZoom: 0,
          maxZoom: 19,
          attribution: '© &#123;attribution.Other} &lt;b&gt;',
          subdomains: ['a', 'b'],
          language: 'de',
        },
      },
    });
    expect(leafletCode(one).split('\n')).toEqual([
      'L.tileLayer("https://{s}.example.org/{language}/{z}/{x}/{y}.png", {',
      '  minZoom: 0,',
      '  maxZoom: 19,',
      '  attribution: "© &#123;attribution.Other} &lt;b&gt;",',
      '  subdomains: ["a","b"],',
      "  language: navigator.language.split('-')[0],",
      '}).addTo(map);',
    ]);
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

  test('a file', () => {
    expect(qgisXml([map({ hosts: HOSTS, urlPattern: WITH_QUERY })]).split('\n')).toEqual([
      '<!DOCTYPE connections>',
      '<qgsXYZTilesConnections version="1.0">',
      '<xyztiles name="One" url="https://a.example.org/{z}/{x}/{y}.png?a=1&amp;b=2" zmin="0" zmax="19" tilePixelRatio="0" authcfg="" username="" password="" referer=""/>',
      '</qgsXYZTilesConnections>',
      '',
    ]);
  });
});

describe('JOSM', () => {
  const two = overlay({ id: 'Two', name: 'A & B', hosts: HOSTS, minZoom: 3, maxZoom: 26, copyright: '© X' });

  test('a file', () => {
    expect(josmXml([map(), two], 'en').split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<imagery xmlns="http://josm.openstreetmap.de/maps-1.0">',
      '<entry><name>One</name><id>mapservers_one</id><category>other</category><type>tms</type><description lang="en">Map one</description><url>https://tile.example.org/{zoom}/{x}/{y}.png</url><min-zoom>0</min-zoom><max-zoom>19</max-zoom><attribution-text>© OpenStreetMap</attribution-text><attribution-url>https://www.openstreetmap.org/copyright</attribution-url></entry>',
      '<entry overlay="true"><name>Two</name><id>overlayservers_one</id><category>other</category><type>tms</type><description lang="en">A &amp; B</description><url>https://{switch:a,b}.example.org/{zoom}/{x}/{y}.png</url><min-zoom>3</min-zoom><max-zoom>24</max-zoom><attribution-text>© X</attribution-text></entry>',
      '</imagery>',
      '',
    ]);
    expect(josmAddress(two)).toBe('tms[3,24]:https://{switch:a,b}.example.org/{zoom}/{x}/{y}.png');
  });

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
          expect(texts).toMatchObject({ type: 'tms', category: 'other' });
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

test.each([
  [
    map({ id: 'Karte & "Weg" 🗺️', minZoom: 2, maxZoom: 17 }),
    {
      name: 'Karte & "Weg" 🗺️',
      min_zoom: '2',
      max_zoom: '17',
      url_template: 'https://tile.example.org/{0}/{1}/{2}.png',
    },
  ],
  [
    map({ hosts: ['a.b', 'c.d'], urlPattern: "http://#{host}/#{tiley}/#{tilex}/#{zoom}?a='b'&c=%41+d" }),
    { name: 'One', min_zoom: '0', max_zoom: '19', url_template: 'http://a.b/{2}/{1}/{0}?a=%27b%27&c=%41+d' },
  ],
])('the link for OsmAnd of %o', (one, parameters) => {
  const link = new URL(osmandLink(one));
  expect(link.origin + link.pathname).toBe('https://osmand.net/add-tile-source');
  expect(Object.fromEntries(link.searchParams)).toEqual(parameters);
});

test('a file of OruxMaps', () => {
  const servers = [map({ id: 'A & B', hosts: HOSTS, urlPattern: WITH_QUERY }), map({ fileName: 'two' })];
  expect(oruxMapsXml(servers).split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<onlinemapsources>',
    '<onlinemapsource uid="1198445127"><name>A &amp; B</name><url><![CDATA[https://{$s}.example.org/{$z}/{$x}/{$y}.png?a=1&b=2]]></url><minzoom>0</minzoom><maxzoom>19</maxzoom><projection>MERCATORESFERICA</projection><servers>a,b</servers><cacheable>1</cacheable><downloadable>0</downloadable></onlinemapsource>',
    '<onlinemapsource uid="751357616"><name>One</name><url><![CDATA[https://tile.example.org/{$z}/{$x}/{$y}.png]]></url><minzoom>0</minzoom><maxzoom>19</maxzoom><projection>MERCATORESFERICA</projection><cacheable>1</cacheable><downloadable>0</downloadable></onlinemapsource>',
    '</onlinemapsources>',
    '',
  ]);
});

test('a file of Locus, with zoom levels counted from 8', () => {
  const servers = [
    overlay({ id: 'A & B', hosts: HOSTS, urlPattern: WITH_QUERY, minZoom: 3 }),
    overlay({ fileName: 'two' }),
  ];
  expect(locusXml(servers, 'Ours <1>').split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<providers>',
    '<provider id="1678160062" type="0" visible="true" background="-1"><name>Ours &lt;1&gt;</name><mode>A &amp; B</mode><url><![CDATA[https://{s}.example.org/{z}/{x}/{y}.png?a=1&b=2]]></url><serverPart>a;b</serverPart><zoomPart>{z}-8</zoomPart><zoomMin>11</zoomMin><zoomMax>27</zoomMax><tileSize>256</tileSize><attribution>© OpenStreetMap</attribution></provider>',
    '<provider id="262188105" type="0" visible="true" background="-1"><name>Ours &lt;1&gt;</name><mode>One</mode><url><![CDATA[https://tile.example.org/{z}/{x}/{y}.png]]></url><zoomPart>{z}-8</zoomPart><zoomMin>8</zoomMin><zoomMax>27</zoomMax><tileSize>256</tileSize><attribution>© OpenStreetMap</attribution></provider>',
    '</providers>',
    '',
  ]);
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
