/** Tile servers and catalogs of them, as the model has them. */
import type { Catalog, TileServer } from '../../build/pipeline.ts';
import { fc } from './property.ts';

/** A tile server without anything special, but for some changes. */
export function server(changes: Partial<TileServer> = {}): TileServer {
  return {
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
    needsToken: false,
    probe: null,
    ...changes,
  };
}

/** A catalog with these servers and nothing else. */
export function catalogOf(
  mapservers: readonly TileServer[],
  overlayservers: readonly TileServer[] = [],
  title = 'Test',
): Catalog {
  return {
    title,
    serviceUrl: 'https://catalog.example.org',
    repository: 'https://git.example.org/catalog',
    branch: 'main',
    languages: ['en'],
    mapservers,
    overlayservers,
    datasources: [],
    categories: [],
    editions: [],
    withTokens: [],
    known: { accessTokens: [], servers: [] },
  };
}

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
export const anyLabel = fc
  .array(character, { minLength: 1, maxLength: 200 })
  .map((parts) => [...parts.join('')].slice(0, 200).join('').trim())
  .filter((text) => text !== '');

const host = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,6}[a-z0-9])?\.(?:tile\.)?example\.org$/);

/** What may be in an address beside placeholders. */
const piece = fc.stringMatching(/^[a-zA-Z0-9&=;:,.~!*'()@%+$[\]-]{0,12}$/);

/** Any tile server that `check` accepts, but for its file name. */
export const anyServer = fc
  .record({
    id: anyLabel,
    name: anyLabel,
    copyright: anyLabel,
    zooms: fc.tuple(fc.nat(30), fc.nat(30)),
    active: fc.boolean(),
    hosts: fc.uniqueArray(host, { minLength: 1, maxLength: 4 }),
    pieces: fc.tuple(piece, piece, piece, piece),
    language: fc.boolean(),
  })
  .map(({ zooms, pieces: [a, b, c, d], language, ...rest }) =>
    server({
      ...rest,
      minZoom: Math.min(...zooms),
      maxZoom: Math.max(...zooms),
      urlPattern: `https://#{host}/${a}/#{zoom}${b}/#{tilex}/${c}#{tiley}?x=${d}${language ? '&l=#{language}' : ''}`,
    }),
  );

/** Servers with file names of their own, in the two lists. */
export const anyTileCatalog = fc
  .tuple(fc.array(anyServer, { maxLength: 6 }), fc.array(anyServer, { maxLength: 3 }), anyLabel)
  .map(([maps, overlays, title]) => {
    const named = (servers: readonly TileServer[]): TileServer[] =>
      servers.map((one, index) => ({ ...one, fileName: `map-${index}` }));
    return catalogOf(named(maps), named(overlays), title);
  });
