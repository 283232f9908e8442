/** All aspects of maps, and what they say together. */
import type { FilterFlag } from '../../../contract/words/search-fields.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import type { AspectSources } from '../pages/layout/page-layout.ts';
import type { SiteView } from '../publication.ts';
import { ALTERNATIVES } from './alternatives.ts';
import { CHANGES } from './changes.ts';
import { MAP_FLAGS, type MapAspect, type MapFlag } from './map-aspect.ts';
import { PICTURE, shownPictures } from './picture.ts';
import { RECORD } from './record.ts';
import { STATUS } from './status.ts';

/** In the order in which pages have them. */
const MAP_ASPECTS: readonly MapAspect<unknown>[] = [STATUS, RECORD, ALTERNATIVES, CHANGES, PICTURE];

type Hooks = Required<Omit<MapAspect<unknown>, 'of' | 'changed' | 'filters'>>;

/** What each aspect says of a map that says something there. */
export function fromAspects<Hook extends keyof Hooks>(
  hook: Hook,
  map: CatalogMap,
  context: Parameters<Hooks[Hook]>[2] & AspectSources,
): ReturnType<Hooks[Hook]>[] {
  type Tell = (its: unknown, map: CatalogMap, context: AspectSources) => ReturnType<Hooks[Hook]>;
  return MAP_ASPECTS.flatMap((one) => (one[hook] ? [(one[hook] as Tell)(one.of(map, context), map, context)] : []));
}

/** What aspects are found from, of a site. */
export function aspectSources(site: SiteView): AspectSources {
  const { catalog, history, parts } = site;
  return { catalog, history, statuses: parts.statuses, pictures: shownPictures(site) };
}

/** What is known of a map. */
export function mapAspects(map: CatalogMap, sources: AspectSources): readonly unknown[] {
  return MAP_ASPECTS.map((one) => one.of(map, sources));
}

/** When what is known of maps last changed, in seconds since 1970; null if that of the catalog is unknown. */
export function lastChangeOfAspects(modified: number | null, sources: AspectSources): number | null {
  const times = MAP_ASPECTS.map((one) => one.changed?.(sources) ?? 0);
  return modified === null ? null : Math.max(modified, ...times);
}

/** The filters that match a map. Whether a change is recent depends on the reader's date. */
export function mapFlags(map: CatalogMap, sources: AspectSources): readonly MapFlag[] {
  const its = Object.assign({}, ...fromAspects('flags', map, sources));
  return MAP_FLAGS.filter((flag) => its[flag]);
}

/** Whether pages have a filter: some are of use only if a map states what they ask. */
export function hasFilter(flag: FilterFlag, maps: readonly CatalogMap[], sources: AspectSources): boolean {
  const isOptional = MAP_ASPECTS.some(({ filters }) => filters?.includes(flag));
  return !isOptional || maps.some((map) => fromAspects('flags', map, sources).some((its) => flag in its));
}
