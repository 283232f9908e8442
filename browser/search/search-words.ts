import licenceNames from '../../contract/maps/licence-names.json' with { type: 'json' };
import mapKinds from '../../contract/words/page-texts/map-kinds.json' with { type: 'json' };
import { searchableText } from '../../contract/words/search-text.ts';
import data from './words.json' with { type: 'json' };

function computedOnce<T>(compute: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}

export interface TypedWord {
  readonly typed: string;
  readonly word: string;
}

export interface SearchTerm {
  readonly typed: string;
  readonly text: string;
  /** Texts, or conditions such as `shows:aerial`. */
  readonly means: readonly string[];
}

const LONGEST_TERM = 4;

/** Endings in English and German, the longest first. */
const ENDING = /(?:ing|ern|al|en|er|es|e|n|s)$/;

const STEM_LETTERS = 4;

/** The part before these heads is what a map shows: `Straßenkarte`, `Radwege`, `cycleway`. */
const COMPOUND = new RegExp(`^(.{3,}?)(?:${data.heads.replaceAll(' ', '|')})(?:e|e?n|e?r|e?s)?$`);

/** Shorter parts of words are too often there by chance. */
const LETTERS_OF_PART = { first: 3, last: 4 };

/** A scale is one word: `1:25 000`, `1 : 25.000`, as is `D-78462`. Dots inside of others stay: `basemap.at`. */
const WORD = /(?<![\d.])1\s?:\s?\d{1,3}(?:[\s.,’']?\d{3}){1,2}(?!\d)|\b[A-Za-z]-\d{4,5}\b|[\p{L}\p{M}\p{N}.]+/gu;

/** Most names and search terms are such words, and a phone reads thousands. */
const PLAIN_WORDS = /^[a-z\d]+(?: [a-z\d]+)*$/i;

export function typedWords(text: string): readonly TypedWord[] {
  const parts = PLAIN_WORDS.test(text)
    ? text.split(' ')
    : Array.from(text.matchAll(WORD), ([part]) => part.replace(/^\.+|(?<!\.)\.+$/g, ''));
  return parts
    .map((typed) => ({ typed, word: scaleOf(typed) ?? searchableText(typed) }))
    .filter(({ word }) => word !== '');
}

/** `25000` of `1:25 000` and `25k` */
function scaleOf(typed: string): string | null {
  if (typed.includes(':')) return typed.slice(typed.indexOf(':')).replace(/\D/g, '');
  return /^\d{2,3}k$/i.test(typed) ? `${Number.parseInt(typed, 10)}000` : null;
}

export function plainSearchText(text: string): string {
  return PLAIN_WORDS.test(text) ? text.toLowerCase() : joined(typedWords(text));
}

const OTHERS = new Set(data.others.split(' '));

/** True for `instead` and `alternative`: not the named map is asked for, but others of its kind. */
export function asksOthers(words: readonly TypedWord[]): boolean {
  return words.some(({ word }) => OTHERS.has(word));
}

const STOP_WORDS = new Set([...OTHERS, ...data.stop.flatMap((words) => words.split(' '))]);

/** A word that says nothing about what is searched, in any language of the pages. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Keeps the end of a place's name that gives a word more meaning: `Baltic Sea chart` asks for a sea chart. */
export function withEndOfPlace(words: readonly TypedWord[], place: readonly TypedWord[]): readonly TypedWord[] {
  const end = place.length > 1 ? place.slice(-1) : [];
  return words.flatMap((word) =>
    end.length > 0 && meanings().has(phraseOf([...end, word])) ? [...end, word] : [word],
  );
}

const WORDS_OF_PLACES = new Set(data.ofPlaces.split(' '));

/** Leaves out the place's name and words that say what it is: `Harz National Park`. */
export function withoutWordsOfPlace(
  all: readonly TypedWord[],
  { named, others }: { readonly named: readonly TypedWord[]; readonly others: readonly TypedWord[] },
): readonly TypedWord[] {
  const kept = new Set(others);
  const words = all.filter((word) => !isStopWord(word.word) || named.includes(word));
  for (const inOrder of [words, words.toReversed()]) {
    for (const [at, word] of inOrder.entries()) {
      const isBeside = at > 0 && !kept.has(inOrder[at - 1] as TypedWord);
      const next = words[words.indexOf(word) + 1];
      const isInPhrase = next !== undefined && kept.has(next) && meanings().has(phraseOf([word, next]));
      if (isBeside && WORDS_OF_PLACES.has(word.word) && !isInPhrase) kept.delete(word);
    }
  }
  return others.filter((word) => kept.has(word));
}

export function withoutStopWords(words: readonly TypedWord[]): readonly TypedWord[] {
  const meaningful = words.flatMap((word, at) => {
    const { word: next = '', typed = '' } = words[at + 1] ?? {};
    if (NEGATIONS.has(word.word) && NEEDED.has(next)) return { ...word, typed: `${word.typed} ${typed}` };
    return isStopWord(word.word) ? [] : word;
  });
  return meaningful.length > 0 ? meaningful : words;
}

/**
 * Inside of a query, `dem` is a German article; at its ends, a terrain model. `free licence` says more than `free`, and
 * `cc by` is one word.
 */
export function withMeantStopWords(typed: readonly TypedWord[]): readonly TypedWord[] {
  const words: TypedWord[] = [];
  for (const one of typed) {
    const parts = [2, 1].map((many) => [...words.slice(-many), one]);
    const part = parts.find((some) => meanings().has(joined(some))) ?? [];
    const others = part.filter(({ word }) => !isStopWord(word));
    if (part.length < 2 || others.length === part.length) words.push(one);
    else {
      const [means, ofOthers] = [part, others].map((some) => meanings().get(joined(some))?.join());
      const word = joined(means === ofOthers ? others : part);
      words.splice(1 - part.length, part.length, { typed: part.map((each) => each.typed).join(' '), word });
    }
  }
  return words.map((one, at) => {
    const isEnd = at === 0 || at === words.length - 1;
    const [meant] = (isEnd && isStopWord(one.word) && meaningsOf(one.word)) || [];
    return meant === undefined ? one : { ...one, word: meant };
  });
}

const PRINTING = new Set(data.printing.split(' '));

export function isOfPrinting(typed: string): boolean {
  return PRINTING.has(plainSearchText(typed));
}

const NEEDED = new Set(data.needed.split(' '));

const NEGATIONS = new Set(data.negations.split(' '));

const meanings = computedOnce(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map<string, readonly string[]>([
      // Users leave out the version: `DL-DE-BY`. Documents of a licence have hyphens: `dl-de/by-2-0`.
      ...Object.entries(licenceNames).flatMap(([id, name]) =>
        [id, id.replaceAll('.', '-'), id.slice(0, id.lastIndexOf('-'))]
          .flatMap(phrasesOf)
          .map((key) => [key, [name]] as const),
      ),
      ...Object.entries<string>(data.means).flatMap(([keys, means]) =>
        keys
          .split(', ')
          .flatMap(phrasesOf)
          .map((key) => [key, means.split(', ')] as const),
      ),
    ]),
);

export type OtherProgram = 'address' | 'readsFiles' | 'own' | 'unknown';

/** How a program takes maps that the catalog has no file for, and that no record names: by address, as files, or not. */
export function otherProgramOf(typed: string): OtherProgram | null {
  const [condition, way = null] = meaningsOf(plainSearchText(typed))?.[0]?.split(':') ?? [];
  return condition === 'program' ? (way as OtherProgram) : null;
}

/** True if nobody can use what is found: no named program takes it, as far as is known. */
export function areForNoUse(unknown: readonly string[]): boolean {
  const ways = unknown.map(otherProgramOf).filter((way) => way !== null);
  return ways.length > 0 && !ways.includes('address');
}

/** Only towns are known. A year is none. */
export const isPostcode = (typed: string): boolean => /^(?:[a-z]-)?(?!(?:19|20)\d\d$)\d{4,5}$/i.test(typed);

const ALSO_WORDS = new Set(data.words.split(' '));

export function isPlaceNameAndWord(word: string): boolean {
  return ALSO_WORDS.has(word);
}

const terms = computedOnce(
  () =>
    new Set([
      ...data.terms.split(' '),
      ...[...meanings().keys()].flatMap((key) => key.split(' ')),
      ...[
        ...Object.entries(licenceNames).flat(),
        ...Object.values(mapKinds).flatMap(({ en, de, searched }) => [en, de, searched.en, searched.de]),
      ].flatMap((name) => typedWords(name).map(({ word }) => word)),
    ]),
);

/** Kinds, programs, licences and other words that ask for something, even if no record has it. */
export function isSearchTerm(word: string): boolean {
  return terms().has(word);
}

const SUBJECT = new RegExp(`(?:${data.subjects.replaceAll(' ', '|')})(?:y|i?e?[nrs]?|ische?[nrs]?)$`);

/** A subject of maps that no record may have: the end of the word, such as `Ladestation`, or the whole word. */
export function isSubject(word: string, isWhole = false): boolean {
  const match = SUBJECT.exec(word);
  return match !== null && !(isWhole && match.index > 0);
}

const OF_LANGUAGES = new Set(data.ofLanguages.split(' '));

/** True for `language`, and for words and names, which are in a language. */
export function isOfLanguages(word: string): boolean {
  return OF_LANGUAGES.has(word) || meaningsOf(word)?.includes('shows:labels') === true;
}

function joined(words: readonly TypedWord[]): string {
  return words.map(({ word }) => word).join(' ');
}

/** The name without stop words, as it is searched, and with them, as it is typed. */
function phrasesOf(name: string): readonly string[] {
  if (/^[a-z]+$/.test(name) && !NEGATIONS.has(name)) return [name];
  const words = typedWords(name);
  return [phraseOf(withoutStopWords(words)), joined(words)];
}

/** Each word that denies becomes `no`; a last one moves to the front: `Schlüssel nicht nötig`. */
function phraseOf(words: readonly TypedWord[]): string {
  const plain = words.map(({ word }) => (NEGATIONS.has(word) ? 'no' : word));
  return (plain.length > 1 && plain.at(-1) === 'no' ? ['no', ...plain.slice(0, -1)] : plain).join(' ');
}

/** What the first search computes otherwise, in parts of 25 ms on a phone. */
export const PREPARATIONS = [meanings, terms];

export function meaningsOf(word: string): readonly string[] | undefined {
  return meanings().get(word);
}

function meantBy({ text, means }: SearchTerm): readonly string[] {
  return means.length > 0 ? means : otherWordForms(text).flatMap((form) => meaningsOf(form) ?? []);
}

type RatedMeanings = SearchTerm & { readonly meanings: readonly string[] };

/** Such as `shows:aerial`. */
export function kindsOf(term: RatedMeanings): readonly string[] {
  return [...meantBy(term), ...term.meanings].filter((meaning) => meaning.startsWith('shows:'));
}

export function asksKind(term: RatedMeanings): boolean {
  return kindsOf(term).length > 0;
}

const ROUTES = new RegExp(`(?:${data.routes.replaceAll(' ', '|')})(?:e|e?n|e?s)?$`);

/** `contour lines` are in names, too; `Wanderwege`, `cycle routes` and charts are drawn on another map. */
export function asksWholeMap(kinds: readonly SearchTerm[], words: readonly TypedWord[]): boolean {
  const isPurpose = (kind: SearchTerm): boolean => meantBy(kind)[0]?.startsWith('shows:') === true;
  return kinds.length > 0 && kinds.every(isPurpose) && !words.some(({ word }) => ROUTES.test(word));
}

/** Such as `vector`. Tiles are the usual type, for which maps are not chosen. */
export function asksType({ meanings }: { readonly meanings: readonly string[] }): boolean {
  return meanings.some((meaning) => meaning.startsWith('type:') && meaning !== 'type:xyz');
}

const FILES = new Set(['flag:maps', 'kind:datasource', 'routing data']);

export function asksFiles({ means }: SearchTerm): boolean {
  return means.some((meaning) => FILES.has(meaning));
}

const TERMS_OF_USE = ['flag:free', 'flag:commercial', 'flag:no-commercial', ...Object.values(licenceNames)];

export function asksTermsOfUse({ means }: SearchTerm): boolean {
  const asked = means.map(plainSearchText);
  return TERMS_OF_USE.some((terms) => asked.some((one) => plainSearchText(terms).startsWith(one)));
}

export function meansSame({ means }: SearchTerm, { means: others }: SearchTerm): boolean {
  return means.length > 0 && means.join() === others.join();
}

export function meaningfulWords(): Iterable<string> {
  return meanings().keys();
}

export function searchTermsOf(words: readonly TypedWord[]): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (let rest = words; rest.length > 0; ) {
    let part = rest.slice(0, LONGEST_TERM);
    while (part.length > 1 && (!meanings().has(phraseOf(part)) || deniesNext(rest, part.length - 1)))
      part = part.slice(0, -1);
    const phrase = phraseOf(part);
    const means = meanings().get(phrase) ?? (isPastYear(phrase) ? ['shows:historic'] : kindBegunBy(phrase));
    const version = rest[part.length];
    const hasVersion = version !== undefined && /^\d\.\d$/.test(version.word) && means.some((one) => /^cc /i.test(one));
    if (hasVersion) part = [...part, version];
    const typed = part.map((word) => word.typed).join(' ');
    terms.push({ typed, text: joined(part), means: hasVersion ? means.map((one) => `${one} ${version.word}`) : means });
    rest = rest.slice(part.length);
  }
  return terms;
}

/** In `commercial, no key`, `no` belongs to the key; in `key not needed, commercial`, too. */
function deniesNext(words: readonly TypedWord[], at: number): boolean {
  const { word = '', typed = '' } = words[at] ?? {};
  const isOfNext = NEGATIONS.has(word) && !typed.includes(' ');
  return isOfNext && [2, 3].some((many) => meanings().has(phraseOf(words.slice(at, at + many))));
}

/** `1956`, or `1890s` */
function isPastYear(word: string): boolean {
  return word >= '1500' && word < '1990' && /^\d{4}s?$/.test(word);
}

export function wordStemOf(word: string): string | null {
  const stem = word.replace(ENDING, '');
  return stem !== word && stem.length >= STEM_LETTERS ? stem : null;
}

/** Other forms of a word that no record has: the first part of a compound, and stems. */
export function otherWordForms(word: string): readonly string[] {
  const [, first = ''] = COMPOUND.exec(word) ?? [];
  const forms = [first, first.replace(/[ns]$/, ''), wordStemOf(first), wordStemOf(word)];
  return forms.filter((form): form is string => form !== null && form.length >= LETTERS_OF_PART.first);
}

/** The last part that is known: `loipen` of `Langlaufloipen` and `Langlaufloipennetz`. */
export function lastPartOf(word: string): string | null {
  const [, first = ''] = COMPOUND.exec(word) ?? [];
  const head = word.slice(first.length);
  return lastMeaningIn(first) ?? lastMeaningIn(word) ?? (first !== '' && meanings().has(head) ? head : null);
}

function lastMeaningIn(word: string): string | null {
  for (let at: number = LETTERS_OF_PART.first; at <= word.length - LETTERS_OF_PART.last; at++) {
    if (meanings().has(word.slice(at))) return word.slice(at);
  }
  return null;
}

/** True if one letter is different, added or missing, or two are swapped. */
export function isTypoOf(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1) return false;
  const [a, b] = differenceOf(word, other);
  return (a.length <= 1 && b.length <= 1) || isSwapped(a, b);
}

function differenceOf(word: string, other: string): readonly [string, string] {
  let start = 0;
  while (start < word.length && word[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(word.length, other.length) - start;
  while (end < most && word.at(-1 - end) === other.at(-1 - end)) end++;
  return [word.slice(start, word.length - end), other.slice(start, other.length - end)];
}

function isSwapped(a: string, b: string): boolean {
  return a.length > 1 && a.length === b.length && `${a.at(-1)}${a.slice(1, -1)}${a[0]}` === b;
}

/** Replacing a letter of a shorter word makes too many other words: `house` is not `horse`. */
const LETTERS_OF_MISSPELT = { any: 6, doubled: 7, least: 4, begun: 7 };

const longTerms = computedOnce(() => [...meanings().keys()].filter((word) => word.length >= LETTERS_OF_MISSPELT.least));

/** The word of a purpose or kind that is meant; null if a short word may mean several. */
export function misspeltTerm(word: string): string | null {
  if (word.length < LETTERS_OF_MISSPELT.least) return null;
  const isShort = word.length < LETTERS_OF_MISSPELT.any;
  const isMeant = (other: string): boolean => isTypoOf(word, other) && !(isShort && isOtherLetter(word, other));
  const [first = null, ...more] = longTerms().filter(isMeant);
  if (isShort) return first !== null && more.every((other) => areSameTerms(first, other)) ? first : null;
  if (first !== null || word.length < LETTERS_OF_MISSPELT.doubled) return first;
  const single = undoubled(word);
  return longTerms().find((other) => other[0] === word[0] && isTypoOf(single, undoubled(other))) ?? null;
}

/** `Satellit` begins words of one kind. */
function kindBegunBy(word: string): readonly string[] {
  const begun = word.length < LETTERS_OF_MISSPELT.begun ? [] : longTerms().filter((one) => one.startsWith(word));
  const [first = '', ...others] = begun;
  const means = meaningsOf(first) ?? [];
  return means[0]?.startsWith('shows:') && others.every((other) => areSameTerms(first, other)) ? means : [];
}

/** True for a word of a purpose or kind that is only begun, or has another ending. */
export function isFormOfTerm(word: string): boolean {
  const stem = wordStemOf(word) ?? word;
  return longTerms().some((other) => other.startsWith(word) || (wordStemOf(other) ?? other) === stem);
}

function areSameTerms(one: string, other: string): boolean {
  return meanings().get(one)?.join() === meanings().get(other)?.join();
}

function isOtherLetter(word: string, other: string): boolean {
  return word.length === other.length && !isSwapped(...differenceOf(word, other));
}

/** Makes each doubled letter one: `satelite` of `sattelite` and `satellite`. */
function undoubled(word: string): string {
  return Array.from(word)
    .filter((letter, at) => letter !== word[at - 1])
    .join('');
}
