/** Maps of the lists of `/v1/` and catalogs of them, as the model has them. */
import type { Catalog, CatalogMap } from '../../build/model/catalog.ts';
import { type MapArea, polygonOf } from '../../contract/maps/geometry.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import { fc } from './property.ts';

export const xyzMap = (changes: Partial<CatalogMap<'xyz'>> = {}): CatalogMap<'xyz'> => ({
  list: 'mapservers',
  type: 'xyz',
  id: 'One',
  fileName: 'one',
  name: 'Map one',
  minZoom: 0,
  maxZoom: 19,
  active: true,
  hosts: ['tile.example.org'],
  urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png',
  copyright: 'OpenStreetMap',
  unsetTokens: [],
  needsToken: null,
  area: null,
  probe: null,
  ...changes,
});

export const catalogOf = (
  mapservers: readonly CatalogMap<'xyz'>[],
  overlayservers: readonly CatalogMap<'xyz'>[] = [],
  title = 'Test',
): Catalog => ({
  title,
  serviceUrl: 'https://catalog.example.org',
  repository: 'https://git.example.org/catalog',
  branch: 'main',
  languages: ['en'],
  mapservers,
  overlayservers: overlayservers.map((map) => ({ ...map, list: 'overlayservers' })),
  maps: [],
  datasources: [],
  categories: [],
  editions: [],
  keys: null,
  providers: [],
  removals: [],
  home: null,
  withTokens: [],
  known: { accessTokens: [], servers: [] },
});

/** Characters of names that formats treat in their own way: markup, quotes, braces, right-to-left, emoji. */
const character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...'aZ09 -_&<>"\'/\\{}[]()#$%;,|:.!?*+=~^`@') },
  fc.constantFrom(
    'خ',
    'ש',
    'Å',
    '地',
    '🗺️',
    '😀',
    'e\u0301',
    ']]>',
    '<!--',
    '&amp;',
    '{z}',
    '{attribution.a}',
    '</script>',
  ),
);

/** A text as the schema allows: 1 to 200 characters, no space at either end. */
const anyLabel = fc
  .array(character, { minLength: 1, maxLength: 200 })
  .map((parts) => [...parts.join('')].slice(0, 200).join('').trim())
  .filter((text) => text !== '');

const host = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,6}[a-z0-9])?\.(?:tile\.)?example\.org$/);

/** What may be in an address beside placeholders. */
const piece = fc.stringMatching(/^[a-zA-Z0-9&=;:,.~!*'()@%+$[\]-]{0,12}$/);

const url = fc.webUrl().map((address) => address.replace(/[#^{|}`"<>\\].*$/, ''));
const edges = (limit: number) =>
  fc.tuple(fc.integer({ min: -limit, max: limit - 1 }), fc.integer({ min: 1, max: limit })).map(([low, size]) => {
    return [low, Math.min(low + size, limit)] as const;
  });

/** The polygon of a box, or a triangle in it. */
const polygon = fc.tuple(edges(180), edges(90), fc.boolean()).map(([[west, east], [south, north], isBox]) => {
  const [outline = []] = polygonOf({ west, south, east, north });
  return [isBox ? outline : [...outline.slice(0, 3), ...outline.slice(0, 1)]];
});

const anyArea: fc.Arbitrary<MapArea | null> = fc.oneof(
  fc.constantFrom(null, 'world' as const),
  fc.subarray(common.$defs.countryCode.enum, { minLength: 1, maxLength: 3 }).map((countries) => ({ countries })),
  fc.array(polygon, { minLength: 1, maxLength: 3 }).map((polygons) => ({ polygons })),
);

const anyDetails = fc
  .record(
    {
      kind: fc.constantFrom(...(tileserver.properties.kind.enum as NonNullable<CatalogMap<'xyz'>['kind']>[])),
      attribution: fc
        .array(fc.record({ text: anyLabel, url }, { requiredKeys: ['text'] }), { minLength: 1, maxLength: 3 })
        .map((parts) => parts as unknown as NonNullable<CatalogMap<'xyz'>['attribution']>),
      terms: url,
      privacy: url,
      since: fc.constantFrom('1850', '2020-05', '2020-05-31'),
      until: fc.constantFrom('2020-05-31', '2021'),
      tileSize: fc.constant(512 as const),
    },
    { requiredKeys: [] },
  )
  .chain((details) =>
    anyArea.map((area) => {
      const isCountries = area !== null && typeof area === 'object' && 'countries' in area;
      const countries = isCountries ? (area.countries as NonNullable<CatalogMap<'xyz'>['countries']>) : undefined;
      return { ...details, area, ...(countries ? { countries } : {}) };
    }),
  );

/** Any map that `check` accepts, but for its file name. */
export const anyXyzMap = fc
  .record({
    id: anyLabel,
    name: anyLabel,
    copyright: anyLabel,
    zooms: fc.tuple(fc.nat(30), fc.nat(30)),
    active: fc.boolean(),
    hosts: fc.uniqueArray(host, { minLength: 1, maxLength: 4 }),
    pieces: fc.tuple(piece, piece, piece, piece),
    language: fc.boolean(),
    details: anyDetails,
  })
  .map(({ zooms, pieces: [a, b, c, d], language, details, ...rest }) =>
    xyzMap({
      ...rest,
      ...details,
      minZoom: Math.min(...zooms),
      maxZoom: Math.max(...zooms),
      urlPattern: `https://#{host}/${a}/#{zoom}${b}/#{tilex}/${c}#{tiley}?x=${d}${language ? '&l=#{language}' : ''}`,
    }),
  );

/** Maps with file names of their own, in the two lists. */
export const anyTileCatalog = fc
  .tuple(fc.array(anyXyzMap, { maxLength: 6 }), fc.array(anyXyzMap, { maxLength: 3 }), anyLabel)
  .map(([maps, overlays, title]) => {
    const named = (some: readonly CatalogMap<'xyz'>[]): CatalogMap<'xyz'>[] =>
      some.map((one, index) => ({ ...one, fileName: `map-${index}` }));
    return catalogOf(named(maps), named(overlays), title);
  });
