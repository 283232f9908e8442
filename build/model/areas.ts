import borders from '../../contract/generated/borders.cjs';
import type { TileServerSource } from '../../contract/generated/catalog.types.ts';
import type { Polygon } from '../../contract/maps/bounding-boxes.ts';
import { type MapArea, polygonOf, polygonsInGeoJson } from '../../contract/maps/geometry.ts';
import { type Content, soundDocuments } from '../validate/content.ts';

export function polygonsByName(content: Content): ReadonlyMap<string, readonly Polygon[]> {
  return new Map(
    soundDocuments(content, 'area').map(({ name, value }) => [name, polygonsInGeoJson(value) as readonly Polygon[]]),
  );
}

export function mapAreaOf(
  countries: TileServerSource['countries'],
  area: TileServerSource['area'],
  areas: ReadonlyMap<string, readonly Polygon[]>,
): MapArea | null {
  if (countries) return { countries };
  if (area === undefined || area === 'world') return area ?? null;
  return { polygons: typeof area === 'string' ? (areas.get(area) ?? []) : area.map(polygonOf) };
}

/** The reach of Web Mercator: 85.0511 degrees, rounded up. */
const WORLD: readonly Polygon[] = [polygonOf({ west: -180, south: -85.06, east: 180, north: 85.06 })];

export function polygonsOfArea(area: MapArea): readonly Polygon[] {
  if (area === 'world') return WORLD;
  return 'polygons' in area ? area.polygons : area.countries.flatMap((code) => borders[code] ?? []);
}
