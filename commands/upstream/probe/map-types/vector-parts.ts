/** Vector tiles: their style, one tile of its sources, its letters and its icons, which fail separately. */
import { isTileTemplate } from '../../../../contract/map-types.ts';
import { type PartAsker, PartError, type TypeProbe } from '../ask-parts.ts';
import { describeContent } from '../picture.ts';
import { checkPictureTile, checkVectorTile } from '../vector-tile.ts';
import { askForArchive } from './pmtiles-parts.ts';
import { flipped } from './tile-pictures.ts';

/** A document of which nothing is known. */
type Unknown = Readonly<Partial<Record<Member, unknown>>>;

/** What is read of styles, their sources and layers, and of TileJSON. */
type Member =
  | ('version' | 'tilejson' | 'sources' | 'glyphs' | 'sprite' | 'layers' | 'layout' | 'text-font')
  | ('type' | 'url' | 'tiles' | 'minzoom' | 'maxzoom' | 'scheme');

/** A style or a TileJSON, and its address. */
interface Found {
  readonly value: Unknown;
  readonly url: string;
}

/** How many sources of a style are asked for a tile. */
const MAX_SOURCES = 2;

/** The parts of a vector map. */
export const VECTOR_PROBE: TypeProbe<'vector'> = {
  askForParts: async ({ style: address, tiles }, ask) => {
    const style = address ? await ask.part('style', async () => readStyle(await ask.get(address))) : null;
    const [first, ...others] = style ? sourcesOf(style) : [];
    if (first) await ask.part('tiles', () => checkSource(ask, first));
    if (style) {
      await ask.part('glyphs', () => checkGlyphs(ask, style));
      await ask.part('sprite', () => checkSprite(ask, style));
    }
    if (tiles) await ask.part('tiles', () => checkTiles(ask, tiles));
    for (const source of others.slice(0, MAX_SOURCES - 1)) await ask.part('tiles', () => checkSource(ask, source));
  },
};

/** The tiles of a record: a template, or the address of a TileJSON. */
async function checkTiles(ask: PartAsker, tiles: string): Promise<void> {
  if (!isTileTemplate(tiles))
    return await checkTileJson(ask, readJson(await ask.get(tiles), 'a TileJSON'), checkVectorTile);
  await ask.tile(ask.server.record, async (tile) => checkVectorTile((await ask.get(filled(tiles, tile))).bytes));
}

function readJson({ bytes, url }: { readonly bytes: Buffer; readonly url: string }, wanted: string): Found {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (isObject(value)) return { value, url };
  } catch {
    const content = describeContent(bytes);
    throw new PartError(content === 'JSON' ? 'its JSON is broken' : `it is ${content} and not ${wanted}`);
  }
  throw new PartError('it is JSON of another kind');
}

function readStyle(answer: Parameters<typeof readJson>[0]): Found {
  const { value, url } = readJson(answer, 'a style');
  if (value.tilejson !== undefined) throw new PartError('it is a TileJSON: write its address as tiles');
  if (value.version !== 8 || !isObject(value.sources)) throw new PartError('it is JSON and not a style of version 8');
  return { value, url };
}

/** The sources of a style that have tiles: first those of vectors. */
function sourcesOf({ value: { sources }, url }: Found): Found[] {
  const all = Object.values(sources as Unknown).filter(isObject);
  const ofType = (types: readonly string[]): Unknown[] => all.filter(({ type }) => types.includes(String(type)));
  return [...ofType(['vector']), ...ofType(['raster', 'raster-dem'])].map((value) => ({ value, url }));
}

/** Checks a source, whose tiles are in the style, in a TileJSON, or in an archive. */
async function checkSource(ask: PartAsker, { value, url }: Found): Promise<void> {
  const check = value.type === 'vector' ? checkVectorTile : checkPictureTile;
  if (Array.isArray(value.tiles)) return await checkTileJson(ask, { value, url }, check);
  if (typeof value.url !== 'string') throw new PartError('it has no valid address');
  const [, archive] = /^pmtiles:\/\/(.+)$/s.exec(value.url) ?? [];
  if (archive) return await askForArchive(ask, (range) => ask.getNamed(archive, url, { range }));
  await checkTileJson(ask, readJson(await ask.getNamed(value.url, url), 'a TileJSON'), check);
}

async function checkTileJson(ask: PartAsker, { value, url }: Found, check: (bytes: Buffer) => void): Promise<void> {
  const [template] = Array.isArray(value.tiles) ? value.tiles : [];
  if (typeof template !== 'string') throw new PartError('it is a TileJSON without tiles');
  const { minZoom, maxZoom } = ask.server.record;
  const zooms = { minZoom: zoomOf(value.minzoom, minZoom), maxZoom: zoomOf(value.maxzoom, maxZoom) };
  const isFlipped = value.scheme === 'tms';
  await ask.tile(zooms, async (tile) =>
    check((await ask.getNamed(filled(template, isFlipped ? flipped(tile) : tile), url)).bytes),
  );
}

const zoomOf = (value: unknown, other: number): number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 30 ? (value as number) : other;

function filled(template: string, { zoom, x, y }: { readonly zoom: number; readonly x: number; readonly y: number }) {
  const values: Readonly<Record<string, string>> = { z: `${zoom}`, x: `${x}`, y: `${y}`, ratio: '' };
  return template.replace(/\{(z|x|y|ratio)\}/g, (_, name: string) => values[name] as string);
}

/** Checks the letters of the first font that a layer names. */
async function checkGlyphs(ask: PartAsker, { value, url }: Found): Promise<void> {
  const font = fontOf(value.layers);
  if (typeof value.glyphs !== 'string' || font === null) return;
  const address = value.glyphs.replace('{fontstack}', () => encodeURIComponent(font)).replace('{range}', '0-255');
  const { bytes } = await ask.getNamed(address, url);
  // A list of fonts, whose first field begins so.
  if (bytes[0] !== 0x0a) throw new PartError(`it is ${describeContent(bytes)} and not letters`);
}

/** The first list of fonts in the layers of a style that is no expression. */
function fontOf(layers: unknown): string | null {
  for (const layer of Array.isArray(layers) ? layers : []) {
    const fonts = isObject(layer) && isObject(layer.layout) ? layer.layout['text-font'] : null;
    const isList = Array.isArray(fonts) && fonts.length > 0 && fonts.every((font) => typeof font === 'string');
    if (isList && fonts[0] !== 'get') return fonts.join(',');
  }
  return null;
}

/** Checks the list of icons. Of several sprites, the first. */
async function checkSprite(ask: PartAsker, { value, url }: Found): Promise<void> {
  const [first] = Array.isArray(value.sprite) ? value.sprite : [value.sprite];
  const sprite = isObject(first) ? first.url : first;
  if (typeof sprite !== 'string') return;
  const [, path = '', query = ''] = /^([^?]*)(\?.*)?$/s.exec(sprite) ?? [];
  readJson(await ask.getNamed(`${path}.json${query}`, url), 'a list of icons');
}

const isObject = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
