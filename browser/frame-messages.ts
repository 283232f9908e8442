/**
 * What a page and the frame in it say to each other, which draws maps from data. The frame has no origin of its own, so it
 * reaches nothing of the site; both sides check the window that a message comes from.
 */
import type { PageSource } from '../contract/pages/page-data.ts';

/** The view of a map. */
export interface FrameView {
  readonly center: readonly [longitude: number, latitude: number];
  /** As MapLibre counts: the world is 512 pixels wide for 0. */
  readonly zoom: number;
  /** How long the way there takes, in milliseconds. */
  readonly duration: number;
}

/** What a map is drawn from that is drawn from data. */
export type FramedSource = Extract<PageSource, { style?: string }>;

/** What a frame is told: first the map, with the own keys of the user in its addresses; then each view. */
export type ToFrame =
  | {
      readonly is: 'map';
      readonly source: FramedSource;
      readonly isOverlay: boolean;
      readonly view: FrameView;
    }
  | { readonly is: 'view'; readonly view: FrameView };

/** The parts of a map that fail separately, what the browser lacks, or that a map has no style, nor a list of its layers. */
export type FramePart = 'style' | 'tiles' | 'archive' | 'webgl' | 'plain' | 'unlisted';

/** What a frame tells. */
export type FromFrame =
  | { readonly is: 'ready' }
  | { readonly is: 'failed'; readonly part: FramePart; readonly status: number | null }
  /** What the sources of a style want to be credited, as plain text. */
  | { readonly is: 'credits'; readonly credits: readonly string[] }
  /** What an archive covers. */
  | { readonly is: 'box'; readonly box: readonly [west: number, south: number, east: number, north: number] };
