import { isWebAddress } from '../base/text.ts';
import type { CommercialUse } from '../generated/catalog.types.ts';
import names from './licence-names.json' with { type: 'json' };

/**
 * Open licences by SPDX identifier, with the names that people know: anybody may use, change and share the tiles for
 * any purpose (opendefinition.org). Creative Commons with NC or ND is not open.
 */
const LICENCE_NAMES: Readonly<Record<string, string>> = names;

/** Only proposed: people may mean something else. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'CC-PDDC': 'gemeinfrei',
  'CC-PDM-1.0': 'Public Domain Mark 1.0',
  'CC0-1.0': 'CC Zero 1.0',
  'etalab-2.0': 'Licence Ouverte / Open Licence 2.0',
  'NLOD-1.0': 'Norsk lisens for offentlige data 1.0',
  'NLOD-2.0': 'Norsk lisens for offentlige data 2.0',
  'ODC-By-1.0': 'Open Data Commons Attribution 1.0',
};

export const OPEN_LICENCE_IDS: readonly string[] = Object.keys(LICENCE_NAMES);

/** The address of a text may be of any licence. CC-BY and CC-BY-SA are open in every version, so also without one. */
export function isOpenLicence(licence: string | undefined): boolean {
  return licence !== undefined && (Object.hasOwn(LICENCE_NAMES, licence) || /^CC-BY(?:-SA)?$/.test(licence));
}

/** Other words in names and addresses of licences. */
const SAME_LETTERS = [
  [/^https?(?:www)?creativecommonsorglicenses(?=by)/, 'cc'],
  [/^https?(?:www)?creativecommonsorgpublicdomainzero/, 'cc0'],
  [/^https?(?:www)?(?:govdatade|opendatacommonsorglicenses|spdxorglicenses)/, ''],
  [/^creativecommons(?:licen[cs]e)?(?:cc)?/, 'cc'],
  [/(?<=\d)creativecommons$/, ''],
  [/^opendatabaselicen[cs]e/, 'odbl'],
  [/attribution|namensnennung/, 'by'],
  [/sharealike|weitergabeuntergleichenbedingungen/, 'sa'],
  [/noncommercial|nichtkommerziell/, 'nc'],
  [/noderiv(?:ative|ate)s|keinebearbeitung(?:en)?/, 'nd'],
  [/version|licen[cs]e(?=\d)/, ''],
  [/(?<=\d)(?:international|unported|html|generic|deed[a-z]{0,4}|legalcode[a-z]{0,4})$/, ''],
] as const;

const lettersOf = (text: string): string =>
  SAME_LETTERS.reduce<string>(
    (letters, [found, same]) => letters.replace(found, same),
    text.toLowerCase().replace(/[^a-z0-9]/g, ''),
  );

/** Version 2.0 is 2. */
const wordsOf = (text: string): readonly string[] =>
  (
    text
      .slice(0, 200)
      .toLowerCase()
      .match(/[a-z]+|\d+(?:[.-]\d)?/g) ?? []
  )
    .map((word) => word.replace(/[.-]0$/, ''))
    .filter((word) => !/^(?:v|version|li[cz]en[csz]es?)$/.test(word));

let knownLicences: ReturnType<typeof readLicences> | null = null;

const readLicences = () =>
  Object.keys({ ...LICENCE_NAMES, ...OTHER_NAMES }).map((id) => {
    const names = [id, LICENCE_NAMES[id] ?? ''];
    return { id, letters: names.map(lettersOf), names: [...names, OTHER_NAMES[id] ?? ''].map(wordsOf) };
  });

/** Every text is compared with identifiers and names. */
function licenceTable() {
  knownLicences ??= readLicences();
  return knownLicences;
}

/** Texts may leave out the name Creative Commons. Version 2 has two forms. */
const CREATIVE_COMMONS = /^(?:cc)?(by|bysa|bync|bynd|byncsa|byncnd)(?:([134](?=0?$)|2(?=[05]$))([05])?)?$/;

/** If the text is only the name, identifier or address of a licence. */
export function licenceNamedBy(text: string): string | null {
  const typed = lettersOf(text.slice(0, 200));
  const [, , major, minor = '0'] = CREATIVE_COMMONS.exec(typed) ?? [];
  if (major) return `${familyNamedBy(text)}-${major}.${minor}`;
  const licences = licenceTable();
  const whole = licences.find(({ letters }) => typed && letters.includes(typed))?.id;
  // Nobody names the version of a licence that has only one.
  const [only, another] = licences.filter(({ letters: [own = ''] }) => own.replace(/\d\d$/, '') === typed);
  return whole ?? (another || !only?.id.endsWith('-1.0') ? null : only.id);
}

/** `CC-BY-SA` for `by-sa`, with or without a version. */
function familyNamedBy(text: string): string | null {
  const [, kind] = CREATIVE_COMMONS.exec(lettersOf(text.slice(0, 200))) ?? [];
  return kind ? `CC-${kind.toUpperCase().replace(/(?<=BY|NC)(?=NC|ND|SA)/g, '-')}` : null;
}

/** `CC-BY` for `CC BY`: a rule says that it needs a version. */
export const licenceWrittenFor = (text: string): string =>
  licenceNamedBy(text) ??
  familyNamedBy(text) ??
  (/^cc[ -][\w .-]{2,40}$/i.test(text)
    ? text.replaceAll(' ', '-').toUpperCase()
    : licencesLike(text).length > 0
      ? text.replace(/[^a-z\d]+/gi, '-')
      : text);

/** People shorten these identifiers. Their beginning does not say which of several versions is meant. */
const SHORTENED = `CC0-1.0 ODbL-1.0 GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later AGPL-3.0-only
AGPL-3.0-or-later ${'BY BY-SA BY-NC BY-ND BY-NC-SA BY-NC-ND'.replace(/\S+/g, 'CC-$&-4.0 CC-$&-3.0 CC-$&-2.5 CC-$&-2.0 CC-$&-1.0')}`.split(
  /\s/,
);

const VERSION = /^(?:-\d)?\.\d(?:-only|-or-later)?$/;

/** Known beginnings of identifiers; other abbreviations are possible. */
const FAMILY = /^(?:cc-?(?:by|0)|odbl|[al]?gpl)/i;
/** The whole identifiers that begin so. */
const VERSIONED =
  /^(?:cc-by(?:-nc)?(?:-sa|-nd)?-(?:[1-4]\.0|2\.[15])(?:-[a-z]{2,3})?|[al]?gpl-[1-3]\.[01](?:-only|-or-later|\+)?)$/i;

/** Most identifiers have a version or several words; of the others, only these are common. */
const IDENTIFIER =
  /^[A-Za-z][\w+-]*-\d{1,2}\.\d[\w.+-]*$|^[A-Z\d]{2,}-[\w-]*[A-Za-z]{2}$|^(?:LicenseRef-.+|0BSD|Beerware|ISC|MIT(?:-0)?|Unlicense|W3C|WTFPL|X11|Zlib)$/;

const NO_LICENCE = /^(?:free|frei|libre|open-?(?:data)?|commercial|gratis|cc)$/i;

/** The identifiers that it may mean; null if it can be an identifier or is an address. */
export function licencesMeantBy(licence: string): readonly string[] | null {
  if (isWebAddress(licence)) return null;
  if (NO_LICENCE.test(licence)) return [];
  const named = licenceNamedBy(licence);
  if (named) return named.toLowerCase() === licence.toLowerCase() ? null : [named];
  // People leave out the version, or its end: CC-BY for CC-BY-4.0.
  const begin = (familyNamedBy(licence) ?? licence).toLowerCase();
  const versions = SHORTENED.filter(
    (one) => one.toLowerCase().startsWith(begin) && VERSION.test(one.slice(begin.length)),
  );
  const meant = versions.length > 0 ? versions : licencesLike(licence);
  const isOdd = (FAMILY.test(licence) && !VERSIONED.test(licence)) || !IDENTIFIER.test(licence);
  return meant.length === 0 && !isOdd ? null : meant;
}

/** Licences with a name that has all words of the text, and the fewest others: Datenlizenz Deutschland has two. */
function licencesLike(text: string): readonly string[] {
  const typed = wordsOf(text);
  if (typed.join('').length < 3) return [];
  const isLike = (name: readonly string[]): boolean =>
    typed.every((word) => name.some((whole) => whole.startsWith(word)));
  const like = licenceTable().flatMap(({ id, names }) => names.filter(isLike).map(({ length }) => ({ id, length })));
  const ids = like.filter(({ length }) => like.every((other) => length <= other.length)).map(({ id }) => id);
  return [...new Set(ids)];
}

/** Some services write it into the credit, others into restrictions or costs of access. */
export function creditAndLicence(credit = '', ...terms: readonly string[]) {
  const [ofCredit = null, ...ofTerms] = [credit, ...terms].map(licenceNamedBy);
  const licence = ofCredit ?? ofTerms.find((one) => one !== null);
  return { credit: ofCredit === null ? credit : '', licence };
}

interface Usable {
  readonly licence?: string | undefined;
  readonly terms?: string | undefined;
  readonly copyright?: string;
  readonly commercialUse?: CommercialUse | undefined;
}

/** Other addresses, mostly long, name no licence. */
const LICENCE_HOST = /^https?:\/\/(?:www\.)?(?:creativecommons\.org|govdata\.de|opendatacommons\.org|spdx\.org)\//;

/** `CC BY 4.0`, `Office (CC-BY-SA)`, `Office, dl-de/by-2-0`. */
const IN_CREDIT = /(?:^|[(,;|] ?)((?:CC|ODbL|DL-DE)[\w./ -]{0,20})\)?$/i;

/** Some lists know no version. */
const WITHOUT_VERSION = /^CC-BY(?:-NC)?(?:-ND|-SA)?$/;

/** The licence that the record states, or that its terms or its credit name. */
export function licenceOf({ licence, terms = '', copyright = '' }: Usable): string | undefined {
  if (licence !== undefined) return licence;
  const [, credit = ''] = IN_CREDIT.exec(copyright.slice(0, 200)) ?? [];
  const named = [LICENCE_HOST.test(terms) ? terms : '', credit].map((text) => text && licenceNamedBy(text));
  const family = credit.toUpperCase().replaceAll(' ', '-');
  return named.find((one) => one) || (WITHOUT_VERSION.test(family) ? family : undefined);
}

/** From the record, or else its licence: using a server may be stricter than using tiles. Null if neither says it. */
export function commercialUseOf(map: Usable): CommercialUse | null {
  if (map.commercialUse) return map.commercialUse;
  const licence = licenceOf(map) ?? '';
  if (/^CC-BY-NC\b/.test(licence)) return { state: 'forbidden', source: licenceAddress(licence) };
  // A credit may have the licence of the data, not of the server: it allows nothing.
  const stated = licenceOf({ ...map, copyright: '' }) ?? '';
  const allows = isOpenLicence(stated) || /^CC-BY-ND\b/.test(stated);
  return allows ? { state: 'allowed', source: licenceAddress(stated) } : null;
}

export const COMMERCIAL_FLAGS = { allowed: 'commercial', forbidden: 'no-commercial' } as const;

/** `CC BY-NC 4.0` for `CC-BY-NC-4.0`. Null for an address. */
export function licenceName(licence: string): string | null {
  if (isWebAddress(licence)) return null;
  if (Object.hasOwn(LICENCE_NAMES, licence)) return LICENCE_NAMES[licence] as string;
  return licence.replace(/^(CC-BY.*)-(?=\d)/, '$1 ').replace(/^CC-(?=BY)/, 'CC ');
}

/** Empty without a version. */
export function licenceAddress(licence: string): string {
  if (WITHOUT_VERSION.test(licence)) return '';
  return isWebAddress(licence) ? licence : `https://spdx.org/licenses/${encodeURIComponent(licence)}.html`;
}
