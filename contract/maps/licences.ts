/** The licences of maps: their names, where their texts are, which are open, and which allow commercial use. */
import { isWebAddress } from '../base/text.ts';
import type { CommercialUse, TileServerSource } from '../generated/catalog.types.ts';

/**
 * The open licences by their SPDX identifiers, with the names that people know them by: anybody may use, change and
 * share the tiles for any purpose (opendefinition.org). Licences of Creative Commons with NC or ND are not open.
 */
const OPEN_LICENCES: Readonly<Record<string, string>> = {
  'CC-BY-2.0': 'CC BY 2.0',
  'CC-BY-2.5': 'CC BY 2.5',
  'CC-BY-3.0': 'CC BY 3.0',
  'CC-BY-4.0': 'CC BY 4.0',
  'CC-BY-SA-2.0': 'CC BY-SA 2.0',
  'CC-BY-SA-2.5': 'CC BY-SA 2.5',
  'CC-BY-SA-3.0': 'CC BY-SA 3.0',
  'CC-BY-SA-4.0': 'CC BY-SA 4.0',
  'CC0-1.0': 'CC0 1.0',
  'CC-PDDC': 'Public domain',
  'DL-DE-BY-2.0': 'Datenlizenz Deutschland – Namensnennung 2.0',
  'DL-DE-ZERO-2.0': 'Datenlizenz Deutschland – Zero 2.0',
  'etalab-2.0': 'Licence Ouverte 2.0',
  'NLOD-1.0': 'NLOD 1.0',
  'NLOD-2.0': 'NLOD 2.0',
  'ODbL-1.0': 'ODbL 1.0',
  'ODC-By-1.0': 'ODC-By 1.0',
  'OGL-Canada-2.0': 'Open Government Licence – Canada 2.0',
  'OGL-UK-3.0': 'Open Government Licence 3.0 (UK)',
  'PDDL-1.0': 'PDDL 1.0',
};

export const OPEN_LICENCE_IDS: readonly string[] = Object.keys(OPEN_LICENCES);

/** Whether a licence is stated, and known to be open. A licence that is stated as the address of its text is not. */
export function isOpenLicence(licence: string | undefined): boolean {
  return licence !== undefined && Object.hasOwn(OPEN_LICENCES, licence);
}

/** What the record says, or else its licence: it may be stricter to use a server than the tiles. Null if neither says it. */
export function commercialUseOf({
  licence = '',
  commercialUse,
}: Pick<TileServerSource, 'licence' | 'commercialUse'>): CommercialUse | null {
  if (commercialUse) return commercialUse;
  const state = /^CC-BY-NC\b/.test(licence)
    ? 'forbidden'
    : isOpenLicence(licence) || /^CC-BY-ND\b/.test(licence)
      ? 'allowed'
      : null;
  return state && { state, source: licenceAddress(licence) };
}

/** How people know a licence: `CC BY-NC 4.0` for `CC-BY-NC-4.0`. Null for the address of its text. */
export function licenceName(licence: string): string | null {
  if (isWebAddress(licence)) return null;
  return isOpenLicence(licence) ? (OPEN_LICENCES[licence] as string) : licence.replace(/^CC-(.+)-(?=\d)/, 'CC $1 ');
}

export function licenceAddress(licence: string): string {
  return isWebAddress(licence) ? licence : `https://spdx.org/licenses/${encodeURIComponent(licence)}.html`;
}
