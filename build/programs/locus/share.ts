/** https://docs.locusmap.app/doku.php?id=manual:advanced:customization:actions */
import { PROGRAMS_FOLDER } from '../../../contract/pages/pages.ts';
import type { ShareTarget } from '../map-program.ts';

export const LOCUS_ACTIONS_FILE = 'locus-actions.xml';

/** Level 8 shows the world in one tile. */
export const ZOOM_OFFSET = 8;

export const LOCUS_SHARE: ShareTarget = {
  name: 'Locus Map',
  hint: {
    en: 'On a phone with Locus Map, the link or the code adds all maps of this catalog that need no key.',
    de: 'Auf einem Telefon mit Locus Map fügen Link und Code alle Karten dieses Katalogs hinzu, die keinen Schlüssel brauchen.',
  },
  linkToAll(addressOf) {
    const { protocol, host, pathname } = addressOf(PROGRAMS_FOLDER + LOCUS_ACTIONS_FILE);
    // The link has no colon after the protocol.
    return `locus-actions://${protocol.slice(0, -1)}/${host}${pathname}`;
  },
};
