/** The list of rules. Each checks one thing that schemas cannot express. */
import { separateBaseUrls } from './addresses.ts';
import { boundingBox, checksumHistory, realTimes } from './entries.ts';
import { deviceNames, distinctPaths } from './portable-paths.ts';
import { categoryTree, editionSources, removals } from './references.ts';
import type { Rule } from './rule.ts';
import { SERVER_RULES } from './server-rules.ts';

/** Every rule, in the order in which they run. */
export const RULES: readonly Rule[] = [
  ...SERVER_RULES,
  separateBaseUrls,
  realTimes,
  checksumHistory,
  deviceNames,
  distinctPaths,
  boundingBox,
  categoryTree,
  editionSources,
  removals,
];
