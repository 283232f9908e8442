/** The data of a tile server for pages and their scripts: its record, its last change, and whether it works. */

import { type PageServer, RECORD_FOLDERS } from '../../../contract/pages.ts';
import type { FilterFlag } from '../../../contract/search-text.ts';
import { dayOf } from '../../../contract/times.ts';
import { type CatalogOutline, type CatalogServer, catalogServers, type TileServer } from '../../model/catalog.ts';
import type { MapStatus } from '../../model/statuses.ts';
import { type Alternative, alternativesIn } from '../alternatives.ts';
import { computedOnce } from '../computed-once.ts';
import type { ShownPicture } from '../map-pictures.ts';
import { probeZoom, viewBox } from '../programs/map-bounds.ts';
import { needsLanguage } from '../programs/tile-template.ts';
import { isFreeToUse, usageOf } from './map-summary.ts';
import type { PageContext, PagesInput } from './page-layout.ts';

/** A tile server of one of the two lists, with its data. */
export interface KnownServer extends CatalogServer {
  /** The day of the last commit that changed its file, `2026-09-19`; null if unknown. */
  readonly changed: string | null;
  readonly status: MapStatus | null;
  readonly picture: ShownPicture | null;
  /** The maps to take instead of it, the best first. */
  readonly alternatives: readonly Alternative[];
}

/** All tile servers of a catalog: base maps, then overlays. */
export function knownServers({ catalog, history, statuses, pictures }: PagesInput): readonly KnownServer[] {
  const alternatives = alternativesIn(catalog, statuses ?? null);
  return catalogServers(catalog).map(({ kind, server }) => {
    const name = `${RECORD_FOLDERS[kind]}/${server.fileName}`;
    return {
      kind,
      server,
      changed: dayOfChange(history, `${name}.yaml`),
      status: statuses?.byServer.get(`${kind} ${server.id}`) ?? null,
      picture: pictures?.get(name) ?? null,
      alternatives: alternatives.get(server) ?? [],
    };
  });
}

/** The day of the last change of a file or folder of the catalog; null if unknown. */
export function dayOfChange(history: PagesInput['history'], source: string): string | null {
  const time = history.lastChange([source]);
  return time === null ? null : dayOf(time * 1000);
}

/** The filters that match a verdict, unless it is old. */
const FLAGS: Readonly<Record<MapStatus['verdict'], FilterFlag | null>> = {
  works: 'works',
  unsure: null,
  notice: 'broken',
  blank: 'broken',
  refused: 'broken',
  dead: 'broken',
};

/** The filters that match a tile server. Whether a change is recent depends on the reader's date. */
export function serverFlags({ kind, server, status }: KnownServer): string {
  const { active, urlPattern, needsToken } = server;
  return [
    kind === 'mapserver' ? 'base' : 'overlay',
    isFreeToUse(server) && 'free',
    active ? 'active' : 'inactive',
    urlPattern.startsWith('https:') ? 'https' : 'http',
    needsToken ? 'token' : 'no-token',
    needsLanguage(server) && 'language',
    // Pages that come by https load nothing by http.
    urlPattern.startsWith('https:') && status?.cors?.allowed && 'cors',
    server.ends && 'ending',
    /^(?:minutely|daily|weekly|monthly)$/.test(server.updates ?? '') && 'fresh',
    status && !status.isOld && FLAGS[status.verdict],
  ]
    .filter((flag) => flag)
    .join(' ');
}

/** The map that the home page draws by itself, if one is chosen that anybody can see. */
export function homeMap({ home, mapservers }: CatalogOutline): TileServer | null {
  const chosen = mapservers.find(({ fileName }) => fileName === home);
  return chosen && chosen.unsetTokens.length === 0 ? chosen : null;
}

/** The map below an overlay: that of the home page, or the first street map of the whole world; null if there is none. */
export const mapBelow = computedOnce((catalog: CatalogOutline): TileServer | null => {
  const isUsual = ({ active, area, kind, urlPattern, needsToken }: TileServer): boolean =>
    active && area === 'world' && kind === 'street' && !needsToken && urlPattern.startsWith('https:');
  return homeMap(catalog) ?? catalog.mapservers.find(isUsual) ?? null;
});

/** The value of `data-server`, as JSON. */
export function serverData(
  context: Pick<PageContext, 'link' | 'texts'>,
  kind: PageServer['kind'],
  server: TileServer,
): string {
  const { fileName, id, minZoom, maxZoom, hosts, urlPattern, copyright, unsetTokens, probe, area } = server;
  const box = viewBox(area);
  const usage = usageOf(context, server);
  const data: Omit<PageServer, 'probe'> = {
    key: `${RECORD_FOLDERS[kind]}/${fileName}`,
    kind,
    id,
    minZoom,
    maxZoom,
    hosts,
    urlPattern,
    copyright,
    ...(server.attribution ? { attribution: server.attribution } : {}),
    ...(usage ? { usage } : {}),
    unset: unsetTokens,
    page: context.link({ kind, name: fileName }),
    ...(box ? { bounds: [box.west, box.south, box.east, box.north] as const } : {}),
  };
  if (!probe) return JSON.stringify(data);
  return JSON.stringify({ ...data, probe: [probe.latitude, probe.longitude, probeZoom(server)] } satisfies PageServer);
}
