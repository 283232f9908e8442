/** The rules that concern tile servers: all that a new one can break. Where only those are checked, the others need not be loaded. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';
import { readableAddresses } from './addresses.ts';
import { uniqueIds } from './ids.ts';
import { copyrightLabels, knownTerms, plainLabels, publicAddresses } from './likely-mistakes.ts';
import type { Rule, RuleOptions } from './rule.ts';
import { accessTokens, listedTokens, pastedKeys, probeZoom, sameServers, zoomRange } from './tile-servers.ts';

/** The rules that look at tile servers, in the order in which they run. */
export const SERVER_RULES: readonly Rule[] = [
  uniqueIds,
  sameServers,
  zoomRange,
  probeZoom,
  pastedKeys,
  listedTokens,
  accessTokens,
  readableAddresses,
  publicAddresses,
  plainLabels,
  copyrightLabels,
  knownTerms,
];

/** What some rules find in a catalog. */
export function* runRules(rules: readonly Rule[], content: Content, options: RuleOptions): Generator<Diagnostic> {
  for (const rule of rules) yield* rule.check(content, options);
}
