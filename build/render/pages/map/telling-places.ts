/** Where a preview of a map of the whole world opens: at a town that has what such a map shows. */
import type { CatalogMap } from '../../../model/catalog.ts';
import { placeZoomOf } from '../../../programs/map-bounds.ts';

/** Latitude and longitude. */
const PLACES = {
  innsbruck: [47.268, 11.393],
  zermatt: [46.015, 7.745],
  bregenz: [47.503, 9.735],
  kiel: [54.37, 10.18],
  genoa: [44.41, 8.93],
  zurich: [47.372, 8.542],
} as const;

/** Other kinds show a city between mountains. */
const BY_KIND: Readonly<Partial<Record<NonNullable<CatalogMap['kind']>, keyof typeof PLACES>>> = {
  topographic: 'zermatt',
  outdoor: 'zermatt',
  winter: 'zermatt',
  relief: 'zermatt',
  cycling: 'bregenz',
  nautical: 'kiel',
  aerial: 'genoa',
  transport: 'zurich',
};

export function tellingPlaceOf(
  { kind, area }: Pick<CatalogMap, 'kind' | 'area'>,
  zooms: { readonly minZoom: number; readonly maxZoom: number },
): readonly [latitude: number, longitude: number, zoom: number] | null {
  return area === 'world'
    ? [...PLACES[(kind && BY_KIND[kind]) ?? 'innsbruck'], placeZoomOf({ ...zooms, probe: null })]
    : null;
}
