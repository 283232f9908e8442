/** The bounds of maps, for programs that know only rectangles. */
import countryBoxes from '../../../contract/generated/country-boxes.cjs';
import { type Box, extentOf, joinedExtent, type MapArea } from '../../../contract/geometry.ts';

/** The boxes of an area; empty if it is not known, or the world. None crosses the 180th meridian. */
export function boxesOf(area: MapArea | null): readonly Box[] {
  if (area === null || area === 'world') return [];
  if ('countries' in area) return area.countries.flatMap((code) => countryBoxes[code] ?? []);
  return area.polygons.map(([outline = []]) => extentOf(outline));
}

/** The box around an area; null if it is not known, or the world. */
export function boundsOf(area: MapArea | null): Box | null {
  const boxes = boxesOf(area);
  return boxes.length === 0 ? null : joinedExtent(boxes);
}
