import type { FilterFlag } from '../../../contract/words/search-fields.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import type { AspectSources } from '../pages/layout/page-layout.ts';
import type { SiteView } from '../publication.ts';
import { ALTERNATIVES } from './alternatives.ts';
import type { MapAspect } from './map-aspect.ts';
import { CHANGES } from './map-changes.ts';
import { PICTURE, shownPictures } from './map-picture.ts';
import { RECORD } from './record.ts';
import { STATUS } from './status.ts';

/** In the order in which pages have them. */
const ASPECTS: readonly MapAspect<unknown>[] = [STATUS, RECORD, ALTERNATIVES, CHANGES, PICTURE];

/** The order of flags. Whether a change is recent depends on the reader's date. */
const FLAGS = 'overlay base free active inactive https http token no-token language cors no-cors fresh works broken';

type Hooks = Required<Omit<MapAspect<unknown>, 'of' | 'filters'>>;
type Told<Answer> = Answer extends readonly (infer Item)[] ? Item : NonNullable<Answer>;

/** Without empty answers. */
export function fromAspects<Hook extends keyof Hooks>(
  hook: Hook,
  map: CatalogMap,
  context: Parameters<Hooks[Hook]>[2] & AspectSources,
): Told<ReturnType<Hooks[Hook]>>[] {
  type Ask = (its: unknown, map: CatalogMap, context: AspectSources) => Told<ReturnType<Hooks[Hook]>>[];
  return ASPECTS.flatMap((one) => (one[hook] as Ask | undefined)?.(one.of(map, context), map, context) || []);
}

export function aspectSources(site: SiteView): AspectSources {
  const { catalog, history, parts } = site;
  return { catalog, history, statuses: parts.statuses, pictures: shownPictures(site) };
}

/** What is known of a map, for comparisons. */
export const mapAspects = (map: CatalogMap, sources: AspectSources): unknown =>
  ASPECTS.map((one) => one.of(map, sources));

export function mapFlags(map: CatalogMap, sources: AspectSources): readonly string[] {
  const its = Object.assign({}, ...fromAspects('flags', map, sources));
  return FLAGS.split(' ').filter((flag) => its[flag]);
}

/** Whether pages have a filter. */
export function hasFilter(flag: FilterFlag, maps: readonly CatalogMap[], sources: AspectSources): boolean {
  const isOptional = ASPECTS.some(({ filters }) => filters?.includes(flag));
  return !isOptional || maps.some((map) => fromAspects('flags', map, sources).some((its) => flag in its));
}
