/** In every urlPattern, as `#{host}` and so on. */
export const REQUIRED_PLACEHOLDERS: readonly string[] = ['host', 'zoom', 'tilex', 'tiley'];

export const PLACEHOLDERS: readonly string[] = [...REQUIRED_PLACEHOLDERS, 'language'];

export const dependsOnLanguage = (address: string): boolean => address.includes('#{language}');

/** As in `schemas/catalog/common.json`; the lowest is 0. */
export const LAST_ZOOM = 30;

/** The highest level of pictures if nothing states it: nearly every server has it, and a level too many shows nothing. */
export const USUAL_LAST_ZOOM = 18;
/** Tiles of 512 pixels show at each level what others show at the next. */
export const usualLastZoom = (tileSize: unknown): number => USUAL_LAST_ZOOM - (tileSize === 512 ? 1 : 0);

/** Published in place of a token that is not set. It has no angle brackets, because clients throw on them. */
export const ACCESS_TOKEN = 'ACCESS_TOKEN';

/** The first placeholder of any program, but not JSON; null without one. */
export const bracedIn = (address: string): string | null => /[#$]?\{[^{}"\s]{1,60}\}/.exec(address)?.[0] ?? null;

/** Users replace it. */
export const YOUR_KEY = 'YOUR_KEY';

/** `${THUNDERFOREST_API_KEY}` names the environment variable with the token. */
const TOKEN = /\$\{([A-Z][A-Z0-9_]*)\}/g;

const TOKEN_NAME = /^[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)$/;

/** Prefixes of secrets of hosts and build systems, which a pull request could publish as tokens. */
const RESERVED =
  /^(?:ACTIONS|AWS|AZURE_CLIENT|CF|CI|CLOUDFLARE|CODECOV|DOCKER|GH|GIT|GITHUB|GITLAB|GOOGLE_APPLICATION|NODE|NPM|RUNNER|SENTRY|SSH|WRANGLER)_/;

export interface TilePlace {
  readonly host: string;
  readonly zoom: number;
  readonly tilex: number;
  readonly tiley: number;
  readonly language: string;
}

/** A value may be a placeholder of another program. Access tokens stay. */
export function fillPlaceholders(urlPattern: string, tile: Readonly<Record<keyof TilePlace, string | number>>): string {
  return urlPattern.replace(/#\{(host|zoom|tilex|tiley|language)\}/g, (_, name: keyof TilePlace) => String(tile[name]));
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function tokenNames(urlPattern: string): string[] {
  return [...urlPattern.matchAll(TOKEN)].map(([, name]) => name as string);
}

export const isTokenVariable = (name: string): boolean => TOKEN_NAME.test(name);

export const isReservedName = (name: string): boolean => RESERVED.test(name);

/** Only variables that the catalog lists: authors of changes can write any name into a urlPattern. */
export function listedVariables(environment: Environment, listed: readonly string[]): Environment {
  return Object.fromEntries(listed.map((name) => [name, environment[name]]));
}

/** Percent-encoded; null if not set, or reserved. */
export function tokenValue(environment: Environment, name: string): string | null {
  const token = isReservedName(name) ? undefined : environment[name]?.trim();
  return token ? encodeURIComponent(token) : null;
}

export function unsetTokens(urlPattern: string, environment: Environment): string[] {
  return [...new Set(tokenNames(urlPattern))].filter((name) => tokenValue(environment, name) === null);
}

export function hasSetToken(urlPattern: string, environment: Environment): boolean {
  return tokenNames(urlPattern).some((name) => tokenValue(environment, name) !== null);
}

export function fillTokens(urlPattern: string, environment: Environment): string {
  return urlPattern.replaceAll(TOKEN, (_, name: string) => tokenValue(environment, name) ?? ACCESS_TOKEN);
}

/** The variable of each host's token. */
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
