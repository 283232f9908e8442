/** Where a preview of a map of the whole world opens: at a town that has what such a map shows. */
import type { CatalogMap } from '../../../model/catalog.ts';
import { placeZoomOf } from '../../../programs/map-bounds.ts';

type Place = readonly [latitude: number, longitude: number];

/** A city between mountains. */
const INNSBRUCK: Place = [47.268, 11.393];

/** A village with glaciers, paths, huts and slopes. */
const ZERMATT: Place = [46.015, 7.745];

const PLACES: Readonly<Partial<Record<NonNullable<CatalogMap['kind']>, Place>>> = {
  topographic: ZERMATT,
  outdoor: ZERMATT,
  winter: ZERMATT,
  relief: ZERMATT,
  // Bregenz: the paths around a lake.
  cycling: [47.503, 9.735],
  // Kiel: a harbour, its fairway and its lights.
  nautical: [54.37, 10.18],
  // Genoa: streets between mountains and the sea.
  aerial: [44.41, 8.93],
  // Zurich: trams, trains and boats.
  transport: [47.372, 8.542],
};

export function tellingPlaceOf(
  { kind, area }: Pick<CatalogMap, 'kind' | 'area'>,
  zooms: { readonly minZoom: number; readonly maxZoom: number },
): readonly [...Place, zoom: number] | null {
  if (area !== 'world') return null;
  return [...((kind && PLACES[kind]) || INNSBRUCK), placeZoomOf({ probe: null, ...zooms })];
}
