/** Statuses from the history of `probe`. Its newest day counts as today: builds need no clock. */
import { DAY_MS, dayOf, daysFrom } from '../../contract/base/times.ts';
import type {
  CorsHistory,
  FoundZoom,
  ObservedMap,
  ObservedStatus,
  ProbeHistory,
  ZoomSearch,
} from '../../contract/generated/reports.types.ts';

export interface MapStatus extends Readonly<Omit<ObservedStatus, 'until' | 'days'>> {
  /** The last day of probing. */
  readonly probed: string;
  /** `probed` is long before the newest day, or before the built commit. */
  readonly isOld: boolean;
  /** A letter for each of the last `SHOWN_DAYS`, up to the newest; see `probe-history.json`. */
  readonly days: string;
  /** The fraction of days with a sure result on which it worked; null without such days. */
  readonly share: number | null;
  readonly cors?: Pick<CorsHistory, 'allowed' | 'since'>;
  /** The deepest zooms with pictures in three places, and the record's `maxZoom` then. */
  readonly deepest?: Pick<FoundZoom, 'from' | 'to' | 'day'> & Pick<ZoomSearch, 'maxZoom'>;
}

export interface Statuses {
  /** The newest day of the history. */
  readonly until: string;
  /** The newest day, or the commit that makes a status old, in seconds since 1970. */
  readonly changed: number;
  /** By list and id: `mapservers OpenStreetMap`. The history has lists in the singular. */
  readonly byMap: ReadonlyMap<string, MapStatus>;
}

const SHOWN_DAYS = 30;

const OLD_DAYS = 7;

export function mapStatusesIn({ servers: maps }: ProbeHistory): Statuses | null {
  const known = maps.flatMap(({ kind, id, status, ...observed }) => {
    const isKnown = status && /[^.]/.test(status.days);
    return isKnown ? [[`${kind}s ${id}`, status, observed] as const] : [];
  });
  if (known.length === 0) return null;
  const until = known.reduce((newest, [, status]) => (status.until > newest ? status.until : newest), '');
  const byMap = new Map(
    known.map(([key, status, observed]) => [key, { ...mapStatus(status, until), ...factsOf(observed) }]),
  );
  return { until, changed: Date.parse(until) / 1000, byMap };
}

export function statusOfMap(
  statuses: Pick<Statuses, 'byMap'> | null | undefined,
  { list, id }: { readonly list: string; readonly id: string },
): MapStatus | null {
  return statuses?.byMap.get(`${list} ${id}`) ?? null;
}

/** Statuses from long before a commit are old. @param time of the commit, in seconds since 1970 */
export function mapStatusesAt(statuses: Statuses, time: number): Statuses {
  const day = dayOf(time * 1000);
  const outdated = [...statuses.byMap].filter(([, { probed, isOld }]) => !isOld && daysFrom(probed, day) > OLD_DAYS);
  if (outdated.length === 0) return statuses;
  const known = outdated.map(([key, status]) => [key, { ...status, isOld: true }] as const);
  return { ...statuses, changed: time, byMap: new Map([...statuses.byMap, ...known]) };
}

function factsOf({ cors, zooms }: Pick<ObservedMap, 'cors' | 'zooms'>): Pick<MapStatus, 'cors' | 'deepest'> {
  const deepest = zooms?.found && { ...zooms.found, maxZoom: zooms.maxZoom };
  return { ...(cors ? { cors } : {}), ...(deepest ? { deepest } : {}) };
}

function mapStatus({ until: last, days, ...status }: ObservedStatus, until: string): MapStatus {
  const known = days.replace(/\.+$/, '');
  const probed = Date.parse(last) - (days.length - known.length) * DAY_MS;
  const unprobedDays = Math.round((Date.parse(until) - probed) / DAY_MS);
  // `w`: it worked; `u`: unsure; `.`: no probing.
  const good = days.replace(/[^w]/g, '').length;
  const certain = days.replace(/[u.]/g, '').length;
  return {
    ...status,
    probed: dayOf(probed),
    isOld: unprobedDays > OLD_DAYS,
    days: (known + '.'.repeat(Math.min(unprobedDays, SHOWN_DAYS))).slice(-SHOWN_DAYS).padStart(SHOWN_DAYS, '.'),
    share: certain === 0 ? null : good / certain,
  };
}
