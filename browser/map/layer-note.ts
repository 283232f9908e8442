/** Why tiles are missing. */
import { isOtherProjection } from '../../contract/maps/get-map.ts';
import { isDrawnFromData } from '../../contract/maps/map-types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';

interface TileReport {
  readonly total: number;
  readonly failed: number;
  readonly late: number;
  readonly loaded: number;
  /** A failed tile, else the one that waits longest; null without either. */
  readonly example: string | null;
}

export const TILE_PATIENCE_MS = 6_000;

export interface RequestedTile {
  readonly address: string;
  /** `performance.now()`, in milliseconds. */
  readonly since: number;
  state: 'asked' | 'loaded' | 'failed';
}

export function countTileStates(tiles: readonly RequestedTile[], now: number): TileReport {
  const failed = tiles.filter(({ state }) => state === 'failed');
  const asked = tiles.filter(({ state }) => state === 'asked');
  const late = asked.filter(({ since }) => now - since >= TILE_PATIENCE_MS).length;
  const loaded = tiles.length - failed.length - asked.length;
  return {
    total: tiles.length,
    failed: failed.length,
    late,
    loaded,
    example: (failed[0] ?? asked[0])?.address ?? null,
  };
}

export type Failure = keyof PageTexts['map']['failures'];

export interface LayerSituation {
  readonly map: PageMap;
  readonly zoom: number;
  readonly tiles: TileReport | null;
  /** Null if the browser hides it. */
  readonly status: number | null;
  readonly failure?: Failure | null;
  readonly isSecurePage: boolean;
  readonly isOffline: boolean;
}

export interface LayerNote {
  readonly text: string;
  readonly isProblem: boolean;
  readonly tile?: string;
  readonly goTo?: number;
  readonly tokenField?: string;
  readonly canRetry?: true;
}

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

export function canShowMap(map: PageMap, isSecurePage: boolean): boolean {
  return map.unset.length === 0 && !isRefused(map, isSecurePage) && !(map.source && isOtherProjection(map.source));
}

/** A page with https blocks http tiles; so does the frame. */
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
