/**
 * What this browser keeps for pages. Users can forbid it; pages work without. The user's own access tokens go into
 * addresses of tiles and into texts to copy, never into the address of a page or into a link to another site.
 */
import { ACCESS_TOKEN } from '../contract/maps/placeholders.ts';
import type { PageMap } from '../contract/pages/page-data.ts';

/** How long it is kept: in this window, or until the user deletes it. */
type Lifetime = 'sessionStorage' | 'localStorage';

/** Reads a text; null if there is none. */
export function readStored(lifetime: Lifetime, name: string): string | null {
  try {
    return window[lifetime].getItem(`cartalog.${name}`);
  } catch {
    return null;
  }
}

/** Keeps a text; an empty one is deleted. */
export function storeText(lifetime: Lifetime, name: string, text: string): void {
  try {
    if (text === '') window[lifetime].removeItem(`cartalog.${name}`);
    else window[lifetime].setItem(`cartalog.${name}`, text);
  } catch {
    // It is not kept.
  }
}

/** The event of the window when tokens have changed. */
export const TOKENS_CHANGED = 'tokens-changed';

/** The token of a name, such as `THUNDERFOREST_API_KEY`; empty if the user has given none. */
export function ownToken(name: string): string {
  return readStored('localStorage', `token.${name}`) ?? '';
}

/** Keeps a token; an empty one is deleted. */
export function storeOwnToken(name: string, token: string): void {
  storeText('localStorage', `token.${name}`, token.trim());
}

/** Fills tokens in place of a word. Several tokens take turns, in the order of their names. */
export function fillOwnTokens(text: string, word: string, names: readonly string[]): string {
  let count = 0;
  return text.replaceAll(word, () => {
    const token = ownToken(names[count++ % names.length] as string);
    return token === '' ? word : encodeURIComponent(token);
  });
}

/** The map with the user's tokens, if it needs some and all are known. */
export function withOwnTokens(map: PageMap): PageMap {
  const { unset, urlPattern, source } = map;
  if (unset.length === 0 || unset.some((name) => ownToken(name) === '')) return map;
  const filled = (text: string): string => fillOwnTokens(text, ACCESS_TOKEN, unset);
  const its = source && { source: JSON.parse(filled(JSON.stringify(source))) };
  return { ...map, unset: [], hasOwnToken: true, urlPattern: filled(urlPattern), ...its };
}
