/** Vector tiles. What their layers are called is not known: only the record's own style can draw them. */
import type { WrittenType } from '../map-shape.ts';
import words from './words.json' with { type: 'json' };

/** Vector tiles. */
export const VECTOR_TYPE: WrittenType<'vector'> = {
  words,
  shape: ({ style, tiles }) => ({ is: 'style', style, tiles }),
};
