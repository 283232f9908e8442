import type { MapProgram } from '../map-program.ts';
import { clientCommand } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** It asks for the lists of `/v1/`, and draws every map in them. */
export const ROUTECONVERTER_PROGRAM: MapProgram = {
  words,
  forms: { tiles: ({ list }) => (list === 'maps' ? undefined : list) },
  readsInterface: true,
  text: (_, serviceUrl) => clientCommand(serviceUrl),
};
