/** Tiles whose rows are counted from the north: maps that `/v1/` has. */
import type { WrittenType } from '../map-shape.ts';
import words from './words.json' with { type: 'json' };

/** Tiles. */
export const XYZ_TYPE: WrittenType<'xyz'> = {
  words,
  shape: ({ hosts, urlPattern }) => ({ is: 'tiles', isFlipped: false, hosts, urlPattern }),
};
