/** Selects the tiles to request from a server. */
import type { TileServerSource } from '../../contract/generated/catalog.types.ts';
import type { Position } from '../../contract/geometry.ts';

/** The position of a tile in the grid of all tile servers. */
export interface TilePosition {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The tiles to request one by one, until one is good. */
export interface SampleTiles {
  readonly tiles: readonly TilePosition[];
  /**
   * Whether a server without any of them fails: its record states one, or it had one before. Otherwise it may have
   * tiles elsewhere, even at zoom 0.
   */
  readonly isSure: boolean;
}

/** Default places, as latitude and longitude: cities on several continents. */
const CITIES: readonly (readonly [number, number])[] = [
  [52.52, 13.4],
  [40.71, -74.01],
  [35.68, 139.69],
  [-33.87, 151.21],
];

/** The zoom for these places, if the server has it: a tile covers a country. */
const COUNTRY_ZOOM = 6;

/** The default zoom of a place in a record, if the server has it. */
const TOWN_ZOOM = 12;

/**
 * The tiles to request from a server: the one in its record, the last good one, the whole world, and those in the middle
 * of its area, or of some cities if its area is not known.
 *
 * @param known the last good tile; null if unknown
 * @param middle a position in its area; null if that is not known, or the world
 */
export function sampleTiles(
  { minZoom, maxZoom, probe }: Pick<TileServerSource, 'minZoom' | 'maxZoom' | 'probe'>,
  known: TilePosition | null,
  middle: Position | null = null,
): SampleTiles {
  const within = (zoom: number): number => Math.min(Math.max(zoom, minZoom), maxZoom);
  const stated = probe ? [tileAt(probe.latitude, probe.longitude, within(probe.zoom ?? TOWN_ZOOM))] : [];
  const before = known && known.zoom === within(known.zoom) ? [known] : [];
  const world = minZoom === 0 ? [{ zoom: 0, x: 0, y: 0 }] : [];
  const guessed = middle
    ? [TOWN_ZOOM, COUNTRY_ZOOM].map((zoom) => tileAt(middle[1], middle[0], within(zoom)))
    : CITIES.map(([latitude, longitude]) => tileAt(latitude, longitude, within(COUNTRY_ZOOM)));
  const tiles = new Map([...stated, ...before, ...world, ...guessed].map((tile) => [nameOfTile(tile), tile]));
  return { tiles: [...tiles.values()], isSure: stated.length + before.length > 0 };
}

/** A tile as people write it: `12/2144/1438`. */
export function nameOfTile({ zoom, x, y }: TilePosition): string {
  return `${zoom}/${x}/${y}`;
}

/** The Web Mercator tile that contains a place. */
export function tileAt(latitude: number, longitude: number, zoom: number): TilePosition {
  const size = 2 ** zoom;
  const within = (value: number): number => Math.min(Math.max(Math.floor(value), 0), size - 1);
  const angle = (latitude * Math.PI) / 180;
  return {
    zoom,
    x: within(((longitude + 180) / 360) * size),
    y: within(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * size),
  };
}
