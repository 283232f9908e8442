/** What to say about a server on the map: why nothing, or not everything, is seen of it. Pure. */
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import type { PageServer } from '../../contract/pages.ts';
import { PATIENCE_MS, type TileReport } from './tile-tally.ts';

/** What is known of a server on the map. */
export interface LayerSituation {
  readonly server: PageServer;
  /** The zoom level of the map. */
  readonly zoom: number;
  /** Null if no tiles are asked for. */
  readonly tiles: TileReport | null;
  /** Of a tile that failed; null if the browser does not know. */
  readonly status: number | null;
  /** Whether the page itself came by https. */
  readonly isSecurePage: boolean;
}

/** A note, and what people can do about it. */
export interface LayerNote {
  readonly text: string;
  readonly isProblem: boolean;
  /** The address of a tile to open. */
  readonly tile?: string;
  /** A zoom level at which the server has tiles. */
  readonly goTo?: number;
}

/** The most important thing to say; null if all is well. */
export function layerNote(situation: LayerSituation, { map: texts }: Pick<PageTexts, 'map'>): LayerNote | null {
  const { server, zoom, tiles, status, isSecurePage } = situation;
  const { minZoom, maxZoom, unset } = server;
  if (unset.length > 0) return { text: texts.noToken(unset), isProblem: true };
  if (isRefused(server, isSecurePage)) return { text: texts.insecure, isProblem: true };
  if (zoom < minZoom) return { text: texts.beginsAt(minZoom), isProblem: false, goTo: minZoom };
  if (zoom > maxZoom) return { text: texts.endsAt(maxZoom), isProblem: false, goTo: maxZoom };
  if (tiles === null || tiles.failed + tiles.late === 0) return null;
  const { total, failed, late, example } = tiles;
  const text =
    failed > 0
      ? `${texts.failed(failed, total)} ${whyText(status, texts)}`
      : texts.late(late, total, PATIENCE_MS / 1000);
  return { text, isProblem: true, ...(example === null ? {} : { tile: example }) };
}

/** Whether the browser refuses tiles by http, because the page came by https. */
export function isRefused({ urlPattern }: PageServer, isSecurePage: boolean): boolean {
  return isSecurePage && /^http:/i.test(urlPattern);
}

function whyText(status: number | null, texts: PageTexts['map']): string {
  if (status === null) return texts.unknownStatus;
  return status >= 200 && status < 300 ? texts.noPicture(status) : texts.status(status);
}
