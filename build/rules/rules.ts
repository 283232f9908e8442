/** The rules: each looks for one thing that no schema can say. */

import { categoryTree } from './categories.ts';
import { boundingBox, checksumHistory, realTimes } from './entries.ts';
import { uniqueIds } from './ids.ts';
import { editionSources, removals } from './references.ts';
import type { Rule } from './rule.ts';
import { accessTokens, zoomRange } from './tile-servers.ts';

/** Every rule, in the order in which they run. */
export const RULES: readonly Rule[] = [
  uniqueIds,
  zoomRange,
  accessTokens,
  realTimes,
  checksumHistory,
  boundingBox,
  categoryTree,
  editionSources,
  removals,
];
