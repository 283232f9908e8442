/** The history of probes: the good and failing days of each host, and which servers are dead. */

import type {
  ObservedHost,
  ObservedServer,
  ProbedHost,
  ProbedServer,
  ProbeHistory,
} from '../../contract/generated/reports.types.ts';
import { plural } from '../../contract/text.ts';
import type { ListedServer } from './probe.ts';
import type { TilePosition } from './sample-tiles.ts';

/** A server is dead after this many failing days in a row. Days without a run do not count. */
const FAILING_DAYS = 5;

/** A host that gives none of this many tiles failed that day, although a single run is not sure of it. */
const FEWEST_MISSING = 2;

/** The limits for the days of a host: number and age. */
const KEPT = { days: 10, age: 30 };

/** The minimum number of formerly good servers for judging the network. */
const FEWEST_KNOWN = 5;

const DAY_MS = 86_400_000;

/** The text of a history, with one line per server for readable diffs. */
export function historyText({ version, servers }: ProbeHistory): string {
  const lines = servers.map((server) => `    ${JSON.stringify(server)}`);
  return `{\n  "version": ${version},\n  "servers": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
}

/** The last good tile of each server. */
export function knownTiles(history: ProbeHistory): (server: ListedServer) => TilePosition | null {
  const observed = byServer(history);
  return ({ kind, record }) => observed.get(keyOf(kind, record.id))?.tile ?? null;
}

/**
 * Why the network of this machine is more likely at fault than the servers; null if it is not. Such a run is not
 * recorded.
 */
export function doubtAbout(history: ProbeHistory, answers: readonly ProbedServer[]): string | null {
  const asked = answers.filter(({ verdict }) => verdict !== 'not-probed');
  if (asked.length > 0 && asked.every(({ verdict }) => verdict !== 'good')) return 'no server gave a tile';
  const observed = byServer(history);
  const known = asked.filter(({ kind, id, hosts }) => {
    const before = observed.get(keyOf(kind, id));
    return before !== undefined && serverDays(before, hosts).at(-1)?.[1] === 'good';
  });
  const failing = known.filter(({ verdict }) => verdict === 'fails').length;
  if (known.length < FEWEST_KNOWN || failing * 2 <= known.length) return null;
  return `${failing} of ${plural(known.length, 'server')} that worked before fail at once`;
}

/**
 * Adds the results of a run. Drops servers and hosts that are no longer in the catalog.
 *
 * @param listed all servers of the catalog, probed or not
 * @param now in milliseconds since 1970
 */
export function addRun(
  history: ProbeHistory,
  answers: readonly ProbedServer[],
  { listed, now }: { readonly listed: readonly ListedServer[]; readonly now: number },
): ProbeHistory {
  const before = byServer(history);
  const found = new Map(answers.map((answer) => [keyOf(answer.kind, answer.id), answer]));
  const servers = listed.flatMap(({ kind, record }): ObservedServer[] => {
    const old = before.get(keyOf(kind, record.id));
    const answer = found.get(keyOf(kind, record.id));
    // A server that was not probed, for example without its access token, keeps its history.
    if (!answer || answer.hosts.length === 0) return old ? [old] : [];
    const hosts = answer.hosts.map((host) => observedHost(old, host, now));
    const days = serverDays({ hosts }, answer.hosts);
    const tile = answer.hosts.find(({ verdict }) => verdict === 'good')?.tile ?? old?.tile ?? null;
    const { switchedOff = null, switchedOn = null, deadSince = null } = old ?? {};
    return [{ kind, id: record.id, deadSince: deadSinceOf(days, deadSince), switchedOff, switchedOn, tile, hosts }];
  });
  return { version: 1, servers };
}

/** Adds the verdicts of the history to the answers of a run. */
export function withHistory(answers: readonly ProbedServer[], history: ProbeHistory): ProbedServer[] {
  const observed = byServer(history);
  return answers.map((answer) => {
    const known = observed.get(keyOf(answer.kind, answer.id));
    if (!known) return answer;
    const deadHosts = new Map(known.hosts.map(({ host, deadSince }) => [host, deadSince]));
    const hosts = answer.hosts.map((host) => ({ ...host, deadSince: deadHosts.get(host.host) ?? null }));
    return { ...answer, deadSince: known.deadSince, hosts };
  });
}

/** A day in UTC, in the form of histories and reports. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The servers of a history by kind and id. */
export function byServer({ servers }: ProbeHistory): Map<string, ObservedServer> {
  return new Map(servers.map((server) => [keyOf(server.kind, server.id), server]));
}

/** The key of a server. Map and overlay servers may have the same ids. */
export function keyOf(kind: ObservedServer['kind'], id: string): string {
  return `${kind} ${id}`;
}

/** Days with their results, oldest first. */
type Days = readonly (readonly [day: string, was: 'good' | 'fails'])[];

function observedHost(old: ObservedServer | undefined, probed: ProbedHost, now: number): ObservedHost {
  const { host, missing } = probed;
  const verdict = missing >= FEWEST_MISSING ? 'fails' : probed.verdict;
  const known = old?.hosts.find((one) => one.host === host);
  const today = dayOf(now);
  const days = new Map(Object.entries(known?.days ?? {}));
  if (verdict === 'good' || (verdict === 'fails' && !days.has(today))) days.set(today, verdict);
  const oldest = dayOf(now - KEPT.age * DAY_MS);
  const newest = dayOf(now + KEPT.age * DAY_MS);
  const kept = [...days]
    // Days in the future come from a wrong clock. It may be wrong now, so good days are kept.
    .filter(([day, was]) => day >= oldest && day <= (was === 'good' ? newest : today))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-KEPT.days);
  return { host, deadSince: deadSinceOf(kept, known?.deadSince ?? null), days: Object.fromEntries(kept) };
}

/** The days of a server: good if a host was good, failing if all of them failed. */
function serverDays({ hosts }: Pick<ObservedServer, 'hosts'>, listed: readonly { readonly host: string }[]): Days {
  const counted = hosts.filter(({ host }) => listed.some((one) => one.host === host));
  const days = [...new Set(counted.flatMap((host) => Object.keys(host.days)))].sort();
  return days.flatMap((day): Days => {
    const was = counted.map((host) => host.days[day]);
    if (was.includes('good')) return [[day, 'good']];
    return was.length === listed.length && was.every((one) => one === 'fails') ? [[day, 'fails']] : [];
  });
}

/** The first of enough consecutive failing days; null if there are fewer, or the last day was good. */
function deadSinceOf(days: Days, before: string | null): string | null {
  const row = days.slice(days.findLastIndex(([, was]) => was === 'good') + 1);
  const isStillDead = before !== null && !days.some(([day, was]) => was === 'good' && day >= before);
  if (isStillDead) return before;
  return row.length >= FAILING_DAYS ? (row[0]?.[0] ?? null) : null;
}
