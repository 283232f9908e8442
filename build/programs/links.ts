/** Links by which programs add a map. */
import { JOSM_READER } from './josm/read.ts';
import { OSMAND_READER } from './osmand/read.ts';
import type { StatedMap } from './stated/stated-map.ts';

const READERS = [JOSM_READER, OSMAND_READER];

/** Null for other text, and for a marked address, such as `tms:https://…`. */
export function linkedMap(text: string): StatedMap | null {
  const reader = /^https?:/i.test(text) ? READERS.find(({ isLink }) => isLink?.(text)) : undefined;
  const maps = reader?.text?.(text, text, () => {}) ?? null;
  return (maps !== null && typeof maps === 'object' && !('why' in maps) && maps[0]) || null;
}
