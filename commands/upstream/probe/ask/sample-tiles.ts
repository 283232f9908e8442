import type { CatalogMap } from '../../../../build/model/catalog.ts';
import countryCities from '../../../../contract/generated/country-cities.json' with { type: 'json' };
import type { Polygon, Position } from '../../../../contract/maps/bounding-boxes.ts';
import { isInsidePolygons } from '../../../../contract/maps/geometry.ts';

export interface TilePosition {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export interface SampleTiles {
  readonly tiles: readonly TilePosition[];
  /**
   * The record states a tile, or the map gave one before: it fails without any of `tiles`. Other maps may have tiles
   * elsewhere, even at zoom 0.
   */
  readonly isSure: boolean;
  /** Nothing is known. */
  readonly isGuess: boolean;
}

/** Latitude, longitude: Berlin, New York, Tokyo, Sydney. */
const CITIES: readonly (readonly [number, number])[] = [
  [52.52, 13.4],
  [40.71, -74.01],
  [35.68, 139.69],
  [-33.87, 151.21],
];

const COUNTRY_ZOOM = 6;

/** The zoom of a place for which the record states none. */
export const TOWN_ZOOM = 12;

export interface MapPlaces {
  /** True also if the area is the world. */
  readonly hasArea: boolean;
  readonly middle: Position | null;
  readonly places: readonly Position[];
}

const NO_AREA = { hasArea: false, middle: null };

type Zooms = Pick<CatalogMap, 'minZoom' | 'maxZoom'> & Partial<Pick<CatalogMap, 'probe'>>;

/** Records of vector tiles and archives may leave zooms to their documents. */
export const probedZoomsOf = ({ minZoom = 0, maxZoom = 14 }: Zooms) => ({ minZoom, maxZoom });

/**
 * In order: the record's tile, the last good one (`known`), the whole world, the middle of the area or of some cities.
 */
export function sampleTiles(
  { probe, ...map }: Zooms,
  known: TilePosition | null,
  { hasArea, middle }: Pick<MapPlaces, 'hasArea' | 'middle'> = NO_AREA,
): SampleTiles {
  const { minZoom, maxZoom } = probedZoomsOf(map);
  const within = (zoom: number): number => Math.min(Math.max(zoom, minZoom), maxZoom);
  const stated = probe ? [tileAt(probe.latitude, probe.longitude, within(probe.zoom ?? TOWN_ZOOM))] : [];
  const before = known && known.zoom === within(known.zoom) ? [known] : [];
  const world = minZoom === 0 ? [{ zoom: 0, x: 0, y: 0 }] : [];
  const guessed = middle
    ? [TOWN_ZOOM, COUNTRY_ZOOM].map((zoom) => tileAt(middle[1], middle[0], within(zoom)))
    : CITIES.map(([latitude, longitude]) => tileAt(latitude, longitude, within(COUNTRY_ZOOM)));
  const tiles = new Map([...stated, ...before, ...world, ...guessed].map((tile) => [nameOfTile(tile), tile]));
  const isSure = stated.length + before.length > 0;
  return { tiles: [...tiles.values()], isSure, isGuess: !isSure && !hasArea };
}

const SPREAD_TILES = 5;

const PLACES = { count: 3, apartDegrees: 0.5 };

/** A country's numbers are latitudes and longitudes in turn. */
export const KNOWN_CITIES: readonly Position[] = Object.values(countryCities).flatMap((degrees) =>
  degrees.flatMap((latitude, index): Position[] => (index % 2 === 0 ? [[degrees[index + 1] as number, latitude]] : [])),
);

export function landPlacesIn(polygons: readonly Polygon[], middle: Position): Position[] {
  const places: Position[] = [];
  // Tests only the nearest: whether a city is inside takes longest.
  for (const city of KNOWN_CITIES.toSorted((a, b) => distance(a, middle) - distance(b, middle))) {
    const isApart = places.every((place) => distance(place, city) >= PLACES.apartDegrees);
    if (isApart && isInsidePolygons(polygons, city)) places.push(city);
    if (places.length === PLACES.count) break;
  }
  return places;
}

function distance([x1, y1]: Position, [x2, y2]: Position): number {
  return Math.hypot(x1 - x2, y1 - y2);
}

/**
 * Tiles that are far apart: what they all have in common is not a map.
 * @param places in the map's area; empty if it is unknown or the world
 */
export function spreadTiles(
  { probe, ...map }: Zooms,
  first: TilePosition,
  places: readonly Position[],
): TilePosition[] {
  const { minZoom, maxZoom } = probedZoomsOf(map);
  const within = (zoom: number): number => Math.min(Math.max(zoom, minZoom), maxZoom);
  const near = within(Math.max(TOWN_ZOOM, minZoom + 2));
  const far = within(Math.min(COUNTRY_ZOOM, near - 2));
  const stated: Position[] = probe ? [[probe.longitude, probe.latitude]] : [];
  const known = [...stated, ...places];
  const all = known.length > 0 ? known : CITIES.map(([latitude, longitude]): Position => [longitude, latitude]);
  const spread = all.flatMap(([longitude, latitude]) => [near, far].map((zoom) => tileAt(latitude, longitude, zoom)));
  const [{ x, y, zoom } = first] = spread;
  const beside = [
    { zoom, x: Math.min(x + 1, 2 ** zoom - 1), y },
    { zoom, x, y: Math.min(y + 1, 2 ** zoom - 1) },
    { zoom, x: Math.max(x - 1, 0), y },
  ];
  const tiles = new Map([...spread, ...(all.length < 3 ? beside : [])].map((tile) => [nameOfTile(tile), tile]));
  tiles.delete(nameOfTile(first));
  return [...tiles.values()].slice(0, SPREAD_TILES);
}

/** `12/2144/1438` */
export function nameOfTile({ zoom, x, y }: TilePosition): string {
  return `${zoom}/${x}/${y}`;
}

/** Web Mercator. */
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
