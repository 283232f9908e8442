import { hasMapLibreTiles, isTileTemplate } from '../../../contract/maps/map-formats.ts';
import { TILE_SIZE } from '../../map-types/map-shape.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { formOf } from '../map-forms.ts';
import type { Forms, MapProgram } from '../map-program.ts';
import { attributionHtml, tileTemplatesOf, XYZ_NOTATION } from '../tile-template.ts';
import { boundsList, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** A TileJSON without members that all have, or an address. */
const FORMS: Forms<object | string> = {
  tiles: (_, shape) => ({ scheme: shape.isFlipped ? 'tms' : 'xyz', tiles: tileTemplatesOf(shape, XYZ_NOTATION) }),
  style: (_, { tiles }) => {
    if (!tiles) return null;
    if (!isTileTemplate(tiles)) return tiles;
    const kind = hasMapLibreTiles(tiles) ? { format: 'mlt', encoding: 'mlt' } : { format: 'pbf' };
    return { ...kind, scheme: 'xyz', tiles: [tiles] };
  },
  // As the address of a source in a style.
  archive: (_, { library, url }) => `${library}://${url}`,
};

export const TILEJSON_PROGRAM: MapProgram = {
  words,
  forms: FORMS,
  own: { file: 'tilejson.json', make: tileJson },
};

/**
 * TileJSON 3.0; null if somebody else publishes one. Readers would take a map with `vector_layers` for vector tiles;
 * 3.0 demands them for vector tiles, so these are 2.2. `tileSize` is allowed, and without it MapLibre and Mapbox would
 * assume 512.
 */
export function tileJson(map: CatalogMap): object | null {
  const own = formOf(FORMS, map);
  if (typeof own === 'string') return null;
  return {
    tilejson: 'format' in own ? '2.2.0' : '3.0.0',
    name: map.id,
    description: map.name,
    attribution: attributionHtml(map),
    ...own,
    ...statedZooms(map, 'minzoom', 'maxzoom'),
    ...(map.area === 'world' ? { bounds: WORLD } : boundsList(map)),
    ...('format' in own ? {} : { tileSize: map.tileSize ?? TILE_SIZE }),
  };
}

/** As the specification states the bounds of the world. */
const WORLD = [-180, -85.05112877980659, 180, 85.0511287798066];
