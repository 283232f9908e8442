/** An aspect: one thing that is known of maps, and what pages and documents say of it. */
import type { MapProperties } from '../../../contract/generated/v2.types.ts';
import type { FilterFlag } from '../../../contract/words/search-fields.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import type { Html, HtmlPiece } from '../pages/layout/html.ts';
import type { AspectSources, PageContext } from '../pages/layout/page-layout.ts';

/** A row of the facts of a page; `what` is false for a fact that the map does not have. */
export type FactRow = readonly [term: string, what: HtmlPiece];

/** An aspect of maps. Pages and documents know no aspect by name: they call the same hook of all. */
export interface MapAspect<T> {
  /** What is known of a map. `serve` makes its page again only if this, as JSON, has changed. */
  of(map: CatalogMap, sources: AspectSources): T;
  /** Members below `/v2/`: in the lists of maps, too, if `MAP_MEMBERS` has them; else only in the map's own document. */
  members?(its: T, map: CatalogMap, sources: AspectSources): Partial<MapProperties>;
  /** The flags that a row states, true or false; scripts read them. */
  flags?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Record<string, boolean>>;
  /** Other attributes of a row that scripts read: `data-…`. */
  attributes?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Record<string, string>>;
  /** The filters that pages have only if a map states their flags. */
  readonly filters?: readonly FilterFlag[];

  /** The picture of a row. */
  thumb?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** What is before the last line of a row. */
  mark?(its: T, map: CatalogMap, context: PageContext): HtmlPiece;
  /** The tags of a row. `look` is a class of the styles. */
  tags?(
    its: T,
    map: CatalogMap,
    context: PageContext,
  ): readonly (readonly [isShown: boolean, text: string, look: string])[];

  /** On the page of a map, from its top: the line under the title. */
  verdict?(its: T, map: CatalogMap, context: PageContext): readonly HtmlPiece[];
  /** What to know before building on the map. */
  conditions?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  /** What is urgent, above the map. */
  first?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** What is in place of the map until it is opened. */
  sight?(its: T, map: CatalogMap, context: PageContext): Html | null;
  facts?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  /** A section beside the facts. */
  section?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** What the link to report a problem fills in. */
  report?(its: T, map: CatalogMap, context: PageContext): string;
}
