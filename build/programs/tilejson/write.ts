import { hasMapLibreTiles, isTileTemplate } from '../../../contract/maps/map-formats.ts';
import { TILE_SIZE } from '../../map-types/map-shape.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { formOf } from '../map-forms.ts';
import type { Forms, MapProgram } from '../map-program.ts';
import { attributionHtml, tileTemplatesOf, XYZ_NOTATION } from '../tile-template.ts';
import { boundsList, statedZooms, writtenKeyOf } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** Members that depend on the shape, or the address of a document or archive. */
const FORMS: Forms<object | string> = {
  tiles: (_, shape) => ({ scheme: shape.isFlipped ? 'tms' : 'xyz', tiles: tileTemplatesOf(shape, XYZ_NOTATION) }),
  style: (_, { tiles }) => {
    if (!tiles) return null;
    if (!isTileTemplate(tiles)) return tiles;
    const format = hasMapLibreTiles(tiles) ? { format: 'mlt', encoding: 'mlt' } : { format: 'pbf' };
    return { ...format, scheme: 'xyz', tiles: [tiles] };
  },
  // Written as in the source of a style.
  archive: (_, { library, url }) => `${library}://${url}`,
};

export const TILEJSON_PROGRAM: MapProgram = {
  words,
  forms: FORMS,
  isFormat: true,
  mapFile: { file: 'tilejson.json', make: tileJson },
};

/**
 * Null if somebody else publishes one, or for an archive. Version 3.0 requires `vector_layers` of vector tiles, which
 * records lack: these get 2.2. Without `tileSize`, MapLibre and Mapbox would assume 512 pixels.
 */
export function tileJson(map: CatalogMap): object | null {
  const form = formOf(FORMS, map);
  if (typeof form === 'string') return null;
  return {
    tilejson: 'format' in form ? '2.2.0' : '3.0.0',
    // `import` reads it; other programs ignore it.
    record: writtenKeyOf(map),
    name: map.id,
    description: map.name,
    attribution: attributionHtml(map),
    ...form,
    ...statedZooms(map, 'minzoom', 'maxzoom'),
    ...(map.area === 'world' ? { bounds: WORLD } : boundsList(map)),
    ...('format' in form ? {} : { tileSize: map.tileSize ?? TILE_SIZE }),
  };
}

/** In the specification's digits. */
const WORLD = [-180, -85.05112877980659, 180, 85.0511287798066];
