/** Every rule. */
import { accessTokens } from './access-tokens.ts';
import { boundingBox } from './bounding-box.ts';
import { categoryTree } from './category-tree.ts';
import { checksumHistory } from './checksum-history.ts';
import { editionSources } from './edition-sources.ts';
import { realTimes } from './real-times.ts';
import { removals } from './removals.ts';
import type { Rule } from './rule.ts';
import { uniqueIds } from './unique-ids.ts';
import { zoomRange } from './zoom-range.ts';

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
