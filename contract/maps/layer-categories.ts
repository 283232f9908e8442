/** The categories that lists of editors give to maps, and the kinds of maps of a catalog. */
import type { MapKind } from '../generated/catalog.types.ts';

/** A category of such lists. */
interface LayerCategory {
  /** The kinds that are written as this category. */
  readonly written: readonly MapKind[];
  /** The kind that it is read as; null if it could be several. */
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

/** All categories by their names, which are the same in both. The first one with a kind is written. */
export const LAYER_CATEGORIES: Readonly<Record<string, LayerCategory>> = {
  photo: { written: ['aerial'], read: 'aerial' },
  historicphoto: { written: [], read: 'aerial' },
  elevation: { written: ['relief'], read: 'relief' },
  historicmap: { written: ['historic'], read: 'historic' },
  map: { written: DRAWN, read: null },
  // Only if OpenStreetMap is credited.
  osmbasedmap: { written: DRAWN, read: null },
  qa: { written: [], read: 'other' },
  other: { written: ['labels', 'other'], read: null },
};

/** The category that a map is written as. @param isOpenStreetMap whether OpenStreetMap is credited on it */
export function layerCategoryOf(kind: MapKind | undefined, isOpenStreetMap: boolean): string {
  const found = Object.entries(LAYER_CATEGORIES).find(([, { written }]) => kind && written.includes(kind))?.[0];
  return found === 'map' && isOpenStreetMap ? 'osmbasedmap' : (found ?? 'other');
}

/** The kind of a map with a category; undefined if it could be several, or the category is unknown. */
export function kindOfCategory(category: string): MapKind | undefined {
  return (Object.hasOwn(LAYER_CATEGORIES, category) && LAYER_CATEGORIES[category]?.read) || undefined;
}

/** The member of a list by which our own says what a layer without a geometry is: in others, it is worldwide. */
export const NO_GEOMETRY = 'withoutGeometry';
