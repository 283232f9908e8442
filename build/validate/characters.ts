/** Characters and beginnings that catalog texts and addresses cannot have, and the words for them. */

/** Control characters, halves of surrogate pairs and the like: what JSON or XML readers do not take as text. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

/** What stands in a text that is none; null where there is nothing of the kind. */
export function unwritable(text: string): string | null {
  const character = UNWRITABLE.exec(text)?.[0];
  if (character === undefined) return null;
  if (/[\r\n]/.test(character)) return 'it holds a line break';
  if (character === '\t') return 'it holds a tab';
  const code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /\p{Cc}/u.test(character)
    ? `it holds the control character ${code}`
    : `it holds ${code}, which is no character`;
}

/** What is wrong with the beginning of an address; null where it is https:// or http://. */
export function schemeProblem(url: string): string | null {
  if (/^https?:\/\//.test(url)) return null;
  if (/^https?:\/\//i.test(url)) return 'write https:// or http:// in lower case';
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return 'only https:// and http:// are fetched by map programs';
  return 'it is relative; begin with https:// or http://';
}

/** Which character cannot stand in an address, of those an expression names; null where there is none. */
export function oddCharacter(url: string, refused: RegExp): string | null {
  const character = refused.exec(url)?.[0];
  if (character === undefined) return null;
  if (character === '\\') return 'write / instead of \\';
  return (
    unwritable(character) ??
    (/\s/.test(character) ? 'it holds a space; write %20' : `${character} cannot stand in an address`)
  );
}
