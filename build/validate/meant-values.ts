/** The possible value that a text means. Countries are also known by three letters, and by names in any language. */

import { distance } from 'fastest-levenshtein';
import { closestWordTo } from '../../contract/base/text.ts';
import letters from '../../contract/generated/country-letters.json' with { type: 'json' };
import common from '../../schemas/catalog/common.json' with { type: 'json' };

/** Each value, and other words for it, for countries also the signs on vehicles. Misspelt values are found without this list. */
const MEANINGS = `GB uk england scotland wales, DE brd d, AT a, BE b, ES e, FR f, HU h, IT i, LU l, MT m, NO n, PT p, SE s,
SI slo, LI fl, GF guyane, GR el, outdoor hiking walking trekking wandern wanderkarte randonnée escursionismo
senderismo wandelen, topographic topo topografisch topografische topographische topographie topographique topografica,
street road city straßenkarte stadtplan rue strada calle straße strasse straat, cycling bike bicycle mtb radkarte velo fahrrad
fahrradkarte ciclismo fiets, winter ski schnee skikarte skitouren hiver inverno invierno, nautical marine sea seekarte sailing nautique
nautica, aviation luftfahrt flugkarte, aerial satellite satellit imagery orthophoto luftbild luftbilder aérien aérienne aerea,
relief hillshade terrain gelände schummerung rilievo relieve, historic history old historisch historische historique storica,
transport railway rail bahn train eisenbahn verkehr trasporto, labels beschriftung, minute min minuto minuut, hour stunde heure ora hora uur,
day tag jour giorno día dia dag, week woche semaine settimana semana, month monat mois mese mes maand,
year jahr an année annee anno año ano jaar,
Copy kopieren, Extract unzip entpacken, image/jpeg jpg`;

const MEANT = new Map(
  MEANINGS.split(/,\s/).flatMap((row) => {
    const [value = '', ...words] = row.split(/\s/);
    return words.map((word) => [word, value]);
  }),
);

const DENIALS =
  `none nothing nil not no keiner keine kein keines nichts nicht ohne aucune aucun rien sans nessuna nessuno niente
ninguna ninguno nada geen niets`.split(/\s/);

const NOTHING = [
  ...DENIALS,
  ...`- -- ? n/a null tbd todo unknown unbekannt inconnu sconosciuto desconocido onbekend`.split(' '),
];

/** They say nothing only as the whole text: Leer is a town. */
const EMPTY = 'k. a.,k.a.,leer,nein,non,tba,undefined,entfällt,…,...,siehe oben,see above,see below'.split(',');

export const meansAll = (text: string): boolean =>
  /^(?:all|any|every|alle[s]?|tous|toutes|tutti|tutte|todos|todas)$/i.test(text.trim());

const isWordOf = (words: readonly string[], text: string): boolean => words.includes(text.trim().toLowerCase());
const firstWordIn = (text: string): string => /^[\p{L}\p{M}]+/u.exec(text.trim())?.[0] ?? '';

/** There is no value, or it is unknown. */
export const saysNothing = (text: string): boolean => isWordOf(NOTHING, text) || isWordOf(EMPTY, text);

/** The text denies something or does not know it: "none", "kein Logo". */
export const beginsWithNothing = (text: string): boolean => saysNothing(text) || isWordOf(NOTHING, firstWordIn(text));

export const isMailAddress = (text: string): boolean =>
  /^(?:mailto:)?[^\s@/:]+@[^\s@/:.]+\.[^\s@/:]+$/i.test(text.trim());

const TRUE = 'yes y on true 1 ja wahr oui vrai si sì sí'.split(' ');
const FALSE = 'no n off false 0 nein falsch non faux nee'.split(' ');

/** Like `truthOf`, but a denial is false: "keine", "kein Bild". */
export const presenceOf = (found: unknown): boolean | undefined =>
  truthOf(found) ?? (isWordOf(DENIALS, firstWordIn(String(found))) ? false : undefined);

export function truthOf(found: unknown): boolean | undefined {
  const word = String(found).trim().toLowerCase();
  return TRUE.includes(word) || (FALSE.includes(word) ? false : undefined);
}

/** "!CH", "-CH" and "CH?" deny or doubt, which no value can do. */
const SIGNED = /[!?~]|^-|-$/;

/** One, several countries of the same name, or none. */
export function valuesMeantBy(found: string, allowed: readonly string[]): readonly string[] {
  if (SIGNED.test(found.trim())) return [];
  const whole = found.trim().toLowerCase();
  const meant =
    MEANT.get(whole) ?? allowed.find((one) => one.endsWith(`/${whole}`) || one === whole.replace(/[\s_]/g, '-'));
  // uk may be Ukrainian: the language's code is looked at first.
  const isCode = /^[a-z]{2}$/.test(found) && allowed.includes('GB');
  if (meant !== undefined && allowed.includes(meant) && !isCode) return [meant];
  // Each code of two letters is like many others, so none is taken for misspelt.
  if (allowed.every(({ length }) => length === 2)) return codesOf(found, allowed);
  // A version may lack its last part: 1.3 for 1.3.0.
  const longer = allowed.filter((one) => /^\d+\.\d+$/.test(whole) && one.startsWith(`${whole}.`));
  // Only their ends are compared: image/tiff is not a misspelt image/gif.
  const [beginning = ''] = /^.*\//.exec(allowed[0] ?? '') ?? [];
  const ends = allowed.map((one) => one.slice(beginning.length));
  const end = whole.startsWith(beginning) ? whole.slice(beginning.length) : whole;
  // A word with another meaning is not misspelt: "semaine" is not "minute".
  const similar = meant !== undefined || /\s/.test(whole) ? null : closestWordTo(end, ends);
  const closest = similar !== null && isMisspelt(end, similar.toLowerCase()) ? `${beginning}${similar}` : null;
  // Another number is another value. What precedes it may deny it: "disallowed", "no-referer".
  const isOther = closest === null || digitsIn(closest) !== digitsIn(whole) || whole.lastIndexOf(closest) > 1;
  return isOther ? longer : [closest];
}

/** The first letter is right, and mistakes are few: "Wetter" is not "winter". */
function isMisspelt(word: string, right: string): boolean {
  const mistakes = [...word].sort().join() === [...right].sort().join() ? 1 : distance(word, right);
  return (word[0] === right[0] || word.endsWith(right)) && mistakes <= Math.max(1, right.length / 4);
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** Words that do not change the value beside them. */
const FILLERS = new Set(['', 'a', 'an', 'the', 'map', 'maps', 'tile', 'tiles', 'layer', 'layers', 'per', 'karte']);

/** Null unless the rest is numbers and fillers. */
export function wordMeant(found: string, allowed: readonly string[]): string | null {
  if (SIGNED.test(found.trim())) return null;
  const [word = '', ...others] = found.split(/[^\p{L}]+/u).filter((each) => !FILLERS.has(each.toLowerCase()));
  const value = MEANT.get(word.toLowerCase()) ?? word;
  return word !== found && others.length === 0 && allowed.includes(value) ? value : null;
}

function codesOf(found: string, allowed: readonly string[]): readonly string[] {
  const code = found.trim().toUpperCase();
  // Languages, too, have codes of two letters.
  const areCountries = allowed.includes('GB');
  // In the order of the schema.
  const lettersOf = (index: number): string => (areCountries ? letters.slice(3 * index, 3 * index + 3) : '');
  const known = MEANT.get(found);
  const short = allowed.filter((one, index) => [one.toUpperCase(), lettersOf(index)].includes(code) || one === known);
  if (!areCountries || (short.length > 0 && !/^[a-z]{2}$/.test(found))) return short;
  // A language's code may mean each country that mainly speaks it.
  if (/^[a-z]{2}$/.test(found) && (short.length > 0 || isLanguage(found))) {
    const { region } = new Intl.Locale(found).maximize();
    if (short.some((country) => country === region || COUNTRIES.has(found))) return short;
    const isMain = (country: string): boolean => short.length > 0 && country === region;
    const meant = allowed.filter((one) => short.includes(one) || languageIn(one) === found || isMain(one));
    return meant.length > 5 ? [] : meant;
  }
  countryNames ??= countryCodesByName(allowed);
  const { all, usual } = countryNames;
  const name = folded(found);
  const exact = all.get(name);
  if (exact) return [...exact];
  const similar = closestWordTo(name, usual) ?? '';
  const mistakes = distance(name, similar);
  // "region" is not a misspelt Réunion. Two names may be equally similar: Australia and Austria.
  const near =
    mistakes > Math.min(2, name.length / 5)
      ? usual.filter((one) => hasExchangedLetters(name, one))
      : usual.filter((one) => distance(name, one) === mistakes);
  return [...new Set(near.flatMap((one) => [...(all.get(one) ?? [])]))];
}

/** `itlay` for `italy`, which are two mistakes for a distance. */
const hasExchangedLetters = (name: string, other: string): boolean =>
  name.length > 3 && distance(name, other) === 2 && lettersIn(name) === lettersIn(other);

const lettersIn = (name: string): string => [...name].sort().join('');

/**
 * In any language, or a part of it such as England; in capitals, also an abbreviation. Null for misspelt names and
 * codes of two letters.
 */
export function countryNamed(text: string): string | null {
  const codes = common.$defs.countryCode.enum;
  const short = text.replaceAll('.', '');
  if (/^(?:[A-Z]{1,3}|[a-z])$/.test(short)) return valuesMeantBy(short, codes)[0] ?? null;
  if (text.length < 4) return null;
  countryNames ??= countryCodesByName(codes);
  const [only = MEANT.get(text.toLowerCase()) ?? '', another] = countryNames.all.get(folded(text)) ?? [];
  return another === undefined && codes.includes(only) ? only : null;
}

/** Countries in a text, each once; a name without a code stays. Names may have words such as "and". */
export function countriesListed(text: string, codesOf: (name: string) => string | readonly string[] | null): string[] {
  const codes = (separator: RegExp, names: string): string[] =>
    names.split(separator).flatMap((part) => {
      const name = part.trim();
      return codesOf(name) ?? (separator === BETWEEN_NAMES ? codes(WITHIN_NAMES, name) : name || []);
    });
  return [...new Set(codes(BETWEEN_NAMES, text))];
}

const BETWEEN_NAMES = /[,;|/\n]/;
const WITHIN_NAMES = /[&+]|\s(?:and|und|et)\s/i;

/** Belarus is an exception because Unicode names Russian. */
const languageIn = (country: string): string =>
  country === 'BY' ? 'be' : new Intl.Locale(`und-${country}`).maximize().language;

/**
 * Codes of a country and of a language with few maps: nearly always the country is meant. With the country's languages.
 */
const COUNTRIES = new Map(Object.entries({ br: 'pt', ch: 'de, fr or it', ee: 'et', kr: 'ko', se: 'sv', si: 'sl' }));

/** Null if the code is right. @param isThere if the map is in the country of the code */
export function languageDoubt(code: string, isThere: boolean): { why: string; suggestion: string | null } | null {
  if (!isLanguage(code)) return { why: 'is not the code of a language', suggestion: languageMeant(code) };
  const meant = isThere ? COUNTRIES.get(code) : undefined;
  if (meant !== undefined) return { why: `is the code of ${languageNames?.of(code)}`, suggestion: meant };
  const [, region = ''] = /-([a-z]{2})$/i.exec(code) ?? [];
  const other = code.replace(/-uk(?=-|$)/i, '-GB').replace(LATIN_AMERICA, 'es-419');
  if (other !== code || !(region === '' || common.$defs.countryCode.enum.includes(region.toUpperCase())))
    return { why: 'has no code of a country', suggestion: other === code ? null : other };
  const usual = /^[a-z]{3}$/.test(code) ? new Intl.Locale(code).language : code;
  return usual.length < code.length ? { why: 'has a shorter form', suggestion: usual } : null;
}

export function isLanguage(tag: string): boolean {
  languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return languageNames.of(tag.replace(/[-_].*/, '')) !== undefined;
}

const LATIN_AMERICA = /^es-(?:LA|XL)$/i;

/** A language by its name, or by the code of a country: `ja` for `jp`. Otherwise null. */
export function languageMeant(found: string): string | null {
  if (LATIN_AMERICA.test(found)) return 'es-419';
  const country = found.trim().toUpperCase();
  const countries = common.$defs.countryCode.enum;
  if (countries.includes(country)) return languageIn(country);
  languagesByName ??= new Map(
    countries.map(languageIn).flatMap((code) =>
      ['en', 'de', code].map((shown) => {
        return [folded(new Intl.DisplayNames(shown, { type: 'language' }).of(code) ?? ''), code];
      }),
    ),
  );
  return found.length > 3 ? (languagesByName.get(folded(found)) ?? null) : null;
}

/** Made when first needed: that takes 40 ms. */
let countryNames: ReturnType<typeof countryCodesByName> | null = null;
let languagesByName: ReadonlyMap<string, string> | null = null;
let languageNames: Intl.DisplayNames | null = null;

/** In the main language of each country; `usual` in the languages of the pages. */
function countryCodesByName(codes: readonly string[]) {
  const all = new Map<string, Set<string>>();
  let usual: readonly string[] = [];
  for (const language of new Set(['en', 'de', ...codes.map(languageIn)])) {
    const namesOf = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = folded(namesOf.of(code) ?? '');
      all.set(name, (all.get(name) ?? new Set()).add(code));
    }
    // Only these names may be misspelt.
    if (language === 'de') usual = [...all.keys()];
  }
  // A language may lack a country's name. Two countries call themselves Congo; Unicode calls one so.
  all.delete('');
  all.set('congo', new Set(['CG', 'CD']));
  return { all, usual };
}

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]|[^\p{L}\p{M}\p{N}]/gu, '')
    .toLowerCase()
    // Oesterreich
    .replace(/(?<=[aou])e/g, '');
