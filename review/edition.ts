import type { Change } from './change.ts';
import { type CompareDetails, compareRecords } from './record.ts';
import { isObject, itemsOf } from './site.ts';

/** Design, edition: the data sources it gains and loses. A data source that it loses is still published. */
export const compareEditions: CompareDetails = (subject, target, before, after) => {
  return compareRecords(subject, target, before, after).map((change): Change => {
    if (change.what !== 'value-changed' || change.field !== 'datasources') return change;
    const [had, has] = [dataSourcesOf(before), dataSourcesOf(after)];
    const added = [...has].filter((id) => !had.has(id));
    const removed = [...had].filter((id) => !has.has(id));
    const about = { subject, target: change.target };
    // The same data sources in other words: only what leads to them can differ.
    if (added.length + removed.length === 0) return { what: 'links-changed', ...about };
    return { what: 'members-changed', added, removed, ...about };
  });
};

function dataSourcesOf(edition: unknown): Set<string> {
  const items = isObject(edition) ? itemsOf(edition['datasources']) : [];
  return new Set(items.flatMap((item) => (isObject(item) ? [String(item['id'])] : [])));
}
