/** The list of rules. Each checks one thing that schemas cannot express. */

import { readableAddresses, separateBaseUrls } from './addresses.ts';
import { boundingBox, checksumHistory, realTimes } from './entries.ts';
import { uniqueIds } from './ids.ts';
import { copyrightLabels, knownTerms, plainLabels, publicAddresses } from './likely-mistakes.ts';
import { deviceNames, distinctPaths } from './portable-paths.ts';
import { categoryTree, editionSources, removals } from './references.ts';
import type { Rule } from './rule.ts';
import { accessTokens, listedTokens, pastedKeys, probeZoom, sameServers, zoomRange } from './tile-servers.ts';

/** Every rule, in the order in which they run. */
export const RULES: readonly Rule[] = [
  uniqueIds,
  sameServers,
  zoomRange,
  probeZoom,
  pastedKeys,
  listedTokens,
  accessTokens,
  readableAddresses,
  publicAddresses,
  separateBaseUrls,
  plainLabels,
  copyrightLabels,
  knownTerms,
  realTimes,
  checksumHistory,
  deviceNames,
  distinctPaths,
  boundingBox,
  categoryTree,
  editionSources,
  removals,
];
