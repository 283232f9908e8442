import type { MapProperties } from '../../../contract/generated/v2.types.ts';
import type { FilterFlag } from '../../../contract/words/search-fields.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import type { Html, HtmlPiece } from '../pages/layout/html.ts';
import type { AspectSources, PageContext } from '../pages/layout/page-layout.ts';

/** `what` is false if the map lacks the fact. */
export type FactRow = readonly [term: string, what: HtmlPiece];

/**
 * A thing known of maps, and what pages and documents say of it. Pages and documents call the same hook of all aspects,
 * and know no aspect by name.
 */
export interface MapAspect<T> {
  /** `serve` makes a map's page again if this, as JSON, has changed. */
  of(map: CatalogMap, sources: AspectSources): T;
  /** Members of a map's document below `/v2/`. Lists of maps have only those in `MAP_MEMBERS`. */
  members?(its: T, map: CatalogMap, sources: AspectSources): Partial<MapProperties>;
  /** Flags of a row, for scripts. */
  flags?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Record<string, boolean>>;
  /** `data-…` attributes of a row, for scripts. */
  attributes?(its: T, map: CatalogMap, sources: AspectSources): Readonly<Record<string, string>>;
  /** Shown if a map states their flags. */
  readonly filters?: readonly FilterFlag[];

  thumb?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** A mark before the last line of a row. */
  mark?(its: T, map: CatalogMap, context: PageContext): HtmlPiece;
  /** Tags of a row. `look` is a class of the styles. */
  tags?(
    its: T,
    map: CatalogMap,
    context: PageContext,
  ): readonly (readonly [isShown: boolean, text: string, look: string])[];

  /** Under the title of a map's page. The next members are in page order. */
  verdict?(its: T, map: CatalogMap, context: PageContext): readonly HtmlPiece[];
  /** What readers must know before they build on the map. */
  conditions?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  /** Urgent, above the map. */
  first?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** What is seen until the map is opened. */
  sight?(its: T, map: CatalogMap, context: PageContext): Html | null;
  facts?(its: T, map: CatalogMap, context: PageContext): readonly FactRow[];
  /** A section beside the facts. */
  section?(its: T, map: CatalogMap, context: PageContext): Html | null;
  /** Text for the link that reports a problem. */
  report?(its: T, map: CatalogMap, context: PageContext): string;
}
