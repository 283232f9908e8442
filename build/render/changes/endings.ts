/** The announced ends of maps that people should hear of: when they were announced, and 30 days before. A build reads no clock. */

import { DAY_MS, dayOf } from '../../../contract/base/times.ts';
import { MAP_LISTS } from '../../../contract/maps/map-types.ts';
import type { Cause, History } from '../../history/history.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps, mapId } from '../../model/catalog.ts';
import type { Statuses } from '../../model/statuses.ts';

/** The announced end of a map. */
export interface Ending {
  readonly map: CatalogMap;
  readonly date: string;
  readonly source: string;
  /** The commit that announced it; undefined if that is unknown. */
  readonly cause: Cause | undefined;
  /** 30 days before it, in seconds since 1970; null while that is in the future. */
  readonly soon: number | null;
}

const DAYS_BEFORE = 30;

/** The newest day that a build knows of: that of the status, or of the commit. Null without both. */
export function knownDay({ builtAt, log }: History, statuses: Statuses | null | undefined): string | null {
  const committed = builtAt ?? log[0]?.time;
  const days = [statuses?.until, committed === undefined ? undefined : dayOf(committed * 1000)];
  return days.reduce((newest: string | null, day) => (day && day > (newest ?? '') ? day : newest), null);
}

/** The announced ends of all maps, the next one first. @param today null if it is unknown; then none is soon */
export function endingsOf(catalog: CatalogOutline, { records }: History, today: string | null): Ending[] {
  const causes = new Map<string, Cause>();
  for (const { role, name, cause, fields, change } of records?.told ?? []) {
    const announced = fields?.find(([field, , to]) => field === 'ends.date' && to !== null)?.[2];
    // The newest is first; a record that is new brings its end with it.
    for (const key of [announced && `${role} ${name} ${announced}`, change === 'added' && `${role} ${name}`])
      if (key && !causes.has(key)) causes.set(key, cause);
  }
  return catalogMaps(catalog)
    .flatMap((map): Ending[] => {
      const { list, ends, fileName, provider } = map;
      if (!ends) return [];
      const names = [`${MAP_LISTS[list]} ${fileName}`, `provider ${provider}`];
      const found = names.map((name) => causes.get(`${name} ${ends.date}`)).find((cause) => cause);
      const soon = Date.parse(ends.date) - DAYS_BEFORE * DAY_MS;
      const isSoon = today !== null && dayOf(soon) <= today;
      return [{ map, ...ends, cause: found ?? causes.get(names[0] ?? ''), soon: isSoon ? soon / 1000 : null }];
    })
    .sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
}

/** What a feed says of an end: its time in seconds, a text that is the same in every build, and the words. */
export function endingNotices({ map, date, cause, soon }: Ending) {
  const key = `${mapId(map)}/#ends-${date}`;
  const title = `${map.id} ends on ${date}`;
  return [
    ...(cause ? [{ key: `${key}-announced`, time: cause.time, title, text: `announced: ${title}` }] : []),
    ...(soon === null ? [] : [{ key, time: soon, title, text: `in 30 days or less: ${title}` }]),
  ];
}
