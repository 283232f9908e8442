/** The list of rules. Each checks one thing that schemas cannot express. */
import { readableAddresses, separateBaseUrls } from './addresses.ts';
import { boundingBox, checksumHistory, realTimes } from './entries.ts';
import { deviceNames, distinctPaths } from './portable-paths.ts';
import { categoryTree, editionSources, removals } from './references.ts';
import type { Rule } from './rule.ts';
import { SERVER_RULES } from './server-rules.ts';
import { pastedKeys } from './tile-servers.ts';

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

/**
 * The rules that look at the entries of data sources. None compares entries of two data sources, so that each can be
 * checked by itself; all rules can be run on the other files without any entries.
 */
export const ENTRY_RULES: readonly Rule[] = [
  pastedKeys,
  readableAddresses,
  realTimes,
  checksumHistory,
  deviceNames,
  distinctPaths,
  boundingBox,
];

/** The rules that say something of a catalog as a whole, or of files without entries. All but the last need no entries. */
export const RECORD_RULES: readonly Rule[] = RULES.filter((rule) => rule !== removals);
