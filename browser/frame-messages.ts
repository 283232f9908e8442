/**
 * The frame that draws vector maps has no origin: it reaches nothing of the site. Both sides check the window that sent a
 * message.
 */
import type { PageSource } from '../contract/pages/page-data.ts';

export interface FrameView {
  readonly center: readonly [longitude: number, latitude: number];
  /** MapLibre's: at 0, the world is 512 pixels wide. */
  readonly zoom: number;
  /** How long the movement there takes, in milliseconds; 0 jumps. */
  readonly duration: number;
}

export type FramedSource = Extract<PageSource, { style?: string }>;

/** The map comes once, with the user's own keys in its addresses; then a view after each movement. */
export type ToFrame =
  | {
      readonly is: 'map';
      readonly source: FramedSource;
      readonly isOverlay: boolean;
      readonly view: FrameView;
    }
  | { readonly is: 'view'; readonly view: FrameView };

/** `plain`: the map has no style, so it has our colours. `unlisted`: its layers are unknown, too; it is not drawn. */
export type FramePart = 'style' | 'tiles' | 'archive' | 'webgl' | 'plain' | 'unlisted';

export type FromFrame =
  | { readonly is: 'ready' }
  | { readonly is: 'failed'; readonly part: FramePart; readonly status: number | null }
  | { readonly is: 'drawn'; readonly credits: readonly string[]; readonly hasTiles: boolean }
  | { readonly is: 'box'; readonly box: readonly [west: number, south: number, east: number, north: number] };
