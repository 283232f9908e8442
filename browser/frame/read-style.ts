/** Gets the style of a map: its own, or a plain one that shows what its tiles have. */

import type { FilterSpecification, LayerSpecification, Map as LibraryMap, StyleSpecification } from 'maplibre-gl';
import { PMTiles, type Protocol, TileType } from 'pmtiles';
import type { FramePart, FromFrame, ToFrame } from '../../contract/frame-messages.ts';
import { isTileTemplate } from '../../contract/map-types.ts';
import { isObject } from '../../contract/parse-json.ts';

/** A part that could not be loaded. */
export class FailedPart extends Error {
  readonly part: FramePart;
  readonly status: number | null;

  constructor(part: FramePart, status: number | null) {
    super(part);
    this.part = part;
    this.status = status;
  }
}

/** What to draw. */
interface ReadStyle {
  readonly style: StyleSpecification;
  /** Whether the map has no style of its own. */
  readonly isPlain: boolean;
  readonly box: Extract<FromFrame, { is: 'box' }>['box'] | null;
}

type Source = Extract<ToFrame, { is: 'map' }>['source'];

/** Reads the style of a map, or makes one. @throws FailedPart */
export async function readStyle(source: Source, isOverlay: boolean, protocol: Protocol): Promise<ReadStyle> {
  if (source.type === 'pmtiles') return await ofArchive(source, isOverlay, protocol);
  const { style, tiles = '', schema = 'other' } = source;
  if (style !== undefined) return { style: await styleAt(style), isPlain: false, box: null };
  if (isTileTemplate(tiles)) {
    const layers = LAYERS[schema] ?? [];
    return { style: plainStyle({ type: 'vector', tiles: [tiles] }, layers, isOverlay), isPlain: true, box: null };
  }
  const json = await jsonAt(tiles, 'tiles');
  const { tiles: templates, minzoom = 0, maxzoom = 14, bounds, attribution = '' } = json as Record<string, never>;
  if (!Array.isArray(templates)) throw new FailedPart('tiles', null);
  const described = { type: 'vector', tiles: templates, minzoom, maxzoom, ...(bounds ? { bounds } : {}), attribution };
  const layers = layersIn(json) ?? LAYERS[schema] ?? [];
  return { style: plainStyle(described as never, layers, isOverlay), isPlain: true, box: null };
}

async function ofArchive(
  { url, style }: Extract<Source, { type: 'pmtiles' }>,
  isOverlay: boolean,
  protocol: Protocol,
): Promise<ReadStyle> {
  const archive = new PMTiles(url);
  protocol.add(archive);
  const failed = (error: unknown): never => {
    // The library says the status in words.
    const status = /response code: (\d{3})/.exec(String(error))?.[1];
    throw new FailedPart('archive', status === undefined ? null : Number(status));
  };
  const header = await archive.getHeader().catch(failed);
  const { minLon, minLat, maxLon, maxLat, tileType } = header;
  const box = [minLon, minLat, maxLon, maxLat] as const;
  if (style !== undefined) return { style: await styleAt(style), isPlain: false, box };
  const address = `pmtiles://${url}`;
  if (tileType !== TileType.Mvt && tileType !== TileType.Mlt) {
    const layers: LayerSpecification[] = [{ id: 'map', type: 'raster', source: 'map' }];
    const sources = { map: { type: 'raster', url: address, tileSize: 256 } } as const;
    return { style: { version: 8, sources, layers }, isPlain: false, box };
  }
  const layers = layersIn(await archive.getMetadata().catch(failed)) ?? [];
  return { style: plainStyle({ type: 'vector', url: address }, layers, isOverlay), isPlain: true, box };
}

async function styleAt(address: string): Promise<StyleSpecification> {
  const style = await jsonAt(address, 'style');
  if (!isObject(style) || !Array.isArray(style['layers']) || !isObject(style['sources']))
    throw new FailedPart('style', null);
  return style as unknown as StyleSpecification;
}

async function jsonAt(address: string, part: FramePart): Promise<unknown> {
  const response = await fetch(address).catch(() => null);
  if (response === null || !response.ok) throw new FailedPart(part, response?.status ?? null);
  return await response.json().catch(() => {
    throw new FailedPart(part, null);
  });
}

/** The names of the layers that a TileJSON or the metadata of an archive lists; null if it lists none. */
function layersIn(json: unknown): string[] | null {
  const listed = isObject(json) ? json['vector_layers'] : null;
  if (!Array.isArray(listed)) return null;
  return listed.flatMap((layer) => (isObject(layer) && typeof layer['id'] === 'string' ? [layer['id']] : []));
}

/** Layers that say where one is, of tiles whose layers nobody lists. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  shortbread: ['ocean', 'land', 'water_polygons', 'water_lines', 'buildings', 'streets', 'boundaries', 'place_labels'],
  openmaptiles: ['landcover', 'landuse', 'water', 'waterway', 'building', 'transportation', 'boundary', 'place'],
  protomaps: ['earth', 'landcover', 'landuse', 'water', 'buildings', 'roads', 'boundaries', 'places'],
};

const COLOURS = { ground: '#f4f1ea', water: '#8fb8cf', other: '#8a8471', line: '#5d5848' };

/** A style that draws areas, lines and points of all layers. */
function plainStyle(
  source: StyleSpecification['sources'][string],
  names: readonly string[],
  isOverlay: boolean,
): StyleSpecification {
  const layers = names.flatMap((name): LayerSpecification[] => {
    const color = /water|ocean|lake|river|sea/i.test(name) ? COLOURS.water : COLOURS.other;
    const of = (geometry: string) => ({
      source: 'map',
      'source-layer': name,
      filter: ['==', ['geometry-type'], geometry] satisfies FilterSpecification,
    });
    return [
      { id: `${name} areas`, type: 'fill', ...of('Polygon'), paint: { 'fill-color': color, 'fill-opacity': 0.35 } },
      { id: `${name} lines`, type: 'line', ...of('LineString'), paint: { 'line-color': COLOURS.line } },
      { id: `${name} points`, type: 'circle', ...of('Point'), paint: { 'circle-radius': 2, 'circle-color': color } },
    ];
  });
  const ground: LayerSpecification = {
    id: 'ground',
    type: 'background',
    paint: { 'background-color': COLOURS.ground },
  };
  return { version: 8, sources: { map: source }, layers: isOverlay ? layers : [ground, ...layers] };
}

/** What the sources of a style want to be credited, as plain text. */
export function creditsOf(sources: StyleSpecification['sources'], map: LibraryMap): string[] {
  const texts = Object.keys(sources).flatMap((id) => {
    const { attribution } = (map.getSource(id) ?? {}) as { readonly attribution?: unknown };
    return typeof attribution === 'string' ? [attribution] : [];
  });
  const plain = texts.map((text) => new DOMParser().parseFromString(text, 'text/html').body.textContent?.trim() ?? '');
  return [...new Set(plain)].filter((text) => text !== '');
}
