/** Tiles whose rows are counted from the south, for each map program. */
import { type TileMap, tileForms } from './tiles.ts';
import type { TypeForms } from './type-forms.ts';

/** The forms of maps with flipped rows. */
export const TMS_FORMS: TypeForms<TileMap> = tileForms({
  scheme: 'tms',
  tiley: '{-y}',
  leaflet: { tms: true },
  osmand: { inverted_y: 'true' },
  locus: 1,
  gpxsee: 'TMS',
});
