/** The type of a rule: a check of one thing that schemas cannot express. */
import type { Environment } from '../../contract/placeholders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';

/** A check over the whole catalog. `rules.ts` lists all of them. */
export interface Rule {
  readonly name: string;
  readonly description: string;
  check(content: Content, options: RuleOptions): Iterable<Diagnostic>;
}

/** What the rules depend on, apart from the catalog. */
export interface RuleOptions {
  /** The environment, from which access tokens come. */
  readonly environment: Environment;
  /** Whether an access token that is not set is an error. */
  readonly requireTokens: boolean;
  /** Whether tile servers are left out of what is published while their access tokens are not set. */
  readonly withoutTokenless?: boolean | undefined;
  /** Whether problems that are usually reported together are listed one by one. */
  readonly verbose?: boolean | undefined;
  /** The files that a change touches, by their paths in the catalog; left out where that is not known. */
  readonly changed?: ReadonlySet<string> | undefined;
}
