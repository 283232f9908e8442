/** Styles of MapLibre. */
import type { CatalogMap } from '../../model/catalog.ts';
import { openingOf } from '../map-bounds.ts';
import type { MapProgram } from '../map-program.ts';
import { attributionHtml } from '../tile-template.ts';
import { partOf } from '../types/map-forms.ts';
import { boundsList, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** MapLibre, on web pages and elsewhere. */
export const MAPLIBRE_PROGRAM: MapProgram = {
  words,
  part: 'maplibre',
  hasNoOverlays: true,
  own: { file: 'style.json', make: mapLibreStyle },
};

/** A MapLibre style (version 8) with a base map as its only layer, named after its file; null if it has a style. */
export function mapLibreStyle(map: CatalogMap): object | null {
  const id = map.fileName;
  const own = partOf('maplibre', map);
  if (typeof own === 'string') return null;
  const source = {
    ...own,
    ...statedZooms(map, 'minzoom', 'maxzoom'),
    ...boundsList(map),
    attribution: attributionHtml(map),
  };
  return {
    version: 8,
    name: map.id,
    // Without them it opens on the sea, far away from most maps.
    ...openingOf(map),
    sources: { [id]: source },
    layers: [{ id, type: 'raster', source: id }],
  };
}
