/**
 * The frame draws maps from data. It has no origin of its own, so it reaches nothing of the site; both sides check the
 * window that a message comes from.
 */
import type { PageSource } from '../contract/pages/page-data.ts';

export interface FrameView {
  readonly center: readonly [longitude: number, latitude: number];
  /** As MapLibre counts: at 0 the world is 512 pixels wide. */
  readonly zoom: number;
  /** Of the movement to this view, in milliseconds; 0 to jump there. */
  readonly duration: number;
}

export type FramedSource = Extract<PageSource, { style?: string }>;

/** First the map, whose addresses have the user's own keys; then each view. */
export type ToFrame =
  | {
      readonly is: 'map';
      readonly source: FramedSource;
      readonly isOverlay: boolean;
      readonly view: FrameView;
    }
  | { readonly is: 'view'; readonly view: FrameView };

/** `plain` is no failure: a map without a style has our colours. `unlisted`: its layers are unknown, too. */
export type FramePart = 'style' | 'tiles' | 'archive' | 'webgl' | 'plain' | 'unlisted';

export type FromFrame =
  | { readonly is: 'ready' }
  | { readonly is: 'failed'; readonly part: FramePart; readonly status: number | null }
  | { readonly is: 'credits'; readonly credits: readonly string[] }
  | { readonly is: 'box'; readonly box: readonly [west: number, south: number, east: number, north: number] };
