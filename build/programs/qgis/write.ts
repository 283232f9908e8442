import { textElement, xmlElement, xmlListElement } from '../../../contract/base/xml-writer.ts';
import { exportFormatOf } from '../../../contract/maps/export-image.ts';
import { hasMapLibreTiles } from '../../../contract/maps/map-formats.ts';
import { LAST_ZOOM } from '../../../contract/maps/placeholders.ts';
import { type CatalogMap, isOverlay } from '../../model/catalog.ts';
import { formOf } from '../map-forms.ts';
import type { Forms, MapProgram, ProgramList } from '../map-program.ts';
import { attributionHtml, firstTemplate, preferredCrs, rowNotation, vectorTemplateOf } from '../tile-template.ts';
import { EDITOR_FORMS, linkedCreditOf, programHeadersOf, statedZooms, writtenKeyOf } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

const QGIS_ROOTS = {
  xyztiles: 'qgsXYZTilesConnections',
  wms: 'qgsWMSConnections',
  arcgisfeatureserver: 'qgsARCGISFEATURESERVERConnections',
  vectortile: 'qgsVectorTileConnections',
} as const;

interface QgisForm {
  readonly element: keyof typeof QGIS_ROOTS;
  readonly url: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** The source in a layer definition, encoded. Vector tiles have none: it would lack the style's address. */
  readonly layer?: Readonly<Record<string, string | number>> & { readonly crs: string };
  /** By default `wms`, which also draws tiles. */
  readonly provider?: 'arcgismapserver';
}

const FORMS: Forms<QgisForm> = {
  tiles: ({ minZoom = 0, maxZoom = LAST_ZOOM, tileSize }, shape) => {
    // 0 is unknown, 2 is high resolution.
    const attributes = { zmin: minZoom, zmax: maxZoom, tilePixelRatio: tileSize === 512 ? 2 : 0 };
    const url = firstTemplate(shape, rowNotation(shape));
    const layer = { type: 'xyz', crs: 'EPSG:3857', ...attributes, url: encodeURIComponent(url) };
    return { element: 'xyztiles', url, attributes, layer };
  },
  picture: (map, { service, layers, styles, format, crs }) => {
    const editorForm = formOf(EDITOR_FORMS, map);
    // QGIS decodes values, and reads repeated parameters from the last to the first.
    const each = (name: string, values: readonly string[]) =>
      values.map(encodeURIComponent).reverse().join(`&${name}=`);
    const stylesOfLayers = layers.map((_, at) => styles?.[at] ?? '');
    const all = {
      layers: each('layers', layers),
      styles: each('styles', stylesOfLayers),
      url: encodeURIComponent(service),
    };
    return {
      element: 'wms',
      url: service,
      // Pictures come from the record's address, with all its parameters, whatever the capabilities say. dpiMode 7
      // sends the resolution in three ways that servers know.
      attributes: {
        ignoreGetMapURI: 'true',
        ignoreGetFeatureInfoURI: 'false',
        dpiMode: 7,
        // QGIS ignores these; `import` reads them.
        ...statedZooms(map, 'zmin', 'zmax'),
        getMap: editorForm.url,
        projections: editorForm.projections.join(','),
      },
      layer: { IgnoreGetMapUrl: 1, crs: preferredCrs(crs), dpiMode: 7, format, ...all },
    };
  },
  // QGIS draws a whole service, or one layer.
  export: (_, shape) => {
    const { service: url, layers: [layer = '', ...others] = [] } = shape;
    const drawn = { crs: 'EPSG:3857', format: exportFormatOf(shape), layer, url };
    return {
      element: 'arcgisfeatureserver',
      url,
      // QGIS ignores it; `import` reads it.
      attributes: shape.layers === undefined ? {} : { layers: shape.layers.join(',') },
      provider: 'arcgismapserver',
      ...(others.length > 0 ? {} : { layer: drawn }),
    };
  },
  // QGIS writes -1 for an unknown zoom level. Since 3.40, it takes tiles from the style if the connection has no
  // address.
  style: ({ minZoom = -1, maxZoom = -1 }, shape) => {
    const { style = '', tiles = '' } = shape;
    const url = vectorTemplateOf(shape) ?? '';
    const attributes = { zmin: minZoom, zmax: maxZoom, serviceType: 'generic', styleUrl: style };
    return url === '' && (style === '' || hasMapLibreTiles(tiles)) ? null : { element: 'vectortile', url, attributes };
  },
};

export const QGIS_PROGRAM: MapProgram = {
  words,
  forms: FORMS,
  reads: ['elevation'],
  hasAddresses: true,
  pageFile: { ending: 'qlr', make: qgisLayer },
  lists: [
    connections('qgis.xml', 'xyztiles'),
    { ...connections('qgis-wms.xml', 'wms'), isOptional: true },
    { ...connections('qgis-arcgis.xml', 'arcgisfeatureserver'), isOptional: true },
    { ...connections('qgis-vector-tiles.xml', 'vectortile'), isOptional: true },
  ],
  // QGIS supports one host.
  text: (map) => formOf(FORMS, map).url || String(formOf(FORMS, map).attributes['styleUrl']),
};

function connections(file: string, element: keyof typeof QGIS_ROOTS): ProgramList {
  return {
    file,
    // Older versions cannot draw a connection without an address.
    takes: (map) => formOf(FORMS, map).element === element && formOf(FORMS, map).url !== '',
    make: (maps, { serviceUrl }) => qgisXml(maps, serviceUrl, element),
  };
}

export function qgisXml(
  maps: readonly CatalogMap[],
  serviceUrl: string,
  element: keyof typeof QGIS_ROOTS = 'xyztiles',
): string {
  const taken = new Set<string>();
  const connections = maps.map((map) => {
    // QGIS stores connections by name; slashes would create folders.
    let name = map.id.replace(/[/\\]/g, '-');
    while (taken.has(name)) name = `${name} (${isOverlay(map) ? 'overlay' : 'base map'})`;
    taken.add(name);
    const { url, attributes } = formOf(FORMS, map);
    const headers = { referer: '', ...refererOf(map, serviceUrl) };
    // QGIS ignores these: they are for `import`.
    const known = { record: writtenKeyOf(map), attribution: attributionHtml(map) };
    const logins = { authcfg: '', username: '', password: '' };
    return xmlElement(element, { name, url, ...attributes, ...logins, ...headers, ...known });
  });
  // QGIS reads attributes by their prefixed names, declared or not. Other parsers refuse undeclared prefixes.
  const root = { 'xmlns:http-header': 'urn:http-header', version: '1.0' };
  return `<!DOCTYPE connections>\n${xmlListElement(QGIS_ROOTS[element], root, connections)}\n`;
}

/** QGIS 3.26 and later read `http-header:referer`. */
function refererOf(map: CatalogMap, serviceUrl: string): Readonly<Record<string, string>> {
  const [[, referer] = []] = programHeadersOf(map, serviceUrl);
  return referer === undefined ? {} : { referer, 'http-header:referer': referer };
}

/** A file that adds one layer. A connection would only lead to its service. */
export function qgisLayer(map: CatalogMap, serviceUrl: string): string | null {
  const { layer: drawn, provider = 'wms' } = formOf(FORMS, map);
  if (!drawn) return null;
  const headers = Object.entries(refererOf(map, serviceUrl));
  const source =
    provider === 'wms'
      ? [...Object.entries(drawn), ...headers.map(([name, value]) => [name, encodeURIComponent(value)])].map((one) =>
          one.join('='),
        )
      : [...Object.entries(drawn), ...headers].map(
          ([name, value]) => `${name}='${String(value).replaceAll("'", '%27')}'`,
        );
  const id = map.fileName.replaceAll('-', '_');
  const credit = linkedCreditOf(map);
  const layer = [
    textElement('id', id),
    textElement('datasource', source.join(provider === 'wms' ? '&' : ' ')),
    textElement('layername', map.id),
    textElement('attribution', credit.text, credit.link === undefined ? {} : { href: credit.link }),
    xmlElement('srs', {}, xmlElement('spatialrefsys', {}, textElement('authid', drawn.crs))),
    textElement('provider', provider),
  ];
  const tree = xmlElement('layer-tree-layer', { id, name: map.id, checked: 'Qt::Checked' });
  const layers = xmlElement('maplayers', {}, xmlElement('maplayer', { type: 'raster' }, layer.join('')));
  return `<!DOCTYPE qgis-layer-definition>\n${xmlElement('qlr', {}, xmlElement('layer-tree-group', { name: '', checked: 'Qt::Checked' }, tree) + layers)}\n`;
}
