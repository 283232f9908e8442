/** What is computed once, because every page needs it, and `serve` renders them again and again. */
import { INDEX_ZOOM } from '../../../contract/interface/v2-files.ts';
import { areaOfPolygons, type MapArea } from '../../../contract/maps/geometry.ts';
import { polygonsOf } from '../../model/areas.ts';
import { tilesIn } from '../v2/tile-index.ts';

/** Computes something once for each object, such as a catalog. */
export function computedOnce<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    const found = known.get(key) ?? { value: compute(key) };
    known.set(key, found);
    return found.value;
  };
}

/** Computes something once for each area: many maps are of one country. */
export function memoized<T>(compute: (area: MapArea) => T): (area: MapArea) => T {
  const ofPolygons = computedOnce<MapArea & object, T>(compute);
  const ofCountries = new Map<string, T>();
  return (area) => {
    if (area !== 'world' && 'polygons' in area) return ofPolygons(area);
    const name = String(area === 'world' ? area : area.countries);
    const found = ofCountries.get(name) ?? compute(area);
    ofCountries.set(name, found);
    return found;
  };
}

/** The size of an area, as a part of the world. */
export const areaSize = memoized((area) => areaOfPolygons(polygonsOf(area)));

/** The tiles of the index that an area has a part of, and how much of each. */
export const indexTiles = memoized((area) => tilesIn(polygonsOf(area), INDEX_ZOOM));
