/** Values that every page needs are computed once, because `serve` renders pages again and again. */
import { areaOfPolygons, type MapArea } from '../../contract/maps/geometry.ts';
import { polygonsOfArea } from './areas.ts';

export function memoizedByObject<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    const found = known.get(key) ?? { value: compute(key) };
    known.set(key, found);
    return found.value;
  };
}

/** Many maps are of one country. */
export function memoizedByArea<T>(compute: (area: MapArea) => T): (area: MapArea) => T {
  const byPolygons = memoizedByObject<MapArea & object, T>(compute);
  const byCountries = new Map<string, T>();
  return (area) => {
    if (area !== 'world' && 'polygons' in area) return byPolygons(area);
    const name = String(area === 'world' ? area : area.countries);
    const found = byCountries.get(name) ?? compute(area);
    byCountries.set(name, found);
    return found;
  };
}

/** A fraction of the world. */
export const mapAreaSize = memoizedByArea((area) => areaOfPolygons(polygonsOfArea(area)));
