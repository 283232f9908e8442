/** Vector tiles: their style, one tile of its first source, its letters and its icons, which fail separately. */
import { isTileTemplate } from '../../../../contract/map-types.ts';
import { LAST_ZOOM } from '../../../../contract/placeholders.ts';
import { type Body, type MapAsker, PartError, type TileSource, type TypeProbe, unpacked } from '../map-asker.ts';
import { describeContent } from '../picture.ts';
import { checkPictureTile, checkVectorTile } from '../tile-content.ts';
import { archiveTiles } from './pmtiles-parts.ts';
import { flipped } from './tile-pictures.ts';

/** A document of which nothing is known. */
type Unknown = Readonly<Partial<Record<Member, unknown>>>;

/** What is read of styles, their sources and layers, and of TileJSON. */
type Member =
  | ('version' | 'tilejson' | 'sources' | 'glyphs' | 'sprite' | 'layers' | 'layout' | 'text-font')
  | ('type' | 'url' | 'tiles' | 'minzoom' | 'maxzoom' | 'scheme');

/** A style, a source of one, or a TileJSON, and the address of its document; without one for what a record says. */
interface Found {
  readonly value: Unknown;
  readonly url?: string | undefined;
}

/** The types of sources that have tiles, by preference. */
const WITH_TILES = ['vector', 'raster', 'raster-dem'];

/** The tiles of a record, or those of its style. */
export const vectorTiles: TypeProbe<'vector'> = async ({ style: address, tiles }, ask) => {
  const style = address ? await ask.part('style', async () => readStyle(await ask.document(address))) : null;
  const stated = isTileTemplate(tiles ?? '') ? { tiles: [tiles] } : { url: tiles };
  const source = tiles ? { value: { type: 'vector', ...stated } } : sourceOf(style as Found);
  const found = await ask.part('tiles', () => openSource(ask, source));
  return style ? { ...found, askBeside: () => askBeside(ask, style) } : found;
};

function readJson({ bytes, url }: Body, wanted: string): Found {
  const body = unpacked(bytes);
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (isObject(value)) return { value, url };
  } catch {
    const content = describeContent(body);
    throw new PartError(content === 'JSON' ? 'its JSON is broken' : `it is ${content} and not ${wanted}`);
  }
  throw new PartError('it is JSON of another kind');
}

function readStyle(body: Body): Found {
  const { value, url } = readJson(body, 'a style');
  if (value.tilejson !== undefined) throw new PartError('it is a TileJSON: write its address as tiles');
  if (value.version !== 8 || !isObject(value.sources)) throw new PartError('it is JSON and not a style of version 8');
  return { value, url };
}

/** The first source of a style that has tiles. */
function sourceOf({ value: { sources }, url }: Found): Found {
  const all = Object.values(sources as object).filter(isObject);
  const [value] = WITH_TILES.flatMap((type) => all.filter((source) => source.type === type));
  if (!value) throw new PartError('it has no tiles', { part: 'style' });
  return { value, url };
}

/** The tiles of a source, which are in the style, in a TileJSON, or in an archive. */
async function openSource(ask: MapAsker, { value, url: base }: Found): Promise<TileSource> {
  const check = value.type === 'vector' ? checkVectorTile : checkPictureTile;
  if (Array.isArray(value.tiles)) return templateTiles({ value, url: base }, check);
  if (typeof value.url !== 'string') throw new PartError('it has no valid address');
  const [, archive] = /^pmtiles:\/\/(.+)$/s.exec(value.url) ?? [];
  if (archive) return await archiveTiles(ask, archive, base);
  return templateTiles(readJson(await ask.document(value.url, { base }), 'a TileJSON'), check);
}

function templateTiles({ value, url: base }: Found, check: (bytes: Buffer) => void): TileSource {
  const [template] = Array.isArray(value.tiles) ? value.tiles : [];
  if (typeof template !== 'string') throw new PartError('it is a TileJSON without tiles');
  const rowOf = value.scheme === 'tms' ? flipped : (tile: Parameters<typeof flipped>[0]) => tile;
  return {
    part: 'tiles',
    zooms: { ...zoomIn('minZoom', value.minzoom), ...zoomIn('maxZoom', value.maxzoom) },
    read: async (tile, get) => {
      const { zoom: z, ...place } = rowOf(tile);
      const values: Readonly<Record<string, unknown>> = { z, ...place, ratio: '' };
      const address = template.replace(/\{(z|x|y|ratio)\}/g, (_, name: string) => String(values[name]));
      check((await get(address, { base })).bytes);
      return null;
    },
  };
}

/** A zoom that a document states; empty if it states none. */
function zoomIn(name: 'minZoom' | 'maxZoom', value: unknown): TileSource['zooms'] {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LAST_ZOOM
    ? { [name]: value }
    : {};
}

/** What the layers of a style need: where it is, and what it has to be. */
const BESIDE: Readonly<
  Record<'glyphs' | 'sprite', { addressIn: (style: Unknown) => string | null; check: (body: Body) => unknown }>
> = {
  /** The letters of the first font that a layer names. */
  glyphs: {
    addressIn: ({ glyphs, layers }) => {
      const font = fontOf(layers);
      if (typeof glyphs !== 'string' || font === null) return null;
      return glyphs.replace('{fontstack}', () => encodeURIComponent(font)).replace('{range}', '0-255');
    },
    check: ({ bytes }) => {
      const letters = unpacked(bytes);
      // A list of fonts, whose first field begins so.
      if (letters[0] !== 0x0a) throw new PartError(`it is ${describeContent(letters)} and not letters`);
    },
  },
  /** The list of icons; of several sprites, the first. */
  sprite: {
    addressIn: ({ sprite }) => {
      const [first] = Array.isArray(sprite) ? sprite : [sprite];
      const address = isObject(first) ? first.url : first;
      return typeof address === 'string' ? address.replace(/(?=\?)|$/, '.json') : null;
    },
    check: (body) => readJson(body, 'a list of icons'),
  },
};

async function askBeside(ask: MapAsker, { value, url }: Found): Promise<void> {
  for (const part of ['glyphs', 'sprite'] as const) {
    const { addressIn, check } = BESIDE[part];
    const address = addressIn(value);
    if (address !== null)
      await ask.partBeside(part, async () => {
        check(await ask.document(address, { base: url }));
      });
  }
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

const isObject = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
