/** What a page tells its scripts of a tile server. */
import { type PageServer, RECORD_FOLDERS } from '../../../contract/pages.ts';
import type { TileServer } from '../../model/catalog.ts';
import type { PageContext } from './page-layout.ts';

/** The value of `data-server`, as JSON. */
export function serverData(context: Pick<PageContext, 'link'>, kind: PageServer['kind'], server: TileServer): string {
  const { fileName, id, minZoom, maxZoom, hosts, urlPattern, copyright, unsetTokens, probe } = server;
  const data: Omit<PageServer, 'probe'> = {
    key: `${RECORD_FOLDERS[kind]}/${fileName}`,
    kind,
    id,
    minZoom,
    maxZoom,
    hosts,
    urlPattern,
    copyright,
    unset: unsetTokens,
    page: context.link({ kind, name: fileName }),
  };
  if (!probe) return JSON.stringify(data);
  const { latitude, longitude, zoom = placeZoom(minZoom, maxZoom) } = probe;
  return JSON.stringify({ ...data, probe: [latitude, longitude, zoom] } satisfies PageServer);
}

/** A zoom level at which a town fills the map, as far as the server has it. */
function placeZoom(minZoom: number, maxZoom: number): number {
  return Math.min(Math.max(12, minZoom), maxZoom);
}
