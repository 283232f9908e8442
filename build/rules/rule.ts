/** The type of a rule: a check of the whole catalog for one thing that schemas cannot express. */
import type { Environment } from '../../contract/placeholders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';

/** Finds problems of a catalog. `rules.ts` lists all rules. */
export type Rule = (content: Content, options: RuleOptions) => Iterable<Diagnostic>;

/** What the rules depend on, apart from the catalog. */
export interface RuleOptions {
  /** The environment, which holds the access tokens. */
  readonly environment: Environment;
  /** Whether an access token that is not set is an error. */
  readonly requireTokens: boolean;
  /** Whether tile servers are not published if their access tokens are not set. */
  readonly withoutTokenless?: boolean | undefined;
  /** Whether problems that are usually reported together are listed one by one. */
  readonly verbose?: boolean | undefined;
  /** The files that a change touches, by their paths in the catalog; left out if unknown. */
  readonly changed?: ReadonlySet<string> | undefined;
}

/** Runs rules on a catalog. */
export function* runRules(rules: readonly Rule[], content: Content, options: RuleOptions): Generator<Diagnostic> {
  for (const rule of rules) yield* rule(content, options);
}
