/** Builds and scripts of pages must reduce text alike. */

/** Unicode does not decompose these into a letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  // A final Σ becomes this in lower case, but somebody may still be typing the word.
  ς: 'σ',
};

const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** `osterreich` finds `Österreich`, `lodz` `Łódź`, and `fi` `ﬁ`. */
export function searchableText(text: string): string {
  if (/^[!-~]*$/.test(text)) return text.toLowerCase();
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}
