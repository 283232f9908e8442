/** The data of a tile server for pages and their scripts: its record, its last change, and whether it works. */
import { type PageServer, RECORD_FOLDERS } from '../../../contract/pages.ts';
import type { TileServer } from '../../model/catalog.ts';
import type { PageContext, PagesInput } from './page-layout.ts';

/** A tile server of one of the two lists, with its data. */
export interface KnownServer {
  readonly kind: PageServer['kind'];
  readonly server: TileServer;
  /** The day of the last commit that changed its file, `2026-09-19`; null if unknown. */
  readonly changed: string | null;
  /** The first day without tiles from any of its hosts; null if it works, or nothing is known. */
  readonly brokenSince: string | null;
}

/** All tile servers of a catalog: base maps, then overlays. */
export function knownServers({ catalog, history, parts }: PagesInput): readonly KnownServer[] {
  const keyOf = (kind: KnownServer['kind'], id: string): string => `${kind} ${id}`;
  const dead = new Map((parts.deadServers ?? []).map(({ kind, id, deadSince }) => [keyOf(kind, id), deadSince]));
  const known = (kind: KnownServer['kind'], servers: readonly TileServer[]): KnownServer[] =>
    servers.map((server) => ({
      kind,
      server,
      changed: dayOfChange(history, `${RECORD_FOLDERS[kind]}/${server.fileName}.yaml`),
      brokenSince: dead.get(keyOf(kind, server.id)) ?? null,
    }));
  return [...known('mapserver', catalog.mapservers), ...known('overlayserver', catalog.overlayservers)];
}

/** The day of the last change of a file or folder of the catalog; null if unknown. */
export function dayOfChange(history: PagesInput['history'], source: string): string | null {
  const time = history.lastChange([source]);
  return time === null ? null : new Date(time * 1000).toISOString().slice(0, 10);
}

/** The filters that match a tile server. Whether a change is recent depends on the reader's date. */
export function serverFlags({ kind, server, brokenSince }: KnownServer): string {
  const { active, urlPattern, needsToken } = server;
  return [
    kind === 'mapserver' ? 'base' : 'overlay',
    active ? 'active' : 'inactive',
    urlPattern.startsWith('https:') ? 'https' : 'http',
    needsToken ? 'token' : 'no-token',
    urlPattern.includes('#{language}') && 'language',
    brokenSince !== null && 'broken',
  ]
    .filter((flag) => flag !== false)
    .join(' ');
}

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

/** A zoom level at which a town fills the map, within the server's range. */
function placeZoom(minZoom: number, maxZoom: number): number {
  return Math.min(Math.max(12, minZoom), maxZoom);
}
