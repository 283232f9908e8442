/** What pages and scripts draw of a map, and its list. */

import { dayOf } from '../../../../contract/base/times.ts';
import { namesOpenStreetMap } from '../../../../contract/maps/credit.ts';
import { commercialUseOf } from '../../../../contract/maps/licences.ts';
import {
  DEEPEST_OF_DATA,
  isDrawnFromData,
  MAP_LISTS,
  mapAddresses,
  typeMembersOf,
} from '../../../../contract/maps/map-types.ts';
import { dependsOnLanguage } from '../../../../contract/maps/placeholders.ts';
import type { PageMap, PageSource } from '../../../../contract/pages/page-data.ts';
import { type CatalogMap, type CatalogOutline, isOverlay, mapId } from '../../../model/catalog.ts';
import { memoizedByObject } from '../../../model/computed-once.ts';
import { placeZoomOf, viewBox } from '../../../programs/map-bounds.ts';
import type { PageContext, PagesInput } from '../layout/page-layout.ts';
import { isFreeToUse, mapUsageOf } from './map-summary.ts';
import { previewPlaceOf } from './preview-places.ts';

/** When a file of the catalog, or one in a folder, last changed; null if unknown. */
export function dayOfChange(history: PagesInput['history'], source: string): string | null {
  const time = history.lastChange([source]);
  return time === null ? null : dayOf(time * 1000);
}

export function pageListOf(map: CatalogMap): CatalogMap<'xyz'>['list'] {
  return isOverlay(map) ? 'overlayservers' : 'mapservers';
}

export function isHttpsOnly(map: CatalogMap): boolean {
  return mapAddresses(map).every(([, address]) => address.startsWith('https:'));
}

export function isInAnyLanguage(map: CatalogMap): boolean {
  return mapAddresses(map).some(([, address]) => dependsOnLanguage(address));
}

export function homeMap({ home, mapservers }: CatalogOutline): CatalogMap<'xyz'> | null {
  const chosen = mapservers.find(({ fileName }) => fileName === home);
  return chosen && chosen.unsetTokens.length === 0 ? chosen : null;
}

/**
 * The map of the home page, or an open one of the whole world, or one of OpenStreetMap. Terms of others may forbid to
 * show them below the map that somebody asked for.
 */
export const mapBelowOverlay = memoizedByObject((catalog: CatalogOutline): CatalogMap<'xyz'> | null => {
  const usual = catalog.mapservers.filter(
    ({ active, ends, area, urlPattern, needsToken }) =>
      active && !ends && area === 'world' && !needsToken && urlPattern.startsWith('https:'),
  );
  const streets = usual.filter(({ kind }) => kind === 'street');
  const open = [...streets, ...usual.filter(({ kind }) => kind === 'topographic')].find(isFreeToUse);
  const isOfEverybody = (map: CatalogMap): boolean =>
    namesOpenStreetMap(map.copyright) && commercialUseOf(map)?.state !== 'forbidden';
  return homeMap(catalog) ?? open ?? streets.find(isOfEverybody) ?? null;
});

export function mapData(context: Pick<PageContext, 'link' | 'texts'>, map: CatalogMap): string {
  const { list, fileName, id, hosts, copyright, attribution, unsetTokens, probe, area } = map;
  const [minZoom, maxZoom] = zoomsOf(map);
  const box = viewBox(area);
  const usage = mapUsageOf(context, map);
  const opening = previewPlaceOf(map, { minZoom, maxZoom }, context.texts.code);
  const data: PageMap = {
    key: mapId(map),
    kind: MAP_LISTS[pageListOf(map)],
    id,
    minZoom,
    maxZoom,
    hosts,
    urlPattern: mapAddresses(map)[0]?.[1] ?? '',
    ...(map.type === 'xyz' ? {} : { source: { type: map.type, ...typeMembersOf(map) } as PageSource }),
    copyright,
    ...(attribution ? { attribution } : {}),
    ...(usage[1] ? { usage } : {}),
    unset: unsetTokens,
    page: context.link({ role: MAP_LISTS[list], name: fileName }),
    ...(box ? { bounds: [box.west, box.south, box.east, box.north] as const } : {}),
    ...(probe && { probe: [probe.latitude, probe.longitude, placeZoomOf({ probe, minZoom, maxZoom })] as const }),
    ...(opening && { opening }),
  };
  return JSON.stringify(data);
}

/** Data are also drawn at any higher level. */
function zoomsOf({ type, minZoom, maxZoom }: CatalogMap): readonly [min: number, max: number] {
  return [minZoom ?? 0, isDrawnFromData(type) ? DEEPEST_OF_DATA : (maxZoom ?? DEEPEST_OF_DATA)];
}
