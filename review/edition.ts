import type { CompareDetails } from './lists.ts';
import { compareRecords } from './record.ts';
import { isObject, itemsOf } from './site.ts';

/** Design, edition: the data sources it gains and loses. A data source that it loses is still published. */
export const compareEditions: CompareDetails = (subject, target, before, after) => {
  const changes = compareRecords(subject, target, before, after, ['datasources']);
  const [had, has] = [dataSourcesOf(before), dataSourcesOf(after)];
  const added = [...has].filter((id) => !had.has(id));
  const removed = [...had].filter((id) => !has.has(id));
  if (added.length + removed.length === 0) return changes;
  return [
    ...changes,
    { what: 'members-changed', added, removed, subject, target: { ...target, field: 'datasources' } },
  ];
};

function dataSourcesOf(edition: unknown): Set<string> {
  const items = isObject(edition) ? itemsOf(edition['datasources']) : [];
  return new Set(items.flatMap((item) => (isObject(item) ? [String(item['id'])] : [])));
}
