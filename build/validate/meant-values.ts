/** Which of the possible values somebody means: countries by their names too, in any language, and by three letters. */

import { distance } from 'fastest-levenshtein';
import { closestWordTo } from '../../contract/base/text.ts';
import letters from '../../contract/generated/country-letters.json' with { type: 'json' };
import common from '../../schemas/catalog/common.json' with { type: 'json' };

/** Values, and what people write in place of each where no spelling is similar. */
const MEANINGS = `GB uk england scotland wales, GR el, outdoor hiking walking trekking wandern wanderkarte, topographic topo,
street road city straßenkarte stadtplan, cycling bike bicycle mtb radkarte velo, winter ski skitouren,
nautical marine sea seekarte, aerial satellite satellit imagery orthophoto luftbild, relief hillshade terrain,
transport railway rail bahn, historic historisch, minute min, hour stunde, day tag, month monat, year jahr,
Copy kopieren, Extract unzip entpacken, image/jpeg jpg`;

const MEANT = new Map(
  MEANINGS.split(/,\s/).flatMap((row) => {
    const [value = '', ...words] = row.split(' ');
    return words.map((word) => [word, value]);
  }),
);

const TRUTH = new Map([
  ...['yes', 'on', 'true', 'ja', 'oui'].map((word) => [word, true] as const),
  ...['no', 'off', 'false', 'nein', 'non'].map((word) => [word, false] as const),
]);

/** The truth value that somebody writes as a word; undefined for anything else. */
export function truthOf(found: unknown): boolean | undefined {
  return typeof found === 'boolean' ? found : TRUTH.get(String(found).trim().toLowerCase());
}

/** "!CH", "-CH" and "CH?" say something of a value, and no value says the same. */
const SIGNED = /[!?~]|^-|-$/;

/** The values of a list that a whole text probably means: none, one, or the countries of an ambiguous name. */
export function valuesMeantBy(found: string, allowed: readonly string[]): readonly string[] {
  if (SIGNED.test(found.trim())) return [];
  const whole = found.trim().toLowerCase();
  const meant = MEANT.get(whole) ?? allowed.find((one) => one.endsWith(`/${whole}`));
  if (meant !== undefined && allowed.includes(meant)) return [meant];
  // Every code of two letters is like many others, so only names are looked for.
  if (allowed.every(({ length }) => length === 2)) return codesOf(found, allowed);
  // A number may lack its last parts: 1.3 of 1.3.0.
  const longer = allowed.filter((one) => /^\d+\.\d+$/.test(whole) && one.startsWith(`${whole}.`));
  // Of a media type, image/tiff is not a misspelt image/gif.
  const [beginning = ''] = /^.*\//.exec(allowed[0] ?? '') ?? [];
  const ends = allowed.map((one) => one.slice(beginning.length));
  const end = whole.startsWith(beginning) ? whole.slice(beginning.length) : whole;
  const nearest = /\s/.test(whole) ? null : closestWordTo(end, ends);
  const closest = nearest === null ? null : `${beginning}${nearest}`;
  // Another number is no other spelling, and what is put before a value may be its negation: "disallowed", "no-referer".
  const isOther = closest === null || digitsIn(closest) !== digitsIn(whole) || whole.lastIndexOf(closest) > 1;
  return isOther ? longer : [closest];
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** Words that say nothing of the value beside them. */
const FILLERS = new Set(['', 'a', 'an', 'the', 'map', 'maps', 'tile', 'tiles', 'layer', 'layers', 'per', 'karte']);

/** The value of a list that a text names beside numbers and words without a meaning of their own; null if there is none. */
export function wordMeant(found: string, allowed: readonly string[]): string | null {
  if (SIGNED.test(found.trim())) return null;
  const [word = '', ...others] = found.split(/[^\p{L}]+/u).filter((each) => !FILLERS.has(each.toLowerCase()));
  const value = MEANT.get(word.toLowerCase()) ?? word;
  return word !== found && others.length === 0 && allowed.includes(value) ? value : null;
}

function codesOf(found: string, allowed: readonly string[]): readonly string[] {
  const code = found.trim().toUpperCase();
  // Languages have codes of two letters, too.
  const isCountry = allowed.includes('GB');
  const lettersOf = (index: number): string => (isCountry ? letters.slice(3 * index, 3 * index + 3) : '');
  const short = allowed.filter((one, index) => one.toUpperCase() === code || lettersOf(index) === code);
  if (short.length > 0 || !isCountry) return short;
  if (/^[a-z]{2}$/.test(found) && isLanguage(found) && found !== 'en') {
    const { region = '' } = new Intl.Locale(found).maximize();
    return allowed.includes(region) ? [region] : [];
  }
  names ??= countryCodesByName(allowed);
  const { all, usual } = names;
  const name = folded(found);
  const similar = closestWordTo(name, usual) ?? '';
  // A word such as "region" is not a misspelt Réunion.
  return [
    ...(all.get(name) ?? (distance(name, similar) <= Math.min(2, name.length / 5) ? (all.get(similar) ?? []) : [])),
  ];
}

/** The main language of a country. */
const languageIn = (country: string): string => new Intl.Locale(`und-${country}`).maximize().language;

export function isLanguage(tag: string): boolean {
  languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return languageNames.of(tag.replace(/[-_].*/, '')) !== undefined;
}

/** By jp, for example, Japanese. */
export function languageMeant(found: string): string | null {
  const country = found.trim().toUpperCase();
  return common.$defs.countryCode.enum.includes(country) ? languageIn(country) : null;
}

/** Made once it is needed, in 40 ms. */
let names: ReturnType<typeof countryCodesByName> | null = null;
let languageNames: Intl.DisplayNames | null = null;

/** The codes of countries by their names in the languages of the pages and of all countries, and the usual names. */
function countryCodesByName(codes: readonly string[]) {
  const all = new Map<string, Set<string>>();
  let usual: readonly string[] = [];
  for (const language of new Set(['en', 'de', ...codes.map(languageIn)])) {
    const namesOf = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = folded(namesOf.of(code) ?? '');
      all.set(name, (all.get(name) ?? new Set()).add(code));
    }
    // Spelling mistakes are found in the languages of the pages.
    if (language === 'de') usual = [...all.keys()];
  }
  // A country without a name in its language has none; two call themselves Congo, and Unicode has one of them so.
  all.delete('');
  all.set('congo', new Set(['CG', 'CD']));
  return { all, usual };
}

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]|[^\p{L}\p{M}\p{N}]/gu, '')
    .toLowerCase();
