import { isWebAddress } from '../base/text.ts';
import type { CommercialUse } from '../generated/catalog.types.ts';
import names from './licence-names.json' with { type: 'json' };

/**
 * The open licences by their SPDX identifiers, with the names that people know: anybody may use, change and share the
 * tiles for any purpose (opendefinition.org). Licences of Creative Commons with NC or ND are not open.
 */
const LICENCE_NAMES: Readonly<Record<string, string>> = names;

export const OPEN_LICENCE_IDS: readonly string[] = Object.keys(LICENCE_NAMES);

/** A licence that is stated as the address of its text is not known to be open. Every version of these two is. */
export function isOpenLicence(licence: string | undefined): boolean {
  return licence !== undefined && (Object.hasOwn(LICENCE_NAMES, licence) || /^CC-BY(?:-SA)?$/.test(licence));
}

/** What names and addresses of licences say in other words. */
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

let openLicences: readonly { readonly id: string; readonly letters: readonly string[] }[] | null = null;

/** The letters of their identifiers and names: every text is compared with all of them. */
function lettersOfLicences() {
  openLicences ??= OPEN_LICENCE_IDS.map((id) => ({ id, letters: [id, LICENCE_NAMES[id] ?? ''].map(lettersOf) }));
  return openLicences;
}

/** If the text is nothing but the name, identifier or address of a licence. */
export function licenceNamedBy(text: string): string | null {
  const typed = lettersOf(text.slice(0, 200));
  // Version 2 has two forms.
  const [, kind, major, minor = '0'] =
    /^cc(by|bysa|bync|bynd|byncsa|byncnd)([134](?=0?$)|2(?=[05]$))([05])?$/.exec(typed) ?? [];
  if (kind) return `CC-${kind.toUpperCase().replace(/(?<=BY|NC)(?=NC|ND|SA)/g, '-')}-${major}.${minor}`;
  const licences = lettersOfLicences();
  const whole = licences.find(({ letters }) => letters.includes(typed))?.id;
  // Of one version, nobody names it.
  const [only, another] = licences.filter(({ letters: [own = ''] }) => own.replace(/\d\d$/, '') === typed);
  return whole ?? (another || !only?.id.endsWith('-1.0') ? null : only.id);
}

/** The text is the beginning of their names: Datenlizenz Deutschland has two. */
export function licencesBegunBy(text: string): readonly string[] {
  const typed = lettersOf(text.slice(0, 200));
  if (typed.length < 4) return [];
  const isBegun = (name: string): boolean => name !== typed && name.startsWith(typed);
  return lettersOfLicences().flatMap(({ id, letters }) => (letters.some(isBegun) ? [id] : []));
}

/** Some services write their licence into the credit, and others into what restricts or costs access. */
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

/** Of other addresses, most of which are long, none names a licence. */
const LICENCE_HOST = /^https?:\/\/(?:www\.)?(?:creativecommons\.org|govdata\.de|opendatacommons\.org|spdx\.org)\//;

/** `CC BY 4.0`, `Office (CC-BY-SA)`. */
const IN_CREDIT = /(?:^|\()((?:CC|ODbL|DL-DE)[\w. -]{0,20})\)?$/i;

/** Some lists know no version of it. */
const WITHOUT_VERSION = /^CC-BY(?:-NC)?(?:-ND|-SA)?$/;

/** What the record says, or else the licence that its terms or its credit name. */
export function licenceOf({ licence, terms = '', copyright = '' }: Usable): string | undefined {
  if (licence !== undefined) return licence;
  const [, credit = ''] = IN_CREDIT.exec(copyright.slice(0, 200)) ?? [];
  const named = [LICENCE_HOST.test(terms) ? terms : '', credit].map((text) => text && licenceNamedBy(text));
  const family = credit.toUpperCase().replaceAll(' ', '-');
  return named.find((one) => one) || (WITHOUT_VERSION.test(family) ? family : undefined);
}

/**
 * What the record says, or else its licence: it may be stricter to use a server than the tiles. Null if neither says
 * it.
 */
export function commercialUseOf(map: Usable): CommercialUse | null {
  if (map.commercialUse) return map.commercialUse;
  const licence = licenceOf(map) ?? '';
  if (/^CC-BY-NC\b/.test(licence)) return { state: 'forbidden', source: licenceAddress(licence) };
  // The licence in a credit may be the licence of the data, not of the server: it allows nothing.
  const stated = licenceOf({ ...map, copyright: '' }) ?? '';
  const allows = isOpenLicence(stated) || /^CC-BY-ND\b/.test(stated);
  return allows ? { state: 'allowed', source: licenceAddress(stated) } : null;
}

export const COMMERCIAL_FLAGS = { allowed: 'commercial', forbidden: 'no-commercial' } as const;

/** `CC BY-NC 4.0` for `CC-BY-NC-4.0`. Null for the address of its text. */
export function licenceName(licence: string): string | null {
  if (isWebAddress(licence)) return null;
  if (Object.hasOwn(LICENCE_NAMES, licence)) return LICENCE_NAMES[licence] as string;
  return licence.replace(/^(CC-BY.*)-(?=\d)/, '$1 ').replace(/^CC-(?=BY)/, 'CC ');
}

/** Empty if its version is not known. */
export function licenceAddress(licence: string): string {
  if (WITHOUT_VERSION.test(licence)) return '';
  return isWebAddress(licence) ? licence : `https://spdx.org/licenses/${encodeURIComponent(licence)}.html`;
}
