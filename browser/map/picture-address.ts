/** The address of the picture of a tile, by the type of its map. Pure. */
import type { PageServer, PageSource } from '../../contract/pages.ts';
import { fillPlaceholders } from '../../contract/placeholders.ts';

/** A tile of Web Mercator, with rows counted from the north. */
interface Tile {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The projection of all maps here. */
export const WEB_MERCATOR = 'EPSG:3857';

/** The width of a picture, in pixels. */
const SIZE = 256;

/** Half of the width of the world in Web Mercator, in metres. */
const HALF_WORLD = 20037508.342789244;

/** The address of a picture. Hosts take turns. */
export function pictureAddress(server: PageServer, tile: Tile, language: string): string {
  const { hosts, urlPattern, source } = server;
  if (source?.type === 'wms') return getMapAddress(source, tile);
  const { x, y, z } = tile;
  const host = hosts[Math.abs(x + y) % hosts.length] ?? '';
  const tiley = source?.type === 'tms' ? 2 ** z - 1 - y : y;
  return fillPlaceholders(urlPattern, { host, zoom: z, tilex: x, tiley, language });
}

/** The request of a WMS for the picture of a tile. In this projection both versions write east before north. */
function getMapAddress(source: Extract<PageSource, { type: 'wms' }>, { x, y, z }: Tile): string {
  const { service, layers, styles = [], format, version, transparent } = source;
  const side = (2 * HALF_WORLD) / 2 ** z;
  const [west, north] = [x * side - HALF_WORLD, HALF_WORLD - y * side];
  const parameters = {
    SERVICE: 'WMS',
    REQUEST: 'GetMap',
    VERSION: version,
    LAYERS: layers.join(','),
    STYLES: styles.join(','),
    FORMAT: format,
    TRANSPARENT: transparent === true ? 'TRUE' : 'FALSE',
    [version === '1.3.0' ? 'CRS' : 'SRS']: WEB_MERCATOR,
    WIDTH: String(SIZE),
    HEIGHT: String(SIZE),
    BBOX: [west, north - side, west + side, north].join(','),
  };
  const joint = !service.includes('?') ? '?' : /[?&]$/.test(service) ? '' : '&';
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return service + joint + query.join('&');
}
