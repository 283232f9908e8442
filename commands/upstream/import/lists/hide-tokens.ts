import { pastedKeysIn, replaceParts, tokenVariable } from '../../../../build/tile-url/secrets.ts';
import {
  ACCESS_TOKEN,
  fillTokens,
  isReservedName,
  isTokenVariable,
  tokenNames,
} from '../../../../contract/maps/placeholders.ts';
import type { Members } from '../correct-served-record.ts';
import type { SourcePlace } from '../notes.ts';

export function statedToken(name: unknown): string | null {
  return typeof name === 'string' && isTokenVariable(name) && !isReservedName(name) ? name : null;
}

/** From the specification; addresses may encode the brackets. */
const BRACKETED = /(?:<|%3C)ACCESS_TOKEN(?:>|%3E)/gi;

/** Messages contain no token. `old` is the pattern in the catalog; the service names the variable `stated`. */
export function correctPattern(
  { hosts, urlPattern: served }: Members,
  old: string | undefined,
  { stated, isListed }: { readonly stated: string | null; readonly isListed: boolean },
  at: SourcePlace,
): string | undefined {
  if (typeof served !== 'string') return undefined;
  if (old !== undefined && isFilledIn(old, served)) return old;
  let pattern = served.replace(BRACKETED, ACCESS_TOKEN);
  if (pattern !== served) at.corrected(`<ACCESS_TOKEN> is written ${ACCESS_TOKEN}, which is legal in an address`);
  const [named] = tokenNames(pattern);
  if (named !== undefined) {
    // No service may choose the environment variables to read.
    at.corrected(`\${${named}} is not taken from a service; ${ACCESS_TOKEN} is in its place`);
    pattern = fillTokens(pattern, {});
  }
  const keys = pastedKeysIn(pattern).filter(({ parameter, isDoubtful }) => parameter !== null && !isDoubtful);
  for (const { parameter } of keys) {
    at.corrected(
      `the value of ${parameter} looks like an access key and is not taken; ${ACCESS_TOKEN} is in its place`,
    );
  }
  pattern = replaceParts(pattern, keys, () => ACCESS_TOKEN);
  const tokenCount = pattern.split(ACCESS_TOKEN).length - 1;
  if (stated !== null && tokenCount === 0) at.advice(`needs the access token ${stated}, and does not say where`);
  if (isListed) pattern = pattern.replace(ACCESS_TOKEN, () => `\${${stated}}`);
  // User name and password need two variables.
  if (tokenCount === 0 || (isListed && tokenCount === 1)) return pattern;
  const host = Array.isArray(hosts) && typeof hosts[0] === 'string' ? hosts[0] : '';
  const [before = '', after] = pattern.split(`=${ACCESS_TOKEN}`, 2);
  const parameter = after === undefined ? '' : (before.split(/[?&=]/).at(-1) ?? '');
  const variable = (!isListed && stated) || tokenVariable(host, parameter);
  at.advice(
    `needs an access token: list ${variable} in accessTokens of site.yaml, and write \${${variable}} for ${ACCESS_TOKEN}`,
  );
  return pattern;
}

function isFilledIn(old: string, served: string): boolean {
  if (tokenNames(old).length === 0) return false;
  const parts = old.split(/\$\{[A-Z][A-Z0-9_]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/&]+')}$`).test(served);
}
