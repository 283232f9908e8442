/** TileJSON. */
import type { CatalogMap } from '../../model/catalog.ts';
import type { MapProgram } from '../map-program.ts';
import { attributionHtml } from '../tile-template.ts';
import { partOf } from '../types/map-forms.ts';
import { TILE_SIZE } from '../types/tile-forms.ts';
import { boundsList, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** Programs and libraries that read TileJSON. */
export const TILEJSON_PROGRAM: MapProgram = {
  words,
  part: 'tilejson',
  own: { file: 'tilejson.json', make: tileJson },
};

/**
 * TileJSON 3.0 of one map; null if somebody else publishes one. It has no `vector_layers`: readers would take it for vector tiles, of
 * which 3.0 demands them, so these are 2.2. It has `tileSize`, which the specification allows, because MapLibre and Mapbox
 * would assume 512.
 */
export function tileJson(map: CatalogMap): object | null {
  const own = partOf('tilejson', map);
  if (typeof own === 'string') return null;
  return {
    tilejson: 'format' in own ? '2.2.0' : '3.0.0',
    name: map.id,
    description: map.name,
    attribution: attributionHtml(map),
    ...own,
    ...statedZooms(map, 'minzoom', 'maxzoom'),
    // Without bounds, readers assume the world.
    ...(map.area === 'world' ? { bounds: WORLD } : boundsList(map)),
    ...('format' in own ? {} : { tileSize: map.tileSize ?? TILE_SIZE }),
  };
}

/** The bounds of tiles of the whole world, as the specification states them. */
const WORLD = [-180, -85.05112877980659, 180, 85.0511287798066];
