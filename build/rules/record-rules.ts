/** The rules for records: all that a new one can break. */
import { readableAddresses, separateBaseUrls } from './addresses.ts';
import { boundingBox, checksumHistories, fragmentKeys } from './entries.ts';
import { deviceNames, distinctPaths } from './entry-paths.ts';
import { exampleRecords } from './likely-mistakes.ts';
import { MAP_RULES } from './map-rules.ts';
import { categoryTree, editionSources, fileNames, removals } from './references.ts';
import type { Rule } from './run-rules.ts';
import { pastedKeys } from './tiles.ts';

/** The rules for records, in the order in which they run. */
export const RECORD_RULES: readonly Rule[] = [
  ...MAP_RULES,
  separateBaseUrls,
  exampleRecords,
  checksumHistories,
  deviceNames,
  distinctPaths,
  boundingBox,
  (content) => fragmentKeys(content, content),
  categoryTree,
  editionSources,
  fileNames,
  removals,
];

/**
 * The rules for the entries of data sources. No rule compares the entries of two data sources, so each data source can be
 * checked alone; all rules can check the other files without any entries.
 */
export const ENTRY_RULES: readonly Rule[] = [
  pastedKeys,
  readableAddresses,
  checksumHistories,
  deviceNames,
  distinctPaths,
  boundingBox,
];
