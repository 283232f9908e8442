/** Requests of a Web Map Service for a picture. */
import type { WmsMapSource } from './generated/catalog.types.ts';

/** The names of Web Mercator. */
const MERCATOR = ['EPSG:3857', 'EPSG:900913', 'EPSG:102100', 'EPSG:3785', 'ESRI:102100'];

/** What a request asks for; each may be a placeholder of a program. */
export type MapWindow = Readonly<Record<'crs' | 'bbox' | 'width' | 'height', string>>;

/** The name under which a service draws Web Mercator; null if it does not. */
export function mercatorOf({ crs }: Pick<WmsMapSource, 'crs'>): string | null {
  return MERCATOR.find((name) => crs.includes(name)) ?? null;
}

/** The address of a picture. Placeholders stay as they are. */
export function getMapTemplate(
  map: Pick<WmsMapSource, 'service' | 'format' | 'version' | 'transparent'> & {
    readonly layers: readonly string[];
    readonly styles?: readonly string[] | undefined;
  },
  { crs, bbox, width, height }: MapWindow,
): string {
  const { service, layers, styles = [], format, version, transparent } = map;
  const list = (names: readonly string[]): string => names.map(encodeURIComponent).join(',');
  const parameters = [
    ['SERVICE', 'WMS'],
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
  const start = /[?&]$/.test(service) ? service : `${service}${service.includes('?') ? '&' : '?'}`;
  return start + parameters.map((parameter) => parameter.join('=')).join('&');
}
