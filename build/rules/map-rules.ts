/** The rules for maps: all that a new one can break. A form for a new map loads only these. */
import { readableAddresses } from './addresses.ts';
import { uniqueIds } from './ids.ts';
import { copyrightLabels, knownLanguages, knownTerms, plainLabels, publicAddresses } from './likely-mistakes.ts';
import { mapAreas, mapDates, mapEnds } from './map-areas.ts';
import type { Rule } from './run-rules.ts';
import { accessTokens, listedTokens, pastedKeys, sameMaps, zoomLevels } from './tiles.ts';
import { typedMaps } from './type-rules.ts';

/** The rules for maps, in the order in which they run. */
export const MAP_RULES: readonly Rule[] = [
  uniqueIds,
  sameMaps,
  zoomLevels,
  typedMaps,
  mapAreas,
  mapDates,
  mapEnds,
  pastedKeys,
  listedTokens,
  accessTokens,
  readableAddresses,
  publicAddresses,
  plainLabels,
  copyrightLabels,
  knownLanguages,
  knownTerms,
];
