/** What a rule is: one thing that schemas cannot say. */
import type { Environment } from '../../contract/placeholders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';

/** A check over the whole catalog. `rules.ts` lists all of them. */
export interface Rule {
  readonly name: string;
  readonly description: string;
  check(content: Content, options: RuleOptions): Iterable<Diagnostic>;
}

/** What a run of the rules depends on besides the catalog. */
export interface RuleOptions {
  /** The environment, from which access tokens come. */
  readonly environment: Environment;
  /** Whether an access token that is not set is an error. */
  readonly requireTokens: boolean;
  /** The files that a change touches, by their paths in the catalog: of two at odds, one of these is to blame. */
  readonly changed?: ReadonlySet<string> | undefined;
}
