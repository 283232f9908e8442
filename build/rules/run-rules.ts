/** The type of a rule: a check of the whole catalog for one thing that schemas cannot express. */
import type { Environment } from '../../contract/maps/placeholders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';

/** Finds problems of a catalog. `all-rules.ts` lists all. */
export type Rule = (content: Content, options: RuleOptions) => Iterable<Diagnostic>;

/** The inputs of the rules other than the catalog. */
export interface RuleOptions {
  /** The environment, which holds the access tokens. */
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
  /** The warnings that comments allow in files, as `code file`; missing if none are. */
  readonly allowed?: ReadonlySet<string> | undefined;
}

/** Runs rules on a catalog. */
export function* runRules(rules: readonly Rule[], content: Content, options: RuleOptions): Generator<Diagnostic> {
  for (const rule of rules) yield* rule(content, options);
}
