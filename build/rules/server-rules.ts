/** The rules for tile servers: all that a new one can break. A form for a new server loads only these. */
import { readableAddresses } from './addresses.ts';
import { uniqueIds } from './ids.ts';
import { copyrightLabels, knownTerms, plainLabels, publicAddresses } from './likely-mistakes.ts';
import { mapAreas, mapDates, mapEnds } from './map-areas.ts';
import type { Rule } from './run-rules.ts';
import { accessTokens, listedTokens, pastedKeys, sameServers, zoomLevels } from './tile-servers.ts';
import { typedMaps } from './type-rules.ts';

/** The rules for tile servers, in the order in which they run. */
export const SERVER_RULES: readonly Rule[] = [
  uniqueIds,
  sameServers,
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
  knownTerms,
];
