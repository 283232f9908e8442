/** Maps in a history of `probe`, with a status. */
import { type CatalogOutline, catalogMaps } from '../../build/model/catalog.ts';
import { mapStatusesIn, type Statuses } from '../../build/model/statuses.ts';
import type { ObservedMap, ObservedStatus } from '../../contract/generated/reports.types.ts';
import { MAP_LISTS } from '../../contract/maps/map-types.ts';

/** A map without hosts; without a status it is that of an earlier version. */
export function observed(
  kind: ObservedMap['kind'],
  id: string,
  status?: Partial<ObservedStatus>,
  more: Partial<ObservedMap> = {},
): ObservedMap {
  const whole: ObservedStatus = {
    verdict: 'works',
    reason: null,
    since: '2026-09-01',
    lastGood: '2026-09-30',
    until: '2026-09-30',
    days: 'w'.repeat(30),
    ...status,
  };
  const map = { kind, id, deadSince: null, switchedOff: null, switchedOn: null, tile: null, hosts: [] };
  return { ...map, ...(status ? { status: whole } : {}), ...more };
}

export function statusesOfAll(
  catalog: Pick<CatalogOutline, 'mapservers' | 'overlayservers' | 'maps'>,
  status: Partial<ObservedStatus> = {},
): Statuses | null {
  const servers = catalogMaps(catalog).map(({ list, id }) => observed(MAP_LISTS[list], id, status));
  return mapStatusesIn({ version: 1, servers });
}
