/**
 * The frame has no origin of its own, so it reaches nothing of the site; both sides check the window that a message
 * comes from.
 */
import type { PageSource } from '../contract/pages/page-data.ts';

export interface FrameView {
  readonly center: readonly [longitude: number, latitude: number];
  /** As MapLibre counts: at 0 the world is 512 pixels wide. */
  readonly zoom: number;
  /** Milliseconds of the movement to this view; 0 jumps there. */
  readonly duration: number;
}

export type FramedSource = Extract<PageSource, { style?: string }>;

/** The map is sent once, with the user's own keys in its addresses. A view follows after each movement. */
export type ToFrame =
  | {
      readonly is: 'map';
      readonly source: FramedSource;
      readonly isOverlay: boolean;
      readonly view: FrameView;
    }
  | { readonly is: 'view'; readonly view: FrameView };

/**
 * `plain`: the map has no style, so it is drawn in our colours. `unlisted`: its layers are unknown, too, so nothing is
 * drawn.
 */
export type FramePart = 'style' | 'tiles' | 'archive' | 'webgl' | 'plain' | 'unlisted';

export type FromFrame =
  | { readonly is: 'ready' }
  | { readonly is: 'failed'; readonly part: FramePart; readonly status: number | null }
  | { readonly is: 'credits'; readonly credits: readonly string[] }
  | { readonly is: 'box'; readonly box: readonly [west: number, south: number, east: number, north: number] };
