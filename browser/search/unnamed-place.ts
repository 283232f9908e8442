/** Positions in what people type, and the maps that cover them. */
import { isInside, type Polygon } from '../../contract/geometry.ts';
import { searchWords } from '../../contract/search-text.ts';
import { isPlace, type MapPlace, readFileQuery } from '../data/file-query.ts';
import type { FoundPlace } from './gazetteer.ts';

/** The area of a map. */
export interface KnownArea {
  /** `mapservers/openstreetmap` */
  readonly id: string;
  readonly isWorld: boolean;
  readonly polygons: readonly Polygon[];
}

/** The position at the end of a text, after other words, as in `topo 46.95, 7.45`; null if there is none. */
export function positionAtEnd(text: string): (MapPlace & { readonly start: number }) | null {
  for (const { index } of text.matchAll(/\S+/g)) {
    const query = readFileQuery(text.slice(index));
    if (isPlace(query)) return { ...query, start: index };
  }
  return null;
}

/** The place of a text with a position at its end, with the maps that cover it. */
export function unnamedPlace(
  text: string,
  { start, latitude, longitude }: MapPlace & { readonly start: number },
  areas: readonly KnownArea[],
): FoundPlace {
  const covering = areas.filter(({ isWorld, polygons }) => isWorld || isInside(polygons, [longitude, latitude]));
  return {
    place: {
      names: [],
      code: '',
      position: { latitude, longitude },
      cities: [],
      size: 0,
      covering: new Set(covering.map(({ id }) => id)),
    },
    words: searchWords(text.slice(start)),
    otherWords: searchWords(text.slice(0, start)),
  };
}

/** The size of an element in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The place at a point, in pixels, of the world that is drawn before the map is loaded (`.map-empty` in layout.css);
 * null outside of the world. @param rem the size of the text of the page in pixels
 */
export function placeInDrawing({ width, height }: Size, x: number, y: number, rem: number): MapPlace | null {
  const size = Math.max(1.45 * width, 32 * rem);
  const east = (x - (width - size) * 0.5) / size;
  const south = (y - (height - size) * 0.36) / size;
  if (Math.min(east, south) < 0 || Math.max(east, south) > 1) return null;
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * south))) * 180) / Math.PI;
  return { latitude, longitude: east * 360 - 180 };
}
