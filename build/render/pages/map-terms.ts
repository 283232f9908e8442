/** On what terms a map may be used: in the line of its row, as a filter, and as links to what others have written. */
import { isOpenLicence, licenceName } from '../../../contract/licences.ts';
import { isWebAddress } from '../../../contract/text.ts';
import type { TileServer } from '../../model/catalog.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './page-layout.ts';

/** A link to a page of somebody else, with the text of a catalog; only the text if it is not an address of the web. */
export function webLink(address: string, text: string): Html {
  return isWebAddress(address) ? html`<a href="${address}"><bdi>${text}</bdi></a>` : html`<bdi>${text}</bdi>`;
}

/** The licence of a map in the line of its row, or a link to its terms if it has only those; null without either. */
export function termsLine({ texts: { maps } }: PageContext, { licence, terms }: TileServer): Html | null {
  if (licence === undefined) return terms === undefined ? null : webLink(terms, maps.terms);
  const name = licenceName(licence);
  return name === null ? webLink(licence, maps.licence) : html`<bdi>${name}</bdi>`;
}

/** Whether anybody may use a map as they like: its licence is open, and its server needs no token. */
export function isFree({ licence, needsToken }: TileServer): boolean {
  return isOpenLicence(licence) && needsToken === null;
}
