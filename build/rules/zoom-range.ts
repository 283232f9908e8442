import { diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Rule } from './rule.ts';

/** Specification, tile server record: maxZoom is always >= minZoom. */
export const zoomRange: Rule = {
  name: 'zoom-range',
  description: 'minZoom is not above maxZoom',
  *check(content) {
    for (const { file, value: server } of content.of('tileserver')) {
      const { minZoom, maxZoom } = server;
      if (minZoom !== undefined && maxZoom !== undefined && minZoom > maxZoom) {
        yield diagnostic('zoom-range', file.path, value('minZoom'), { minZoom, maxZoom });
      }
    }
  },
};
