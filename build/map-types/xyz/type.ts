import type { TypeDefinition } from '../map-type.ts';
import words from './words.json' with { type: 'json' };

export const XYZ_TYPE: TypeDefinition<'xyz'> = {
  words,
  shape: ({ hosts, urlPattern }) => ({ is: 'tiles', isFlipped: false, hosts, urlPattern }),
};
