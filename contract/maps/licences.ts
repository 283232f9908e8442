import { isWebAddress } from '../base/text.ts';
import type { CommercialUse } from '../generated/catalog.types.ts';
import names from './licence-names.json' with { type: 'json' };

/**
 * The open licences by their SPDX identifiers, with the names that people know: anybody may use, change and share the
 * tiles for any purpose (opendefinition.org). Licences of Creative Commons with NC or ND are not open.
 */
const LICENCE_NAMES: Readonly<Record<string, string>> = names;

export const OPEN_LICENCE_IDS: readonly string[] = Object.keys(LICENCE_NAMES);

/** A licence that is stated as the address of its text is not known to be open. */
export function isOpenLicence(licence: string | undefined): boolean {
  return licence !== undefined && Object.hasOwn(LICENCE_NAMES, licence);
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

const namesOf = (id: string): string[] => [id, LICENCE_NAMES[id] ?? ''].map(lettersOf);

/** If the text is nothing but the name, identifier or address of a licence. */
export function licenceNamedBy(text: string): string | null {
  const letters = lettersOf(text.slice(0, 200));
  // Version 2 has two forms.
  const [, kind, major, minor = '0'] =
    /^cc(by|bysa|bync|bynd|byncsa|byncnd)([134](?=0?$)|2(?=[05]$))([05])?$/.exec(letters) ?? [];
  if (kind) return `CC-${kind.toUpperCase().replace(/(?<=BY|NC)(?=NC|ND|SA)/g, '-')}-${major}.${minor}`;
  const whole = OPEN_LICENCE_IDS.find((id) => namesOf(id).includes(letters));
  // Of one version, nobody names it.
  const [only, another] = OPEN_LICENCE_IDS.filter((id) => lettersOf(id).replace(/\d\d$/, '') === letters);
  return whole ?? (another || !only?.endsWith('-1.0') ? null : only);
}

/** The text is the beginning of their names: Datenlizenz Deutschland has two. */
export function licencesBegunBy(text: string): readonly string[] {
  const letters = lettersOf(text.slice(0, 200));
  const isBegun = (name: string): boolean => name !== letters && name.startsWith(letters);
  return letters.length < 4 ? [] : OPEN_LICENCE_IDS.filter((id) => namesOf(id).some(isBegun));
}

/** Some services write their licence into the credit, and others into what restricts or costs access. */
export function creditAndLicence(credit = '', ...terms: readonly string[]) {
  const licence = [credit, ...terms].map(licenceNamedBy).find((one) => one !== null);
  return { credit: licenceNamedBy(credit) === null ? credit : '', licence };
}

interface Usable {
  readonly licence?: string | undefined;
  readonly commercialUse?: CommercialUse | undefined;
}

/**
 * What the record says, or else its licence: it may be stricter to use a server than the tiles. Null if neither says
 * it.
 */
export function commercialUseOf({ licence = '', commercialUse }: Usable): CommercialUse | null {
  if (commercialUse) return commercialUse;
  const state = /^CC-BY-NC\b/.test(licence)
    ? 'forbidden'
    : isOpenLicence(licence) || /^CC-BY-ND\b/.test(licence)
      ? 'allowed'
      : null;
  return state && { state, source: licenceAddress(licence) };
}

export const COMMERCIAL_FLAGS = { allowed: 'commercial', forbidden: 'no-commercial' } as const;

/** `CC BY-NC 4.0` for `CC-BY-NC-4.0`. Null for the address of its text. */
export function licenceName(licence: string): string | null {
  if (isWebAddress(licence)) return null;
  return isOpenLicence(licence) ? (LICENCE_NAMES[licence] as string) : licence.replace(/^CC-(.+)-(?=\d)/, 'CC $1 ');
}

export function licenceAddress(licence: string): string {
  return isWebAddress(licence) ? licence : `https://spdx.org/licenses/${encodeURIComponent(licence)}.html`;
}
