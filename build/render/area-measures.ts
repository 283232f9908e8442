/** What is measured of the areas of maps, once for each area. */
import { areaOfPolygons, type MapArea } from '../../contract/geometry.ts';
import { INDEX_ZOOM } from '../../contract/map-files.ts';
import { polygonsOf } from '../model/server-areas.ts';
import { once } from './once.ts';
import { tilesIn } from './tile-index.ts';

/** Computes something once for each area: many maps are of one country. */
export function memoized<T>(compute: (area: MapArea) => T): (area: MapArea) => T {
  const ofPolygons = once<MapArea & object, T>(compute);
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
