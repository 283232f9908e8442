/**
 * Plays days: the catalog changes in its repository, the servers send what they send on that day, `probe` looks at them and
 * keeps its history, and a person merges what it proposes.
 */
import { setMaxListeners } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../../cli/io.ts';
import { openSoundCatalog } from '../../cli/sound-catalog.ts';
import { type ProbeOptions, refuseToProbe, runProbe } from '../../commands/upstream/probe/command.ts';
import { openWeb, type WebOptions } from '../../commands/upstream/web/web.ts';
import { realEffects } from '../../commands/upstream/web/web-transport.ts';
import type { ProbeHistory, ServerStatus } from '../../contract/generated/reports.types.ts';
import { type Files, writeFiles } from '../support/catalogs.ts';
import { commitAll } from '../support/git.ts';
import { onDay, type SimulatedServer, type Verdict } from './fleet.ts';
import { type RunningFleet, startFleet } from './servers.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-09-01T04:23:00Z');

/** A verdict that is not the expected one, or a rule that a day breaks. */
export interface Fault {
  readonly day: number;
  readonly id: string;
  readonly found: string;
  readonly expected: string;
}

/** What is left of a simulation. */
export interface Simulated {
  /** The repository. The catalog is in `catalog/`. */
  readonly folder: string;
  readonly faults: readonly Fault[];
  /** The status of each server after the last day. */
  readonly statuses: ReadonlyMap<string, ServerStatus>;
  /** The days on which each server was asked. */
  readonly asked: ReadonlyMap<string, readonly number[]>;
  /** Milliseconds of each run of `probe`, and the most requests to a server on a day. */
  readonly measured: {
    readonly probeMs: readonly number[];
    readonly mostRequests: number;
    readonly mostMemoryMiB: number;
  };
}

/** A change of the catalog on a day: files, null for one that goes, and why. */
export interface Change {
  readonly day: number;
  readonly message: string;
  readonly files: Readonly<Record<string, string | null>>;
}

/** A day in UTC, as histories have it. */
export function dateOf(day: number): string {
  return new Date(START + day * DAY_MS).toISOString().slice(0, 10);
}

/** The file of a server in the catalog. */
export function fileOf({ id, isOverlay = false }: Pick<SimulatedServer, 'id' | 'isOverlay'>): string {
  return `${isOverlay ? 'overlayservers' : 'mapservers'}/${id.toLowerCase().replaceAll(' ', '-')}.yaml`;
}

const SITE = `title: Thirty days
serviceUrl: https://catalog.thirty-days.net
repository: https://github.com/example/maps
accessTokens: [SIMULATED_API_KEY]
languages: [en, de]
`;

/** Providers of which some allow pictures. */
const PROVIDERS: Files = {
  'providers/open.yaml': 'name: Open maps\nhomepage: https://open.example.org/\npictures: allowed\n',
  'providers/keyless.yaml': 'name: Keyless\nhomepage: https://keyless.example.org/\n',
  'providers/restyled.yaml': 'name: Restyled\nhomepage: https://restyled.example.org/\npictures: allowed\n',
};

interface Play {
  readonly days: number;
  readonly changes: readonly Change[];
  /** Whether most servers are left alone while they send the same as on the day before, but for the last day. */
  readonly isShort?: boolean;
  readonly log?: (line: string) => void;
}

/** Plays so many days in an empty folder. */
export async function simulate(
  folder: string,
  fleet: readonly SimulatedServer[],
  { days, changes, isShort = false, log = () => {} }: Play,
): Promise<Simulated> {
  const servers = await startFleet(fleet);
  const catalog = join(folder, 'catalog');
  const faults: Fault[] = [];
  const probeMs: number[] = [];
  const askedOn = new Map<string, number[]>(fleet.map(({ id }) => [id, []]));
  let [mostRequests, mostMemoryMiB] = [0, 0];
  let history: ProbeHistory = { version: 1, servers: [] };
  try {
    const records = fleet.map((one): [string, string] => [fileOf(one), recordOf(one, servers)]);
    const first = records.filter((_, index) => fleet[index]?.listed === undefined);
    const all = [...changes, ...fleet.flatMap((one, index) => comingAndGoing(one, records[index]?.[1] ?? ''))];
    writeFiles(catalog, { 'site.yaml': SITE, ...PROVIDERS, ...Object.fromEntries(first) });
    commitAll(folder, `${dateOf(-1)}T12:00:00Z`, 'Begin the catalog');
    for (let day = 0; day < days; day++) {
      for (const change of all.filter((one) => one.day === day)) apply(folder, catalog, change);
      servers.begin(day);
      const before = performance.now();
      const isAsked = (one: SimulatedServer, index: number): boolean =>
        !isShort || index < 2 || day === days - 1 || isEventful(one, day);
      const asked = fleet.filter((one, index) => isListed(one, day) && isAsked(one, index));
      for (const { id } of asked) askedOn.get(id)?.push(day);
      const { message } = await probe(folder, day, servers, asked);
      probeMs.push(Math.round(performance.now() - before));
      mostMemoryMiB = Math.max(mostMemoryMiB, Math.round(process.memoryUsage().rss / 2 ** 20));
      history = JSON.parse(readFileSync(join(folder, '..', 'history.json'), 'utf8'));
      const absent = fleet.filter((one) => !isListed(one, day));
      const found = faultsOf([...asked, ...absent], history, servers, day);
      for (const fault of found) log(`day ${day} ${fault.id}: ${fault.found}, expected ${fault.expected}`);
      faults.push(...found);
      for (const list of servers.requests.values()) mostRequests = Math.max(mostRequests, list.length);
      // A person accepts what is proposed.
      commitAll(folder, `${dateOf(day)}T15:00:00Z`, 'Switch dead tile servers off, and on again');
      log(`day ${day}: ${probeMs.at(-1)} ms, ${message.trim()}`);
    }
  } finally {
    await servers.stop();
  }
  const statuses = new Map(history.servers.flatMap(({ id, status }) => (status ? [[id, status] as const] : [])));
  return { folder, faults, statuses, asked: askedOn, measured: { probeMs, mostRequests, mostMemoryMiB } };
}

function isListed({ listed: [from, until] = [0, Number.POSITIVE_INFINITY] }: SimulatedServer, day: number): boolean {
  return from <= day && day < until;
}

/** Whether a server sends something else than on the day before, or no map. On day 0, whether it ever does. */
function isEventful({ sends, expected, listed }: SimulatedServer, day: number): boolean {
  if (day === 0) return sends.length > 1;
  if (day === listed?.[0] || onDay(sends, day) !== onDay(sends, day - 1)) return true;
  return onDay(expected, day).every((verdict) => ['refused', 'dead', 'unsure'].includes(verdict));
}

/** The record of a server of the fleet. */
function recordOf({ id, provider, place, more = '' }: SimulatedServer, { addresses }: RunningFleet): string {
  const { hosts = [], urlPattern = '' } = addresses.get(id) ?? {};
  const lines = [
    `id: ${id}\nname: ${id}, a simulated map\nminZoom: 0\nmaxZoom: 18\nhosts: [${hosts.join(', ')}]`,
    `urlPattern: ${urlPattern}\ncopyright: OpenStreetMap`,
    ...(provider ? [`provider: ${provider}`] : []),
    ...(place ? [`probe: { latitude: ${place[0]}, longitude: ${place[1]} }`] : []),
    more === 'token' ? '' : more,
  ];
  return `${lines.join('\n').trim()}\n`;
}

/** The record of a guest comes on its first day, and goes after its last one. */
function comingAndGoing(one: SimulatedServer, record: string): Change[] {
  if (!one.listed) return [];
  const [from, until] = one.listed;
  return [
    { day: from, message: `Add ${one.id}`, files: { [fileOf(one)]: record } },
    { day: until, message: `Remove ${one.id}, whose owner asked for it`, files: { [fileOf(one)]: null } },
  ];
}

function apply(folder: string, catalog: string, { day, message, files }: Change): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) rmSync(join(catalog, path));
    else
      writeFiles(catalog, {
        [path]: text.includes('urlPattern') || !path.includes('servers/') ? text : withLine(catalog, path, text),
      });
  }
  commitAll(folder, `${dateOf(day)}T02:00:00Z`, message);
}

/** A record with one line exchanged or added: the one with the same key. */
function withLine(catalog: string, path: string, line: string): string {
  const before = readFileSync(join(catalog, path), 'utf8');
  const key = `${line.split(':')[0]}:`;
  const lines = before.trimEnd().split('\n');
  const at = lines.findIndex((one) => one.startsWith(key));
  return `${(at < 0 ? [...lines, line] : lines.with(at, line)).join('\n')}\n`;
}

/** Runs `probe` on a day, as its workflow does. */
async function probe(
  folder: string,
  day: number,
  servers: RunningFleet,
  asked: readonly SimulatedServer[],
): Promise<{ message: string }> {
  let message = '';
  const io: Io = {
    cwd: folder,
    env: {},
    stdout: { isTTY: false, write: () => {} },
    stderr: { isTTY: false, write: (text) => (message += text) },
    terminal: null,
    signal: new AbortController().signal,
  };
  const options: ProbeOptions = {
    catalog: 'catalog',
    ids: asked.map(({ id }) => id),
    format: 'markdown',
    history: '../history.json',
    pictures: '../pictures',
    switch: 'new',
    allowPrivate: true,
    // Waits are added up here, also those of several servers at the same time.
    maxTime: 10_000,
  };
  const opened = openSoundCatalog(io, options.catalog, { refusal: refuseToProbe });
  if (opened === null) return { message };
  await runProbe(io, options, opened, {
    patienceMs: 0,
    now: () => START + day * DAY_MS,
    openWeb: (repository, web) => hurriedWeb(servers.isHanging, repository, web),
  });
  return { message };
}

/**
 * The real network, in which nobody waits between requests: a wait moves the clock. The pace is tested elsewhere. Only for
 * servers that hang the time is short: the others may be busy with drawing.
 */
function hurriedWeb(isHanging: (host: string) => boolean, repository: string, options: Omit<WebOptions, 'userAgent'>) {
  let ahead = 0;
  const { allowPrivate = false, signal } = options;
  if (signal) setMaxListeners(0, signal);
  const longMs = 600_000;
  const timeouts = { connectMs: longMs, firstByteMs: longMs, stalledMs: longMs };
  const patient = realEffects({ allowPrivate, timeouts });
  const impatient = realEffects({ allowPrivate, timeouts: { firstByteMs: 100 } });
  return openWeb(
    { ...options, userAgent: `test (+${repository})` },
    {
      ...patient,
      send: (request) => (isHanging(request.url.hostname) ? impatient : patient).send(request),
      now: () => performance.now() + ahead,
      sleep: async (ms) => {
        ahead += ms;
      },
    },
  );
}

export const LETTERS: Readonly<Record<Verdict, string>> = {
  works: 'w',
  notice: 'n',
  blank: 'b',
  refused: 'r',
  dead: 'd',
  unsure: 'ud',
  none: '.',
};

/** The verdicts of a day that are wrong, and servers that were asked too often. */
function faultsOf(
  fleet: readonly SimulatedServer[],
  history: ProbeHistory,
  { requests }: RunningFleet,
  day: number,
): Fault[] {
  return fleet.flatMap((one): Fault[] => {
    const { id } = one;
    const expected = onDay(one.expected, day);
    const status = history.servers.find((server) => server.id === id)?.status;
    const faults: Fault[] = [];
    const fault = (found: string, right: string): void => {
      faults.push({ day, id, found, expected: right });
    };
    const verdict = status?.verdict ?? 'none';
    const reason = status?.reason ?? '';
    if (!expected.includes(verdict)) fault(`${verdict} (${reason})`, expected.join(' or '));
    else if (status) {
      const letter = status.days.at(-1) ?? '';
      if (!LETTERS[verdict].includes(letter)) fault(`the letter ${letter}`, `that of ${verdict}`);
      if (status.until !== dateOf(day)) fault(`until ${status.until}`, dateOf(day));
      if (verdict === 'works' ? status.reason !== null : !/\S+ \S+/.test(reason))
        fault(`reason ${reason}`, 'a sentence');
      if (verdict === 'works' && status.lastGood !== dateOf(day)) fault(`last good ${status.lastGood}`, dateOf(day));
    }
    const asked = requests.get(id)?.length ?? 0;
    if (asked > 8) fault(`${asked} requests`, 'at most 8');
    return faults;
  });
}
