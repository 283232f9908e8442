/** The shape of everything that is said of a map: what is known of it, and what each side of a site says of that. */
import type { MapProperties } from '../../../contract/generated/v2.types.ts';
import type { FilterFlag } from '../../../contract/words/search-fields.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import type { Html, HtmlPiece } from '../pages/layout/html.ts';
import type { AspectSources, PageContext } from '../pages/layout/page-layout.ts';

/** A row of the facts of a page; false for a fact that the map does not have. */
export type FactRow = readonly [term: string, what: HtmlPiece];

/** An aspect of maps. No side knows it by name: each asks all aspects the same. */
export interface MapAspect<T> {
  /** What is known of a map. `serve` makes its page again only if this, as JSON, has changed. */
  of(map: CatalogMap, sources: AspectSources): T;
  /** Members of documents below `/v2/`: of all if `MAP_MEMBERS` has them, else of its own. */
  members?(its: T, map: CatalogMap, sources: AspectSources): Partial<MapProperties>;
  /** What scripts read of a row: the flags that it states, true or false, and other attributes (`data-…`). */
  flags?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Record<string, boolean>>;
  attributes?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Record<string, string>>;
  /** The filters that pages have only if a map states their flags. */
  readonly filters?: readonly FilterFlag[];

  /** In a row: its picture, what is before its line, and its tags. */
  thumb?(its: T, map: CatalogMap, context: PageContext): Html | null;
  mark?(its: T, map: CatalogMap, context: PageContext): HtmlPiece;
  tags?(
    its: T,
    map: CatalogMap,
    context: PageContext,
  ): readonly (readonly [isSo: boolean, text: string, look: string])[];

  /** On the page of the map, from its top: the line under the title, what to know before building on it, what is urgent, … */
  verdict?(its: T, map: CatalogMap, context: PageContext): readonly HtmlPiece[];
  conditions?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  first?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** … what is in place of the map until it is opened, rows of its facts, sections beside them, and reports of problems. */
  sight?(its: T, map: CatalogMap, context: PageContext): Html | null;
  facts?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  section?(its: T, map: CatalogMap, context: PageContext): Html | null;
  report?(its: T, map: CatalogMap, context: PageContext): string;
}
