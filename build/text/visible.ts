/** Text from catalogs made fit for a line on a terminal: it can hold anything, escape sequences included. */

/** Control and formatting characters, line separators, halves of surrogate pairs, and what is no character at all. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** The text with each character that would move the cursor, or not show, written as its code: `\u001b`. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const hex = (character.codePointAt(0) as number).toString(16).padStart(4, '0');
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`;
  });
}

/** The text with a space for each such character (two for one that takes two units), so that columns stay. */
export function blanked(text: string): string {
  return text.replace(INVISIBLE, (character) => ' '.repeat(character.length));
}

/** Letters that terminals draw two cells wide: East Asian scripts, their punctuation, and pictures. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|[\u{20000}-\u{3FFFD}]/u;

/** How many cells of a terminal a text takes. */
export function cells(text: string): number {
  let count = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    count += WIDE.test(character) ? 2 : 1;
  }
  return count;
}

/** The text, cut where it is too long to be quoted in a message. */
export function shortened(text: string, limit = 100): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
