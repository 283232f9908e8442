/** Words that differ by one typo. */

/** Whether two words differ in one letter: another one, one more, one less, or two in the wrong order. */
export function isTypoOf(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(word.length, other.length) - start;
  while (end < most && word.at(-1 - end) === other.at(-1 - end)) end++;
  const [a, b] = [word.slice(start, word.length - end), other.slice(start, other.length - end)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === `${b[1]}${b[0]}`);
}

/** The minimum letters of a word that may have a typo. */
const MIN_LETTERS = 5;

/** The words of texts, to correct others by. */
export class Vocabulary {
  readonly #texts: readonly string[];
  #words: ReadonlySet<string> | null = null;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** Whether a text contains it. */
  has(word: string): boolean {
    return this.#texts.some((text) => text.includes(word));
  }

  /** The words that an unknown word may stand for; itself if it is known, or like no other. */
  alternatives(word: string): readonly string[] {
    if (word.length < MIN_LETTERS || this.has(word)) return [word];
    // Most people never make a typo, so the words are collected late.
    this.#words ??= new Set(this.#texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)));
    const near = [...this.#words].filter((other) => other.length >= MIN_LETTERS && isTypoOf(word, other));
    return near.length > 0 ? near : [word];
  }
}
