/**
 * Once a week, searches for the deepest zoom with pictures, in three places where the map drew something. Each is asked
 * for one tile a day: first at the record's deepest zoom, then by bisection. A tile of one colour proves nothing: there
 * may be nothing to draw. So a place follows the richest part of its last picture, and a zoom is missing only if that
 * part's child tile and another one are empty.
 */
import { daysFrom } from '../../../../contract/base/times.ts';
import type { ZoomPlace, ZoomSearch } from '../../../../contract/generated/reports.types.ts';
import { pictureEdgesOf } from '../picture/edges.ts';
import type { Sample } from './ask-host.ts';
import { isOneColourTile, type JudgedMap, type JudgedTile, judgeTiles, pixelHash } from './judge-tiles.ts';
import type { TilePosition } from './sample-tiles.ts';

const PLACES = 3;

/** After `GIVEN_UP_AFTER_DAYS`, a search sends no more requests; another begins later. */
const [NEW_AFTER_DAYS, NEW_WHILE_OPEN_AFTER_DAYS, GIVEN_UP_AFTER_DAYS] = [7, 28, 21];

/** Outcomes that count as a missing tile, not as a failure: the server gave other tiles that day. */
const NO_TILE: readonly Sample['outcome'][] = ['missing', 'refused', 'misfit'];

export function zoomStage(search: ZoomSearch | null, maxZoom: number, today: string): 'begin' | 'ask' | 'wait' {
  if (search?.maxZoom !== maxZoom) return 'begin';
  const isOpen = search.places.some(({ ended }) => !ended);
  const days = Math.abs(daysFrom(search.begun, today));
  if (days >= (isOpen ? NEW_WHILE_OPEN_AFTER_DAYS : NEW_AFTER_DAYS)) return 'begin';
  return isOpen && days < GIVEN_UP_AFTER_DAYS ? 'ask' : 'wait';
}

/** @param old the last search, whose result is kept if it had ended @returns null with too few tiles */
export function beginZoomSearch(
  tiles: readonly JudgedTile[],
  maxZoom: number,
  old: ZoomSearch | null,
  today: string,
): ZoomSearch | null {
  const drawn = tiles
    .filter(({ tile, picture }) => tile.zoom < maxZoom && !isOneColourTile(picture))
    .sort((a, b) => b.tile.zoom - a.tile.zoom || b.bytes.length - a.bytes.length);
  const chosen: JudgedTile[] = [];
  for (const one of drawn) if (!chosen.some(({ tile }) => isInside(tile, one.tile))) chosen.push(one);
  if (chosen.length < PLACES) return null;
  const before = old?.maxZoom === maxZoom ? old : null;
  const places = chosen.slice(0, PLACES).map((judged): ZoomPlace => {
    const { zoom } = judged.tile;
    const known = before?.places.find(({ x, y }) => isInside({ zoom: maxZoom, x, y }, judged.tile));
    return known ? { zoom, x: known.x, y: known.y } : placeIn(judged, maxZoom);
  });
  const { found, proposed, notice } = before ?? {};
  const isKnown = found && before?.places.every(({ ended }) => ended);
  return {
    maxZoom,
    begun: today,
    places,
    ...(isKnown ? { found } : {}),
    ...(isKnown && proposed ? { proposed } : {}),
    ...(notice ? { notice } : {}),
  };
}

/** @param ask gives null without a request left */
export async function continueZoomSearch(
  search: ZoomSearch,
  map: JudgedMap,
  today: string,
  ask: (tile: TilePosition, index: number) => Promise<Sample | null>,
): Promise<ZoomSearch> {
  const samples = new Map<ZoomPlace, Sample>();
  for (const [index, place] of search.places.entries()) {
    const sample = place.ended ? undefined : await ask(nextTile(place, search.maxZoom), index);
    if (sample === null || sample?.outcome === 'unclear') break;
    if (sample) samples.set(place, sample);
  }
  const drawn = [...samples.values()].flatMap(({ given }) => (given && !isOneColourTile(given.picture) ? given : []));
  const hashes = drawn.map(({ picture }) => pixelHash(picture));
  // Pictures are notices if two are equal, if one was a notice before, or if all three are judged as notices.
  const equalHash = hashes.find((hash, index) => hashes.indexOf(hash) !== index);
  const areAllNotices = !equalHash && drawn.length === PLACES && judgeTiles(drawn, map).verdict === 'notice';
  const noticeHashes = [equalHash, search.notice];
  const hasPicture = ({ given }: Sample): boolean =>
    given !== null && !areAllNotices && drawn.includes(given) && !noticeHashes.includes(pixelHash(given.picture));
  const places = search.places.map((place): ZoomPlace => {
    const sample = samples.get(place);
    if (sample?.given && hasPicture(sample)) return afterPicture(place, sample.given, search.maxZoom);
    if (!sample) return place;
    const isSure = sample.given !== null || NO_TILE.includes(sample.outcome);
    return afterNothing(place, sample.tile.zoom, { isSure, maxZoom: search.maxZoom });
  });
  return withFound({ ...search, places, ...(equalHash ? { notice: equalHash } : {}) }, today);
}

function nextTile({ zoom, x, y, empty }: ZoomPlace, maxZoom: number): TilePosition {
  const next = empty === undefined ? maxZoom : Math.max(zoom + 1, (zoom + empty) >> 1);
  return ancestorOf({ zoom: maxZoom, x, y }, next);
}

function afterPicture({ empty: emptyZoom = 0 }: ZoomPlace, given: JudgedTile, maxZoom: number): ZoomPlace {
  const place = placeIn(given, maxZoom);
  if (place.zoom === maxZoom) return { ...place, ended: true };
  // If the place was empty at this zoom or a less deep one, there was nothing to draw.
  return emptyZoom > place.zoom ? { ...place, empty: emptyZoom } : place;
}

/**
 * One zoom deeper than its last picture, an empty tile counts only with a second empty child.
 * @param isSure false if the answer proves nothing
 */
function afterNothing(
  place: ZoomPlace,
  emptyZoom: number,
  { isSure, maxZoom }: { readonly isSure: boolean; readonly maxZoom: number },
): ZoomPlace {
  const { zoom, x, y, isSecond } = place;
  if (emptyZoom > zoom + 1) return { zoom, x, y, empty: emptyZoom };
  if (!isSure) return place;
  if (isSecond) return { zoom, x, y, ended: true };
  // The opposite child: one zoom deeper than the picture, both coordinates change.
  const side = 2 ** (maxZoom - zoom - 1);
  return { zoom, x: x ^ side, y: y ^ side, empty: emptyZoom, isSecond: true };
}

function withFound(search: ZoomSearch, today: string): ZoomSearch {
  if (search.places.some(({ ended }) => !ended)) return search;
  const { proposed, ...rest } = search;
  const zooms = search.places.map(({ zoom }) => zoom).sort((a, b) => a - b);
  const [from, to] = [zooms[0] as number, zooms.at(-1) as number];
  const { found: last } = search;
  const isSame = last?.from === from && last.to === to;
  const found = { from, to, day: today, weeks: isSame ? last.weeks + 1 : 1 };
  return { ...rest, found, ...(isSame && proposed ? { proposed } : {}) };
}

function placeIn({ tile, picture }: JudgedTile, maxZoom: number): ZoomPlace {
  const { edges } = pictureEdgesOf(picture).parts;
  const richest = edges.reduce((best, edge, part) => (edge > (edges[best] as number) ? part : best), 0);
  const side = 2 ** (maxZoom - tile.zoom);
  const within = (from: number, quarter: number): number => Math.floor((from + (quarter + 0.5) / 4) * side);
  return { zoom: tile.zoom, x: within(tile.x, richest % 4), y: within(tile.y, richest >> 2) };
}

function ancestorOf({ zoom, x, y }: TilePosition, at: number): TilePosition {
  const side = 2 ** (zoom - at);
  return { zoom: at, x: Math.floor(x / side), y: Math.floor(y / side) };
}

function isInside(deep: TilePosition, tile: TilePosition): boolean {
  const { x, y } = ancestorOf(deep, tile.zoom);
  return x === tile.x && y === tile.y;
}
