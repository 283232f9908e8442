import type { CatalogMap } from '../../../../build/model/catalog.ts';
import { withoutUndefined } from '../../../../contract/base/json-values.ts';
import { dayOf, daysFrom } from '../../../../contract/base/times.ts';
import type { ZoomSearch } from '../../../../contract/generated/reports.types.ts';
import { probedZoomsOf } from '../ask/sample-tiles.ts';
import { observedByKey, observedKeyOf, observedKeyOfMap } from '../history/observations.ts';
import type { ProbeRun } from './probed-maps.ts';
import type { Switched, SwitchMode } from './switching.ts';

/** Weekly searches in a row that must find one deepest zoom in all places. */
const MIN_WEEKS = 3;

/** Days on which all tiles must have had another size. */
const SIZE_DAYS = 14;

/** Proposes a value once: a person may have turned it down; mode `all` repeats it. Leaves out switched maps. */
export function correctProbedZooms(
  { history, answers }: Switched,
  { maps, mode, now }: ProbeRun & { readonly mode: SwitchMode },
): Switched {
  const observed = observedByKey(history);
  const byKey = new Map(maps.map((map) => [observedKeyOfMap(map), map]));
  const today = dayOf(now);
  const proposed = <T extends { readonly proposed?: string }>(one: T | undefined, isSure: (one: T) => boolean) =>
    one && isSure(one) && (!one.proposed || mode === 'all') ? { ...one, proposed: one.proposed ?? today } : undefined;
  const corrected = answers.map((answer) => {
    const key = observedKeyOf(answer.kind, answer.id);
    const [known, map] = [observed.get(key), byKey.get(key)];
    if (!known || !map || answer.switched !== null) return answer;
    const zooms = proposed(known.zooms, (search) => isLower(search, map));
    const tileSize = proposed(
      known.tileSize,
      ({ pixels, since }) => pixels !== (map.tileSize ?? 256) && daysFrom(since, today) >= SIZE_DAYS,
    );
    observed.set(key, { ...known, ...withoutUndefined({ zooms, tileSize }) });
    return { ...answer, ...withoutUndefined({ maxZoom: zooms?.found?.to, tileSize: tileSize?.pixels }) };
  });
  return { history: { ...history, servers: [...observed.values()] }, answers: corrected };
}

function isLower({ found, maxZoom }: ZoomSearch, map: CatalogMap): boolean {
  const stated = probedZoomsOf(map).maxZoom;
  const isAgreed = found && found.weeks >= MIN_WEEKS && found.from === found.to && found.to < stated;
  // A person must decide about a deeper `probe`.
  return Boolean(isAgreed) && maxZoom === stated && (map.probe?.zoom ?? 0) <= (found?.to ?? 0);
}
