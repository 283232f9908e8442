/** Access tokens in a urlPattern: `${THUNDERFOREST_API_KEY}` stands for the environment variable of that name. */

const TOKEN = /\$\{([A-Z][A-Z0-9_]*)\}/g;

/** What is published in place of a token that is not set (specification, "Placeholders inside urlPattern"). */
const PLACEHOLDER = '<ACCESS_TOKEN>';

/**
 * Beginnings of names that hosts and build systems use for secrets of their own. The value of a token is published, so
 * that a pull request could otherwise have one of these published.
 */
const RESERVED =
  /^(?:ACTIONS|AWS|AZURE_CLIENT|CF|CI|CLOUDFLARE|CODECOV|DOCKER|GH|GIT|GITHUB|GITLAB|GOOGLE_APPLICATION|NODE|NPM|RUNNER|SENTRY|SSH|WRANGLER)_/;

/** The names of the tokens in a urlPattern, in order. */
export function tokenNames(urlPattern: string): string[] {
  return [...urlPattern.matchAll(TOKEN)].map(([, name]) => name as string);
}

/** Whether a name belongs to a host or build system and is never read. */
export function isReserved(name: string): boolean {
  return RESERVED.test(name);
}

/** The value of a token, safe to stand in an address; null where it is not set. */
export function tokenValue(environment: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const token = isReserved(name) ? undefined : environment[name]?.trim();
  return token ? encodeURIComponent(token) : null;
}

/** A urlPattern with its tokens filled in. */
export function fillTokens(urlPattern: string, environment: Readonly<Record<string, string | undefined>>): string {
  return urlPattern.replaceAll(TOKEN, (_, name: string) => tokenValue(environment, name) ?? PLACEHOLDER);
}
