/** The shape of everything that is said of a map: what is known of it, and what each side of a site says of that. */
import type { MapProperties } from '../../../contract/generated/v2.types.ts';
import type { FilterFlag } from '../../../contract/words/search-fields.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import type { Html, HtmlPiece } from '../pages/layout/html.ts';
import type { AspectSources, PageContext } from '../pages/layout/page-layout.ts';

/** A row of the facts of a page; false for a fact that the map does not have. */
export type FactRow = readonly [term: string, what: HtmlPiece];

/** What `data-flags` can have, in its order: filters, and what the search asks. */
export const MAP_FLAGS = [
  'overlay',
  'base',
  'free',
  'active',
  'inactive',
  'https',
  'http',
  'token',
  'no-token',
  'language',
  'cors',
  'no-cors',
  'fresh',
  'works',
  'broken',
] as const;

export type MapFlag = (typeof MAP_FLAGS)[number];

/** An aspect of maps. Nothing else knows it by name: every side asks all aspects the same. */
export interface MapAspect<T> {
  /** What is known of a map. The pages of a map are made again only if this, as JSON, has changed. */
  of(map: CatalogMap, sources: AspectSources): T;
  /** When it last changed without the catalog, in seconds since 1970; null if it did not. */
  changed?(sources: AspectSources): number | null;

  /** Members of all documents of a map below `/v2/`, which are in `MAP_MEMBERS`, too. */
  members?(its: T, map: CatalogMap, sources: AspectSources): Partial<MapProperties>;
  /** Members of its own document alone. */
  ownMembers?(its: T, map: CatalogMap, sources: AspectSources): Partial<MapProperties>;

  /** The flags that it states, true or false. */
  flags?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Partial<Record<MapFlag, boolean>>>;
  /** The filters that pages have only if a map states their flags. */
  readonly filters?: readonly FilterFlag[];

  /** In lists: what scripts read of a row (`data-…`), its picture, what is before its line, and its tags. */
  attributes?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Record<string, string>>;
  thumb?(its: T, map: CatalogMap, context: PageContext): Html | null;
  mark?(its: T, map: CatalogMap, context: PageContext): Html | null;
  tags?(
    its: T,
    map: CatalogMap,
    context: PageContext,
  ): readonly (readonly [isSo: boolean, text: string, look: string])[];

  /** On the page of a map, from its top: parts of the line under the title, what to know before building on it, … */
  verdict?(its: T, map: CatalogMap, context: PageContext): readonly HtmlPiece[];
  conditions?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  /** … what comes before everything else, what is in place of the map until it is opened, … */
  first?(its: T, map: CatalogMap, context: PageContext): Html | null;
  sight?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** … rows of its facts, what a report of a problem says, and sections beside the facts. */
  facts?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  report?(its: T, map: CatalogMap, context: PageContext): string;
  section?(its: T, map: CatalogMap, context: PageContext): Html | null;
}
