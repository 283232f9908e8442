/** Links that add a map to OsmAnd. */
import type { CatalogMap } from '../../model/catalog.ts';
import { linkTo, type MapProgram } from '../map-program.ts';
import { partOf } from '../types/map-forms.ts';
import { statedZooms } from '../written-facts.ts';
import { ADD_TILE_SOURCE } from './share.ts';
import words from './words.json' with { type: 'json' };

/** OsmAnd. */
export const OSMAND_PROGRAM: MapProgram = { words, part: 'osmand', link: osmandLink };

function osmandLink(map: CatalogMap): string {
  const parameters: Readonly<Record<string, string | number>> = {
    name: map.id,
    ...statedZooms(map, 'min_zoom', 'max_zoom'),
    ...partOf('osmand', map),
    ...(map.tileSize === undefined ? {} : { tile_size: map.tileSize }),
  };
  return linkTo(ADD_TILE_SOURCE, parameters);
}
