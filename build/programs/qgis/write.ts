/** Connections and layers of QGIS. */
import { element, listElement, textElement } from '../../../contract/base/xml-writer.ts';
import { type CatalogMap, isOverlay } from '../../model/catalog.ts';
import type { MapProgram, ProgramList } from '../map-program.ts';
import { partOf } from '../types/map-forms.ts';
import { headersOf } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

/** The roots of the files that QGIS saves and loads, by the element of a connection. */
const QGIS_ROOTS = {
  xyztiles: 'qgsXYZTilesConnections',
  wms: 'qgsWMSConnections',
  vectortile: 'qgsVectorTileConnections',
} as const;

/** QGIS, which has each kind of connection in a file. */
export const QGIS_PROGRAM: MapProgram = {
  words,
  part: 'qgis',
  own: { file: 'layer.qlr', make: qgisLayer },
  lists: [
    connections('qgis.xml', 'xyztiles'),
    { ...connections('qgis-wms.xml', 'wms'), isOptional: true },
    { ...connections('qgis-vector-tiles.xml', 'vectortile'), isOptional: true },
  ],
  // QGIS supports one host.
  text: (map) => partOf('qgis', map).url,
};

/** A file with the connections of one kind. */
function connections(file: string, kind: keyof typeof QGIS_ROOTS): ProgramList {
  return {
    file,
    takes: (map) => partOf('qgis', map).element === kind,
    make: (maps, { serviceUrl }) => qgisXml(maps, serviceUrl, kind),
  };
}

/** Connections of QGIS of one kind: the XML that it loads and saves. It has no credit. */
export function qgisXml(
  maps: readonly CatalogMap[],
  serviceUrl: string,
  kind: keyof typeof QGIS_ROOTS = 'xyztiles',
): string {
  const taken = new Set<string>();
  const connections = maps.map((map) => {
    // QGIS stores connections by name; slashes would create folders in its settings.
    let name = map.id.replace(/[/\\]/g, '-');
    while (taken.has(name)) name = `${name} (${isOverlay(map) ? 'overlay' : 'base map'})`;
    taken.add(name);
    const { url, facts } = partOf('qgis', map);
    const [[, referer] = [null, '']] = headersOf(map, serviceUrl);
    const fixed = { authcfg: '', username: '', password: '', referer };
    // The name of the attribute since QGIS 3.26.
    return element(kind, { name, url, ...facts, ...fixed, 'http-header:referer': referer || null });
  });
  return `<!DOCTYPE connections>\n${listElement(QGIS_ROOTS[kind], { version: '1.0' }, connections)}\n`;
}

/** A layer definition of QGIS: the layer as it is drawn, while a connection is only the way to a service. Null for tiles. */
export function qgisLayer(map: CatalogMap): string | null {
  const { layer: drawn } = partOf('qgis', map);
  if (!drawn) return null;
  const source = Object.entries(drawn.uri).map(([name, value]) => `${name}=${value}`);
  const id = map.fileName.replaceAll('-', '_');
  const layer = [
    textElement('id', id),
    textElement('datasource', source.join('&')),
    textElement('layername', map.id),
    element('srs', {}, element('spatialrefsys', {}, textElement('authid', drawn.uri.crs))),
    textElement('provider', drawn.provider),
  ];
  const tree = element('layer-tree-layer', { id, name: map.id, checked: 'Qt::Checked' });
  const layers = element('maplayers', {}, element('maplayer', { type: 'raster' }, layer.join('')));
  return `<!DOCTYPE qgis-layer-definition>\n${element('qlr', {}, element('layer-tree-group', { name: '', checked: 'Qt::Checked' }, tree) + layers)}\n`;
}
