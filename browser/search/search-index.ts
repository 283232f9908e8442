import type { SearchRecord } from './search-query.ts';
import {
  isTypoOf,
  lastPartOf,
  meaningfulWords,
  meaningsOf,
  otherWordForms,
  plainSearchText,
  type SearchTerm,
  wordStemOf,
} from './search-words.ts';

/** Costs of a match, by line of a record's text. */
const LINE_COSTS = { name: 0, title: 0.2, kinds: 0.6, provider: 2, others: 2.5, programs: 0.6 };
const COSTS = Object.values(LINE_COSTS);

/** Added to the cost if only the beginning, stem or inside of a word matches. */
const COST = { beginning: 0.1, stem: 0.3, inside: 1.5 };

/** Costs of a met condition, such as `shows:aerial`; `kind` says little. */
const CONDITION_COSTS: Readonly<Record<string, number>> = { shows: 0.6, flag: 0.6, area: 0.6, type: 0.6, kind: 2.5 };

/** Shorter words are too often in others by chance: `hund` in `thunderforest`. */
const SHORTEST = { beginning: 4, inside: 5, typo: 4, brand: 6 };

export interface RatedTerm {
  /** The cost of each record: 0 is best, infinity is no match. */
  readonly costs: readonly number[];
  readonly isKnown: boolean;
  /** True if only the last part of the word is known. */
  readonly isGuess: boolean;
  readonly meanings: readonly string[];
}

export class SearchIndex {
  readonly records: readonly SearchRecord[];
  /** The lines of each record, with spaces around each word. */
  readonly #lines: readonly (readonly string[])[];
  readonly #all: readonly string[];
  readonly #costs = new Map<string, readonly number[]>();
  #words: ReadonlySet<string> | null = null;

  constructor(records: readonly SearchRecord[]) {
    this.records = records;
    this.#lines = records.map(({ text }) => {
      const lines = text.split('\n').map((line) => ` ${plainSearchText(line)} `);
      return lines.map((line, at) => (at === 1 ? `${line}${subjectsIn(lines[0] ?? '')} ` : line));
    });
    this.#all = this.#lines.map((lines) => lines.join(''));
  }

  nameOf(record: number): string {
    return (this.#lines[record]?.[0] ?? '').trim();
  }

  /** Whether the name says what a term of several languages means: `terrain` for `Gelände`, whatever the map's kind. */
  saysInName(record: number, { meanings }: RatedTerm): boolean {
    const kind = meanings.find((meaning) => meaning.startsWith('shows:'));
    return (
      kind !== undefined &&
      this.nameOf(record)
        .split(' ')
        .some((word) => meaningsOf(word)?.[0] === kind)
    );
  }

  rate({ text, means }: SearchTerm): RatedTerm {
    // A text that begins one of its meanings is not searched itself: `cc by` finds `cc by 4.0`, not `cc by sa`.
    const isPart = means.some((meaning) => meaning.startsWith(`${text} `));
    const known = (isPart ? means : [text, ...means]).filter((meaning) => this.#isAnywhere(meaning));
    const forms = known.length > 0 ? [] : this.#meaningsOf(otherWordForms(text));
    const isGuess = known.length + forms.length === 0;
    const meanings = isGuess ? this.#meaningsOf([lastPartOf(text) ?? []].flat()) : [...known, ...forms];
    const all = meanings.map((meaning) => this.#costsOf(meaning));
    // `OpenFreeMap, Bright` is no less a vector map of the world than `basemap.world Web Vector`.
    const least = meanings.some((meaning) => /^(?:area:|flag:base|type:)/.test(meaning)) ? LINE_COSTS.kinds : 0;
    const bestOf = (record: number): number =>
      all.reduce((best, rated) => Math.min(best, rated[record] as number), Number.POSITIVE_INFINITY);
    const rated = this.records.map((_, record) => Math.max(least, bestOf(record)));
    // A provider's name and a credit do not say what a map shows: a land register has topographic maps, too.
    const others = meanings.filter((meaning) => meaning !== text);
    const isSubject = others.length > 1 && !others.some((meaning) => this.#isNoSubject(meaning));
    const limit = isSubject && rated.some((cost) => cost < LINE_COSTS.kinds) ? LINE_COSTS.provider : Number.MAX_VALUE;
    const costs = rated.map((cost) => (cost < limit ? cost : Number.POSITIVE_INFINITY));
    return { costs, isKnown: all.length > 0, isGuess, meanings };
  }

  /** A condition, or the beginning of a name. */
  #isNoSubject(meaning: string): boolean {
    return meaning.includes(':') || this.records.some((_, record) => this.nameOf(record).startsWith(meaning));
  }

  #meaningsOf(forms: readonly string[]): readonly string[] {
    return forms.flatMap((form) => [form, ...(meaningsOf(form) ?? [])]).filter((form) => this.#isAnywhere(form));
  }

  similar(word: string): readonly string[] {
    if (word.length < SHORTEST.typo) return [];
    // Made only when needed: most users make no typo.
    this.#words ??= new Set([...this.#all.flatMap((text) => text.split(' ')), ...meaningfulWords()]);
    return [...this.#words].filter((other) => other.length >= SHORTEST.typo && other !== word && isTypoOf(word, other));
  }

  /** Beginnings of maps' and providers' names, such as `google`. */
  similarBrands(word: string): readonly string[] {
    const brands = this.#lines.flatMap(([name = '', , , provider = '']) =>
      [name, provider].map((line) => line.split(' ')[1]),
    );
    const isBrand = (other: string): boolean => other.length >= SHORTEST.brand && brands.includes(other);
    return this.similar(word).filter((other) => meaningsOf(other) === undefined && isBrand(other));
  }

  hasName(word: string): boolean {
    return this.#lines.some(([name]) => name?.includes(` ${word} `));
  }

  /** `hike bike map` of `hikebikemap` or `hikeandbikemap`: a name's beginning in several words. */
  spacedName(word: string): string | null {
    const compact = [word, word.replace(/and|und/, '')];
    for (const words of this.records.map((_, at) => this.nameOf(at).split(' '))) {
      const length = words.findIndex((_, at) => at > 0 && compact.includes(words.slice(0, at + 1).join('')));
      if (length > 0) return words.slice(0, length + 1).join(' ');
    }
    return null;
  }

  hasWord(word: string): boolean {
    return this.#all.some((text) => text.includes(` ${word} `));
  }

  #isAnywhere(means: string): boolean {
    return this.#costsOf(means).some((cost) => cost < Number.POSITIVE_INFINITY);
  }

  #costsOf(means: string): readonly number[] {
    const [condition = '', value = ''] = means.split(':');
    const text = plainSearchText(means);
    const anyStem = wordStemOf(text);
    // `train` must not find `trail`: known words have meanings, not short stems.
    const stem = meaningsOf(text) !== undefined && (anyStem?.length ?? 0) < SHORTEST.inside ? null : anyStem;
    const costOf = (record: SearchRecord, index: number): number =>
      value === ''
        ? this.#costOf(text, stem, index)
        : meets(record, condition, value)
          ? (CONDITION_COSTS[condition] ?? 0)
          : Number.POSITIVE_INFINITY;
    const known = this.#costs.get(means) ?? this.records.map(costOf);
    this.#costs.set(means, known);
    return known;
  }

  #costOf(text: string, stem: string | null, index: number): number {
    if (!this.#all[index]?.includes(stem ?? text)) return Number.POSITIVE_INFINITY;
    const [whole, start, stemStart] = [` ${text} `, ` ${text}`, ` ${stem}`];
    return (this.#lines[index] ?? []).reduce((best, line, lineIndex) => {
      const cost = COSTS[lineIndex] ?? 0;
      if (cost >= best || line.length < 3) return best;
      if (line.includes(whole)) return cost;
      // `sea` must not find `seamless`.
      if (text.length < SHORTEST.beginning && meaningsOf(text) !== undefined) return best;
      // `viewfinderpanoramas` is the host `www.viewfinderpanoramas.org`.
      const isDomain = text.length >= SHORTEST.beginning && line.includes(`.${text}.`);
      if (isDomain || line.includes(start)) return Math.min(best, cost + COST.beginning);
      if (stem !== null && line.includes(stemStart)) return Math.min(best, cost + COST.stem);
      // Users know parts of hosts. Parts of long words also find names, but `aeronautical` is not `nautical`.
      const isLong = text.length >= SHORTEST.inside && meaningsOf(text) === undefined;
      const mayBeInside = cost < LINE_COSTS.kinds ? isLong : text.includes('.');
      const isInside = mayBeInside && line.includes(text);
      return isInside ? Math.min(best, cost + COST.inside) : best;
    }, Number.POSITIVE_INFINITY);
  }
}

/** `railway ` of OpenRailwayMap, but not OpenFreeMap's `free`. */
function subjectsIn(name: string): string {
  const words = name.split(' ').filter((word) => word.startsWith('open') && word.endsWith('map'));
  const subjects = words.map((word) => word.slice(4, -3));
  return subjects.filter((word) => !meaningsOf(word)?.some((one) => one.startsWith('flag:'))).join(' ');
}

function meets({ role, shows, flags, area, type }: SearchRecord, condition: string, value: string): boolean {
  if (condition === 'kind') return role === value;
  if (condition === 'type') return type === value;
  if (condition === 'area') return area?.isWorld === true;
  return condition === 'shows' ? shows === value : flags.has(value);
}
