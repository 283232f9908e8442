/** The address of the picture of a tile, by the type of its map. Pure. */
import { getMapTemplate, mercatorBox, mercatorOf } from '../../contract/get-map.ts';
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

/** The address of a picture. Hosts take turns. */
export function pictureAddress(server: PageServer, { x, y, z }: Tile, language: string): string {
  const { hosts, urlPattern, source } = server;
  if (source?.type === 'wms') {
    // In this projection both versions write east before north.
    const bbox = mercatorBox(z, x, y).join(',');
    return getMapTemplate(source, { crs: mercatorOf(source) ?? '', bbox, width: SIZE, height: SIZE });
  }
  const host = hosts[Math.abs(x + y) % hosts.length] ?? '';
  const tiley = source?.type === 'tms' ? 2 ** z - 1 - y : y;
  return fillPlaceholders(urlPattern, { host, zoom: z, tilex: x, tiley, language });
}
