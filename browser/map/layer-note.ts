/** What there is to say of a server that is on the map: why nothing, or not everything, is seen of it. Pure. */
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import type { PageServer } from '../../contract/pages.ts';
import { PATIENCE_MS, type TileCounts } from './tile-tally.ts';

/** What is known of a server that is on the map. */
export interface LayerSituation {
  readonly server: PageServer;
  /** The zoom level of the map. */
  readonly zoom: number;
  readonly counts: TileCounts;
  /** Of a tile that failed, as far as the browser may know it; null where it may not. */
  readonly status: number | null;
  /** The address of a tile that failed or is late. */
  readonly example: string | null;
  /** Whether the page itself came by https. */
  readonly isSecurePage: boolean;
}

/** A note, and what a person may do about it. */
export interface LayerNote {
  readonly text: string;
  readonly isProblem: boolean;
  /** The address of a tile to open. */
  readonly tile?: string;
  /** A zoom level at which the server has tiles. */
  readonly goTo?: number;
}

/** The most important thing to say; null where all is well. */
export function layerNote(situation: LayerSituation, { map: texts }: Pick<PageTexts, 'map'>): LayerNote | null {
  const { server, zoom, counts, status, example } = situation;
  const { minZoom, maxZoom, unset } = server;
  if (unset.length > 0) return { text: texts.noToken(unset), isProblem: true };
  if (isRefused(server, situation.isSecurePage)) return { text: texts.insecure, isProblem: true };
  if (zoom < minZoom) return { text: texts.beginsAt(minZoom), isProblem: false, goTo: minZoom };
  if (zoom > maxZoom) return { text: texts.endsAt(maxZoom), isProblem: false, goTo: maxZoom };
  const tile = example === null ? {} : { tile: example };
  if (counts.failed > 0) {
    const text = `${texts.failed(counts.failed, counts.total)} ${whyText(status, texts)}`;
    return { text, isProblem: true, ...tile };
  }
  if (counts.late > 0) {
    return { text: texts.late(counts.late, counts.total, PATIENCE_MS / 1000), isProblem: true, ...tile };
  }
  return null;
}

/** Whether a server is asked by http, which browsers do not do for a page that came by https. */
export function isRefused({ urlPattern }: PageServer, isSecurePage: boolean): boolean {
  return isSecurePage && /^http:/i.test(urlPattern);
}

function whyText(status: number | null, texts: PageTexts['map']): string {
  if (status === null) return texts.unknownStatus;
  return status >= 200 && status < 300 ? texts.noPicture(status) : texts.status(status);
}
