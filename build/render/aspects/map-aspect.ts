import type { MapProperties } from '../../../contract/generated/v2.types.ts';
import type { FilterFlag } from '../../../contract/words/search-fields.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import type { Html, HtmlPiece } from '../pages/layout/html.ts';
import type { AspectSources, PageContext } from '../pages/layout/page-layout.ts';

/** `what` is false without the fact. */
export type FactRow = readonly [term: string, what: HtmlPiece];

/**
 * One thing that is known of maps, and what pages and documents say of it. They know no aspect by name: they call the
 * same hook of all.
 */
export interface MapAspect<T> {
  /** `serve` makes a map's page again only if this, as JSON, has changed. */
  of(map: CatalogMap, sources: AspectSources): T;
  /** Below `/v2/`: members in `MAP_MEMBERS` are in lists of maps, too, others only in the map's own document. */
  members?(its: T, map: CatalogMap, sources: AspectSources): Partial<MapProperties>;
  /** What a row states, true or false, for scripts. */
  flags?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Record<string, boolean>>;
  /** Other `data-…` attributes of a row, for scripts. */
  attributes?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Record<string, string>>;
  /** Pages have these filters only if a map states their flags. */
  readonly filters?: readonly FilterFlag[];

  thumb?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** Before the last line of a row. */
  mark?(its: T, map: CatalogMap, context: PageContext): HtmlPiece;
  /** Of a row. `look` is a class of the styles. */
  tags?(
    its: T,
    map: CatalogMap,
    context: PageContext,
  ): readonly (readonly [isShown: boolean, text: string, look: string])[];

  /** The line under the title of a map's page. The next members are in the order of the page. */
  verdict?(its: T, map: CatalogMap, context: PageContext): readonly HtmlPiece[];
  /** What to know before building on the map. */
  conditions?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  /** Urgent, above the map. */
  first?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** In place of the map until it is opened. */
  sight?(its: T, map: CatalogMap, context: PageContext): Html | null;
  facts?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  /** Beside the facts. */
  section?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** For the link that reports a problem. */
  report?(its: T, map: CatalogMap, context: PageContext): string;
}
