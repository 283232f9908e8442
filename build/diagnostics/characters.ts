/** Characters that look like others, or like nothing: their names, and what to do about them. */

const SPACES = '\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000';
const INVISIBLE = '\\u00AD\\u061C\\u200B\\u200E\\u200F\\u2060\\uFEFF';

/** Inside a character class: what looks like a space or like nothing, and is ordinary text to YAML. */
export const UNSEEN = `${SPACES}${INVISIBLE}`;

const LOOK_ALIKE = new RegExp(`[${UNSEEN}\u2018-\u201F\u2010-\u2015\u2022]`, 'u');

/** The code of a character, as Unicode writes it: `U+00A0`. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A character as messages name it, with its code: `a no-break space (U+00A0), which looks like a space`. */
export function nameOfCharacter(character: string): string {
  const code = `(${codePointOf(character)})`;
  if (/[\u00A0\u2007\u202F]/.test(character)) return `a no-break space ${code}, which looks like a space`;
  if (/\p{Zs}/u.test(character)) return `a special space ${code}, which looks like a space`;
  if (/[\p{Cf}\p{Zl}\p{Zp}]/u.test(character)) return `an invisible character ${code}`;
  const kind = /\p{Pd}/u.test(character) ? 'dash' : character === '\u2022' ? 'bullet' : 'typographic quote';
  return `the ${kind} ${character} ${code}`;
}

/** The first character of a text that looks like another one, and how to fix it; null where it has none. */
export function lookAlikeIn(text: string): string | null {
  const character = LOOK_ALIKE.exec(text)?.[0];
  return character === undefined ? null : `it holds ${nameOfCharacter(character)}; ${adviceFor(character)}`;
}

function adviceFor(character: string): string {
  if (/[\u2018-\u201B]/.test(character)) return "write a plain '";
  if (/[\u201C-\u201F]/.test(character)) return 'write a plain "';
  return /[\p{Zs}\p{Cf}]/u.test(character) ? 'delete it' : 'write a plain -';
}
