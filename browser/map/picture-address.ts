/** The address of the picture of a tile, by the type of its map. Pure. */
import { getMapTemplate, mercatorOf } from '../../contract/get-map.ts';
import type { PageServer } from '../../contract/pages.ts';
import { fillPlaceholders } from '../../contract/placeholders.ts';

/** A tile of Web Mercator, with rows counted from the north. */
interface Tile {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The width of a picture, in pixels. */
const SIZE = '256';

/** Half of the width of the world in Web Mercator, in metres. */
const HALF_WORLD = 20037508.342789244;

/** The address of a picture. Hosts take turns. */
export function pictureAddress(server: PageServer, { x, y, z }: Tile, language: string): string {
  const { hosts, urlPattern, source } = server;
  if (source?.type === 'wms') {
    const side = (2 * HALF_WORLD) / 2 ** z;
    const [west, north] = [x * side - HALF_WORLD, HALF_WORLD - y * side];
    // In this projection both versions write east before north.
    const bbox = [west, north - side, west + side, north].join(',');
    return getMapTemplate(source, { crs: mercatorOf(source) ?? '', bbox, width: SIZE, height: SIZE });
  }
  const host = hosts[Math.abs(x + y) % hosts.length] ?? '';
  const tiley = source?.type === 'tms' ? 2 ** z - 1 - y : y;
  return fillPlaceholders(urlPattern, { host, zoom: z, tilex: x, tiley, language });
}
