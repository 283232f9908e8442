import type { CatalogMap } from '../../../../build/model/catalog.ts';
import { decodeJson } from '../../../../contract/base/parse-json.ts';
import { hasMapLibreTiles, isTileTemplate } from '../../../../contract/maps/map-formats.ts';
import { LAST_ZOOM } from '../../../../contract/maps/placeholders.ts';
import type { ReasonCode } from '../../../../contract/words/probe-reasons.ts';
import { type Body, type MapAsker, PartError, type TileSource } from '../ask/map-asker.ts';
import { contentOf, decodePicture, otherContent } from '../picture/picture.ts';
import { checkVectorTile, refuseTilePage } from '../picture/vector-tile.ts';
import { flippedTile } from './tile-pictures.ts';

type Unknown = Readonly<Partial<Record<Member, unknown>>>;

type Member =
  | ('version' | 'tilejson' | 'sources' | 'glyphs' | 'sprite' | 'layers' | 'layout' | 'text-font')
  | ('type' | 'url' | 'tiles' | 'minzoom' | 'maxzoom' | 'scheme' | 'encoding' | 'format');

/** `url` is the document's address; a record has none. */
interface Found {
  readonly value: Unknown;
  readonly url?: string | undefined;
}

type ArchiveAt = (ask: MapAsker, address: string, base: string | undefined) => Promise<TileSource> | null;

/** The best first. */
const WITH_TILES = ['vector', 'raster', 'raster-dem'];

export async function vectorTiles(
  { style: address, tiles }: CatalogMap<'vector'>,
  ask: MapAsker,
  archiveAt: ArchiveAt,
): Promise<TileSource> {
  const style = address ? await ask.part('style', async () => readStyle(await ask.document(address))) : null;
  const drawn = style && sourceOf(style);
  const stated = isTileTemplate(tiles ?? '') ? { tiles: [tiles] } : { url: tiles };
  const source = tiles ? { value: { type: 'vector', encoding: drawn?.value.encoding, ...stated } } : (drawn as Found);
  const found = await ask.part('tiles', () => openSource(ask, source, archiveAt));
  return style ? { ...found, beside: partsBeside(style, ask) } : found;
}

export function jsonDocumentIn({ bytes, url }: Pick<Body, 'bytes'> & Partial<Body>, wanted: ReasonCode): Found {
  try {
    const value = decodeJson(bytes);
    if (isObject(value)) return { value, url };
  } catch {
    throw new PartError(contentOf(bytes) === 'json' ? ['broken-json'] : otherContent(bytes, wanted));
  }
  throw new PartError(['other-json']);
}

function readStyle(body: Body): Found {
  const { value, url } = jsonDocumentIn(body, 'a-style');
  if (value.tilejson !== undefined) throw new PartError(['tilejson-as-style']);
  if (value.version !== 8 || !isObject(value.sources)) throw new PartError(['old-style']);
  if (!Array.isArray(value.layers) || value.layers.length === 0) throw new PartError(['no-layers']);
  return { value, url };
}

function sourceOf({ value: { sources }, url }: Found): Found {
  const all = Object.values(sources as object).filter(isObject);
  const [value] = WITH_TILES.flatMap((type) => all.filter((source) => source.type === type));
  if (!value) throw new PartError(['no-tiles'], { part: 'style' });
  return { value, url };
}

async function openSource(ask: MapAsker, source: Found, archiveAt: ArchiveAt): Promise<TileSource> {
  const { value, url: base } = source;
  if (Array.isArray(value.tiles)) return templateTiles(source);
  if (typeof value.url !== 'string') throw new PartError(['invalid-address']);
  const archive = archiveAt(ask, value.url, base);
  if (archive) return await archive;
  const document = jsonDocumentIn(await ask.document(value.url, { base }), 'a-tilejson');
  // The style wins.
  const { type, encoding = document.value.encoding } = value;
  return templateTiles({ ...document, value: { ...document.value, type, encoding } });
}

function templateTiles({ value, url: base }: Found): TileSource {
  const [template] = Array.isArray(value.tiles) ? value.tiles : [];
  if (typeof template !== 'string') throw new PartError(['tilejson-without-tiles']);
  const isMlt = value.encoding === 'mlt' || value.format === 'mlt' || hasMapLibreTiles(template);
  const checkVector = isMlt ? refuseTilePage : checkVectorTile;
  const check = value.type === 'vector' ? checkVector : decodePicture;
  const servedTile = value.scheme === 'tms' ? flippedTile : (tile: Parameters<typeof flippedTile>[0]) => tile;
  return {
    part: 'tiles',
    zooms: Object.fromEntries(Object.entries({ minZoom: value.minzoom, maxZoom: value.maxzoom }).filter(isZoom)),
    read: async (tile, get) => {
      const { zoom: z, ...place } = servedTile(tile);
      const values: Readonly<Record<string, unknown>> = { z, ...place, ratio: '' };
      const address = template.replace(/\{(z|x|y|ratio)\}/g, (_, name: string) => String(values[name]));
      check((await get(address, { base })).bytes);
      return null;
    },
  };
}

function partsBeside(
  { value: { glyphs, layers, sprite }, url: base }: Found,
  ask: MapAsker,
): NonNullable<TileSource['beside']> {
  const font = fontOf(layers);
  // Asks only for the first of several.
  const [first] = Array.isArray(sprite) ? sprite : [sprite];
  const icons = isObject(first) ? first.url : first;
  const askForLetters = async (template: string): Promise<void> => {
    const address = template.replace('{fontstack}', () => encodeURIComponent(font ?? '')).replace('{range}', '0-255');
    const { bytes } = await ask.document(address, { base });
    // A protocol buffer's first field: a list of fonts.
    if (bytes[0] !== 0x0a) throw new PartError(otherContent(bytes, 'letters'));
  };
  // The ending goes before the query.
  const askForIcons = async (address: string): Promise<unknown> =>
    jsonDocumentIn(await ask.document(address.replace(/(?=\?)|$/, '.json'), { base }), 'a-list-of-icons');
  return [
    ...(typeof glyphs === 'string' && font !== null ? [['glyphs', () => askForLetters(glyphs)] as const] : []),
    ...(typeof icons === 'string' ? [['sprite', () => askForIcons(icons)] as const] : []),
  ];
}

function fontOf(layers: unknown): string | null {
  for (const layer of Array.isArray(layers) ? layers : []) {
    const fonts = isObject(layer) && isObject(layer.layout) ? layer.layout['text-font'] : null;
    const isList = Array.isArray(fonts) && fonts.length > 0 && fonts.every((font) => typeof font === 'string');
    // Ignores expressions like ["get", "font"].
    if (isList && fonts[0] !== 'get') return fonts.join(',');
  }
  return null;
}

const isZoom = (entry: [string, unknown]): entry is [string, number] =>
  Number.isInteger(entry[1]) && Number(entry[1]) >= 0 && Number(entry[1]) <= LAST_ZOOM;

const isObject = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
