import type { MapProgram } from '../map-program.ts';
import words from './words.json' with { type: 'json' };

export const startedWith = (serviceUrl: string): string => `java -Dapi=${serviceUrl}/ -jar RouteConverter.jar`;

/** It asks for the lists of `/v1/`, and draws every map in them. */
export const ROUTECONVERTER_PROGRAM: MapProgram = {
  words,
  forms: { tiles: ({ list }) => (list === 'maps' ? undefined : list) },
  readsInterface: true,
  text: (_, serviceUrl) => startedWith(serviceUrl),
};
