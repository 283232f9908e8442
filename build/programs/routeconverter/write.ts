import type { MapProgram } from '../map-program.ts';
import { clientCommand } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** It reads `/v1/`, and draws every map in it. */
export const ROUTECONVERTER_PROGRAM: MapProgram = {
  words,
  forms: { tiles: ({ list }) => (list === 'maps' ? undefined : list) },
  readsInterface: true,
  text: (_, serviceUrl) => clientCommand(serviceUrl),
};
