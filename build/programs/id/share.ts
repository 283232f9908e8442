/** https://github.com/openstreetmap/iD/blob/develop/API.md */
import type { ShareTarget } from '../map-program.ts';

export const ID_SHARE: ShareTarget = {
  name: 'iD',
  hint: {
    en: 'The link opens the editor of OpenStreetMap at this place, with this map as the background.',
    de: 'Der Link öffnet den Editor von OpenStreetMap an diesem Ort, mit dieser Karte als Hintergrund.',
  },
  link({ place: { zoom, latitude, longitude }, template }) {
    const background = `custom:${encodeURIComponent(template('{zoom}', '{x}', '{y}'))}`;
    return `https://www.openstreetmap.org/edit?editor=id#map=${zoom}/${latitude}/${longitude}&background=${background}`;
  },
};
