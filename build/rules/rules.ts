/** Every rule. */

import { categoryTree } from './categories.ts';
import { boundingBox, checksumHistory, realTimes } from './entries.ts';
import { uniqueIds } from './ids.ts';
import { editionSources, removals } from './references.ts';
import type { Rule } from './rule.ts';
import { accessTokens, zoomRange } from './tile-servers.ts';

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
