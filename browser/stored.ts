/** What this browser keeps for pages: nothing of it is ever sent. Users can forbid it; pages work without. */

/** How long it is kept: in this window, or until the user deletes it. */
type Lifetime = 'sessionStorage' | 'localStorage';

/** Reads a text; null if there is none. */
export function readStored(lifetime: Lifetime, name: string): string | null {
  try {
    return window[lifetime].getItem(nameHere(name));
  } catch {
    return null;
  }
}

/** Keeps a text; an empty one is deleted. */
export function store(lifetime: Lifetime, name: string, text: string): void {
  try {
    if (text === '') window[lifetime].removeItem(nameHere(name));
    else window[lifetime].setItem(nameHere(name), text);
  } catch {
    // It is not kept.
  }
}

function nameHere(name: string): string {
  return `cartalog.${name}`;
}
