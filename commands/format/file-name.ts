/** The names of catalog files. */

/** Letters that Unicode does not decompose into an ASCII letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/** No longer than a file name of the catalog may be. */
const LONGEST = 64;

/**
 * The name of the file for a label: lower-case ASCII letters and digits with single hyphens. Empty where the label has
 * neither.
 */
export function fileNameFor(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøðđþłħı]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/['’]/g, ' ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');
}
