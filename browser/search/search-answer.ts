import type { SearchArea } from '../../contract/words/place-search.ts';
import type { MapPlace } from '../data/file-query.ts';
import { type Gazetteer, type NamedPlace, withUmlauts } from './gazetteer.ts';
import { hasFileOf, PLACE_PARTS, type PlacePart, partOfRank, placeRankFor, situatedPlace } from './place-cover.ts';
import type { RatedTerm, SearchIndex } from './search-index.ts';
import { type SearchQuery, type SearchRecord, searchFilterOf } from './search-query.ts';
import {
  areForNoUse,
  asksFiles,
  asksKind,
  asksOthers,
  asksTermsOfUse,
  asksType,
  asksWholeMap,
  isFormOfTerm,
  isOfLanguages,
  isPostcode,
  isSearchTerm,
  isStopWord,
  isSubject,
  kindsOf,
  lastPartOf,
  meaningsOf,
  meansSame,
  misspeltTerm,
  otherProgramOf,
  otherWordForms,
  plainSearchText,
  type SearchTerm,
  searchTermsOf,
  type TypedWord,
  typedWords,
  withEndOfPlace,
  withMeantStopWords,
  withoutStopWords,
  withoutWordsOfPlace,
  wordStemOf,
} from './search-words.ts';

export interface SearchAnswer {
  /** The best first; for a place by role, then by its parts. */
  readonly found: readonly SearchRecord[];
  /** Null without a place. */
  readonly partOf: ((record: SearchRecord) => PlacePart) | null;
  readonly place: NamedPlace | null;
  /** The place's name as typed; empty for a position. */
  readonly typedPlace: string;
  /** The typed words without the place's name. */
  readonly others: readonly string[];
  /** Words as typed that no record has. They are ignored. */
  readonly unknown: readonly string[];
  /** An unknown word may be a place: only a kind of map is asked for besides. */
  readonly mayBePlace: boolean;
  /** A typed program, which replaces the chosen one. */
  readonly program: { readonly id: string; readonly typed: string } | null;
  /** Typed words that the best record lacks. They are ignored. */
  readonly lacking: readonly string[];
  /** Typed terms of use that the first record lacks, which is named; others have them. */
  readonly firstLacks: readonly string[];
  /** What other words are taken for, such as `flag:free`; each has one of its conditions. */
  readonly takenFor: readonly (readonly string[])[];
  readonly corrected: readonly (readonly [typed: string, searched: string])[];
  /** For typed words, names of places or words of records that may be meant. */
  readonly suggested: readonly (readonly [typed: string, meant: NamedPlace['names']])[];
}

export interface Known {
  readonly index: SearchIndex;
  readonly gazetteer: Gazetteer | null;
  /** Areas of maps that are not boxes. */
  readonly outlines?: SearchArea['boxes'];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A position at the text's end, and the text before it. */
  readonly point?: { readonly place: NamedPlace; readonly text: string } | null;
}

const SUGGESTED = 3;

/** The least letters of a part of a compound; shorter parts are too often there by chance. */
const LETTERS_OF_PART = 4;

/** The least letters of a word that may be a misspelt place: many shorter words resemble one. */
const LETTERS_OF_PLACE = 5;

/** Added to the weight of all words: without maps of the place, they are useless. */
const WEIGHT_OF_PLACE = 0.4;

/** The record is asked for by name, even if it is elsewhere. */
const WEIGHT_OF_NAME = 2;

/** A map of the asked kind beats a free one of another. If files are asked for, too, few are of one kind. */
const WEIGHTS_OF_KIND = { maps: 1.1, files: 0.1 };

/** Without a network, a file of the place beats a map of a kind that files show, too; no file is a sea chart. */
const WEIGHTS_OF_FILES = { shown: 1.15, other: 0.9 };

const KINDS_OF_FILES = /^shows:(?:street|topographic|outdoor|cycling)$/;

/** A number or subject in few names says more than a kind; one that repeats another, terms or a program say less. */
const WEIGHTS_OF_WORD = { usual: 1, rare: 1.2, repeated: 0.1, condition: 0.9 };

/** A word is rare in at most this part of all records. */
const RARE = 0.02;

/** Kinds of maps that are for everybody. Null is an unknown kind. */
const GENERAL: ReadonlySet<string | null> = new Set(['street', 'topographic', 'outdoor', null]);

/**
 * The lowest first. `named`: after the place; `special`: of a special kind; `alsoShows`: of another kind, which also
 * shows what is asked for; `mentions`: only mentions the place.
 */
const RANKS = { named: -2, special: -1, alsoShows: 0.9, mentions: 0.95, elsewhere: 3 };

/** Topographic maps show streets, too, and cost more than street maps. */
const ALSO_SHOWN = { asked: 'shows:street', by: 'topographic', cost: 1 };

/** Many names begin with the same shorter word. */
const LETTERS_OF_NAME = 7;

/** A shorter word with a typo is corrected only to the one brand that resembles it; others are suggested. */
const CORRECTED_LETTERS = 6;
const LETTERS_OF_BRAND = 5;

/** Beside words of other subjects, a word is corrected only to larger places: `policy` is not Police in Poland. */
const SIZE_OF_TOWN = { alone: -1, besideOthers: 4 };

/** For names that were typed as several words: `tomtom` as two, `opentopomap` as three. */
const LETTERS_OF_JOINED = { least: 6, words: 4 };

/** Matches in a name or title cost less than the first limit, in a kind less than the second. */
const LEVELS = { name: 0.6, kind: 2 };

export function answerSearch(
  chosen: SearchQuery,
  { index, gazetteer, now, outlines = [], point = null }: Known,
): SearchAnswer {
  const typed = withMeantStopWords(typedWords(point?.text ?? chosen.text));
  const divided = (words: readonly TypedWord[]): readonly TypedWord[] =>
    words.flatMap((word) => placeMeantBy(word, words, gazetteer) ?? placeAndSubject(word, index, gazetteer));
  const { words: spelt, corrected } = corrections(divided(typed), index, gazetteer);
  const words = corrected.length > 0 ? divided(spelt) : spelt;
  const named = point ? null : (gazetteer?.findBest(words) ?? null);
  const place = point?.place ?? named?.place ?? null;
  const { named: placeWords, others: allOthers } = named ?? { named: [], others: words };
  const typedPlace = placeWords.map((word) => word.typed).join(' ');
  const isCountry = place?.position === null && !place.region;
  const others = named && !isCountry ? withoutWordsOfPlace(words, named) : allOthers;
  const asksNothing = others.every(({ word }) => isStopWord(word));
  const asked = asksNothing ? [] : withEndOfPlace(withoutStopWords(others), placeWords);
  const terms = searchTermsOf(asked).map((term) => ({ ...term, ...index.rate(term) }));
  const known = terms.filter(({ isKnown }) => isKnown);
  const isIgnored = ({ text }: SearchTerm): boolean => known.length > 0 && isStopWord(text);
  const unknown = terms.filter((term) => !term.isKnown && !isIgnored(term));
  const [program = null] = terms.flatMap((term) => {
    const id = programOf(term, index);
    return id === undefined ? [] : [{ id, typed: term.typed }];
  });
  const query = program === null ? chosen : { ...chosen, program: null };
  const prefersFiles = index.records.some((record) => isDownloadFor(record, query.program));
  const isListed = searchFilterOf(query, now);
  const distances = (position: MapPlace) => gazetteer?.distancesFrom(position) ?? new Map<string, number>();
  const rankOf = placeRanks(index, place && situatedPlace(place, outlines, distances), placeWords);
  const whole = (corrected.length > 0 ? spelt : typed).map(({ word }) => word).join(' ');
  const names = [whole, ...(terms.length === 1 && place === null ? (terms[0]?.means ?? []) : [])];
  const isNoCondition = ({ isKnown, typed }: SearchTerm & RatedTerm): boolean =>
    !isKnown && (isPostcode(typed) || otherProgramOf(typed) !== null);
  const isEmpty = place === null && terms.every(isNoCondition) && !areForNoUse(terms.map((term) => term.typed));
  const isForAddress = terms.some(takesAddress) && !known.some(asksFiles);
  const asksHistory = known.some(({ meanings }) => meanings.includes('shows:historic'));
  const kinds = known.filter(asksKind);
  const asksAnyType = known.some(asksType);
  const asksMap = asksWholeMap(kinds, words);
  const isOffline = known.some(asksFiles);
  const termsOfUse = new Set(known.filter(asksTermsOfUse));
  const mayBeAnywhere = place === null && kinds.length > 0 && !isOffline;
  const listed = index.records.flatMap((record, recordIndex) =>
    isListed(record) ? [{ record, recordIndex, rank: rankOf(record, recordIndex) }] : [],
  );
  const hasFiles = listed.some(
    ({ record, rank }) => record.flags.has('maps') && (place === null || partOfRank(rank) === 'here'),
  );
  const areShown = hasFiles && kinds.every((term) => kindsOf(term).some((kind) => KINDS_OF_FILES.test(kind)));
  const isCondition = (term: SearchTerm): boolean => asksTermsOfUse(term) || programOf(term, index) !== undefined;
  const weights = known.map((term, at) => weightOf(term, at, known, areShown, isCondition));
  const weightOfPlace = place === null ? 0 : weights.reduce((sum, one) => sum + one, WEIGHT_OF_PLACE);
  const hasMaps = listed.some(({ record, rank }) => record.area && !isDownload(record) && partOfRank(rank) === 'here');
  const rated = listed.flatMap(({ record, recordIndex, rank: rankThere }) => {
    const exact = known.map((term) => term.costs[recordIndex] as number);
    const isHere = place !== null && partOfRank(rankThere) === 'here';
    const isByName = known.some(({ means }, at) => means.length === 0 && (exact[at] as number) < LEVELS.name);
    const costs = known.map((term, at) => {
      const isShown = isHere && record.shows === ALSO_SHOWN.by && term.meanings.includes(ALSO_SHOWN.asked);
      const isSaid = isShown || (isByName && index.saysInName(recordIndex, term));
      return isSaid ? Math.min(exact[at] as number, ALSO_SHOWN.cost) : (exact[at] as number);
    });
    const rank = isHere && costs.some((cost, at) => cost !== exact[at]) ? RANKS.alsoShows : rankThere;
    const isAtPlace = place !== null && rank < RANKS.elsewhere;
    const name = index.nameOf(recordIndex);
    const weight = known.reduce(
      (sum, term, at) =>
        sum + (isMatch(costs[at] as number) ? weightIn(name, term, weights[at] as number, weightOfPlace) : 0),
      isAtPlace ? weightOfPlace : 0,
    );
    const tier = nameTier(name, names, record.flags.has('inactive'));
    const isPlain = isDownload(record) && !costs.some(isMatch);
    const isLast = isPlain && (hasMaps || place === null || !hasFileOf(record, place));
    const isNamed = tier === 0 || isByName;
    const isOnline = prefersFiles && !(isDownload(record) && (place === null || isAtPlace));
    const keys = [
      Number(isOnline),
      Number(termsOfUse.size === 0 && !(costs.every(isMatch) && isAtPlace === (place !== null))),
      Number(record.flags.has('inactive') && !isNamed),
      -weight,
      Number(mayBeAnywhere && tier > 0 && (record.area?.isWorld !== true || record.flags.has('inactive'))),
      tier,
      Number(isLast),
      ...keysOf(record, rank, costs, { place, prefersFiles, asksHistory, asksMap, asksAnyType }),
    ];
    const isLeftOut = (weight === 0 && !isEmpty) || (isForAddress && isDownload(record));
    return isLeftOut ? [] : [{ record, name, rank, costs, isAtPlace, keys }];
  });
  if (!isEmpty) rated.sort((a, b) => compareKeys(a.keys, b.keys));
  const [best] = rated;
  const bestOnline = prefersFiles && !isOffline ? rated.find(({ record }) => !isDownload(record)) : best;
  const full = termsOfUse.size > 0 ? rated.find(({ costs }) => costs.every(isMatch)) : null;
  const bests = [best, bestOnline, full].flatMap((one) => (one && (one.isAtPlace || !best?.isAtPlace) ? [one] : []));
  const found = rated.filter(({ record, costs, isAtPlace }) => {
    const better = isDownload(record) ? best : bestOnline;
    // A file of unknown licence is no answer if a map has the licence.
    const isMet = (term: SearchTerm & RatedTerm, at: number): boolean =>
      (termsOfUse.has(term) ? bests : [better]).some((one) => isMatch(one?.costs[at] ?? 0));
    const isLike = known.every((term, at) => isMatch(costs[at] as number) || !isMet(term, at));
    return (isAtPlace || !better?.isAtPlace) && (isLike || record === bestOnline?.record);
  });
  const hasParts = place !== null && best?.isAtPlace === true;
  const hasKind = known.some((term, at) => asksKind(term) && isMatch(best?.costs[at] ?? Number.POSITIVE_INFINITY));
  const records = found.map(({ record }) => record);
  const parts = new Map(found.map(({ record, rank }) => [record, partOfRank(rank)]));
  const partOf = (record: SearchRecord): PlacePart => parts.get(record) ?? 'here';
  const isMetBy = (term: SearchTerm, { costs }: { readonly costs: readonly number[] }): boolean =>
    known.some((other, at) => (other === term || meansSame(other, term)) && isMatch(costs[at] as number));
  const isLacking = (term: SearchTerm): boolean => bests.length > 0 && !bests.some((one) => isMetBy(term, one));
  const lacking = known.filter(isLacking).map((term) => term.typed);
  const firstLacks = [...termsOfUse].filter((term) => found[0] && !isMetBy(term, found[0])).map((term) => term.typed);
  if (place !== null && best && !best.isAtPlace) lacking.push(typedPlace);
  const isForOthers = place === null && known.length > 0 && asksOthers(words);
  const asName = known.map(({ text }) => text).join(' ');
  const begun = found.filter(({ name }) => name.startsWith(asName));
  const isGone = begun.length > 0 && begun.every(({ record }) => record.flags.has('inactive'));
  // Records that only have the name of one that is off are its successors.
  const successors = isForOthers && isGone ? records.filter(({ flags }) => flags.has('active')) : [];
  const instead = isForOthers ? new Set([...successors, ...othersOf(records, listed), ...records]) : records;
  return {
    found: hasParts ? inOrderOfParts(records, partOf, hasKind, others.length === 0) : [...instead],
    partOf: hasParts ? partOf : null,
    place,
    typedPlace,
    others: others.map((word) => word.typed),
    unknown: unknown.map((term) => term.typed),
    lacking,
    firstLacks: firstLacks.filter((typed) => !lacking.includes(typed)),
    takenFor: known
      .filter((term) => !isLacking(term))
      .map((term) => [programOf(term, index)].flatMap((id) => (id ? [`program:${id}`] : term.means))),
    corrected,
    program,
    mayBePlace:
      place === null &&
      known.every(asksKind) &&
      unknown.some(({ text }) => mayNamePlace(text)) &&
      !unknown.some(({ text }) => isSubject(text)),
    suggested: unknown.flatMap((term) => suggestions(term, others, place === null ? known : null, index, gazetteer)),
  };
}

/** Maps in place of the found ones: of their kinds and lists, on, those without a key first. */
function othersOf(
  found: readonly SearchRecord[],
  listed: readonly { readonly record: SearchRecord }[],
): readonly SearchRecord[] {
  const kinds = new Set(found.map(({ role, shows }) => role + shows));
  return listed
    .map(({ record }) => record)
    .filter((one) => one.flags.has('active') && kinds.has(one.role + one.shows) && !found.includes(one))
    .sort((a, b) => hindranceOf(a.flags) - hindranceOf(b.flags) || (b.size ?? 0) - (a.size ?? 0));
}

/** Lists each part once, although a later part may have a map with more of the words. */
function inOrderOfParts(
  records: readonly SearchRecord[],
  partOf: (record: SearchRecord) => PlacePart,
  hasKind: boolean,
  isAlone: boolean,
): readonly SearchRecord[] {
  const roles = [...new Set(records.map(({ role }) => role))];
  const rolesHere = new Set(records.filter((record) => partOf(record) === 'here').map(({ role }) => role));
  // Of a place alone, lists with something for it come first.
  if (isAlone) roles.sort((a, b) => Number(rolesHere.has(b)) - Number(rolesHere.has(a)));
  const active = new Set(
    records.flatMap((record) => (record.flags.has('inactive') ? [] : [record.role + partOf(record)])),
  );
  const keyed = records.map((record) => {
    const part = partOf(record);
    const isOff = !active.has(record.role + part);
    // If nothing is made for a place and no kind is typed, a map of the world is first, not one for pilots of Europe.
    const isLater = part === 'near' || (part === 'wide' && !hasKind && !active.has(`${record.role}here`));
    const keys = [roles.indexOf(record.role), Number(isOff), Number(isLater), PLACE_PARTS.indexOf(part)];
    return { record, keys };
  });
  return keyed.sort((a, b) => compareKeys(a.keys, b.keys)).map(({ record }) => record);
}

/**
 * Suggests a place only for a word alone, or beside a kind of map.
 * @param known the other terms; null if a place is found
 */
function suggestions(
  { typed, text }: SearchTerm,
  words: readonly TypedWord[],
  known: readonly (SearchTerm & RatedTerm)[] | null,
  index: SearchIndex,
  gazetteer: Gazetteer | null,
): SearchAnswer['suggested'] {
  if (!mayNamePlace(text)) return [];
  const position = words.findIndex(({ word }) => word === text);
  const parts = [
    words.slice(Math.max(0, position - 1), position + 1),
    words.slice(position, position + 2),
    words.slice(position, position + 1),
  ];
  const isAll = (part: readonly TypedWord[]): boolean =>
    known?.every((term) => asksKind(term) || part.some(({ word }) => word === term.text)) === true;
  const places = (position < 0 ? [] : parts.filter(isAll)).flatMap((part) => {
    const whole = part.map(({ word }) => word).join(' ');
    return (whole.length < LETTERS_OF_PLACE ? [] : (gazetteer?.similar(whole) ?? []))
      .filter(({ names }) => !names.some((name) => plainSearchText(name) === whole))
      .map(({ names }) => [part.map((word) => word.typed).join(' '), names] as const);
  });
  const candidates = [...places, ...index.similar(text).map((word) => [typed, [word]] as const)];
  return candidates
    .filter(([, [name]], rank) => candidates.findIndex(([, [first]]) => first === name) === rank)
    .slice(0, SUGGESTED);
}

function mayNamePlace(word: string): boolean {
  return !isStopWord(word) && !isSearchTerm(word) && !isSubject(word);
}

/** `c-geo` of `c:geo`, and that of `iPhone`; none for `Android`, which has several. */
function programOf({ text, means }: SearchTerm, { records }: SearchIndex): string | undefined {
  const ids = [text.replaceAll(' ', '-'), ...(means.length === 1 ? means : [])];
  return ids.find((id) => records.some(({ programs }) => programs.has(id)));
}

const takesAddress = ({ typed }: SearchTerm): boolean => otherProgramOf(typed) === 'address';

function isMatch(cost: number): boolean {
  return cost < Number.POSITIVE_INFINITY;
}

function corrections(
  typed: readonly TypedWord[],
  index: SearchIndex,
  gazetteer: Gazetteer | null,
): { readonly words: readonly TypedWord[] } & Pick<SearchAnswer, 'corrected'> {
  const corrected: (readonly [string, string])[] = [];
  // Until places are known, a name looks like a typo.
  if (gazetteer === null) return { words: typed, corrected };
  const isCertain = ({ word }: TypedWord): boolean =>
    isStopWord(word) || isSearchTerm(word) || isSubject(word, true) || gazetteer.knows(word) || index.hasWord(word);
  const isKnown = (word: TypedWord): boolean =>
    isCertain(word) || searchTermsOf([word]).every((term) => !index.rate(term).isGuess);
  let words = withJoinedNames(typed, index);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as TypedWord;
    const spaced = isCertain(word) ? null : index.spacedName(word.word);
    if (spaced !== null) {
      corrected.push([word.typed, spaced]);
      words = words.with(at, { ...word, word: spaced });
      continue;
    }
    const isAny = isKnown(word);
    const term = isCertain(word) || (isAny && isFormOfTerm(word.word)) ? null : misspeltTerm(word.word);
    if (isAny && term === null) continue;
    const plain = { ...word, word: withUmlauts(word.word) };
    if (isCertain(plain) || (term === null && isKnown(plain))) {
      words = words.with(at, plain);
      continue;
    }
    const found = correctionAt(words, at, term, index, gazetteer);
    if (found === null) continue;
    const { start, end, name } = found;
    const replaced = words.slice(start, end).map((one) => one.typed);
    corrected.push([replaced.join(' '), name]);
    const before = [...words.slice(0, start), ...typedWords(name)];
    words = [...before, ...words.slice(end)];
    at = before.length - 1;
  }
  return { words, corrected };
}

/** Puts a map's name in place of its parts. */
function withJoinedNames(words: readonly TypedWord[], index: SearchIndex): readonly TypedWord[] {
  const [first, ...rest] = words;
  if (first === undefined) return [];
  for (let length = Math.min(LETTERS_OF_JOINED.words, words.length); length > 1; length--) {
    const part = words.slice(0, length);
    const word = part.map((one) => one.word).join('');
    if (word.length < LETTERS_OF_JOINED.least || !index.hasName(word)) continue;
    const joined = { typed: part.map((one) => one.typed).join(' '), word };
    return [joined, ...withJoinedNames(words.slice(length), index)];
  }
  return [first, ...withJoinedNames(rest, index)];
}

/** Kinds of maps and downloads are asked of a place. */
const asksOfPlaces = (term: SearchTerm): boolean => asksFiles(term) || asksKind({ ...term, meanings: [] });

/** A name of two words, such as `Lake Constanze`; then a misspelt term, a record's word, a place's name. */
function correctionAt(
  words: readonly TypedWord[],
  at: number,
  term: string | null,
  index: SearchIndex,
  gazetteer: Gazetteer,
) {
  const isOther = ({ word }: TypedWord): boolean =>
    !isStopWord(word) && !gazetteer.knows(word) && !searchTermsOf([{ typed: word, word }]).some(asksOfPlaces);
  const leastSize = (start: number, end: number): number =>
    [...words.slice(0, start), ...words.slice(end)].some(isOther) ? SIZE_OF_TOWN.besideOthers : SIZE_OF_TOWN.alone;
  for (const start of [at - 1, at]) {
    const pair = words.slice(Math.max(0, start), start + 2).map(({ word }) => word);
    const name = pair.length === 2 ? gazetteer.typoOf(pair.join(' '), leastSize(start, start + 2)) : null;
    if (name !== null) return { start, end: start + 2, name };
  }
  if (term !== null) return { start: at, end: at + 1, name: term };
  const word = words[at]?.word ?? '';
  if (word.length < CORRECTED_LETTERS) {
    const [name, ...others] = word.length < LETTERS_OF_BRAND ? [] : index.similarBrands(word);
    return name === undefined || others.length > 0 ? null : { start: at, end: at + 1, name };
  }
  // A word of one description is no correction of a name.
  const [name = gazetteer.typoOf(word, leastSize(at, at + 1))] = index
    .similar(word)
    .filter((other) => index.hasName(other) || isSearchTerm(other));
  return name === null ? null : { start: at, end: at + 1, name };
}

function placeRanks(index: SearchIndex, place: NamedPlace | null, words: readonly TypedWord[]) {
  if (place === null) return () => 0;
  const text = words.map(({ word }) => word).join(' ');
  const { costs, meanings } = index.rate({ typed: text, text, means: [] });
  // Many words begin with a code, and no sea chart is named after Ludwigshafen.
  const isWritten = text.length > 2 && meanings[0] === text;
  return (record: SearchRecord, recordIndex: number): number => {
    const cost = isWritten ? (costs[recordIndex] as number) : Number.POSITIVE_INFINITY;
    const rank = placeRankFor(record, place);
    // Saxony-Anhalt has the name of Saxony, but is another place.
    if (cost < 1 && (rank === null ? record.area === null : partOfRank(rank) !== 'near')) return RANKS.named;
    // `island` is Iceland, not Åland Islands.
    return rank ?? (isMatch(cost) && record.area === null ? RANKS.mentions : RANKS.elsewhere);
  };
}

function weightOf(
  term: SearchTerm & RatedTerm,
  at: number,
  known: readonly (SearchTerm & RatedTerm)[],
  /** By files. */
  areShown: boolean,
  isCondition: (term: SearchTerm) => boolean,
): number {
  if (known.slice(0, at).some((other) => meansSame(other, term))) return WEIGHTS_OF_WORD.repeated;
  if (asksFiles(term)) return areShown ? WEIGHTS_OF_FILES.shown : WEIGHTS_OF_FILES.other;
  if (asksKind(term)) return areShown && known.some(asksFiles) ? WEIGHTS_OF_KIND.files : WEIGHTS_OF_KIND.maps;
  if (isCondition(term)) return WEIGHTS_OF_WORD.condition;
  // By chance, few names may have a word such as `lines`.
  const isSubject = /^\d+$/.test(term.text) || term.means.length > 0;
  const hasCondition = term.means.some((meaning) => meaning.includes(':'));
  const matches = !isSubject || hasCondition ? 0 : term.costs.filter((cost) => cost < LEVELS.name).length;
  return matches > 0 && matches <= term.costs.length * RARE ? WEIGHTS_OF_WORD.rare : WEIGHTS_OF_WORD.usual;
}

/** `Scotland` for `Scottish`; `Russia` for `Russian`, unless another word makes it the language. */
function placeMeantBy(
  word: TypedWord,
  all: readonly TypedWord[],
  gazetteer: Gazetteer | null,
): readonly TypedWord[] | null {
  const [name] = meaningsOf(word.word) ?? meaningsOf(`${wordStemOf(word.word)}e`) ?? [];
  if (name === undefined || !gazetteer?.find(name.split(' '))) return null;
  const isLanguage = gazetteer.codeOf(name) !== null && all.some((one) => isOfLanguages(one.word));
  const pair = all.slice(all.indexOf(word)).slice(0, 2);
  const { start, end } = gazetteer.find(pair.map((one) => one.word)) ?? { start: 1, end: 0 };
  return isLanguage || end - start === 2 ? null : typedWords(name).map((part) => ({ ...part, typed: word.typed }));
}

/** A part of a region or country. Not of a city: villages have such names, too. */
const COMPASS = /^(?:nord|sud|sued|ost|west|ober|unter|mittel|zentral|hoch)+/;

/**
 * `Harz` and `Wanderkarte` of `Harzwanderkarte`, if both are known; `Zillertal` of `Zillertaler`; `Schwarzwald` of
 * `Südschwarzwald`.
 */
function placeAndSubject(word: TypedWord, index: SearchIndex, gazetteer: Gazetteer | null): readonly TypedWord[] {
  const text = word.word;
  if (gazetteer === null || gazetteer.find([text]) || index.hasName(text)) return [word];
  const inhabited = text.endsWith('er') && text.length - 2 >= LETTERS_OF_PART ? text.slice(0, -2) : '';
  if (gazetteer.find([inhabited]) && !isSearchTerm(text)) return [{ ...word, word: inhabited }];
  for (let end = text.length - LETTERS_OF_PART; end >= LETTERS_OF_PART; end--) {
    const [name, rest] = [text.slice(0, end), text.slice(end)];
    const isSubject = [rest, ...otherWordForms(rest)].some((form) => isStopWord(form) || meaningsOf(form));
    if (!isSubject || !gazetteer.find([name])) continue;
    // `Nordseekarte` is Nordsee and Seekarte.
    const subject = isStopWord(rest) ? (lastPartOf(text) ?? rest) : rest;
    return [name, subject].map((part) => ({ typed: part, word: part }));
  }
  const whole = text.replace(COMPASS, '');
  const parts = whole === text ? [] : placeAndSubject({ ...word, word: whole }, index, gazetteer);
  return gazetteer.find([parts[0]?.word ?? ''])?.place.position === null ? parts : [word];
}

/** The program reads a data source's maps: its users prefer them to maps from the network. */
function isDownloadFor(record: SearchRecord, program: string | null): boolean {
  return program !== null && isDownload(record) && record.flags.has('maps') && record.programs.has(program);
}

function isDownload({ role }: SearchRecord): boolean {
  return role === 'datasource' || role === 'edition';
}

function weightIn(name: string, { text, means }: SearchTerm, weight: number, ofPlace: number): number {
  const isBegun = text.length >= LETTERS_OF_NAME && !isSearchTerm(text) && name.startsWith(text);
  const isName = means.length === 0 && (isBegun || name === text);
  return isName ? WEIGHT_OF_NAME + ofPlace : weight;
}

/** 0: the name was typed; 1: its beginning was typed; 2: neither, or the map is off. */
function nameTier(name: string, typed: readonly string[], isOff: boolean): number {
  if (typed.includes(name)) return 0;
  return !isOff && typed.some((text) => text.length > 2 && name.startsWith(text)) ? 1 : 2;
}

function hindranceOf(flags: SearchRecord['flags']): number {
  return flags.has('broken') ? 2 : Number(flags.has('token'));
}

/** Numbers by which records are compared, the most important first. Lower is better. */
function keysOf(
  { role, flags, size, shows }: SearchRecord,
  rank: number,
  costs: readonly number[],
  asked: { place: NamedPlace | null } & Record<'prefersFiles' | 'asksHistory' | 'asksMap' | 'asksAnyType', boolean>,
): number[] {
  const { place, prefersFiles, asksHistory, asksMap, asksAnyType } = asked;
  const matched = costs.filter(isMatch);
  const level = matched.reduce(
    (sum, matchCost) => sum + Object.values(LEVELS).filter((limit) => matchCost >= limit).length,
    0,
  );
  // Readers who name a program want maps of the place more than what goes with them.
  const isSpecial =
    place !== null &&
    (matched.length > 0 || (prefersFiles && role === 'datasource')
      ? role === 'datasource' && !flags.has('maps')
      : role !== 'mapserver' || !GENERAL.has(shows));
  const cost = matched.reduce((sum, one) => sum + one, 0);
  // The largest maps are best without a place.
  return [
    Number(flags.has('inactive')),
    Number(role === 'edition'),
    Number(shows === 'historic' && !asksHistory),
    Number(isSpecial && matched.length > 0),
    PLACE_PARTS.indexOf(partOfRank(rank)),
    Number(asksMap && (role !== 'mapserver' || flags.has('token'))),
    isSpecial ? Math.max(rank, RANKS.special) : rank,
    Number(isSpecial),
    Number(role === 'datasource' && !flags.has('maps')),
    hindranceOf(flags),
    level,
    Number(!flags.has('works')),
    place === null ? -(size ?? 0) : 0,
    Number(place === null && !(role === 'mapserver' && GENERAL.has(shows))),
    cost,
    // Of a kind, well-known maps are first.
    Number(asksAnyType && !flags.has('commercial')),
  ];
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((key, index) => key !== b[index]);
  return differing < 0 ? 0 : (a[differing] as number) - (b[differing] as number);
}
