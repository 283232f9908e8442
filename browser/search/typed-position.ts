/** Positions in what people type, and the maps that cover them. */
import type { Polygon } from '../../contract/maps/bounding-boxes.ts';
import { isInsidePolygons } from '../../contract/maps/geometry.ts';
import { isPlaceQuery, type MapPlace, readFileQuery } from '../data/file-query.ts';
import type { NamedPlace } from './gazetteer.ts';

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
    if (isPlaceQuery(query)) return { ...query, start: index };
  }
  return null;
}

/** A position as a place, with the maps that cover it. */
export function unnamedPlace({ latitude, longitude }: MapPlace, areas: readonly KnownArea[]): NamedPlace {
  const covering = areas.filter(
    ({ isWorld, polygons }) => isWorld || isInsidePolygons(polygons, [longitude, latitude]),
  );
  const position = { latitude, longitude };
  return { names: [], code: '', position, cities: [], size: 0, covering: new Set(covering.map(({ id }) => id)) };
}
