/** Longer than other readers: connections and layers are separate formats. */
import { type JsonObject, withoutUndefined } from '../../../contract/base/json-values.ts';
import { childrenNamed, childText, type XmlElement, xmlAttributesOf } from '../../../contract/base/xml-elements.ts';
import { mediaTypeOfExport } from '../../../contract/maps/export-image.ts';
import { capabilitiesOffer, styleOffer } from '../../../contract/maps/import-offer.ts';
import { SERVICE_PROTOCOL } from '../../../contract/maps/map-types.ts';
import { layerAddressOf, statedPicture } from '../stated/editor-layers.ts';
import { mapsInList, reportOthers } from '../stated/list-elements.ts';
import {
  asStatedNumber,
  creditOf,
  DRAWS_NO_MAPS,
  importObstacleIn,
  type ListReader,
  readWrittenKey,
  type StatedMap,
  type StatedType,
  sharedMembersIn,
  trimmedText,
  withProblem,
} from '../stated/stated-map.ts';

const KNOWN_MEMBERS =
  'name url zmin zmax tilePixelRatio serviceType styleUrl username password authcfg contextualWMSLegend dpiMode featureCount ignoreGetMapURI ignoreGetFeatureInfoURI record attribution getMap projections layers';

/** The root of a file with connections → the element of one. */
const CONNECTIONS: Readonly<Record<string, string>> = {
  qgsXYZTilesConnections: 'xyztiles',
  qgsVectorTileConnections: 'vectortile',
  qgsWMSConnections: 'wms',
  qgsARCGISFEATURESERVERConnections: 'arcgisfeatureserver',
  qgsARCGISMAPSERVERConnections: 'arcgismapserver',
};

const SAVE_LAYERS = 'select its layers there, choose Layer, Save As Layer Definition File, and import that file';

export const QGIS_READER: ListReader = {
  reads: 'connections or a layer definition of QGIS',
  xml(root, _, unread) {
    if (root.name === 'qlr') {
      reportOthers(root, ['maplayers', 'layer-tree-group', 'layer-tree-layer'], unread);
      const layers = childrenNamed(root, 'maplayers').flatMap((list) => childrenNamed(list, 'maplayer'));
      return layers.map(layerAt);
    }
    if (root.name === 'qgis')
      return root.attrs.some(({ name }) => name === 'projectname') || childrenNamed(root, 'projectlayers').length > 0
        ? `is a project of QGIS: ${SAVE_LAYERS}`
        : 'is a style of QGIS, which says how a layer is drawn, and not where it comes from';
    const [, element] =
      Object.entries(CONNECTIONS).find(([name]) => name.toLowerCase() === root.name.toLowerCase()) ?? [];
    if (element === undefined && /^qgs\w{1,60}Connections$/.test(root.name))
      return `is a list of connections of QGIS to data (WFS, WCS, STAC, 3D), ${DRAWS_NO_MAPS}`;
    return element === undefined ? null : mapsInList(root, [root.name, element], connectionAt, unread);
  },
  zipped: { entry: /\.qgs$/i, is: 'a project of QGIS (.qgz)', way: `so open it, ${SAVE_LAYERS}` },
  // QGIS does not declare the prefix `http-header`.
  wellFormed: (xml) =>
    xml.includes('xmlns:http-header')
      ? xml
      : xml.replace(/<qgs\w+Connections/, '$& xmlns:http-header="urn:http-header"'),
};

/** Does not import user names, passwords and values of headers: programs send their own. */
function connectionAt(connection: XmlElement, index: number): StatedMap {
  const source = connection.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]);
  const members: JsonObject = Object.fromEntries(source);
  const key = readWrittenKey(trimmedText(members['record']));
  const place = { ...key, path: [connection.name, index], name: trimmedText(members['name']) };
  return { ...place, credit: creditOf(members['attribution']), ...connectionTo(connection.name, members) };
}

function connectionTo(element: string, source: JsonObject): Omit<StatedMap, 'path' | 'name'> {
  const text = (name: string): string => trimmedText(source[name]);
  const stated = Object.entries(source).filter(([name]) => text(name) !== '' && !name.startsWith(HEADER_PREFIX));
  const shared = sharedMembersIn(Object.fromEntries(stated), KNOWN_MEMBERS);
  return {
    ...shared,
    url: text('url'),
    minZoom: asStatedNumber(text('zmin')) ?? shared.minZoom,
    maxZoom: asStatedNumber(text('zmax')) ?? shared.maxZoom,
    // At pixel ratio 2, a tile has 512 pixels.
    known: { tileSize: text('tilePixelRatio') === '2' ? 512 : undefined },
    headers: headersOfSource(source),
    ...typeOfConnection(element, text),
    ...problemOfSource(source),
  };
}

/** Begins attributes that are headers. Older versions have only `referer`, without the prefix. */
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

function typeOfConnection(element: string, text: (name: string) => string): StatedType & { url?: string } {
  if (element === 'xyztiles') return {};
  if (element.startsWith('arcgis')) return arcgisService(text('layers'));
  if (element !== 'vectortile') {
    // In lists that cartalog wrote, `getMap` is a whole request.
    const crs = text('projections').split(',').filter(Boolean);
    if (text('getMap') !== '') return { type: 'wms', url: text('getMap'), typeMembers: { crs } };
    return { offer: capabilitiesOffer(text('url'), SERVICE_PROTOCOL) };
  }
  const style = text('styleUrl');
  const drawn = style ? { style } : {};
  if (text('serviceType') !== 'arcgis') return { type: 'vector', url: text('url') || style, typeMembers: drawn };
  return style ? { type: 'vector', url: style, typeMembers: drawn } : { offer: styleOffer(text('url')) };
}

/** @param layers with commas; if empty, all are drawn */
const arcgisService = (layers: string, format = ''): StatedType => ({
  type: 'arcgis',
  typeMembers: withoutUndefined({ layers: layers ? layers.split(',') : undefined, format: mediaTypeOfExport(format) }),
});

/** `key='value' …` */
const quotedMembersIn = (source: string): Record<string, string> => {
  const parts = source.split("'");
  const values = parts.flatMap((part, at) => (at % 2 === 1 ? [[parts[at - 1] ?? '', part] as const] : []));
  return Object.fromEntries(
    values.map(([name, value]) => [name.replace('=', '').trim(), value.replaceAll('%27', "'")] as const),
  );
};

/** Tiles, layers of a WMS and services of ArcGIS can be imported; others have a problem. */
function layerAt(layer: XmlElement, index: number): StatedMap {
  const text = (name: string): string => childText(layer, name);
  const [attribution] = childrenNamed(layer, 'attribution');
  const described = childrenNamed(layer, 'resourceMetadata').slice(0, 1);
  const metadata = (name: string): string[] =>
    described.flatMap((one) => childrenNamed(one, name)).flatMap(({ content }) => content.trim() || []);
  const place = {
    path: ['maplayer', index],
    name: text('layername'),
    credit: creditOf(attribution?.content) ?? creditOf(metadata('rights')),
    creditUrl: attribution && layerAddressOf(xmlAttributesOf(attribution).get('href') ?? text('attributionUrl')),
    known: { licence: metadata('license')[0] },
    others: text('keywordList') !== '' || metadata('keywords').length > 0 ? ['keywords'] : [],
  };
  const provider = text('provider');
  if (provider === 'arcgismapserver') {
    const drawn = quotedMembersIn(text('datasource'));
    const { url = '', layer: layers = '', format } = drawn;
    const service = arcgisService(layers, format);
    return { ...place, url, headers: headersOfSource(drawn), ...service, ...problemOfSource(drawn) };
  }
  const source = new URLSearchParams(text('datasource'));
  const members = Object.fromEntries(source);
  // The provider `wms` of QGIS also reads tiles of pictures; another reads vector tiles.
  if (source.get('type') === 'xyz') {
    const tiles = connectionTo(provider === 'wms' ? 'xyztiles' : 'vectortile', members);
    const { known, others = [] } = tiles;
    return { ...place, ...tiles, known: { ...place.known, ...known }, others: [...place.others, ...others] };
  }
  // QGIS writes the first layer last.
  const [layers = [], styles = []] = ['layers', 'styles'].map((name) => source.getAll(name).reverse());
  const { url: service = '', format = '', crs = '' } = members;
  const version = members['version'] || '1.3.0';
  const drawn = statedPicture({ service, layers, styles, format, version }, crs);
  const stated = { ...place, ...drawn, ...problemOfSource(members) };
  if (provider !== 'wms') return { ...stated, problem: 'it is not a layer of a WMS, or of tiles' };
  if (source.has('tileMatrixSet')) return { ...stated, offer: capabilitiesOffer(service, 'WMTS', layers) };
  if (source.has('type') || layers.length === 0) return { ...stated, problem: 'its source is not a WMS with layers' };
  return { ...stated, type: 'wms', headers: headersOfSource(members) };
}
