/** The record of a map as it is probed, whatever its type. */
import type { MapSource, TileServerSource } from '../../../../contract/generated/catalog.types.ts';
import type { ServerStatus } from '../../../../contract/generated/reports.types.ts';
import { hostsIn, type MapType } from '../../../../contract/maps/map-types.ts';

/** A part of a map, as `/v2/status.json` names it. */
export type MapPart = NonNullable<ServerStatus['part']>;

/** The record of a map, with what all have when they are probed. */
export type ProbedRecord<Type extends MapType = MapType> = (Type extends 'xyz'
  ? TileServerSource & { readonly type?: 'xyz' }
  : Extract<MapSource, { readonly type: Type }>) & {
  readonly id: string;
  readonly hosts: readonly string[];
  readonly minZoom: number;
  readonly maxZoom: number;
};

/** The zooms of vector tiles and archives whose records state none; their own documents decide. */
const USUAL_ZOOMS = { minZoom: 0, maxZoom: 14 };

/** The record of a map in `maps/`. Maps without a list of hosts are asked at that of their first address. */
export function typedRecord(record: MapSource): ProbedRecord {
  const hosts = 'hosts' in record ? record.hosts : hostsIn(record).slice(0, 1);
  return { ...USUAL_ZOOMS, ...record, id: record.name, hosts } as ProbedRecord;
}

/** The width of tiles that a record states, in pixels. */
export const tileSizeOf = (record: ProbedRecord): 256 | 512 => ('tileSize' in record && record.tileSize) || 256;
