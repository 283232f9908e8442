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

/** In the order of pages. */
const ASPECTS: readonly MapAspect<unknown>[] = [STATUS, RECORD, ALTERNATIVES, CHANGES, PICTURE];

/** In the order of rows. No flag says that a change is recent: that depends on the reader's date. */
const FLAGS =
  'overlay base free commercial no-commercial active inactive https http token no-token language cors no-cors fresh works broken';

type Hooks = Required<Omit<MapAspect<unknown>, 'of' | 'filters'>>;
type Said<Answer> = Answer extends readonly (infer Item)[] ? Item : NonNullable<Answer>;

export function fromAspects<Hook extends keyof Hooks>(
  hook: Hook,
  map: CatalogMap,
  context: Parameters<Hooks[Hook]>[2] & AspectSources,
): Said<ReturnType<Hooks[Hook]>>[] {
  type Say = (its: unknown, map: CatalogMap, context: AspectSources) => Said<ReturnType<Hooks[Hook]>>[];
  return ASPECTS.flatMap((aspect) => (aspect[hook] as Say | undefined)?.(aspect.of(map, context), map, context) || []);
}

export function aspectSources(site: SiteView): AspectSources {
  const { catalog, history, parts } = site;
  return { catalog, history, statuses: parts.statuses, pictures: shownPictures(site) };
}

export const mapAspects = (map: CatalogMap, sources: AspectSources): unknown =>
  ASPECTS.map((aspect) => aspect.of(map, sources));

export function mapFlags(map: CatalogMap, sources: AspectSources): readonly string[] {
  const stated = Object.assign({}, ...fromAspects('flags', map, sources));
  return FLAGS.split(' ').filter((flag) => stated[flag]);
}

export function hasFilter(flag: FilterFlag, maps: readonly CatalogMap[], sources: AspectSources): boolean {
  const isOptional = ASPECTS.some(({ filters }) => filters?.includes(flag));
  return !isOptional || maps.some((map) => fromAspects('flags', map, sources).some((stated) => flag in stated));
}
