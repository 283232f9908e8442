import type { WmsMapSource } from '../generated/catalog.types.ts';
import { type ExportRequest, exportTemplate } from './export-image.ts';
import { SERVICE_PROTOCOL } from './map-types.ts';
import { SERVICE_MARK, serviceInPath, withoutServiceMark } from './named-service.ts';
import { MERCATOR_CODES } from './web-mercator.ts';

const MERCATOR = ['EPSG', 'ESRI'].flatMap((authority) => MERCATOR_CODES.map((code) => `${authority}:${code}`));

/** Half of the side of the world, in metres. */
export const MERCATOR_EDGE = 20_037_508.342789244;

/** West, south, east and north in metres. Rows are counted from the north. */
export function mercatorBox(zoom: number, x: number, y: number): [number, number, number, number] {
  const side = (2 * MERCATOR_EDGE) / 2 ** zoom;
  const [west, north] = [x * side - MERCATOR_EDGE, MERCATOR_EDGE - y * side];
  return [west, north - side, west + side, north];
}

/** The degrees of one edge of a box in Web Mercator. @param index of west, south, east, north */
export function degreesOfMetres(metres: number, index: number): number {
  const half = metres / MERCATOR_EDGE;
  return index % 2 === 0 ? half * 180 : (Math.atan(Math.sinh(half * Math.PI)) * 180) / Math.PI;
}

/** Values may be placeholders of a program. */
type MapWindow = Readonly<Record<'crs' | 'bbox' | 'width' | 'height', string>>;

export const mercatorNameOf = ({ crs }: Pick<WmsMapSource, 'crs'>): string | null =>
  MERCATOR.find((name) => crs.includes(name)) ?? null;

/** Whether the map states projections, and Web Mercator, which pages need, is not among them. */
export function isOtherProjection(map: { readonly type: string; readonly crs?: WmsMapSource['crs'] }): boolean {
  return map.crs !== undefined && mercatorNameOf({ crs: map.crs }) === null;
}

export function getMapTemplate(
  map: Pick<WmsMapSource, 'service' | 'transparent'> & {
    readonly format: string;
    readonly version: string;
    readonly layers: readonly string[];
    readonly styles?: readonly string[] | undefined;
  },
  { crs, bbox, width, height }: MapWindow,
): string {
  const { service, layers, styles = [], format, version, transparent } = map;
  const list = (names: readonly string[]): string => names.map(encodeURIComponent).join(',');
  const parameters = [
    ['SERVICE', SERVICE_PROTOCOL],
    ['VERSION', version],
    ['REQUEST', 'GetMap'],
    ['LAYERS', list(layers)],
    ['STYLES', list(styles)],
    ['FORMAT', format.replaceAll(' ', '%20')],
    ...(transparent ? [['TRANSPARENT', 'TRUE']] : []),
    [version === '1.3.0' ? 'CRS' : 'SRS', crs],
    ['WIDTH', width],
    ['HEIGHT', height],
    ['BBOX', bbox],
  ];
  return serviceAddress(service, parameters);
}

/** The address of a picture; null if the service does not draw in Web Mercator. */
export function mercatorTemplate(
  map: (Parameters<typeof getMapTemplate>[0] & Pick<WmsMapSource, 'crs'>) | ExportRequest,
  bbox: string,
  size: string,
): string | null {
  const window = { bbox, width: size, height: size };
  if (!('crs' in map)) return exportTemplate(map, { ...window, code: '3857' });
  const crs = mercatorNameOf(map);
  return crs && getMapTemplate(map, { ...window, crs });
}

/** @param parameters already encoded */
export function serviceAddress(service: string, parameters: readonly (readonly string[])[]): string {
  const start = /[?&]$/.test(service) ? service : `${service}${service.includes('?') ? '&' : '?'}`;
  return start + parameters.map((parameter) => parameter.join('=')).join('&');
}

export function capabilitiesAddress(url: string, service: typeof SERVICE_PROTOCOL | 'WMTS'): string {
  const request = { SERVICE: service, REQUEST: 'GetCapabilities' };
  return serviceAddress(splitServiceRequest(url).service, Object.entries(request));
}

/** Capabilities in a file, whose address is not the address of the service. */
export const isCapabilitiesFile = (url: string): boolean =>
  /\.xml(?:\?|$)/i.test(url) && !splitServiceRequest(url).given.has('request');

/** The address of the capabilities, for an address of the service or of a file with them. */
export const capabilitiesOf = (url: string, service: typeof SERVICE_PROTOCOL | 'WMTS'): string =>
  askedCapabilities(url) ?? (isCapabilitiesFile(url) ? url : capabilitiesAddress(url, service));

/** The address of the capabilities that an address asks for, or whose service it names; null for others. */
export function askedCapabilities(address: string): string | null {
  const [, mark] = SERVICE_MARK.exec(address) ?? [];
  const url = withoutServiceMark(address);
  if (!/^https?:/i.test(url)) return null;
  if (mark) return capabilitiesOf(url, /^wmts$/i.test(mark) ? 'WMTS' : SERVICE_PROTOCOL);
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  if (/\/WMTSCapabilities\.xml$/i.test(path) || /(?:^|&)request=getcapabilities(?:&|$)/i.test(query)) return address;
  const named = /(?:^|&)(?:service|request)=(wmt?s|gettile)(?:&|$)/i.exec(query)?.[1] ?? serviceInPath(path);
  // An address with placeholders is one of tiles.
  const isMapServer =
    !address.includes('{') &&
    (/\/(?:qgis_)?mapserv(?:\.\w{2,4})?\/?$/i.test(path) || /(?:^|&)map=[^&]*\.(?:map|qg[sz])(?:&|$)/i.test(query));
  if (!named && !isMapServer) return null;
  return capabilitiesAddress(address, /^(?:wmts|gettile)$/i.test(named) ? 'WMTS' : SERVICE_PROTOCOL);
}

/** Others, such as `map`, belong to the service. */
const REQUEST_PARAMETER =
  /^(?:service|version|request|layers|styles|format|transparent|[cs]rs|width|height|bbox|exceptions|bgcolor|dpi|map_resolution|format_options|tiled)$/i;
const TILE_PARAMETER = /^(?:layer|style|tile(?:matrix(?:set)?|row|col)|infoformat|[ij])$/i;
const TILE_REQUEST = /^[^{]*[?&](?:service=wmts|request=gettile)(?:&[^{]*)?$/i;

/** `given`: parameters of the request, decoded, by lower-case names. */
export function splitServiceRequest(address: string): { service: string; given: ReadonlyMap<string, string> } {
  const [base = '', query = ''] = address.replace(/#.*$/s, '').split(/\?(.*)/s);
  const given = new Map<string, string>();
  const kept: string[] = [];
  for (const part of query.split('&').filter((parameter) => parameter !== '')) {
    const [[name = '', value = ''] = []] = new URLSearchParams(part);
    if (REQUEST_PARAMETER.test(name) || (TILE_PARAMETER.test(name) && TILE_REQUEST.test(address)))
      given.set(name.toLowerCase(), value);
    else kept.push(part);
  }
  return { service: kept.length > 0 ? `${base}?${kept.join('&')}` : base, given };
}
