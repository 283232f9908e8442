import { LANGUAGES, type Language } from '../../contract/base/languages.ts';
import type { BoxEdges } from '../../contract/data-sources/file-list.ts';
import { overlapOfBoxes, type SearchBox } from '../../contract/words/place-search.ts';
import { boxCovers, distanceBetween, type MapPlace } from '../data/file-query.ts';
import {
  isPlaceNameAndWord,
  isSearchTerm,
  isStopWord,
  isTypoOf,
  meaningsOf,
  plainSearchText,
  type TypedWord,
} from './search-words.ts';

export interface NamedPlace {
  /** The name in each language of the pages, then other names. */
  readonly names: readonly string[];
  readonly code: string;
  /** Null for countries and regions. */
  readonly position: MapPlace | null;
  /** Empty unless the place is a country. */
  readonly cities: readonly MapPlace[];
  readonly region?: {
    readonly box: BoxEdges;
    readonly countries: readonly string[];
    readonly clip?: SearchBox['clip'];
  };
  /** Grows with the population's logarithm. */
  readonly size: number;
  /** For a position without a name: ids of the maps that cover it. */
  readonly covering?: ReadonlySet<string>;
  /** For a position without a name: countries of the map that has the fewest; empty if no map is there. */
  readonly countries?: readonly string[];
  /** Kilometres from a position to the nearest city of each near country, by code. */
  readonly near?: ReadonlyMap<string, number>;
}

interface FoundPlace {
  readonly place: NamedPlace;
  readonly start: number;
  readonly end: number;
}

interface BestPlace {
  readonly place: NamedPlace;
  readonly named: readonly TypedWord[];
  readonly others: readonly TypedWord[];
}

/** Greater than the size of any city. */
const [SIZE_OF_COUNTRY, SIZE_OF_REGION] = [100, 99];

const SHORTEST = { name: 2, similar: 4 };

const SUGGESTED = 3;

/** A country is near if one of its cities is within this distance: only cities are known, and few are at a border. */
const NEAR_CITY_KM = 75;

export class Gazetteer {
  readonly #byName = new Map<string, NamedPlace>();
  /** Less important places with the same name. */
  readonly #others = new Map<string, NamedPlace[]>();
  #words: ReadonlySet<string> | null = null;
  readonly #countries = new Map<string, NamedPlace>();

  /** @param text see `scripts/compile/place-list.ts` */
  constructor(text: string) {
    for (const _ of this.#read(text));
  }

  /** Reading the text takes a phone most of a second. @param pause called between two parts */
  static async inParts(text: string, pause: () => Promise<void>): Promise<Gazetteer> {
    const gazetteer = new Gazetteer('');
    for (const _ of gazetteer.#read(text)) await pause();
    return gazetteer;
  }

  *#read(text: string): Generator<void> {
    let cities: MapPlace[] = [];
    let code = '';
    let countries: readonly string[] = [];
    let size = 0;
    for (const line of text.split('\n')) {
      yield;
      if (line === '') continue;
      const [names = '', ...numbers] = line.split(';');
      const [north, east, ownSize] = numbers;
      if (numbers.length === 4) {
        const [codes = '', regionNames = ''] = names.split(':');
        if (codes !== '') countries = codes.split(' ');
        const [west = 0, south = 0, width = 0, height = 0] = numbers.map((edge) => Number.parseInt(edge, 36));
        const edges = [west, south, west + width, south + height].map((edge) => edge / 10);
        const region = { box: edges as unknown as BoxEdges, countries };
        this.#add({
          names: regionNames.split('|'),
          code: '',
          position: null,
          cities: [],
          region,
          size: SIZE_OF_REGION,
        });
        continue;
      }
      if (north === undefined) {
        cities = [];
        code = names.slice(0, 2);
        const country = { names: names.slice(3).split('|'), code, position: null, cities, size: SIZE_OF_COUNTRY };
        this.#countries.set(code, country);
        this.#add(country);
        continue;
      }
      const position = { latitude: thousandth(north), longitude: thousandth(east) };
      cities.push(position);
      size = Number(ownSize ?? size);
      this.#add({ names: names.split('|'), code, position, cities: [], size });
    }
  }

  #add(place: NamedPlace): void {
    for (const name of place.names) {
      const key = plainSearchText(name);
      const known = this.#byName.get(key);
      // A name that a city shares with its region means the city.
      const isInRegionOfSameName = place.position !== null && known?.region?.countries.join() === place.code;
      // Nobody types the river.
      const short = key.replace(/ (?:am|an der|ob der|upon) .*/s, '');
      if (short !== key && !this.#byName.has(short)) this.#byName.set(short, place);
      const isBest = !known || known.size < place.size || isInRegionOfSameName;
      if (isBest) this.#byName.set(key, place);
      if (known && known !== place) this.#others.set(key, [...(this.#others.get(key) ?? []), isBest ? known : place]);
    }
  }

  codeOf(name: string): string | null {
    const { code, position, region } = this.#byName.get(plainSearchText(name)) ?? {};
    return code !== undefined && position === null && region === undefined ? code : null;
  }

  /** Countries of a region or city, and a region's box. */
  around(name: string): { readonly countries: readonly string[]; readonly box: BoxEdges | undefined } | null {
    const place = this.#byName.get(plainSearchText(name));
    return place ? { countries: place.region?.countries ?? [place.code], box: place.region?.box } : null;
  }

  country(code: string): NamedPlace | undefined {
    return this.#countries.get(code);
  }

  distancesFrom(position: MapPlace): ReadonlyMap<string, number> {
    const nearest = [...this.#countries].map(([code, { cities }]) => {
      const least = cities.reduce((km, city) => Math.min(km, distanceBetween(position, city)), NEAR_CITY_KM + 1);
      return [code, least] as const;
    });
    return new Map(nearest.filter(([, distance]) => distance <= NEAR_CITY_KM));
  }

  /** The longest name. A word with another meaning, such as a kind of map, is no place. */
  find(words: readonly string[]): FoundPlace | null {
    for (let length = words.length; length > 0; length--) {
      for (let start = 0; start + length <= words.length; start++) {
        const end = start + length;
        const name = words.slice(start, end).join(' ');
        const isName = name.length >= SHORTEST.name && !isStopWord(name) && !meaningsOf(name);
        const place = isName && valueFor(this.#byName, name);
        // A country is a place even if its name is a search term: Canada is also in a licence.
        if (place && (!isSearchTerm(name) || place.size === SIZE_OF_COUNTRY) && !isInPhrase(words, start, end))
          return { place, start, end };
      }
    }
    return null;
  }

  /** Countries of the places in a file's path. Georgia is a country, unless the box is in the United States. */
  countriesNamedIn(path: string, box: BoxEdges | null = null): readonly string[] {
    const isInBox = ({ position, cities, region }: NamedPlace): boolean =>
      box !== null &&
      (region
        ? overlapOfBoxes(region.box, box) > 0
        : (position ? [position] : cities).some((city) => boxCovers(box, city)));
    const codesIn = (words: readonly string[]): readonly string[] => {
      const found = this.find(words);
      if (found === null) return [];
      const { place, start, end } = found;
      const others = valueFor(this.#others, words.slice(start, end).join(' ')) ?? [];
      const meant = [place, ...others].find(isInBox) ?? (place.size === SIZE_OF_COUNTRY ? place : null);
      const own = meant?.region?.countries ?? [meant?.code ?? []].flat();
      return [...own, ...codesIn(words.slice(0, start)), ...codesIn(words.slice(end))];
    };
    const parts = path.split('/').map((part) => part.replace(/[.].*$/s, ''));
    return [...new Set(parts.flatMap((part) => codesIn(plainSearchText(part).split(' '))))];
  }

  /** The most precise place, such as the city in `Atlanta, Georgia`; else the longest name. */
  findBest(words: readonly TypedWord[], typed = words): BestPlace | null {
    const found = this.find(words.map(({ word }) => word)) ?? this.#findCode(words, typed);
    if (found === null) return null;
    const { place, start, end } = found;
    const named = words.slice(start, end);
    const others = [...words.slice(0, start), ...words.slice(end)];
    const next = this.findBest(others, typed);
    if (next === null) return { place, named, others };
    if (isPlainWord(named) && !contains(next.place, place)) return next;
    const best = { place, named, others: next.others };
    return precision(next.place) > precision(place) ? this.#narrowed(next, best) : this.#narrowed(best, next);
  }

  /** Finds the code of a country: `NZ`, or `ch` beside a kind of map. `in` and `de` are also words. */
  #findCode(words: readonly TypedWord[], all: readonly TypedWord[]): FoundPlace | null {
    const plain = words.map(({ word }) => word);
    const areOthersKinds = (code: string): boolean =>
      all.length > 1 && all.every(({ word }) => word === code || isStopWord(word) || isSearchTerm(word));
    const isMeant = (word: TypedWord): boolean =>
      isLowerCase(word)
        ? !isStopWord(word.word) && !isSearchTerm(word.word) && areOthersKinds(word.word)
        : !isStopWord(word.word) || all.length === 1 || all.some(isLowerCase);
    const start = words.findIndex(
      (word, at) => this.#countries.has(word.word.toUpperCase()) && isMeant(word) && !isInPhrase(plain, at, at + 1),
    );
    const place = this.#countries.get(plain[start]?.toUpperCase() ?? '');
    return place ? { place, start, end: start + 1 } : null;
  }

  /** The city in the area, as in `Birmingham Alabama`. The area alone, if it has no such city. */
  #narrowed(city: BestPlace, area: BestPlace): BestPlace {
    const { position, region } = city.place;
    const onlyArea = { ...area, others: [...city.named, ...area.others] };
    if (position === null) {
      // The Alps, in several countries, are not in Japan.
      const isElsewhere =
        (region?.countries.length ?? 0) > 1 && area.place.code !== '' && !contains(city.place, area.place);
      return isElsewhere ? onlyArea : city;
    }
    if (area.place.position !== null) return city;
    const placesOf = ({ place, named }: BestPlace): readonly NamedPlace[] => {
      return [place, ...(valueFor(this.#others, named.map(({ word }) => word).join(' ')) ?? [])];
    };
    const areas = placesOf(area);
    const place = placesOf(city).find((one) => areas.some((other) => isCityIn(one, other)));
    if (place) return { ...city, place };
    // The named area may begin just across the border.
    const near = new Set([city.place.code, ...this.distancesFrom(position).keys()]);
    const isNear = areas.some(({ code, region }) => (region?.countries ?? [code]).some((country) => near.has(country)));
    return isNear ? city : onlyArea;
  }

  knows(word: string): boolean {
    this.#words ??= new Set([...this.#byName.keys()].flatMap((name) => name.split(' ')));
    return this.#words.has(word);
  }

  /** The most important place above the size whose name differs by one letter after the first. */
  typoOf(text: string, above: number): string | null {
    let size = above;
    let found: string | null = null;
    for (const [name, place] of this.#byName) {
      if (name[0] !== text[0] || place.size <= size || !isTypoOf(text, name)) continue;
      size = place.size;
      found = place.names.find((one) => plainSearchText(one) === name) ?? name;
    }
    return found;
  }

  /** The most important places whose name begins with the text, or differs by one letter after the first. */
  similar(text: string): readonly NamedPlace[] {
    if (text.length < SHORTEST.similar) return [];
    const near = [...this.#byName].filter(
      ([name]) => name[0] === text[0] && (name.startsWith(text) || isTypoOf(text, name)),
    );
    const places = new Set(near.map(([, place]) => place));
    return [...places].sort((a, b) => b.size - a.size).slice(0, SUGGESTED);
  }

  /** `Zuric` is Zurich, not a lake with a longer name. */
  begunBy(typed: string): NamedPlace | undefined {
    const text = plainSearchText(typed);
    const begun = this.similar(text).flatMap((place) =>
      place.names.filter((name) => plainSearchText(name).startsWith(text)).map(({ length }) => ({ place, length })),
    );
    return begun.sort((a, b) => a.length - b.length)[0]?.place;
  }
}

/** Names have `ü` as `u`; `ue` may be meant as `ü`. */
export function withUmlauts(word: string): string {
  return word.replace(/([aou])e/g, '$1');
}

function valueFor<T>(named: ReadonlyMap<string, T>, name: string): T | undefined {
  return named.get(name) ?? named.get(withUmlauts(name));
}

function thousandth(written = ''): number {
  return Number.parseInt(written, 36) / 1000;
}

/** Whether a name is part of a known phrase, and so no place: the country in `OGL-UK-3.0`. */
function isInPhrase(words: readonly string[], start: number, end: number): boolean {
  const isTerm = (from: number, to: number): boolean => meaningsOf(words.slice(from, to).join(' ')) !== undefined;
  return [0, 1, 2, 3].some((before) => [end, end + 1, end + 2].some((to) => isTerm(Math.max(0, start - before), to)));
}

function isPlainWord([first, ...others]: readonly TypedWord[]): boolean {
  return first !== undefined && others.length === 0 && isPlaceNameAndWord(first.word);
}

function contains({ position, code, region }: NamedPlace, inner: NamedPlace): boolean {
  return position === null && (region?.countries ?? [code]).includes(inner.code);
}

function isLowerCase({ typed }: TypedWord): boolean {
  return typed !== typed.toUpperCase();
}

function isCityIn({ position, code }: NamedPlace, area: NamedPlace): boolean {
  if (position === null || area.position !== null || !contains(area, { ...area, code })) return false;
  return area.region === undefined || boxCovers(area.region.box, position);
}

function precision({ position, region }: NamedPlace): number {
  return position !== null ? 2 : region ? 1 : 0;
}

export function placeNameIn(names: NamedPlace['names'], language: Language): string {
  return names[LANGUAGES.indexOf(language)] ?? names[0] ?? '';
}
