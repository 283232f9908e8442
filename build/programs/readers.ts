import { GPXSEE_READER } from './gpxsee/read.ts';
import { JOSM_READER } from './josm/read.ts';
import { LAYERINDEX_READER } from './layerindex/read.ts';
import { LEAFLET_READER } from './leaflet/read.ts';
import { LOCUS_READER } from './locus/read.ts';
import { MAPLIBRE_READER } from './maplibre/read.ts';
import { MOBAC_READER } from './mobac/read.ts';
import { OGC_READER } from './ogc/read.ts';
import { ORUXMAPS_READER } from './oruxmaps/read.ts';
import { OSMAND_READER } from './osmand/read.ts';
import { QGIS_READER } from './qgis/read.ts';
import { SPREADSHEET_READER } from './spreadsheet/read.ts';
import type { ListReader, StatedMap } from './stated/stated-map.ts';
import { TILEJSON_READER } from './tilejson/read.ts';
import { XYZSERVICES_READER } from './xyzservices/read.ts';

/** The order counts: the readers of xyzservices and Leaflet take any similar JSON. */
export const LIST_READERS: readonly ListReader[] = [
  MAPLIBRE_READER,
  TILEJSON_READER,
  LAYERINDEX_READER,
  JOSM_READER,
  QGIS_READER,
  OGC_READER,
  LOCUS_READER,
  ORUXMAPS_READER,
  MOBAC_READER,
  GPXSEE_READER,
  OSMAND_READER,
  XYZSERVICES_READER,
  LEAFLET_READER,
  SPREADSHEET_READER,
];

export const READABLE_LISTS = LIST_READERS.map(({ reads }) => reads).join(', ');

/** The address of the list behind a program's link. */
export const linkedList = (text: string): string =>
  LIST_READERS.map((reader) => reader.listIn?.(text)).find((address) => address !== undefined) ?? text;

/** The map of a link by which a program adds it; null for other text, and for a marked address, such as `tms:https://…`. */
export function linkedMap(text: string): StatedMap | null {
  const reader = /^https?:/i.test(text) ? LIST_READERS.find(({ isLink }) => isLink?.(text)) : undefined;
  const maps = reader?.text?.(text, text, () => {}) ?? null;
  return (maps !== null && typeof maps === 'object' && !('why' in maps) && maps[0]) || null;
}

export const isMapLink = (address: string): boolean => LIST_READERS.some((reader) => reader.isLink?.(address));
