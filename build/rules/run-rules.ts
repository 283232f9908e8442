import type { Environment } from '../../contract/maps/placeholders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Problem } from '../diagnostics/messages.ts';
import type { Content } from '../validate/content.ts';

/**
 * @param content the whole catalog, the files without entries, or the entries of one data source
 * @param records the files without entries; the content itself, unless it has only entries
 */
export type Rule = (content: Content, options: RuleOptions, records: Content) => Iterable<Diagnostic>;

/**
 * A form for a new map runs only the rules for maps. Entries are checked for each data source alone: all take too much
 * memory.
 */
const SCOPES = ['map', 'catalog', 'entry'] as const;

type Scope = (typeof SCOPES)[number];

/** About one subject: its rules by scope, its problems by code. */
type RuleSet<C extends string = string> = { readonly problems: Readonly<Record<C, Problem>> } & RulesByScope;

type RulesByScope = { readonly [S in Scope]?: readonly Rule[] };

export const ruleSet = <C extends string>(problems: RuleSet<C>['problems'], rules: RulesByScope): RuleSet<C> => ({
  problems,
  ...rules,
});

export interface RuleOptions {
  readonly environment: Environment;
  readonly requireTokens: boolean;
  /** Leaves out maps whose access tokens are not set. */
  readonly withoutTokenless?: boolean | undefined;
  /** Milliseconds since 1970; without it, no date is in the future. */
  readonly now?: number | undefined;
  /** Also lists problems that are usually reported together. */
  readonly verbose?: boolean | undefined;
  /** The files of a change, by path in the catalog; missing if unknown. */
  readonly changed?: ReadonlySet<string> | undefined;
  /** Allowed by comments, as `code file`; missing if there are none. */
  readonly allowed?: ReadonlySet<string> | undefined;
}

export const rulesFor = (sets: readonly RuleSet[], scope?: Scope): Rule[] => [
  ...new Set(sets.flatMap((set) => (scope ? [scope] : SCOPES).flatMap((one) => set[one] ?? []))),
];

/** @param records the other files, if the content has only entries */
export function* runRules(
  rules: readonly Rule[],
  content: Content,
  options: RuleOptions,
  records = content,
): Generator<Diagnostic> {
  for (const rule of rules) yield* rule(content, options, records);
}
