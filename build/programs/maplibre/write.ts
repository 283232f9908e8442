import { mercatorTemplate } from '../../../contract/maps/get-map.ts';
import { mapShape } from '../../map-types/all-types.ts';
import { type ExportShape, type PictureShape, TILE_SIZE } from '../../map-types/map-shape.ts';
import { type CatalogMap, isOverlay } from '../../model/catalog.ts';
import { mapOpeningOf } from '../map-bounds.ts';
import { formOf, scriptValue } from '../map-forms.ts';
import type { Forms, MapProgram } from '../map-program.ts';
import { attributionHtml, protocolCode, tileTemplatesOf, XYZ_NOTATION } from '../tile-template.ts';
import { webPage } from '../web-page.ts';
import { boundsList, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** Members of a source, or the address of a style. */
const FORMS: Forms<object | string> = {
  tiles: ({ tileSize = TILE_SIZE }, shape) => ({
    type: 'raster',
    ...(shape.isFlipped ? { scheme: 'tms' } : {}),
    tiles: tileTemplatesOf(shape, XYZ_NOTATION),
    tileSize,
  }),
  picture: pictureSource,
  export: pictureSource,
  style: (_, { style }) => style ?? null,
  archive: ({ tileSize = TILE_SIZE }, { library, url, style }) =>
    style ?? { type: 'raster', url: `${library}://${url}`, tileSize },
};

function pictureSource({ tileSize = TILE_SIZE }: CatalogMap, shape: PictureShape | ExportShape): object | null {
  const address = mercatorTemplate(shape, '{bbox-epsg-3857}', String(tileSize));
  return address === null ? null : { type: 'raster', tiles: [address], tileSize };
}

export const MAPLIBRE_PROGRAM: MapProgram = {
  words,
  forms: FORMS,
  needsCors: true,
  mapFile: { file: 'style.json', make: (map) => (isOverlay(map) || isArchive(map) ? null : mapLibreStyle(map)) },
  text: mapLibrePage,
};

/** Only the header of an archive says if it has pictures, which our style would draw. */
const isArchive = (map: CatalogMap): boolean => mapShape(map).is === 'archive';

interface RasterStyle {
  readonly version: number;
  readonly name: string;
  readonly sources: Readonly<Record<string, object>>;
  readonly layers: readonly object[];
}

/** A style of version 8; null if the map has its own style. */
export function mapLibreStyle(map: CatalogMap): RasterStyle | null {
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
    // Otherwise MapLibre opens on the sea, far from most maps.
    ...mapOpeningOf(map),
    sources: { [id]: source },
    layers: [{ id, type: 'raster', source: id }],
  };
}

function over(style: RasterStyle, base: CatalogMap): RasterStyle {
  const [source = {}] = Object.values(mapLibreStyle(base)?.sources ?? {});
  const layers = [{ id: 'below', type: 'raster', source: 'below' }, ...style.layers];
  return { ...style, sources: { below: source, ...style.sources }, layers };
}

/** Another publisher's style credits its sources; the record's credit is added. */
function mapLibrePage(map: CatalogMap, _: string, below: CatalogMap | null): string {
  const shape = mapShape(map);
  const credit = map.attribution && { attributionControl: { customAttribution: attributionHtml(map) } };
  const alone = mapLibreStyle(map);
  const [own, drawn] = alone && below ? [over(alone, below), below] : [alone, null];
  const look = own ? { style: own } : { style: formOf(FORMS, map), ...mapOpeningOf(map), ...credit };
  const setup = 'library' in shape ? protocolCode(shape) : '';
  const script = `${setup}const map = new maplibregl.Map(${scriptValue({ container: 'map', ...look }, 2)});`;
  return webPage(map, ['maplibre-gl'], script, drawn);
}
