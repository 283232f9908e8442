/** Finds places by their names in what people type. */
import type { BoxEdges } from '../../contract/file-list.ts';
import { LANGUAGES, type Language } from '../../contract/pages.ts';
import { searchable } from '../../contract/search-text.ts';
import type { MapPlace } from '../data/file-query.ts';
import { isTypoOf } from './typo.ts';

/** A country, a city or a region. */
export interface NamedPlace {
  /** In each language of the pages, then other names. */
  readonly names: readonly string[];
  /** The code of its country; empty for a region. */
  readonly code: string;
  /** The position of a city; null for a country or region. */
  readonly position: MapPlace | null;
  /** The cities of a country; none of a city. */
  readonly cities: readonly MapPlace[];
  /** A region has a box, and the countries that it is in. */
  readonly region?: { readonly box: BoxEdges; readonly countries: readonly string[] };
  /** A measure of its population. */
  readonly size: number;
  /** The ids of the maps that cover it, if it is a position without a name. */
  readonly covering?: ReadonlySet<string>;
}

/** A place in typed words. */
export interface FoundPlace {
  readonly place: NamedPlace;
  /** The words that name it. */
  readonly words: readonly string[];
  readonly otherWords: readonly string[];
}

/** Countries are more important than all cities. */
const SIZE_OF_COUNTRY = 100;

/** Regions are less important than countries. */
const SIZE_OF_REGION = 99;

/** The minimum letters of a beginning, and of a name with a typo, that stand for a place. */
const LETTERS = { name: 2, beginning: 3, typo: 5 };

/** All places of the catalog, searched by their names. */
export class Gazetteer {
  /** The most important place of each name, as it is searched. */
  readonly #byName = new Map<string, NamedPlace>();
  readonly #countries = new Map<string, NamedPlace>();

  /** @param text as the compiler writes it: see `scripts/compile/place-list.ts` */
  constructor(text: string) {
    let cities: MapPlace[] = [];
    let code = '';
    for (const line of text.split('\n')) {
      const [names = '', ...numbers] = line.split(';');
      const [north, east, size] = numbers;
      if (numbers.length === 4) {
        const [countries = '', its = ''] = names.split(':');
        const region = { box: numbers.map(Number) as unknown as BoxEdges, countries: countries.split(' ') };
        this.#add({ names: its.split('|'), code: '', position: null, cities: [], region, size: SIZE_OF_REGION });
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
      const position = { latitude: Number(north) / 10, longitude: Number(east) / 10 };
      cities.push(position);
      this.#add({ names: names.split('|'), code, position, cities: [], size: Number(size) });
    }
  }

  #add(place: NamedPlace): void {
    for (const name of place.names) {
      const key = searchable(name);
      const known = this.#byName.get(key);
      if (!known || known.size < place.size) this.#byName.set(key, place);
    }
  }

  /** The code of the country that has a name; null if none has it. */
  codeOf(name: string): string | null {
    const { code, position, region } = this.#byName.get(searchable(name)) ?? {};
    return code !== undefined && position === null && region === undefined ? code : null;
  }

  /** A country by its code. */
  country(code: string): NamedPlace | undefined {
    return this.#countries.get(code);
  }

  /**
   * The place that words name, the longest name first. A beginning of a name, or a name with a typo, counts only if the
   * words are otherwise unknown.
   */
  find(words: readonly string[], isKnown: (word: string) => boolean): FoundPlace | null {
    return (
      inWords(words, (name) => (name.length < LETTERS.name ? null : (this.#byName.get(name) ?? null))) ??
      inWords(words, (name, its) => (its.some(isKnown) ? null : this.#nearest(name)))
    );
  }

  #nearest(name: string): NamedPlace | null {
    const best = (isNear: (other: string) => boolean): NamedPlace | null => {
      let found: NamedPlace | null = null;
      for (const [other, place] of this.#byName)
        if (isNear(other) && !(found && found.size >= place.size)) found = place;
      return found;
    };
    const isLong = (letters: number): boolean => name.length >= letters;
    return (
      (isLong(LETTERS.beginning) ? best((other) => other.startsWith(name)) : null) ??
      (isLong(LETTERS.typo) ? best((other) => isTypoOf(name, other)) : null)
    );
  }
}

/** Tries all successive words, the longest rows of words first. */
function inWords(
  words: readonly string[],
  placeOf: (name: string, its: readonly string[]) => NamedPlace | null,
): FoundPlace | null {
  for (let length = words.length; length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const its = words.slice(start, start + length);
      const place = placeOf(its.join(' '), its);
      if (place) return { place, words: its, otherWords: [...words.slice(0, start), ...words.slice(start + length)] };
    }
  }
  return null;
}

/** The name of a place in a language, of all of its names. */
export function nameIn(names: NamedPlace['names'], language: Language): string {
  return names[LANGUAGES.indexOf(language)] ?? names[0] ?? '';
}
