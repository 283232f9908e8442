import type { JsonObject } from '../../../contract/base/json-values.ts';
import { childrenNamed, type XmlElement, xmlAttributesOf } from '../../../contract/base/xml-elements.ts';
import { getMapTemplate } from '../../../contract/maps/get-map.ts';
import {
  asStatedInteger,
  decidingMembersIn,
  importObstacleIn,
  type ListReader,
  type StatedMap,
  type StatedType,
  trimmedText,
  unreadMembersIn,
  withProblem,
} from '../stated/stated-map.ts';

const KNOWN_MEMBERS =
  'name url zmin zmax tilePixelRatio serviceType styleUrl username password authcfg contextualWMSLegend dpiMode featureCount';

/** The root of a file with connections → the element of one connection. */
const CONNECTIONS: Readonly<Record<string, string>> = {
  qgsXYZTilesConnections: 'xyztiles',
  qgsVectorTileConnections: 'vectortile',
  qgsWMSConnections: 'wms',
};

export const QGIS_READER: ListReader = {
  reads: 'connections or a layer definition of QGIS',
  xml(root) {
    if (root.name === 'qlr') return layersIn(root);
    const element = Object.hasOwn(CONNECTIONS, root.name) ? CONNECTIONS[root.name] : undefined;
    return element === undefined ? null : connectionsIn(root, element);
  },
  // QGIS writes attributes with a prefix that it does not declare.
  wellFormed: (xml) =>
    xml.includes('xmlns:http-header')
      ? xml
      : xml.replace(/<qgs\w+Connections/, '$& xmlns:http-header="urn:http-header"'),
};

/** User names, passwords and values of headers are not imported: programs send their own. */
function connectionsIn(root: XmlElement, element: string): StatedMap[] {
  return childrenNamed(root, element).map((connection, index) => {
    const source = connection.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]);
    const place = { path: [element, index], name: trimmedText(xmlAttributesOf(connection).get('name')) };
    return { ...place, ...connectionTo(element, Object.fromEntries(source)) };
  });
}

function connectionTo(element: string, source: JsonObject): Omit<StatedMap, 'path' | 'name'> {
  const text = (name: string): string => trimmedText(source[name]);
  return {
    url: text('url'),
    minZoom: asStatedInteger(text('zmin')),
    maxZoom: asStatedInteger(text('zmax')),
    // The pixel ratio 2 is high resolution: a tile has 512 pixels.
    known: { tileSize: text('tilePixelRatio') === '2' ? 512 : undefined },
    ...decidingMembersIn(source),
    headers: headersOfSource(source),
    others: unreadMembersIn(
      Object.keys(source).filter((name) => text(name) !== '' && !name.startsWith(HEADER_PREFIX)),
      KNOWN_MEMBERS,
    ),
    ...typeOfConnection(element, text('styleUrl'), text('serviceType')),
    ...problemOfSource(source),
  };
}

/** It begins attributes that are headers. Older versions of QGIS have only `referer`, without it. */
const HEADER_PREFIX = 'http-header:';

function headersOfSource(source: JsonObject): string[] {
  const named = Object.keys(source).filter((name) => name === 'referer' || name.startsWith(HEADER_PREFIX));
  return named.filter((name) => trimmedText(source[name]) !== '').map((name) => name.replace(HEADER_PREFIX, ''));
}

function problemOfSource(source: JsonObject): ReturnType<typeof withProblem> {
  const needs = ['username', 'password', 'authcfg'].filter((name) => trimmedText(source[name]) !== '');
  const secrets = needs.length > 0 && `it has ${needs.join(' and ')}, and nothing of that kind may be published`;
  return withProblem(secrets || importObstacleIn({ interpretation: source['interpretation'] }));
}

/** A connection to ArcGIS has the address of a service, not of tiles. */
const ARCGIS_PROBLEM =
  'it is a service of ArcGIS, which has no address of tiles; import its style by its address (…/VectorTileServer/resources/styles/root.json)';

function typeOfConnection(element: string, style: string, service: string): StatedType & { url?: string } {
  if (element === 'xyztiles') return {};
  if (element !== 'vectortile')
    return {
      problem: 'a connection to a WMS or WMTS names no layers; export one of a WMS as a layer definition (.qlr)',
    };
  const drawn = style ? { style } : {};
  if (service !== 'arcgis') return { type: 'vector', typeMembers: drawn };
  return style ? { type: 'vector', url: style, typeMembers: drawn } : { problem: ARCGIS_PROBLEM };
}

/** Only tiles and layers of a WMS can be imported; others have a problem. */
function layersIn(root: XmlElement): StatedMap[] {
  const listed = childrenNamed(root, 'maplayers').flatMap((list) => childrenNamed(list, 'maplayer'));
  return listed.map((layer, index): StatedMap => {
    const text = (name: string): string => trimmedText(childrenNamed(layer, name)[0]?.content);
    const source = new URLSearchParams(text('datasource'));
    const members = Object.fromEntries(source);
    const place = { path: ['maplayer', index], name: text('layername') };
    // In QGIS, the provider of a WMS also draws tiles of pictures, but not vector tiles.
    if (source.get('type') === 'xyz')
      return { ...place, ...connectionTo(text('provider') === 'wms' ? 'xyztiles' : 'vectortile', members) };
    const value = (name: string): string => source.get(name) ?? '';
    // QGIS writes the first layer last.
    const [layers = [], styles = []] = ['layers', 'styles'].map((name) => source.getAll(name).reverse());
    const crs = value('crs');
    const map = {
      service: value('url'),
      layers,
      styles,
      format: value('format'),
      version: value('version') || '1.3.0',
    };
    const url = getMapTemplate(map, { bbox: '{bbox}', width: '{width}', height: '{height}', crs });
    const stated = { ...place, url };
    if (text('provider') !== 'wms') return { ...stated, problem: 'it is not a layer of a WMS, or of tiles' };
    if (source.has('type') || source.has('tileMatrixSet') || layers.length === 0)
      return { ...stated, problem: 'its source is not a WMS with layers' };
    const typeMembers = crs ? { crs: [crs] } : {};
    return { ...stated, type: 'wms', typeMembers, headers: headersOfSource(members), ...problemOfSource(members) };
  });
}
