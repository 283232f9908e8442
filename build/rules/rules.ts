/** The list of rules. Each checks one thing that schemas cannot express. */
import { pastedKeys, publicAddresses } from './addresses.ts';
import { categoryTree } from './categories.ts';
import { boundingBox, checksumHistory, realTimes } from './entries.ts';
import { uniqueIds } from './ids.ts';
import { copyrightLabels, plainLabels } from './labels.ts';
import { editionSources, removals } from './references.ts';
import type { Rule } from './rule.ts';
import { accessTokens, sameServers, zoomRange } from './tile-servers.ts';

/** Every rule, in the order in which they run. */
export const RULES: readonly Rule[] = [
  uniqueIds,
  sameServers,
  zoomRange,
  pastedKeys,
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
