/** Corrects the hosts and the urlPattern of a tile server, and removes access tokens. */
import { keysIn, replaceParts, variableFor } from '../../build/pipeline.ts';
import { ACCESS_TOKEN, fillTokens, tokenNames } from '../../contract/placeholders.ts';
import type { Members } from './correct-record.ts';
import type { SourcePlace } from './notes.ts';

/** What the catalog states about tile servers. */
export interface KnownServers {
  /** The `urlPattern` of each tile server by id. */
  readonly patterns: ReadonlyMap<unknown, string>;
  /** The environment variables with the access tokens of hosts. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Corrects the members that depend on each other. @param server the members, each corrected */
export function correctAddress(server: Members, at: SourcePlace, known: KnownServers): Members {
  const { id, hosts: served, urlPattern } = server;
  const given = Array.isArray(served) ? served : null;
  // A suffix that all hosts share belongs to the pattern.
  const ends = new Set(
    given?.map((host) => (typeof host === 'string' && /^[^:/?#@\s]+([:/]\S*)$/.exec(host)?.[1]) || ''),
  );
  const [end = ''] = ends;
  const isMoved =
    ends.size === 1 && end !== '' && typeof urlPattern === 'string' && /#\{host\}(?!:\d)/.test(urlPattern);
  if (isMoved) at.in('hosts').corrected(`${end} after each host is part of the urlPattern now`);
  const names = given?.map((host) => (isMoved ? (host as string).slice(0, -end.length) : host));
  const hosts = names && [...new Set(names)];
  if (hosts && hosts.length < (names?.length ?? 0))
    at.in('hosts').corrected('a host that is listed twice is listed once');
  const pattern = isMoved ? urlPattern.replaceAll('#{host}', () => `#{host}${end}`) : urlPattern;
  if (typeof pattern !== 'string') return hosts ? { hosts } : {};
  const urlPatternNow = tokensIn(pattern, hosts, id, known, at.in('urlPattern'));
  return { ...(hosts ? { hosts } : {}), urlPattern: urlPatternNow };
}

/** The specification's placeholder for a token; in an address the brackets may be encoded. */
const BRACKETED = /(?:<|%3C)ACCESS_TOKEN(?:>|%3E)/gi;

/** Replaces access tokens in a pattern. No message contains them. */
function tokensIn(served: string, hosts: unknown, id: unknown, catalog: KnownServers, at: SourcePlace): string {
  const old = catalog.patterns.get(id);
  if (old !== undefined && isFilledIn(old, served)) return old;
  let pattern = served.replace(BRACKETED, ACCESS_TOKEN);
  if (pattern !== served) at.corrected(`<ACCESS_TOKEN> is written ${ACCESS_TOKEN}, which is legal in an address`);
  const variables = tokenNames(pattern);
  if (variables.length > 0) {
    // A service must not choose the environment variables that are read.
    at.corrected(`\${${variables[0]}} is not taken from a service; ${ACCESS_TOKEN} is in its place`);
    pattern = fillTokens(pattern, {});
  }
  const keys = keysIn(pattern).filter(({ parameter, isDoubtful }) => parameter !== null && !isDoubtful);
  for (const { parameter } of keys) {
    at.corrected(
      `the value of ${parameter} looks like an access key and is not taken; ${ACCESS_TOKEN} is in its place`,
    );
  }
  pattern = replaceParts(pattern, keys, () => ACCESS_TOKEN);
  if (!pattern.includes(ACCESS_TOKEN)) return pattern;
  const host = Array.isArray(hosts) && typeof hosts[0] === 'string' ? hosts[0] : '';
  const [before = '', after] = pattern.split(`=${ACCESS_TOKEN}`, 2);
  const parameter = after === undefined ? '' : (before.split(/[?&=]/).at(-1) ?? '');
  const known = catalog.variables.get(host);
  // One variable cannot be both user name and password.
  if (known !== undefined && pattern.split(ACCESS_TOKEN).length === 2) {
    at.advice(`\${${known}} is written for the access token, as in the other servers of ${host}`);
    return pattern.replaceAll(ACCESS_TOKEN, () => `\${${known}}`);
  }
  const variable = variableFor(host, parameter);
  at.advice(
    `needs an access token: list ${variable} in accessTokens of site.yaml, and write \${${variable}} for ${ACCESS_TOKEN}`,
  );
  return pattern;
}

/** Whether a pattern differs from that of the catalog only in its access tokens. */
function isFilledIn(old: string, served: string): boolean {
  if (tokenNames(old).length === 0) return false;
  const parts = old.split(/\$\{[A-Z][A-Z0-9_]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/&]+')}$`).test(served);
}
