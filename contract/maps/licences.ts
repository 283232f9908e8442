/** The licences of maps: their names, where their texts are, which are open, and which allow commercial use. */
import { isWebAddress } from '../base/text.ts';
import type { CommercialUse } from '../generated/catalog.types.ts';
import names from './licence-names.json' with { type: 'json' };

/**
 * The open licences by their SPDX identifiers, with the names that people know them by: anybody may use, change and
 * share the tiles for any purpose (opendefinition.org). Licences of Creative Commons with NC or ND are not open.
 */
const LICENCE_NAMES: Readonly<Record<string, string>> = names;

export const OPEN_LICENCE_IDS: readonly string[] = Object.keys(LICENCE_NAMES);

/** Whether a licence is stated, and known to be open. A licence that is stated as the address of its text is not. */
export function isOpenLicence(licence: string | undefined): boolean {
  return licence !== undefined && Object.hasOwn(LICENCE_NAMES, licence);
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The licence, if the text is nothing but its name, identifier or address; otherwise null. */
export function licenceNamedBy(text: string): string | null {
  const letters = lettersOf(text.slice(0, 200)).replace(
    /^https?(?:www)?creativecommonsorglicenses([a-z]+\d\d)\w{0,20}$/,
    'cc$1',
  );
  const [, kind, major, minor] = /^cc(by|bysa|bync|bynd|byncsa|byncnd)([1-4])([05])$/.exec(letters) ?? [];
  if (kind) return `CC-${kind.toUpperCase().replace(/(?<=BY|NC)(?=NC|ND|SA)/g, '-')}-${major}.${minor}`;
  const whole = OPEN_LICENCE_IDS.find((id) => [id, LICENCE_NAMES[id] ?? ''].map(lettersOf).includes(letters));
  // Without its version if there is only the first: ODbL.
  const [first, ...others] = OPEN_LICENCE_IDS.filter((id) => lettersOf(id.replace(/-[\d.]+$/, '')) === letters);
  return whole ?? (first?.endsWith('-1.0') && others.length === 0 ? first : null);
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

/** What the record says, or else its licence: it may be stricter to use a server than the tiles. Null if neither says it. */
export function commercialUseOf({ licence = '', commercialUse }: Usable): CommercialUse | null {
  if (commercialUse) return commercialUse;
  const state = /^CC-BY-NC\b/.test(licence)
    ? 'forbidden'
    : isOpenLicence(licence) || /^CC-BY-ND\b/.test(licence)
      ? 'allowed'
      : null;
  return state && { state, source: licenceAddress(licence) };
}

/** The flags of rows, for the search and its filters. */
export const COMMERCIAL_FLAGS = { allowed: 'commercial', forbidden: 'no-commercial' } as const;

/** How people know a licence: `CC BY-NC 4.0` for `CC-BY-NC-4.0`. Null for the address of its text. */
export function licenceName(licence: string): string | null {
  if (isWebAddress(licence)) return null;
  return isOpenLicence(licence) ? (LICENCE_NAMES[licence] as string) : licence.replace(/^CC-(.+)-(?=\d)/, 'CC $1 ');
}

export function licenceAddress(licence: string): string {
  return isWebAddress(licence) ? licence : `https://spdx.org/licenses/${encodeURIComponent(licence)}.html`;
}
