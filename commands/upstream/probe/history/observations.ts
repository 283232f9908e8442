import type { CatalogMap } from '../../../../build/model/catalog.ts';
import { plural } from '../../../../contract/base/text.ts';
import { DAY_MS, dayOf, daysFrom } from '../../../../contract/base/times.ts';
import type {
  ObservedHost,
  ObservedMap,
  ProbedHost,
  ProbedMap,
  ProbeHistory,
  ZoomSearch,
} from '../../../../contract/generated/reports.types.ts';
import { MAP_LISTS } from '../../../../contract/maps/map-types.ts';
import { reasonInWords } from '../../../../contract/words/probe-reasons.ts';
import { isFailingHost } from '../ask/map-look.ts';
import { type EarlierRuns, type FoundMap, HOSTS_A_DAY } from '../probe.ts';
import type { ProbeRun } from '../records/probed-maps.ts';

/** Days in a row that a host or map must fail to be dead, not counting days without a run. */
const FAILING_DAYS = 5;

const KEPT = { days: 10, maxAgeDays: 30 };

/** Fewer maps that worked before tell nothing about the network. */
const FEWEST_KNOWN = 5;

/** A clock this near to the history's last day is believed. */
const NEAR_DAYS = 60;

/** A line per map, for readable diffs. */
export function historyText({ version, servers: maps }: ProbeHistory): string {
  const lines = maps.map((map) => `    ${JSON.stringify(map)}`);
  return `{\n  "version": ${version},\n  "servers": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
}

export function earlierRuns(history: ProbeHistory, now: number): (map: CatalogMap) => EarlierRuns {
  const observed = observedByKey(history);
  return (map) => {
    const { tile = null, asked, prints = {}, status, zooms = null } = observed.get(observedKeyOfMap(map)) ?? {};
    const requests = asked?.day === dayOf(now) ? asked.requests : 0;
    return { tile, requests, prints, hasWorked: status?.verdict === 'works', zooms };
  };
}

/** Null if enough answers prove that the network works. */
export function doubtAboutRun(history: ProbeHistory, answers: readonly ProbedMap[]): string | null {
  const asked = answers.filter(({ verdict }) => verdict !== 'not-probed');
  const isSilent = ({ hosts }: ProbedMap): boolean => hosts.every(({ status }) => status === null);
  if (asked.length > 0 && asked.every(isSilent)) return 'no server answered';
  const observed = observedByKey(history);
  const known = asked.filter(({ kind, id }) => {
    const before = observed.get(observedKeyOf(kind, id));
    return before !== undefined && mapDays(before.hosts).at(-1)?.[1] === 'good';
  });
  const silent = known.filter((answer) => answer.verdict === 'fails' && isSilent(answer)).length;
  if (known.length < FEWEST_KNOWN || silent * 2 <= known.length) return null;
  return `${silent} of ${plural(known.length, 'server')} that worked before do not answer`;
}

/**
 * A day far from the last one would replace earlier days. Today is believed near the history's last day, or if half of
 * the hosts agree: a history may have paused, and caches state old dates.
 */
export function wrongClockReason(history: ProbeHistory, found: readonly FoundMap[], now: number): string | null {
  const today = dayOf(now);
  const last = history.servers.flatMap(({ asked }) => asked?.day ?? []).reduce((a, b) => (a > b ? a : b), '');
  if (last === '' || Math.abs(daysFrom(last, today)) <= NEAR_DAYS) return null;
  const dates = found.flatMap((map) => map.dates);
  const other = dates.filter((date) => Math.abs(date - now) > DAY_MS);
  if (other.length * 2 <= dates.length) return null;
  const hosts = `${other.length} of ${plural(dates.length, 'host')}`;
  return `The clock of this machine may be wrong: it says ${today}, and ${hosts} another day`;
}

export function addProbeRun(
  history: ProbeHistory,
  answers: readonly ProbedMap[],
  { maps, now }: ProbeRun,
): ProbeHistory {
  const before = observedByKey(history);
  const found = new Map(answers.map((answer) => [observedKeyOf(answer.kind, answer.id), answer]));
  const servers = maps.flatMap((map): ObservedMap[] => {
    const old = before.get(observedKeyOfMap(map));
    const answer = found.get(observedKeyOfMap(map));
    // A map that was not probed, maybe without its token, keeps its history.
    if (!answer || answer.hosts.length === 0) return old ? [old] : [];
    // If a map has many hosts, some were asked on other days.
    const hosts = map.hosts.flatMap((host): ObservedHost[] => {
      const known = old?.hosts.filter((one) => one.host === host) ?? [];
      const probed = answer.hosts.find((one) => one.host === host);
      return probed ? [observedHost(known[0], probed, now)] : known;
    });
    const days = mapDays(hosts);
    const tile = answer.hosts.find(({ verdict }) => verdict === 'good')?.tile ?? old?.tile ?? null;
    const { switchedOff = null, switchedOn = null, deadSince = null } = old ?? {};
    const dead = deadSinceOf(days, deadSince);
    return [{ ...old, kind: MAP_LISTS[map.list], id: map.id, deadSince: dead, switchedOff, switchedOn, tile, hosts }];
  });
  return { version: 1, servers };
}

export function withProbeHistory(answers: readonly ProbedMap[], history: ProbeHistory): ProbedMap[] {
  const observed = observedByKey(history);
  return answers.map((answer) => {
    const known = observed.get(observedKeyOf(answer.kind, answer.id));
    if (!known) return answer;
    const deadHosts = new Map(known.hosts.map(({ host, deadSince }) => [host, deadSince]));
    const hosts = answer.hosts.map((host) => ({ ...host, deadSince: deadHosts.get(host.host) ?? null }));
    const { verdict, reason, part, since } = known.status ?? {};
    const words = reason ? reasonInWords(reason, 'en') : null;
    const status = verdict && since ? { verdict, reason: words, ...(part ? { part } : {}), since } : null;
    const deepest = deepestOf(known.zooms);
    return { ...answer, status, deadSince: known.deadSince, hosts, ...(deepest ? { deepest } : {}) };
  });
}

function deepestOf(zooms: ZoomSearch | undefined): ProbedMap['deepest'] {
  if (!zooms?.found) return undefined;
  const { from, to, day } = zooms.found;
  return { from, to, maxZoom: zooms.maxZoom, day };
}

export function observedByKey({ servers: maps }: ProbeHistory): Map<string, ObservedMap> {
  return new Map(maps.map((map) => [observedKeyOf(map.kind, map.id), map]));
}

/** Maps of different lists may share an id. */
export function observedKeyOf(kind: ObservedMap['kind'], id: string): string {
  return `${kind} ${id}`;
}

export function observedKeyOfMap({ list, id }: Pick<CatalogMap, 'list' | 'id'>): string {
  return observedKeyOf(MAP_LISTS[list], id);
}

type Days = readonly (readonly [day: string, was: 'good' | 'fails'])[];

function observedHost(known: ObservedHost | undefined, probed: ProbedHost, now: number): ObservedHost {
  const { host } = probed;
  const verdict = isFailingHost(probed) ? 'fails' : probed.verdict;
  const today = dayOf(now);
  const days = new Map(Object.entries(known?.days ?? {}));
  if (verdict === 'good' || (verdict === 'fails' && !days.has(today))) days.set(today, verdict);
  const oldest = dayOf(now - KEPT.maxAgeDays * DAY_MS);
  const newest = dayOf(now + KEPT.maxAgeDays * DAY_MS);
  const kept = [...days]
    // Future days mean that a clock was wrong, then or now: only good ones stay.
    .filter(([day, was]) => day >= oldest && day <= (was === 'good' ? newest : today))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-KEPT.days);
  return { host, deadSince: deadSinceOf(kept, known?.deadSince ?? null), days: Object.fromEntries(kept) };
}

function mapDays(hosts: readonly ObservedHost[]): Days {
  const days = [...new Set(hosts.flatMap((host) => Object.keys(host.days)))].sort();
  return days.flatMap((day): Days => {
    const was = hosts.flatMap((host) => host.days[day] ?? []);
    if (was.includes('good')) return [[day, 'good']];
    return was.length >= Math.min(hosts.length, HOSTS_A_DAY) ? [[day, 'fails']] : [];
  });
}

function deadSinceOf(days: Days, before: string | null): string | null {
  const failing = days.slice(days.findLastIndex(([, was]) => was === 'good') + 1);
  const isStillDead = before !== null && !days.some(([day, was]) => was === 'good' && day >= before);
  if (isStillDead) return before;
  return failing.length >= FAILING_DAYS ? (failing[0]?.[0] ?? null) : null;
}
