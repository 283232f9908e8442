import type { MapKind } from '../generated/catalog.types.ts';

interface LayerCategory {
  readonly written: readonly MapKind[];
  readonly read: MapKind | null;
}

const DRAWN: readonly MapKind[] = [
  'street',
  'topographic',
  'outdoor',
  'cycling',
  'winter',
  'nautical',
  'aviation',
  'transport',
];

/** All lists of layers have these names. A kind is written as the first category with it. */
export const LAYER_CATEGORIES: Readonly<Record<string, LayerCategory>> = {
  photo: { written: ['aerial'], read: 'aerial' },
  historicphoto: { written: [], read: 'aerial' },
  elevation: { written: ['relief'], read: 'relief' },
  historicmap: { written: ['historic'], read: 'historic' },
  map: { written: DRAWN, read: null },
  osmbasedmap: { written: DRAWN, read: null },
  qa: { written: [], read: 'other' },
  other: { written: ['labels', 'other'], read: null },
};

export function layerCategoryOf(kind: MapKind | undefined, isOpenStreetMap: boolean): string {
  const found = Object.entries(LAYER_CATEGORIES).find(([, { written }]) => kind && written.includes(kind))?.[0];
  return found === 'map' && isOpenStreetMap ? 'osmbasedmap' : (found ?? 'other');
}

export function kindOfCategory(category: string): MapKind | undefined {
  return (Object.hasOwn(LAYER_CATEGORIES, category) && LAYER_CATEGORIES[category]?.read) || undefined;
}

/** The member of our lists that says what a layer without a geometry covers. In other lists, it covers the world. */
export const NO_GEOMETRY = 'withoutGeometry';
