import pMap from 'p-map';
import { type CatalogMap, isOverlay, mapId } from '../../../build/model/catalog.ts';
import { itemsByKey, shortenedText, visible } from '../../../contract/base/text.ts';
import { DAY_MS, dayOf } from '../../../contract/base/times.ts';
import type { ProbedHost, ProbedMap, ZoomSearch } from '../../../contract/generated/reports.types.ts';
import { withoutTokens } from '../../../contract/maps/hidden-tokens.ts';
import { isDrawnFromData, MAP_LISTS, mapAddresses } from '../../../contract/maps/map-types.ts';
import { type Environment, unsetTokens } from '../../../contract/maps/placeholders.ts';
import type { CodedReason } from '../../../contract/words/probe-reasons.ts';
import type { RequestBudget } from '../web/request.ts';
import { type AskedHost, askHost, type HostQuestion, reasonAfter, type Sample } from './ask/ask-host.ts';
import { beginZoomSearch, continueZoomSearch, zoomStage } from './ask/deepest-zoom.ts';
import { isAnotherPrint, type JudgedTile, picturePrintOf } from './ask/judge-tiles.ts';
import type { AskContext } from './ask/map-asker.ts';
import { isSilentSample, lookOfTiles, lookWithoutTiles, type MapLook } from './ask/map-look.ts';
import {
  type MapPlaces,
  nameOfTile,
  probedZoomsOf,
  sampleTiles,
  spreadTiles,
  type TilePosition,
} from './ask/sample-tiles.ts';
import { probePlacesOf } from './records/probed-maps.ts';

/** The most requests for a map in a day. */
export const MAX_REQUESTS = 8;

/** Besides a tile of each host: a notice is recognized on at least three tiles. */
const MORE_TILES = 2;

/** More would leave too few requests to judge the tiles. */
export const HOSTS_A_DAY = 3;

function hostsOfDay(hosts: readonly string[], now: number): string[] {
  if (hosts.length <= HOSTS_A_DAY) return [...hosts];
  const first = (Math.floor(now / DAY_MS) * HOSTS_A_DAY) % hosts.length;
  return [...hosts, ...hosts].slice(first, first + HOSTS_A_DAY);
}

/** Unanswered tiles of a map: then it is asked no more. */
const MAX_SILENT = 2;

const MAX_REASON = 200;

export interface FoundMap {
  readonly answer: ProbedMap;
  readonly requests: number;
  readonly look: MapLook | null;
  readonly zooms?: ZoomSearch | null;
  /**
   * The width of all tiles, if the record states another; null if the record is right or tiles differ; undefined if
   * unknown.
   */
  readonly tileSize?: 256 | 512 | null | undefined;
  /** By the hosts' clocks, in milliseconds since 1970. */
  readonly dates: readonly number[];
}

export interface EarlierRuns {
  readonly tile: TilePosition | null;
  readonly requests: number;
  /** Prints of pictures, by tile. */
  readonly prints: Readonly<Record<string, string>>;
  readonly hasWorked?: boolean;
  readonly zooms?: ZoomSearch | null;
}

interface ProbeContext extends AskContext {
  readonly earlierOf: (map: CatalogMap) => EarlierRuns;
  /** Called before the first request, with the host that gets the most requests if all maps work. */
  readonly onPlan?: (host: string, tiles: number) => void;
  readonly onProgress?: (done: number, total: number, file: string) => void;
}

const HOSTS_AT_ONCE = 32;

interface Probing {
  readonly map: CatalogMap;
  readonly where: MapPlaces;
  readonly hosts: readonly string[];
  /** Access tokens without a value. */
  readonly unset: readonly string[];
  readonly budget: RequestBudget;
  readonly asked: Map<string, AskedHost>;
  look: MapLook | null;
  zooms: ZoomSearch | null;
}

/** Requests of a map drawn from data, to estimate a run's time. */
const USUAL_PARTS = 5;

export async function probeMaps(maps: readonly CatalogMap[], context: ProbeContext): Promise<FoundMap[]> {
  const { earlierOf, environment, now } = context;
  const leftFor = (map: CatalogMap): number => MAX_REQUESTS - earlierOf(map).requests;
  const all = maps.map((map): Probing => {
    const addresses = mapAddresses(map).map(([, address]) => address);
    const unset = unsetTokens(addresses.join(' '), environment);
    const hosts = hostsOfDay(map.hosts, now);
    const begun = { budget: { left: leftFor(map) }, asked: new Map(), look: null, zooms: null };
    return { map, where: probePlacesOf(map), hosts, unset, ...begun };
  });
  const open = all.filter(({ hosts, unset, budget }) => unset.length === 0 && budget.left >= hosts.length + MORE_TILES);
  const tasks = open.flatMap(({ map, where, hosts, budget, asked }) => {
    const { tile } = earlierOf(map);
    const samplesOf: HostQuestion['samplesOf'] = (zooms) => sampleTiles({ ...map, ...zooms }, tile, where);
    const limit = Math.max(1, Math.floor(budget.left / hosts.length));
    return hosts.map((host, index) => ({
      host,
      map,
      act: async () => {
        const hostBudget = { left: limit };
        asked.set(host, await askHost({ map, host, budget: hostBudget, samplesOf, asksHttps: index === 0 }, context));
        budget.left -= limit - hostBudget.left;
      },
    }));
  });
  const plan = mostTiles(open, earlierOf);
  if (plan) context.onPlan?.(...plan);
  await inTurn(tasks, context);
  const samplings = open.flatMap((probing) => {
    const hosts = probing.hosts.flatMap((host) => probing.asked.get(host) ?? []);
    const [first] = hosts.flatMap(({ given }) => given ?? []);
    if (!first) return [];
    const act = async (): Promise<void> => {
      await lookAt(probing, hosts, first, context);
    };
    return [{ host: hosts[0]?.answer.host ?? '', map: probing.map, act }];
  });
  await inTurn(samplings, context);
  return all.map(({ map, unset, budget, asked, look, zooms, ...probing }): FoundMap => {
    const hosts = probing.hosts.flatMap((host) => asked.get(host) ?? []);
    const requests = leftFor(map) - budget.left;
    const answer = answerOf(map, hosts, unset);
    const found = lookOf(look, answer, hosts);
    const dates = hosts.flatMap(({ date }) => date ?? []);
    // Notices may have any size.
    const tileSize = found?.verdict === 'works' ? otherSize(map, hosts) : undefined;
    const note = `its tiles are ${tileSize} pixels wide: the record needs tileSize: ${tileSize}`;
    if (tileSize) answer.hosts[0]?.notes.push(note);
    return { answer, requests, look: found && withoutSecrets(found, environment), zooms, dates, tileSize };
  });
}

/** Services draw any size, and styles state theirs. */
function otherSize(map: CatalogMap, hosts: readonly AskedHost[]): FoundMap['tileSize'] {
  const widths = new Set(hosts.flatMap((host) => [...host.widths]));
  if (widths.size === 0 || 'service' in map || ('style' in map && map.style)) return undefined;
  const other = map.tileSize === 512 ? 256 : 512;
  return widths.size === 1 && widths.has(other) ? other : null;
}

function lookOf(judged: MapLook | null, answer: ProbedMap, hosts: readonly AskedHost[]): MapLook | null {
  const [first] = hosts;
  if (!first) return null;
  const look = judged ?? (answer.verdict === 'good' ? WHOLE_MAP : lookWithoutTiles(answer, hosts));
  const { part, doubt } = first;
  if (!doubt) return part && look.verdict !== 'works' ? { ...look, part } : look;
  if (look.verdict === 'works') return { ...look, verdict: 'unsure', part: doubt.part, reason: doubt.reason };
  // The likely cause comes first: some services draw a missing layer's name.
  return { ...look, part: doubt.part, reason: look.reason ? reasonAfter(doubt.reason, look.reason) : doubt.reason };
}

const WHOLE_MAP: MapLook = { verdict: 'works', reason: null, isFailure: false, prints: {}, picture: null };

function mostTiles(open: readonly Probing[], earlierOf: ProbeContext['earlierOf']): [string, number] | null {
  const tiles = new Map<string, number>();
  for (const { map, where, hosts, budget } of open) {
    const [first] = sampleTiles(map, earlierOf(map).tile, where).tiles;
    const more = first ? spreadTiles(map, first, where.places).length : 0;
    const all = Math.min(isDrawnFromData(map.type) ? USUAL_PARTS : hosts.length + more, budget.left);
    for (const host of hosts) tiles.set(host, (tiles.get(host) ?? 0) + Math.floor(all / hosts.length));
  }
  return [...tiles].toSorted(([, a], [, b]) => b - a)[0] ?? null;
}

interface Task {
  readonly host: string;
  readonly map: CatalogMap;
  readonly act: () => Promise<void>;
}

async function inTurn(tasks: readonly Task[], { onProgress }: ProbeContext): Promise<void> {
  let done = 0;
  await pMap(
    itemsByKey(tasks, ({ host }) => host).values(),
    async (hostTasks) => {
      for (const task of hostTasks) {
        onProgress?.(done, tasks.length, `${mapId(task.map)}.yaml`);
        await task.act();
        done++;
      }
    },
    { concurrency: HOSTS_AT_ONCE },
  );
}

/** A server may repeat an access token in text or picture. */
function withoutSecrets(look: MapLook, environment: Environment): MapLook {
  const without = (text: string): string => withoutTokens(text, environment);
  const cleaned = ([code, ...args]: CodedReason): CodedReason => [
    code,
    ...args.map((arg) => {
      if (typeof arg === 'string') return visible(shortenedText(without(arg), MAX_REASON));
      return typeof arg === 'number' ? arg : cleaned(arg);
    }),
  ];
  const content = look.picture ? Buffer.from(look.picture.bytes).toString('latin1') : '';
  return {
    ...look,
    reason: look.reason && cleaned(look.reason),
    picture: without(content) === content ? look.picture : null,
  };
}

async function lookAt(
  probing: Probing,
  hosts: readonly AskedHost[],
  first: JudgedTile,
  context: ProbeContext,
): Promise<void> {
  const { map, where, budget } = probing;
  const { maxZoom } = probedZoomsOf(map);
  const good = hosts.filter(({ given }) => given !== null);
  const ask = async (tile: TilePosition, index: number): Promise<Sample | null> => {
    return budget.left <= 0 ? null : await (good[index % good.length] as AskedHost).askForSample(tile, budget);
  };
  const { prints, hasWorked = false, zooms = null } = context.earlierOf(map);
  const today = dayOf(context.now);
  // Where an overlay shows something, only `probe` in its record can say.
  const isOverlayMap = isOverlay(map);
  const stage = !isOverlayMap || map.probe ? zoomStage(zooms, maxZoom, today) : 'wait';
  const asksDeeper = stage === 'ask' && hasWorked;
  const samples: Sample[] = [];
  for (const [index, tile] of spreadTiles(map, first.tile, where.places).entries()) {
    const sample = asksDeeper && index >= MORE_TILES ? null : await ask(tile, index);
    if (sample === null) break;
    samples.push(sample);
    if (sample.outcome === 'unclear' || samples.filter(isSilentSample).length === MAX_SILENT) break;
  }
  const judged = { isOverlay: isOverlayMap, hasWatermark: map.watermark === true };
  probing.look = lookOfTiles(first, samples, judged);
  if (probing.look.verdict !== 'works') return;
  const before = prints[nameOfTile(first.tile)];
  const print = picturePrintOf(first.picture);
  const isSteady = before !== undefined && !isAnotherPrint(before, print);
  const again = isSteady ? null : await ask(first.tile, 0);
  if (again?.given && isAnotherPrint(print, picturePrintOf(again.given.picture))) {
    probing.look = { ...probing.look, verdict: 'unsure', reason: ['unsteady'] };
  } else if (asksDeeper && zooms) {
    probing.zooms = await continueZoomSearch(zooms, judged, today, ask);
  } else if (stage === 'begin') {
    const tiles = [first, ...samples.flatMap(({ given }) => given ?? [])];
    probing.zooms = beginZoomSearch(tiles, maxZoom, zooms, today);
  }
}

function answerOf(map: CatalogMap, asked: readonly AskedHost[], unset: readonly string[]): ProbedMap {
  const { id, active: isActive } = map;
  const [kind, file] = [MAP_LISTS[map.list], `${mapId(map)}.yaml`];
  const hosts = asked.map(({ answer }) => answer);
  const about = { kind, id, file, isActive, status: null, deadSince: null, switched: null, hosts };
  if (unset.length > 0) {
    const reason = `${unset.join(' and ')} ${unset.length > 1 ? 'are' : 'is'} not set`;
    return { ...about, verdict: 'not-probed', reason };
  }
  if (hosts.length === 0) return { ...about, verdict: 'not-probed', reason: 'it already got all requests of today' };
  const has = (verdict: ProbedHost['verdict']): boolean => hosts.some((host) => host.verdict === verdict);
  if (has('good')) return { ...about, verdict: 'good', reason: null };
  const verdict = has('unsure') ? 'unsure' : 'fails';
  const reasons = hosts.filter((host) => host.verdict === verdict).map(({ reason }) => reason);
  return { ...about, verdict, reason: [...new Set(reasons)].join('; ') };
}
