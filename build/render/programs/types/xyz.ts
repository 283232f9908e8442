/** Tiles whose rows are counted from the north, for each map program. */
import { choiceTemplate } from '../tile-template.ts';
import { type TileMap, tileForms } from './tiles.ts';
import type { TypeForms } from './type-forms.ts';

/** The forms of maps that `/v1/` has. */
export const XYZ_FORMS: TypeForms<TileMap> = {
  // Locus calls rows from the north inverse.
  ...tileForms({ scheme: 'xyz', tiley: '{y}', leaflet: {}, osmand: {}, locus: 0, gpxsee: 'OSM' }),
  oruxmaps: (map) => choiceTemplate(map, { zoom: '{$z}', tilex: '{$x}', tiley: '{$y}' }, () => '{$s}'),
};
