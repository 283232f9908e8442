/** Tiles whose rows are counted from the south. */
import type { WrittenType } from '../map-shape.ts';
import words from './words.json' with { type: 'json' };

/** Flipped tiles. */
export const TMS_TYPE: WrittenType<'tms'> = {
  words,
  shape: ({ hosts, urlPattern }) => ({ is: 'tiles', isFlipped: true, hosts, urlPattern }),
};
