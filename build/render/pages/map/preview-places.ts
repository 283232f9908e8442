/** Where a preview of a world map opens: at a town that has what it shows. */
import type { Language } from '../../../../contract/base/languages.ts';
import type { PageMap } from '../../../../contract/pages/page-data.ts';
import type { CatalogMap } from '../../../model/catalog.ts';
import { placeZoomOf } from '../../../programs/map-bounds.ts';

/** Latitude, longitude and name. */
const PLACES = {
  innsbruck: [47.268, 11.393, { en: 'Innsbruck', de: 'Innsbruck' }],
  zermatt: [46.015, 7.745, { en: 'Zermatt', de: 'Zermatt' }],
  bregenz: [47.503, 9.735, { en: 'Bregenz', de: 'Bregenz' }],
  kiel: [54.37, 10.18, { en: 'Kiel', de: 'Kiel' }],
  genoa: [44.41, 8.93, { en: 'Genoa', de: 'Genua' }],
  zurich: [47.372, 8.542, { en: 'Zurich', de: 'Zürich' }],
} as const;

/** Other kinds open at a city between mountains. */
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

export function previewPlaceOf(
  { kind, area }: Pick<CatalogMap, 'kind' | 'area'>,
  zooms: { readonly minZoom: number; readonly maxZoom: number },
  language: Language,
): NonNullable<PageMap['opening']> | null {
  if (area !== 'world') return null;
  const [latitude, longitude, names] = PLACES[(kind && BY_KIND[kind]) ?? 'innsbruck'];
  return [latitude, longitude, placeZoomOf({ ...zooms, probe: null }), names[language]];
}
