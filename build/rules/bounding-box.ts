import { diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Rule } from './rule.ts';

/**
 * Specification, map entry: the box has a north-eastern and a south-western corner. West may be east of east: such a
 * box crosses the 180th meridian.
 */
export const boundingBox: Rule = {
  name: 'bounding-box',
  description: 'no bounding box has its northern edge south of its southern one',
  *check(content) {
    for (const { path, key, entry } of content.entries()) {
      const north = entry.boundingbox?.northEastLatitude;
      const south = entry.boundingbox?.southWestLatitude;
      if (north !== undefined && south !== undefined && north < south) {
        yield diagnostic('box-upside-down', path, value(key, 'boundingbox'), { north, south });
      }
    }
  },
};
