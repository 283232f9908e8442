import { type Problem, type Problems, STAGE_PROBLEMS } from '../diagnostics/messages.ts';
import { ENTRY_RULES } from './entries.ts';
import { PATH_RULES } from './entry-paths.ts';
import { PATTERN_PROBLEMS } from './foreign-patterns.ts';
import { KEY_RULES } from './keys.ts';
import { MAP_RULE_SETS } from './map-rules.ts';
import { REFERENCE_RULES } from './references.ts';
import { rulesFor } from './run-rules.ts';

/** In the order in which they run. */
const SETS = [
  { problems: STAGE_PROBLEMS },
  { problems: PATTERN_PROBLEMS },
  ...MAP_RULE_SETS,
  ENTRY_RULES,
  PATH_RULES,
  REFERENCE_RULES,
  KEY_RULES,
] as const;

export const ALL_RULES = rulesFor(SETS);

export const RULES_OF_ENTRIES = rulesFor(SETS, 'entry');

type CodeOf<S> = S extends { readonly problems: infer P } ? keyof P & string : never;

const problemsOf = <S extends { readonly problems: Problems }>(
  sets: readonly S[],
): Readonly<Record<CodeOf<S>, Problem>> => Object.assign({}, ...sets.map(({ problems }) => problems));

export const CHECK_PROBLEMS = problemsOf(SETS);

export type RuleCode = keyof typeof CHECK_PROBLEMS;
