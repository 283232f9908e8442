/** What a rule is: one thing that schemas cannot say. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';

/** A check over the whole catalog. Every rule has a file of its own; `index.ts` lists them. */
export interface Rule {
  readonly name: string;
  readonly description: string;
  check(content: Content, options: RuleOptions): Iterable<Diagnostic>;
}

/** What a run of the rules depends on besides the catalog. */
export interface RuleOptions {
  /** The environment, from which access tokens come. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether an access token that is not set is an error. */
  readonly requireTokens: boolean;
}
