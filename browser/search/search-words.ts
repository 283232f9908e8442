/** The words of a search: which say nothing, and what others stand for. */
import { SHARE_TARGETS } from '../../build/programs/share-links.ts';
import { searchableText } from '../../contract/words/search-text.ts';
import data from './words.json' with { type: 'json' };

/** A word as it was typed, and as it is searched. */
export interface TypedWord {
  readonly typed: string;
  readonly word: string;
}

/** One or more words that together ask for one thing. */
export interface SearchTerm {
  readonly typed: string;
  /** As it is searched. */
  readonly text: string;
  /** What else it stands for: texts, or conditions such as `shows:aerial`. */
  readonly means: readonly string[];
}

/** The maximum number of words in a term. */
const LONGEST_TERM = 4;

/** Endings of words with the same meaning in English and German, the longest first. */
const ENDING = /(?:ing|ern|al|en|er|es|e|n|s)$/;

/** What remains of a word without its ending must have as many letters. */
const STEM_LETTERS = 4;

/** What German appends to a word that says what a map shows. */
const COMPOUND = /^(.{3,}?)(?:karten?|bilde?r?|plane?)$/;

/** The words of a text. Dots inside of them stay: `basemap.at`. */
export function typedWords(text: string): readonly TypedWord[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}.]+/u)
    .map((part) => part.replace(/^\.+|(?<!\.)\.+$/g, ''))
    .map((typed) => ({ typed, word: searchableText(typed) }))
    .filter(({ word }) => word !== '');
}

/** A text as its words are searched: one space between two of them. */
export function plainSearchText(text: string): string {
  // So are most names, and there are thousands.
  if (/^[a-z\d]+(?: [a-z\d]+)*$/i.test(text)) return text.toLowerCase();
  return joined(typedWords(text));
}

const STOP_WORDS = new Set(data.stop.flatMap((words) => words.split(' ')));

/** Whether a word says nothing about what is searched, in any language of the pages. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The words with a meaning; all of them if none has any. */
export function withoutStopWords(words: readonly TypedWord[]): readonly TypedWord[] {
  const meaningful = words.filter(({ word }) => !isStopWord(word));
  return meaningful.length > 0 ? meaningful : words;
}

const MEANINGS: ReadonlyMap<string, readonly string[]> = new Map(
  [data.means, ...SHARE_TARGETS.map(({ means = {} }) => means)]
    .flatMap(Object.entries<string>)
    .flatMap(([keys, means]) =>
      keys.split(', ').map((key) => [joined(withoutStopWords(typedWords(key))), means.split(', ')] as const),
    ),
);

const ALSO_WORDS = new Set(data.words.split(' '));

/** Whether the name of a place is also a word that people use with other places. */
export function isPlaceNameAndWord(word: string): boolean {
  return ALSO_WORDS.has(word);
}

const PLACES: ReadonlyMap<string, string> = new Map(Object.entries(data.places));

function joined(words: readonly TypedWord[]): string {
  return words.map(({ word }) => word).join(' ');
}

/** What a word stands for; undefined if only for itself. */
export function meaningsOf(word: string): readonly string[] | undefined {
  return MEANINGS.get(word);
}

/** The name in the gazetteer of a place that has another one in common speech. */
export function gazetteerNameOf(name: string): string {
  return PLACES.get(name) ?? name;
}

/** Whether a term asks for a kind of map, such as `hiking` and `Fahrradkarte`. */
export function asksKind({ text, means }: SearchTerm): boolean {
  const all = means.length > 0 ? means : otherWordForms(text).flatMap((form) => meaningsOf(form) ?? []);
  return all.some((one) => one.startsWith('shows:'));
}

/** Whether a term asks for files, to be used without a connection. */
export function asksFiles({ means }: SearchTerm): boolean {
  return means.length === 1 && means.every((one) => one === 'flag:maps' || one === 'kind:datasource');
}

/** The words with meanings of their own. */
export function meaningfulWords(): Iterable<string> {
  return MEANINGS.keys();
}

/** Joins words to the longest terms that have meanings. */
export function searchTermsOf(words: readonly TypedWord[]): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (let rest = words; rest.length > 0; ) {
    let part = rest.slice(0, LONGEST_TERM);
    while (part.length > 1 && !MEANINGS.has(joined(part))) part = part.slice(0, -1);
    const typed = part.map((one) => one.typed).join(' ');
    terms.push({ typed, text: joined(part), means: MEANINGS.get(joined(part)) ?? [] });
    rest = rest.slice(part.length);
  }
  return terms;
}

/** A word without its ending; null if it has none. */
export function wordStemOf(word: string): string | null {
  const stem = word.replace(ENDING, '');
  return stem !== word && stem.length >= STEM_LETTERS ? stem : null;
}

/** Other forms of a word that nothing has: parts of a German compound, and its stem. They may have meanings. */
export function otherWordForms(word: string): readonly string[] {
  const [, first = ''] = COMPOUND.exec(word) ?? [];
  const forms = [first, first.replace(/[ns]$/, ''), wordStemOf(first), wordStemOf(word)];
  return forms.filter((form): form is string => form !== null && form.length >= 3);
}

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
