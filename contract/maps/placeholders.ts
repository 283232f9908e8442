/** The variable parts of a urlPattern: placeholders, which map programs fill in, and access tokens. */

/** The placeholders that every urlPattern must have, by name; they are written `#{host}` and so on. */
export const REQUIRED_PLACEHOLDERS: readonly string[] = ['host', 'zoom', 'tilex', 'tiley'];

/** Every placeholder. */
export const PLACEHOLDERS: readonly string[] = [...REQUIRED_PLACEHOLDERS, 'language'];

/** Whether an address depends on the language of its viewer. */
export const dependsOnLanguage = (address: string): boolean => address.includes('#{language}');

/** The highest zoom level of a map, as in `schemas/catalog/common.json`; the lowest is 0. */
export const LAST_ZOOM = 30;

/** Published in place of an access token that is not set, without the angle brackets on which clients throw. */
export const ACCESS_TOKEN = 'ACCESS_TOKEN';

/** Written in place of such a token in texts for users, who write their own. */
export const YOUR_KEY = 'YOUR_KEY';

/** `${THUNDERFOREST_API_KEY}` in a urlPattern names the environment variable that holds the token. */
const TOKEN = /\$\{([A-Z][A-Z0-9_]*)\}/g;

/** The suffixes of the names of such variables. */
const TOKEN_NAME = /^[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)$/;

/** Prefixes of secrets of hosts and build systems, which a pull request could publish as if they were tokens. */
const RESERVED =
  /^(?:ACTIONS|AWS|AZURE_CLIENT|CF|CI|CLOUDFLARE|CODECOV|DOCKER|GH|GIT|GITHUB|GITLAB|GOOGLE_APPLICATION|NODE|NPM|RUNNER|SENTRY|SSH|WRANGLER)_/;

/** The tile that a map program requests, and the host. */
export interface TilePlace {
  readonly host: string;
  readonly zoom: number;
  readonly tilex: number;
  readonly tiley: number;
  readonly language: string;
}

/** Fills in the placeholders of a urlPattern, or replaces them with another program's; access tokens stay. */
export function fillPlaceholders(urlPattern: string, tile: Readonly<Record<keyof TilePlace, string | number>>): string {
  return urlPattern.replace(/#\{(host|zoom|tilex|tiley|language)\}/g, (_, name: keyof TilePlace) => String(tile[name]));
}

/** The environment of a process: values by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The names of the access tokens in a urlPattern, in order. */
export function tokenNames(urlPattern: string): string[] {
  return [...urlPattern.matchAll(TOKEN)].map(([, name]) => name as string);
}

/** Whether a variable name has the form of an access token: capitals, ending in `_KEY` or `_TOKEN`. */
export function isTokenVariable(name: string): boolean {
  return TOKEN_NAME.test(name);
}

/** Whether a variable belongs to a host or build system and is never read. */
export function isReservedName(name: string): boolean {
  return RESERVED.test(name);
}

/** The part of an environment that a catalog may read: authors of changes can write any name into a urlPattern. */
export function listedVariables(environment: Environment, listed: readonly string[]): Environment {
  return Object.fromEntries(listed.map((name) => [name, environment[name]]));
}

/** The value of an access token, percent-encoded; null if it is not set. */
export function tokenValue(environment: Environment, name: string): string | null {
  const token = isReservedName(name) ? undefined : environment[name]?.trim();
  return token ? encodeURIComponent(token) : null;
}

/** The names of the access tokens in a urlPattern that are not set, each once. */
export function unsetTokens(urlPattern: string, environment: Environment): string[] {
  return [...new Set(tokenNames(urlPattern))].filter((name) => tokenValue(environment, name) === null);
}

/** Whether a urlPattern names an access token that is set. */
export function hasSetToken(urlPattern: string, environment: Environment): boolean {
  return tokenNames(urlPattern).some((name) => tokenValue(environment, name) !== null);
}

/** Fills in the access tokens of a urlPattern; those that are not set become `ACCESS_TOKEN`. */
export function fillTokens(urlPattern: string, environment: Environment): string {
  return urlPattern.replaceAll(TOKEN, (_, name: string) => tokenValue(environment, name) ?? ACCESS_TOKEN);
}

/** The environment variables with the access tokens of maps, by host. */
export function tokenVariables(
  maps: Iterable<{ readonly urlPattern?: string; readonly hosts?: readonly unknown[] }>,
): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { urlPattern = '', hosts = [] } of maps) {
    const [variable] = tokenNames(urlPattern);
    if (variable) for (const host of hosts) variables.set(String(host), variable);
  }
  return variables;
}
