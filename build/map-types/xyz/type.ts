/** Tiles whose rows are counted from the north: maps that `/v1/` has. */
import type { TypeDefinition } from '../map-type.ts';
import words from './words.json' with { type: 'json' };

/** The type. */
export const XYZ_TYPE: TypeDefinition<'xyz'> = {
  words,
  shape: ({ hosts, urlPattern }) => ({ is: 'tiles', isFlipped: false, hosts, urlPattern }),
};
