/** The note about a map on the map of the page: why its tiles are partly or completely missing. Pure: the clock is passed in. */
import { isOtherProjection } from '../../contract/maps/get-map.ts';
import { isDrawnFromData } from '../../contract/maps/map-types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';

/** The tiles of a view. */
interface TileReport {
  readonly total: number;
  readonly failed: number;
  /** Those without an answer for `TILE_PATIENCE_MS`. */
  readonly late: number;
  /** The address of a failed tile, or of the one that has waited longest; null if all were loaded. */
  readonly example: string | null;
}

/** How long a server may take for a tile before the page reports it. */
export const TILE_PATIENCE_MS = 6_000;

/** A tile that was requested. */
export interface RequestedTile {
  readonly address: string;
  /** When it was requested, in milliseconds. */
  readonly since: number;
  state: 'asked' | 'loaded' | 'failed';
}

/** Counts tiles by state. @param now in milliseconds */
export function countTileStates(tiles: readonly RequestedTile[], now: number): TileReport {
  const failed = tiles.filter(({ state }) => state === 'failed');
  const asked = tiles.filter(({ state }) => state === 'asked');
  const late = asked.filter(({ since }) => now - since >= TILE_PATIENCE_MS).length;
  return { total: tiles.length, failed: failed.length, late, example: (failed[0] ?? asked[0])?.address ?? null };
}

/** A part of a map that is drawn from data, what the browser lacks, or that it is not drawn yet. */
export type Failure = keyof PageTexts['map']['failures'];

/** The state of a map on the map of the page. */
export interface LayerSituation {
  readonly map: PageMap;
  /** The zoom level of the map. */
  readonly zoom: number;
  /** Null if no tiles are requested. */
  readonly tiles: TileReport | null;
  /** The HTTP status of a failed tile, or of a failed part; null if the browser does not reveal it. */
  readonly status: number | null;
  /** What of a map that is drawn from data could not be loaded, or keeps it from being drawn. */
  readonly failure?: Failure | null;
  /** Whether the page was loaded by https. */
  readonly isSecurePage: boolean;
  /** Whether the browser has no connection. */
  readonly isOffline: boolean;
}

/** A note, and the actions that it offers. */
export interface LayerNote {
  readonly text: string;
  readonly isProblem: boolean;
  /** The address of a tile to open. */
  readonly tile?: string;
  /** A zoom level with tiles. */
  readonly goTo?: number;
  /** The address of the field for the user's own token. */
  readonly tokenField?: string;
  /** Whether to offer another try. */
  readonly canRetry?: true;
}

/** The most important note; null if there is no problem. */
export function layerNote(situation: LayerSituation, { map: texts }: Pick<PageTexts, 'map'>): LayerNote | null {
  const { map, zoom, tiles, status, failure, isSecurePage, isOffline } = situation;
  const { minZoom, maxZoom, unset } = map;
  if (unset.length > 0) return { text: texts.noToken, isProblem: true, tokenField: `${map.page}#token` };
  if (isRefused(map, isSecurePage)) return { text: texts.insecure, isProblem: true };
  if (map.source && isOtherProjection(map.source)) return { text: texts.projection, isProblem: true };
  if (failure) {
    const isProblem = failure !== 'plain' && failure !== 'loading';
    const reason = status !== null ? texts.status(status) : isOffline && isProblem ? texts.offline : '';
    const text = [texts.failures[failure], reason].join(' ').trim();
    return { text, isProblem, ...(isProblem ? { canRetry: true } : {}) };
  }
  if (zoom < minZoom) return { text: texts.beginsAt(minZoom), isProblem: false, goTo: minZoom };
  if (zoom > maxZoom) return { text: texts.endsAt(maxZoom), isProblem: false, goTo: maxZoom };
  if (tiles === null || tiles.failed + tiles.late === 0) return null;
  const { total, failed, late, example } = tiles;
  if (failed === 0)
    return { text: texts.late(late, total, TILE_PATIENCE_MS / 1000), isProblem: true, ...linkTo(example) };
  const counted = texts.failed(failed, total);
  if (isOffline) return { text: `${counted} ${texts.offline}`, isProblem: true, canRetry: true };
  return { text: `${counted} ${whyText(status, texts)}`, isProblem: true, ...linkTo(example), canRetry: true };
}

/** Whether the map of the page can show a map. */
export function canShowMap(map: PageMap, isSecurePage: boolean): boolean {
  return map.unset.length === 0 && !isRefused(map, isSecurePage) && !(map.source && isOtherProjection(map.source));
}

/** Whether the browser blocks http tiles, because the page was loaded by https, or draws them in a frame. */
function isRefused({ urlPattern, source }: PageMap, isSecurePage: boolean): boolean {
  return (isSecurePage || isDrawnFromData(source?.type)) && /^http:/i.test(urlPattern);
}

function linkTo(example: string | null): Pick<LayerNote, 'tile'> {
  return example === null ? {} : { tile: example };
}

function whyText(status: number | null, texts: PageTexts['map']): string {
  if (status === null) return texts.unknownStatus;
  return status >= 200 && status < 300 ? texts.noPicture(status) : texts.status(status);
}
