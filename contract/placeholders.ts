/**
 * The variable parts of a urlPattern: placeholders, which map programs fill in, and access tokens, which the build fills
 * in. Implements "Placeholders" of `docs/interface.md`.
 */

/** The placeholders that every urlPattern must have, by name; they are written `#{host}` and so on. */
export const REQUIRED_PLACEHOLDERS: readonly string[] = ['host', 'zoom', 'tilex', 'tiley'];

/** Every placeholder. */
export const PLACEHOLDERS: readonly string[] = [...REQUIRED_PLACEHOLDERS, 'language'];

/** The highest zoom level that a tile server can have, as `schemas/catalog/common.json` says it to editors; the lowest is 0. */
export const LAST_ZOOM = 30;

/**
 * What is published in place of an access token that is not set. The specification writes `<ACCESS_TOKEN>`; the angle
 * brackets are left out because they are not legal in a URL, and clients throw on them.
 */
export const ACCESS_TOKEN = 'ACCESS_TOKEN';

/** `${THUNDERFOREST_API_KEY}` in a urlPattern names the environment variable that holds the token. */
const TOKEN = /\$\{([A-Z][A-Z0-9_]*)\}/g;

/** How the name of such a variable ends. */
const TOKEN_NAME = /^[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)$/;

/**
 * Beginnings of names that hosts and build systems use for their own secrets. The value of a token is published, so
 * without this list a pull request could get one of those secrets published.
 */
const RESERVED =
  /^(?:ACTIONS|AWS|AZURE_CLIENT|CF|CI|CLOUDFLARE|CODECOV|DOCKER|GH|GIT|GITHUB|GITLAB|GOOGLE_APPLICATION|NODE|NPM|RUNNER|SENTRY|SSH|WRANGLER)_/;

/** Which tile a map program asks for, and of which host. */
export interface TilePlace {
  readonly host: string;
  readonly zoom: number;
  readonly tilex: number;
  readonly tiley: number;
  readonly language: string;
}

/**
 * A urlPattern with its placeholders filled in, as map programs do it, or with those of another program in their place.
 * Access tokens are left as they are.
 */
export function fillPlaceholders(urlPattern: string, tile: Readonly<Record<keyof TilePlace, string | number>>): string {
  return urlPattern.replace(/#\{(host|zoom|tilex|tiley|language)\}/g, (_, name: keyof TilePlace) => String(tile[name]));
}

/** The environment of a process: variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The names of the access tokens in a urlPattern, in order. */
export function tokenNames(urlPattern: string): string[] {
  return [...urlPattern.matchAll(TOKEN)].map(([, name]) => name as string);
}

/** Whether a variable may hold an access token by its form alone: capitals, ending in `_KEY` or `_TOKEN`. */
export function isTokenVariable(name: string): boolean {
  return TOKEN_NAME.test(name);
}

/** Whether a variable belongs to a host or build system and is never read. */
export function isReserved(name: string): boolean {
  return RESERVED.test(name);
}

/**
 * The part of an environment that a catalog may read. Whoever proposes a change can write any name into a urlPattern,
 * and its value would be published; so nothing else of the environment is passed on.
 *
 * @param listed `accessTokens` of site.yaml
 */
export function listedVariables(environment: Environment, listed: readonly string[]): Environment {
  return Object.fromEntries(listed.map((name) => [name, environment[name]]));
}

/** The value of an access token, encoded for use in an address; null if it is not set. */
function tokenValue(environment: Environment, name: string): string | null {
  const token = isReserved(name) ? undefined : environment[name]?.trim();
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

/** A urlPattern with its access tokens filled in, and `ACCESS_TOKEN` for those that are not set. */
export function fillTokens(urlPattern: string, environment: Environment): string {
  return urlPattern.replaceAll(TOKEN, (_, name: string) => tokenValue(environment, name) ?? ACCESS_TOKEN);
}

/** A shorter token is not a secret, and masking it would make a text unreadable. */
const SHORTEST_SECRET = 4;

/** A text with an asterisk for each character of the access tokens in it, encoded or not, in capitals or not. */
export function withoutTokens(text: string, environment: Environment): string {
  const values = Object.keys(environment).flatMap((name) => {
    const encoded = tokenValue(environment, name);
    return encoded === null ? [] : [encoded, decodeURIComponent(encoded)];
  });
  // The longest first: one can be part of another.
  return values
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
    .reduce((masked, value) => masked.replace(anyCase(value), '*'.repeat(value.length)), text);
}

/** Finds a text whatever the case of its letters: names of hosts, for example, are made lower-case. */
function anyCase(text: string): RegExp {
  return new RegExp(
    text.replace(/[^A-Za-z0-9_]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`),
    'giu',
  );
}

/** The environment variables that tile servers read their access tokens from, by host. */
export function tokenVariables(
  servers: Iterable<{ readonly urlPattern?: string; readonly hosts?: readonly unknown[] }>,
): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { urlPattern = '', hosts = [] } of servers) {
    const [variable] = tokenNames(urlPattern);
    if (variable) for (const host of hosts) variables.set(String(host), variable);
  }
  return variables;
}
