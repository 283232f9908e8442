/** Layers of a Web Map Service, for each map program. */
import { getMapTemplate, mercatorOf } from '../../../contract/maps/get-map.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { TILE_SIZE } from './tile-forms.ts';
import type { TypeForms } from './type-forms.ts';

/** The projection that a program which knows many asks for. */
const drawnIn = (crs: CatalogMap<'wms'>['crs']): string => (crs.includes('EPSG:3857') ? 'EPSG:3857' : crs[0]);

/** The forms of a WMS. Those that draw tiles need Web Mercator. */
export const WMS_FORMS: TypeForms<CatalogMap<'wms'>> = {
  maplibre: (map) => {
    const crs = mercatorOf(map);
    const size = String(map.tileSize ?? TILE_SIZE);
    if (crs === null) return null;
    const tiles = [getMapTemplate(map, { crs, bbox: '{bbox-epsg-3857}', width: size, height: size })];
    return { type: 'raster', tiles, tileSize: map.tileSize ?? TILE_SIZE };
  },
  leaflet: (map) =>
    // Leaflet asks for the projection of its map.
    map.crs.includes('EPSG:3857')
      ? {
          make: 'L.tileLayer.wms',
          url: map.service,
          options: {
            layers: map.layers.join(','),
            ...(map.styles ? { styles: map.styles.join(',') } : {}),
            format: map.format,
            version: map.version,
            ...(map.transparent ? { transparent: true } : {}),
          },
        }
      : null,
  qgis: ({ service, layers, styles, format, crs }) => {
    // QGIS decodes values, and takes those of one name from the last to the first.
    const each = (name: string, values: readonly string[]) =>
      values.map(encodeURIComponent).reverse().join(`&${name}=`);
    const own = layers.map((_, at) => styles?.[at] ?? '');
    const all = { layers: each('layers', layers), styles: each('styles', own), url: encodeURIComponent(service) };
    return {
      element: 'wms',
      url: service,
      // Pictures come from the address of the record, with all its parameters, whatever the capabilities say.
      facts: { ignoreGetMapURI: 'true', ignoreGetFeatureInfoURI: 'false', dpiMode: 7 },
      layer: { provider: 'wms', uri: { IgnoreGetMapUrl: '1', crs: drawnIn(crs), dpiMode: '7', format, ...all } },
    };
  },
  editor: (map) => ({
    type: 'wms',
    url: getMapTemplate(map, { crs: '{proj}', bbox: '{bbox}', width: '{width}', height: '{height}' }),
    projections: map.crs,
  }),
  gpxsee: ({ service, layers, styles, format, crs, tileSize }) => ({
    type: 'WMS',
    elements: [
      ['url', service],
      ['layer', layers.join(',')],
      ...(styles ? ([['style', styles.join(',')]] as const) : []),
      ['format', format],
      ['crs', drawnIn(crs)],
    ],
    tile: tileSize === undefined ? null : { size: tileSize },
  }),
};
