/** https://josm.openstreetmap.de/wiki/Help/RemoteControlCommands */
import { linkWithQuery, type ShareTarget } from '../map-program.ts';

export const JOSM_SHARE: ShareTarget = {
  name: 'JOSM',
  hint: {
    en: 'The link adds this map to JOSM, if JOSM runs on this computer with remote control.',
    de: 'Der Link fügt diese Karte in JOSM ein, wenn JOSM auf diesem Rechner mit Fernsteuerung läuft.',
  },
  link({ id, minZoom, maxZoom, template }) {
    const values = { title: id, type: 'tms', min_zoom: minZoom, max_zoom: maxZoom };
    // JOSM reads all after `url=` as the address.
    return linkWithQuery('http://127.0.0.1:8111/imagery', { ...values, url: template('{zoom}', '{x}', '{y}') });
  },
};
