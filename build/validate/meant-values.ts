/** Which of the possible values somebody means: countries by their names too, in any language, and by three letters. */

import { distance } from 'fastest-levenshtein';
import { closestTo } from '../../contract/base/text.ts';
import letters from '../../contract/generated/country-letters.json' with { type: 'json' };

/** Values, and what people write in place of each where no spelling is similar. */
const MEANINGS = `GB uk england scotland wales, GR el, outdoor hiking walking trekking, topographic topo, street road city,
cycling bike bicycle mtb, winter ski, nautical marine sea, aerial satellite imagery orthophoto, relief hillshade terrain,
transport railway rail, other overlay, image/png png, image/png8 png8, image/jpeg jpg jpeg, image/webp webp`;

const MEANT = new Map(
  MEANINGS.split(/,\s/).flatMap((row) => {
    const [value = '', ...words] = row.split(' ');
    return words.map((word) => [word, value]);
  }),
);

/** "!CH", "-CH" and "CH?" say something of a value, and no value says the same. */
const SIGNED = /[!?~]|^-|-$/;

/** The values of a list that a whole text probably means: none, one, or the countries of an ambiguous name. */
export function meantBy(found: string, allowed: readonly string[]): readonly string[] {
  if (SIGNED.test(found.trim())) return [];
  const meant = MEANT.get(found.trim().toLowerCase());
  if (meant !== undefined && allowed.includes(meant)) return [meant];
  // Every code of two letters is like many others, so only names are looked for.
  if (allowed.every(({ length }) => length === 2)) return codesOf(found, allowed);
  const closest = /\s/.test(found.trim()) ? null : closestTo(found.trim(), allowed);
  // What is put before a value may be its negation: "disallowed", "no-referer".
  return closest === null || found.trim().toLowerCase().lastIndexOf(closest) > 0 ? [] : [closest];
}

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
  names ??= countryNames(allowed);
  const { all, usual } = names;
  const name = folded(found);
  const similar = closestTo(name, usual) ?? '';
  // A word such as "region" is not a misspelt Réunion.
  return [
    ...(all.get(name) ?? (distance(name, similar) <= Math.min(2, name.length / 5) ? (all.get(similar) ?? []) : [])),
  ];
}

/** The codes by their names; made once it is needed, in 40 ms. */
let names: ReturnType<typeof countryNames> | null = null;

/** The codes of countries by their names in the languages of the pages and of all countries, and the usual names. */
function countryNames(codes: readonly string[]) {
  const all = new Map<string, Set<string>>();
  const own = codes.map((code) => new Intl.Locale(`und-${code}`).maximize().language);
  let usual: readonly string[] = [];
  for (const language of new Set(['en', 'de', ...own])) {
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

/** A name without case, accents, spaces and punctuation. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]|[^\p{L}\p{M}\p{N}]/gu, '')
    .toLowerCase();
