/** The link with which a page opens Locus Map: https://docs.locusmap.app/doku.php?id=manual:advanced:customization:actions */
import { PROGRAMS_FOLDER } from '../../../contract/pages.ts';

/** The file to which the link leads. */
export const ACTIONS_FILE = 'locus-actions.xml';

/** Has Locus download all maps of the catalog. @param addressOf the address of a file by its path from the root of the site */
export function locusShare(addressOf: (path: string) => URL): string {
  const { protocol, host, pathname } = addressOf(PROGRAMS_FOLDER + ACTIONS_FILE);
  return `locus-actions://${protocol.slice(0, -1)}/${host}${pathname}`;
}
