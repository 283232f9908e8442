import type { Environment } from '../../contract/maps/placeholders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Problem } from '../diagnostics/messages.ts';
import type { Content } from '../validate/content.ts';

/**
 * @param content the whole catalog, the files without entries, or the entries of one data source
 * @param records the files without entries; the same as the content, unless that has entries alone
 */
export type Rule = (content: Content, options: RuleOptions, records: Content) => Iterable<Diagnostic>;

/**
 * What rules read. A form for a new map runs only the rules for maps. The entries of each data source are checked alone,
 * because all of them take too much memory.
 */
const SCOPES = ['map', 'catalog', 'entry'] as const;

type Scope = (typeof SCOPES)[number];

/** The rules about one subject by what they read, and the problems that they find by code. */
type RuleSet<C extends string = string> = { readonly problems: Readonly<Record<C, Problem>> } & RulesByScope;

type RulesByScope = { readonly [S in Scope]?: readonly Rule[] };

export const ruleSet = <C extends string>(problems: RuleSet<C>['problems'], rules: RulesByScope): RuleSet<C> => ({
  problems,
  ...rules,
});

export interface RuleOptions {
  /** The environment variables, which have the access tokens. */
  readonly environment: Environment;
  /** Whether an access token that is not set is an error. */
  readonly requireTokens: boolean;
  /** Whether maps are left out if their access tokens are not set. */
  readonly withoutTokenless?: boolean | undefined;
  /** The time of the check in milliseconds; without it, no date is known to be in the future. */
  readonly now?: number | undefined;
  /** Whether to list each problem, also those that are usually reported together. */
  readonly verbose?: boolean | undefined;
  /** The files that a change touches, by their paths in the catalog; missing if unknown. */
  readonly changed?: ReadonlySet<string> | undefined;
  /** The warnings that comments allow in files, as `code file`; missing if there are no such comments. */
  readonly allowed?: ReadonlySet<string> | undefined;
}

export const rulesFor = (sets: readonly RuleSet[], scope?: Scope): Rule[] => [
  ...new Set(sets.flatMap((set) => (scope ? [scope] : SCOPES).flatMap((one) => set[one] ?? []))),
];

/** @param records the other files, if the content has entries alone */
export function* runRules(
  rules: readonly Rule[],
  content: Content,
  options: RuleOptions,
  records = content,
): Generator<Diagnostic> {
  for (const rule of rules) yield* rule(content, options, records);
}
