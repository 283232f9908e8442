import type { Polygon } from '../../contract/maps/bounding-boxes.ts';
import { isInsidePolygons } from '../../contract/maps/geometry.ts';
import { isPlaceQuery, type MapPlace, readFileQuery } from '../data/file-query.ts';
import type { NamedPlace } from './gazetteer.ts';

export interface KnownArea {
  readonly id: string;
  readonly isWorld: boolean;
  /** Countries that make up the area; empty if it has other borders. */
  readonly countries: readonly string[];
  readonly polygons: readonly Polygon[];
}

/** As in `topo 46.95, 7.45`. */
export function positionAtEnd(text: string): (MapPlace & { readonly start: number }) | null {
  for (const { index } of text.matchAll(/\S+/g)) {
    const query = readFileQuery(text.slice(index));
    if (isPlaceQuery(query)) return { ...query, start: index };
  }
  return null;
}

export function unnamedPlace({ latitude, longitude }: MapPlace, areas: readonly KnownArea[]): NamedPlace {
  const covering = areas.filter(
    ({ isWorld, polygons }) => isWorld || isInsidePolygons(polygons, [longitude, latitude]),
  );
  const lists = covering.map(({ countries }) => countries).filter((countries) => countries.length > 0);
  const [fewest = []] = lists.sort((a, b) => a.length - b.length);
  const position = { latitude, longitude };
  return {
    names: [],
    code: '',
    position,
    cities: [],
    size: 0,
    covering: new Set(covering.map(({ id }) => id)),
    countries: fewest,
  };
}
