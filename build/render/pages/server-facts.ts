/** The data of a map for pages and their scripts: its record, its last change, and whether it works. */

import { dayOf } from '../../../contract/base/times.ts';
import { addressesIn, DEEPEST_OF_DATA, isDrawnFromData, ownMembers } from '../../../contract/maps/map-types.ts';
import { type PageServer, type PageSource, RECORD_FOLDERS } from '../../../contract/pages.ts';
import {
  type CatalogMap,
  type CatalogOutline,
  catalogMaps,
  isOverlay,
  type TileServer,
  type TypedMap,
} from '../../model/catalog.ts';
import type { MapStatus } from '../../model/statuses.ts';
import { computedOnce } from '../core/computed-once.ts';
import { probeZoom, viewBox } from '../programs/map-bounds.ts';
import { type Alternative, alternativesIn } from '../v2/alternatives.ts';
import type { ShownPicture } from './map-pictures.ts';
import { isFreeToUse, usageOf } from './map-summary.ts';
import type { PageContext, PagesInput } from './page-layout.ts';

/** A map, with its data. */
export type KnownServer = CatalogMap & MapData;

interface MapData {
  /** The day of the last commit that changed its file, `2026-09-19`; null if unknown. */
  readonly changed: string | null;
  readonly status: MapStatus | null;
  readonly picture: ShownPicture | null;
  /** The maps to take instead of it, the best first. */
  readonly alternatives: readonly Alternative[];
}

/** All maps of a catalog: base maps, then overlays, then those of other types than those of `/v1/`. */
export function knownServers({ catalog, history, statuses, pictures }: PagesInput): readonly KnownServer[] {
  const alternatives = alternativesIn(catalog, statuses ?? null);
  return catalogMaps(catalog).map((listed) => {
    const { kind, server } = listed;
    const name = `${RECORD_FOLDERS[kind]}/${server.fileName}`;
    return {
      ...listed,
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

/** Whether a map is known not to work. */
export function isBroken(status: MapStatus | null): status is MapStatus {
  return status !== null && !status.isOld && status.verdict !== 'works' && status.verdict !== 'unsure';
}

/** The list of the pages in which a map is. */
export function listOf(map: CatalogMap): PageServer['kind'] {
  return isOverlay(map) ? 'overlayserver' : 'mapserver';
}

/** Whether every address of a map is encrypted. */
export function isEncrypted(server: CatalogMap['server']): boolean {
  return addressesIn(server).every(([, address]) => address.startsWith('https:'));
}

/** Whether a map is in the language of its viewer. */
export function isInAnyLanguage(server: CatalogMap['server']): boolean {
  return addressesIn(server).some(([, address]) => address.includes('#{language}'));
}

/** The filters that match a map. Whether a change is recent depends on the reader's date. */
export function serverFlags({ status, ...listed }: Pick<KnownServer, 'status'> & CatalogMap): string {
  const { server } = listed;
  const { active, needsToken } = server;
  return [
    isOverlay(listed) ? 'overlay' : 'base',
    isFreeToUse(server) && 'free',
    active ? 'active' : 'inactive',
    isEncrypted(server) ? 'https' : 'http',
    // Who asks for what needs no token does not mean what is off.
    needsToken ? 'token' : active && 'no-token',
    isInAnyLanguage(server) && 'language',
    // Pages that come by https load nothing by http.
    isEncrypted(server) && status?.cors?.allowed && 'cors',
    status?.cors?.allowed === false && 'no-cors',
    server.ends && 'ending',
    /^(?:minutely|daily|weekly|monthly)$/.test(server.updates ?? '') && 'fresh',
    status && !status.isOld && status.verdict === 'works' && 'works',
    isBroken(status) && 'broken',
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
export function serverData(context: Pick<PageContext, 'link' | 'texts'>, listed: CatalogMap): string {
  const { kind, server } = listed;
  const { fileName, id, hosts, copyright, unsetTokens, probe, area } = server;
  const [minZoom, maxZoom] = kind === 'map' ? zoomsOf(server) : [server.minZoom, server.maxZoom];
  const box = viewBox(area);
  const usage = usageOf(context, server);
  const data: Omit<PageServer, 'probe'> = {
    key: `${RECORD_FOLDERS[kind]}/${fileName}`,
    kind: listOf(listed),
    id,
    minZoom,
    maxZoom,
    hosts,
    urlPattern: addressesIn(server)[0]?.[1] ?? '',
    ...(kind === 'map' ? { source: { type: server.type, ...ownMembers(server) } as PageSource } : {}),
    copyright,
    ...(server.attribution ? { attribution: server.attribution } : {}),
    ...(usage ? { usage } : {}),
    unset: unsetTokens,
    page: context.link({ kind, name: fileName }),
    ...(box ? { bounds: [box.west, box.south, box.east, box.north] as const } : {}),
  };
  if (!probe) return JSON.stringify(data);
  return JSON.stringify({
    ...data,
    probe: [probe.latitude, probe.longitude, probeZoom({ probe, minZoom, maxZoom })],
  } satisfies PageServer);
}

/** The zoom levels at which a map is drawn. What is not a picture is drawn at any. */
function zoomsOf({ type, minZoom, maxZoom }: TypedMap): readonly [min: number, max: number] {
  return [minZoom ?? 0, isDrawnFromData(type) ? DEEPEST_OF_DATA : (maxZoom ?? DEEPEST_OF_DATA)];
}
