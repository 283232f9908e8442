/** For every program that takes an address of tiles. */
import type { MapProgram } from '../map-program.ts';
import { firstTemplate, rowNotation } from '../tile-template.ts';
import words from './words.json' with { type: 'json' };

export const XYZ_PROGRAM: MapProgram = {
  words,
  forms: { tiles: (_, shape) => firstTemplate(shape, rowNotation(shape)) },
  isFormat: true,
};
