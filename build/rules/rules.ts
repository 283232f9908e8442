/** The list of rules. Each checks one thing that schemas cannot express. */

import { boundingBox, checksumHistory, realTimes } from './entries.ts';
import { uniqueIds } from './ids.ts';
import { copyrightLabels, plainLabels, publicAddresses } from './likely-mistakes.ts';
import { categoryTree, editionSources, removals } from './references.ts';
import type { Rule } from './rule.ts';
import { accessTokens, listedTokens, pastedKeys, sameServers, zoomRange } from './tile-servers.ts';

/** Every rule, in the order in which they run. */
export const RULES: readonly Rule[] = [
  uniqueIds,
  sameServers,
  zoomRange,
  pastedKeys,
  listedTokens,
  accessTokens,
  publicAddresses,
  plainLabels,
  copyrightLabels,
  realTimes,
  checksumHistory,
  boundingBox,
  categoryTree,
  editionSources,
  removals,
];
