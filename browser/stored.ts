/**
 * Pages work without storage, which users can forbid. Users' own access tokens go into addresses of tiles and texts to
 * copy, never into a page's address or a link to another site.
 */
import { ACCESS_TOKEN } from '../contract/maps/placeholders.ts';
import type { PageMap } from '../contract/pages/page-data.ts';

/** `sessionStorage` lasts until the window is closed, `localStorage` until the user deletes it. */
type Lifetime = 'sessionStorage' | 'localStorage';

export function readStored(lifetime: Lifetime, name: string): string | null {
  try {
    return window[lifetime].getItem(`cartalog.${name}`);
  } catch {
    return null;
  }
}

export function storeText(lifetime: Lifetime, name: string, text: string): void {
  try {
    if (text === '') window[lifetime].removeItem(`cartalog.${name}`);
    else window[lifetime].setItem(`cartalog.${name}`, text);
  } catch {
    // Nothing is kept without storage.
  }
}

/** The user's map program, or empty: the default in searches; its tab opens first. */
export const chosenProgram = (): string => readStored('localStorage', 'program') ?? '';

export function chooseProgram(id: string): void {
  storeText('localStorage', 'program', id);
  storeText('localStorage', 'tab', '');
}

export const TOKENS_CHANGED = 'tokens-changed';

/** The user's token with a name such as `THUNDERFOREST_API_KEY`; empty if there is none. */
export function ownToken(name: string): string {
  return readStored('localStorage', `token.${name}`) ?? '';
}

export function storeOwnToken(name: string, token: string): void {
  storeText('localStorage', `token.${name}`, token.trim());
}

/** Names take turns: each placeholder becomes the next name's token, or stays if that is unknown. */
export function fillOwnTokens(
  text: string,
  placeholder: string,
  names: readonly string[],
  encode: (token: string) => string = encodeURIComponent,
): string {
  let count = 0;
  return text.replaceAll(placeholder, () => {
    const token = ownToken(names[count++ % names.length] as string);
    return token === '' ? placeholder : encode(token);
  });
}

/** Unchanged unless all tokens that the map needs are known. */
export function withOwnTokens(map: PageMap): PageMap {
  const { unset, urlPattern, source } = map;
  if (unset.length === 0 || unset.some((name) => ownToken(name) === '')) return map;
  const filled = (text: string): string => fillOwnTokens(text, ACCESS_TOKEN, unset);
  const filledSource = source && { source: JSON.parse(filled(JSON.stringify(source))) };
  return { ...map, unset: [], hasOwnToken: true, urlPattern: filled(urlPattern), ...filledSource };
}
