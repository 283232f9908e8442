import { diagnostic, value } from '../diagnostics/diagnostic.ts';
import { closestTo } from '../text/closest.ts';
import type { Rule } from './rule.ts';

/** Design, editions: each names data sources that exist. */
export const editionSources: Rule = {
  name: 'edition-sources',
  description: 'editions name only data sources that exist',
  *check(content) {
    const ids = content.dataSourceIds();
    if (ids === null) return;
    const known = new Set(ids);
    for (const { file, value: edition } of content.of('edition')) {
      for (const [index, id] of (edition.datasources ?? []).entries()) {
        if (typeof id !== 'string' || known.has(id)) continue;
        const suggestion = closestTo(id, ids);
        yield diagnostic('unknown-datasource', file.path, value('datasources', index), { id, suggestion });
      }
    }
  },
};
