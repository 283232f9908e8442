/** Which tiles a server is asked for. */
import type { TileServerSource } from '../../contract/generated/catalog.types.ts';

/** The position of a tile in the grid of all tile servers. */
export interface TilePosition {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The tiles to ask for, one after the other, until the server has one. */
export interface SampleTiles {
  readonly tiles: readonly TilePosition[];
  /**
   * Whether a server that has none of them does not work: its record states one of them, or it had one. Else it may
   * have tiles in other places only, even at zoom 0.
   */
  readonly isSure: boolean;
}

/** Places for servers about which nothing is known, as latitude and longitude: cities on several continents. */
const CITIES: readonly (readonly [number, number])[] = [
  [52.52, 13.4],
  [40.71, -74.01],
  [35.68, 139.69],
  [-33.87, 151.21],
];

/** Their zoom, if the server has it: countries are as large as a tile. */
const COUNTRY_ZOOM = 6;

/** The zoom of a place whose record states none, if the server has it. */
const TOWN_ZOOM = 12;

/**
 * The tiles to ask a server for: the one that its record states, the one that it had last time, the whole world, and
 * some cities.
 *
 * @param known the tile that it had last time; null if it is not known
 */
export function sampleTiles(
  { minZoom, maxZoom, probe }: Pick<TileServerSource, 'minZoom' | 'maxZoom' | 'probe'>,
  known: TilePosition | null,
): SampleTiles {
  const within = (zoom: number): number => Math.min(Math.max(zoom, minZoom), maxZoom);
  const stated = probe ? [tileAt(probe.latitude, probe.longitude, within(probe.zoom ?? TOWN_ZOOM))] : [];
  const before = known && known.zoom === within(known.zoom) ? [known] : [];
  const world = minZoom === 0 ? [{ zoom: 0, x: 0, y: 0 }] : [];
  const cities = CITIES.map(([latitude, longitude]) => tileAt(latitude, longitude, within(COUNTRY_ZOOM)));
  const tiles = new Map([...stated, ...before, ...world, ...cities].map((tile) => [nameOfTile(tile), tile]));
  return { tiles: [...tiles.values()], isSure: stated.length + before.length > 0 };
}

/** A tile as people write it: `12/2144/1438`. */
export function nameOfTile({ zoom, x, y }: TilePosition): string {
  return `${zoom}/${x}/${y}`;
}

/** The tile that a place is on, in the grid of Web Mercator. */
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
