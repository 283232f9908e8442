import type { CatalogMap } from '../../../../build/model/catalog.ts';
import { withoutUndefined } from '../../../../contract/base/json-values.ts';
import { byCodePoint, itemsByKey } from '../../../../contract/base/text.ts';
import { dayOf, daysFrom } from '../../../../contract/base/times.ts';
import type {
  CorsHistory,
  ObservedMap,
  ObservedStatus,
  ProbedHost,
  ProbeHistory,
  SizeHistory,
} from '../../../../contract/generated/reports.types.ts';
import type { CodedReason } from '../../../../contract/words/probe-reasons.ts';
import { isAnotherPrint } from '../ask/judge-tiles.ts';
import type { MapLook } from '../ask/map-look.ts';
import type { FoundMap } from '../probe.ts';
import type { ProbeRun } from '../records/probed-maps.ts';
import { observedByKey, observedKeyOf, observedKeyOfMap } from './observations.ts';

/** Verdicts that later runs of the same day do not change. */
const JUDGED: readonly ObservedStatus['verdict'][] = ['works', 'notice', 'blank'];

const KEPT_DAYS = 400;

/** If this many of a provider's steady maps change on one day, their new look is suspicious for a while. */
const CHANGE = { maps: 3, steadyDays: 3, usualAfterDays: 7 };

interface Requests extends Pick<FoundMap, 'requests'> {
  readonly answer: Pick<ObservedMap, 'kind' | 'id'>;
}

export function addProbeRequests(history: ProbeHistory, found: readonly Requests[], now: number): ProbeHistory {
  const day = dayOf(now);
  const sent = found.filter(({ requests }) => requests > 0);
  if (sent.length === 0) return history;
  const asked = observedByKey(history);
  for (const { answer, requests } of sent) {
    const { kind, id } = answer;
    const known = asked.get(observedKeyOf(kind, id)) ?? { ...NEVER_OBSERVED, kind, id };
    const earlier = known.asked?.day === day ? known.asked.requests : 0;
    asked.set(observedKeyOf(kind, id), { ...known, asked: { day, requests: requests + earlier } });
  }
  const ordered = [...asked].sort(([a], [b]) => byCodePoint(a, b));
  return { ...history, servers: ordered.map(([, map]) => map) };
}

const NEVER_OBSERVED = { deadSince: null, switchedOff: null, switchedOn: null, tile: null, hosts: [] };

export function addMapLooks(
  history: ProbeHistory,
  found: readonly FoundMap[],
  { maps, now, providers }: ProbeRun & { readonly providers: ReadonlyMap<string, string> },
): ProbeHistory {
  const today = dayOf(now);
  const runs = new Map(found.map((map) => [observedKeyOf(map.answer.kind, map.answer.id), map]));
  const looks = new Map([...runs].map(([key, { look }]) => [key, look]));
  const suspects = changedTogether(history, looks, maps, providers, today);
  const servers = history.servers.map(({ tileSize, ...old }): ObservedMap => {
    const key = observedKeyOf(old.kind, old.id);
    const look = looks.get(key);
    const run = runs.get(key);
    const cors = nextCors(old.cors, run?.answer.hosts ?? [], today);
    const zooms = run?.zooms ?? old.zooms;
    const size = nextSize(tileSize, run?.tileSize, today);
    const map = { ...old, ...withoutUndefined({ cors, zooms, tileSize: size }) };
    const isJudged = map.status?.until === today && JUDGED.includes(map.status.verdict);
    return look && !isJudged ? withLook(map, look, suspects.get(key) ?? null, today) : map;
  });
  return { ...history, servers };
}

/** Days in a row after which another answer about CORS counts: caches and hosts may differ. */
const CORS_DAYS = 3;

/** All hosts with a tile must allow CORS. */
function nextCors(
  known: CorsHistory | undefined,
  hosts: readonly ProbedHost[],
  today: string,
): CorsHistory | undefined {
  const answers = hosts.flatMap(({ allowsOrigin }) => allowsOrigin ?? []);
  if (answers.length === 0) return known;
  const allowed = !answers.includes(false);
  if (!known) return { allowed, since: today, others: [] };
  if (allowed === known.allowed) return { ...known, others: [] };
  const others = [...known.others.filter((day) => day < today), today];
  return others.length < CORS_DAYS ? { ...known, others } : { allowed, since: others[0] as string, others: [] };
}

/** @param pixels like `tileSize` of FoundMap: null ends what is known, undefined keeps it */
function nextSize(known: SizeHistory | undefined, pixels: FoundMap['tileSize'], today: string) {
  if (pixels === undefined || pixels === known?.pixels) return known;
  return pixels === null ? undefined : { pixels, since: today };
}

/** Ignores maps that change often, such as weather maps. */
function changedTogether(
  history: ProbeHistory,
  looks: ReadonlyMap<string, MapLook | null>,
  maps: readonly CatalogMap[],
  providers: ReadonlyMap<string, string>,
  today: string,
): Map<string, CodedReason> {
  const observed = observedByKey(history);
  const steady = maps.flatMap((map) => {
    const { provider } = map;
    const key = observedKeyOfMap(map);
    const [old, look] = [observed.get(key), looks.get(key)];
    if (!provider || !old?.printsSince || !look || commonTiles(old, look).length === 0) return [];
    const isSteady = old.changedOn !== undefined || daysFrom(old.printsSince, today) >= CHANGE.steadyDays;
    return isSteady ? [{ key, provider, changedOn: old.changedOn, isChanged: isChanged(old, look) }] : [];
  });
  const suspects = new Map<string, CodedReason>();
  for (const providerMaps of itemsByKey(steady, (one) => one.provider).values()) {
    const changed = providerMaps.filter((one) => one.isChanged);
    const isSudden = changed.length >= CHANGE.maps && changed.length * 2 > providerMaps.length;
    for (const { key, provider } of changed.filter((one) => isSudden || one.changedOn))
      suspects.set(key, ['changed-together', changed.length, providers.get(provider) ?? provider]);
  }
  return suspects;
}

function commonTiles({ prints = {} }: ObservedMap, look: MapLook): string[] {
  return Object.keys(look.prints).filter((tile) => prints[tile] !== undefined);
}

function isChanged(old: ObservedMap, look: MapLook): boolean {
  const common = commonTiles(old, look);
  const other = common.filter((tile) => isAnotherPrint(old.prints?.[tile] as string, look.prints[tile] as string));
  return other.length * 2 > common.length;
}

function withLook(map: ObservedMap, look: MapLook, suspicion: CodedReason | null, today: string): ObservedMap {
  const { changedOn, ...rest } = map;
  const watchedSince = changedOn ?? today;
  const isWatched = suspicion !== null && daysFrom(watchedSince, today) < CHANGE.usualAfterDays;
  const isDoubtful = isWatched && look.verdict === 'works';
  const shown = isDoubtful ? { ...look, verdict: 'unsure' as const, reason: suspicion } : look;
  const next = { ...rest, status: nextStatus(map, shown, today) };
  if (isWatched) return { ...next, changedOn: watchedSince };
  // A notice never becomes the usual look.
  if (look.verdict !== 'works') return next;
  const printsSince = isChanged(map, look) ? today : (map.printsSince ?? today);
  return { ...next, prints: look.prints, printsSince };
}

function nextStatus({ status, deadSince }: ObservedMap, look: MapLook, today: string): ObservedStatus {
  const isDead = deadSince !== null && look.verdict === 'unsure' && Object.keys(look.prints).length === 0;
  const verdict = isDead ? 'dead' : look.verdict;
  const isSame = status?.verdict === verdict && status.since <= today;
  const shown = verdict === 'unsure' && look.isFailure ? 'dead' : verdict;
  return {
    verdict,
    reason: look.reason,
    ...(look.part ? { part: look.part } : {}),
    since: isDead ? deadSince : isSame ? status.since : today,
    lastGood: verdict === 'works' ? today : (status?.lastGood ?? null),
    until: today,
    days: `${status ? daysBefore(status, today) : ''}${shown.charAt(0)}`.slice(-KEPT_DAYS),
  };
}

/** A letter for each day before today, `.` without a run. Days after today come from a wrong clock. */
function daysBefore({ until, days }: ObservedStatus, today: string): string {
  const gap = daysFrom(until, today);
  return gap > 0 ? `${days}${'.'.repeat(Math.min(gap - 1, KEPT_DAYS))}` : days.slice(0, gap - 1);
}
