/** The list of rules, and of all problems that a check can find. */
import { type Problem, STAGE_PROBLEMS } from '../diagnostics/messages.ts';
import { ADDRESS_PROBLEMS } from './addresses.ts';
import { ENTRY_PROBLEMS } from './entries.ts';
import { PATH_PROBLEMS } from './entry-paths.ts';
import { PATTERN_PROBLEMS } from './foreign-patterns.ts';
import { ID_PROBLEMS } from './ids.ts';
import { KEY_PROBLEMS, trustedKeys } from './keys.ts';
import { LABEL_PROBLEMS } from './likely-mistakes.ts';
import { AREA_PROBLEMS } from './map-areas.ts';
import { RECORD_RULES } from './record-rules.ts';
import { REFERENCE_PROBLEMS } from './references.ts';
import type { Rule } from './run-rules.ts';
import { TILE_PROBLEMS } from './tiles.ts';
import { TYPE_PROBLEMS } from './type-rules.ts';

/** Every rule, in the order in which they run. */
export const RULES: readonly Rule[] = [...RECORD_RULES, trustedKeys];

/** Every problem that a check finds, by code. */
export const PROBLEMS: Readonly<Record<RuleCode, Problem>> = {
  ...STAGE_PROBLEMS,
  ...PATTERN_PROBLEMS,
  ...ID_PROBLEMS,
  ...TILE_PROBLEMS,
  ...TYPE_PROBLEMS,
  ...ADDRESS_PROBLEMS,
  ...AREA_PROBLEMS,
  ...LABEL_PROBLEMS,
  ...ENTRY_PROBLEMS,
  ...PATH_PROBLEMS,
  ...REFERENCE_PROBLEMS,
  ...KEY_PROBLEMS,
};

/** The code of a problem that a check finds. Listed by table, because the types of the library need it. */
export type RuleCode =
  | keyof typeof STAGE_PROBLEMS
  | keyof typeof PATTERN_PROBLEMS
  | keyof typeof ID_PROBLEMS
  | keyof typeof TILE_PROBLEMS
  | keyof typeof TYPE_PROBLEMS
  | keyof typeof ADDRESS_PROBLEMS
  | keyof typeof AREA_PROBLEMS
  | keyof typeof LABEL_PROBLEMS
  | keyof typeof ENTRY_PROBLEMS
  | keyof typeof PATH_PROBLEMS
  | keyof typeof REFERENCE_PROBLEMS
  | keyof typeof KEY_PROBLEMS;
