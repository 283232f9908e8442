import type { MapHealth, StatusBadge, StatusList } from '../../../contract/generated/v2.types.ts';
import { mapBadgePath, V2_FILES, V2_SCHEMAS_PATH } from '../../../contract/interface/v2-files.ts';
import { reasonInWords } from '../../../contract/words/probe-reasons.ts';
import { type CatalogOutline, catalogMaps, mapId } from '../../model/catalog.ts';
import { type MapStatus, type Statuses, statusOfMap } from '../../model/statuses.ts';
import { corsMembers } from '../aspects/status.ts';

export function statusDocuments(catalog: CatalogOutline, statuses: Statuses): [path: string, value: object][] {
  const { serviceUrl } = catalog;
  const maps: StatusList['maps'] = {};
  const badges = catalogMaps(catalog).flatMap((map): [string, StatusBadge][] => {
    const { id, ends, quota } = map;
    const status = statusOfMap(statuses, map);
    if (!status) return [];
    const path = mapBadgePath(mapId(map));
    const health = healthOf(status, serviceUrl + path);
    maps[mapId(map)] = { ...health, ...(ends && { ends }), ...(quota && { quota }) };
    return [[path, badgeOf(id, status)]];
  });
  const $schema = `${serviceUrl}${V2_SCHEMAS_PATH}/${V2_FILES.status.schema}.json`;
  return [[V2_FILES.status.path, { $schema, until: statuses.until, maps } satisfies StatusList], ...badges];
}

function healthOf(status: MapStatus, badge: string): MapHealth {
  const { verdict, reason, part, since, lastGood, probed, isOld, share, days, deepest } = status;
  return {
    verdict,
    ...(reason === null ? {} : { reason: reasonInWords(reason, 'en') as string }),
    ...(part ? { part } : {}),
    since,
    ...(lastGood === null ? {} : { lastGood }),
    lastProbed: probed,
    ...(isOld ? { old: true } : {}),
    days,
    ...(share === null ? {} : { share: Math.round(share * 1000) / 1000 }),
    ...corsMembers(status),
    ...(deepest ? { deepest: { from: deepest.from, to: deepest.to, maxZoom: deepest.maxZoom, day: deepest.day } } : {}),
    badge,
  };
}

const BADGES: Readonly<Record<MapStatus['verdict'], readonly [message: string, color: StatusBadge['color']]>> = {
  works: ['works', 'brightgreen'],
  notice: ['shows a notice', 'orange'],
  blank: ['empty tiles', 'orange'],
  refused: ['refuses requests', 'red'],
  dead: ['broken', 'red'],
  unsure: ['unsure', 'yellow'],
};

function badgeOf(label: string, { verdict, isOld, probed }: MapStatus): StatusBadge {
  const [message, color] = BADGES[verdict];
  return isOld
    ? { schemaVersion: 1, label, message: `not known since ${probed}`, color: 'lightgrey' }
    : { schemaVersion: 1, label, message, color };
}
