import { getMapTemplate, mercatorNameOf } from '../../../contract/maps/get-map.ts';
import { TILE_SIZE } from '../../map-types/map-shape.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { mapOpeningOf } from '../map-bounds.ts';
import { formOf, scriptValue } from '../map-forms.ts';
import type { Forms, MapProgram } from '../map-program.ts';
import { attributionHtml, protocolCode, tileTemplatesOf, XYZ_NOTATION } from '../tile-template.ts';
import { boundsList, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** An object has the members of a source that depend on the shape; a text is the address of a style, or code. */
const FORMS: Forms<object | string> = {
  tiles: ({ tileSize = TILE_SIZE }, shape) => ({
    type: 'raster',
    ...(shape.isFlipped ? { scheme: 'tms' } : {}),
    tiles: tileTemplatesOf(shape, XYZ_NOTATION),
    tileSize,
  }),
  picture: ({ tileSize = TILE_SIZE }, shape) => {
    const crs = mercatorNameOf(shape);
    const size = String(tileSize);
    if (crs === null) return null;
    const tiles = [getMapTemplate(shape, { crs, bbox: '{bbox-epsg-3857}', width: size, height: size })];
    return { type: 'raster', tiles, tileSize };
  },
  style: (_, { style }) => style ?? null,
  archive: (map, shape) => {
    const { fileName: id, tileSize = TILE_SIZE } = map;
    const url = `${shape.library}://${shape.url}`;
    const source = { type: 'raster', url, tileSize, attribution: attributionHtml(map) };
    return shape.style ?? `${protocolCode(shape)}map.addLayer(${scriptValue({ id, type: 'raster', source }, 2)});`;
  },
};

export const MAPLIBRE_PROGRAM: MapProgram = {
  words,
  forms: FORMS,
  hasNoOverlays: true,
  needsCors: true,
  mapFile: { file: 'style.json', make: mapLibreStyle },
};

/** A style of version 8; null if the map has one already, or if only code shows it. */
export function mapLibreStyle(map: CatalogMap): object | null {
  const id = map.fileName;
  const form = formOf(FORMS, map);
  if (typeof form === 'string') return null;
  const source = {
    ...form,
    ...statedZooms(map, 'minzoom', 'maxzoom'),
    ...boundsList(map),
    attribution: attributionHtml(map),
  };
  return {
    version: 8,
    name: map.id,
    // Without a center and a zoom, MapLibre opens a style on the sea, far away from most maps.
    ...mapOpeningOf(map),
    sources: { [id]: source },
    layers: [{ id, type: 'raster', source: id }],
  };
}
