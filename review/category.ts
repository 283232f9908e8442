import { resourceAt } from '../interface/routes.ts';
import type { Change } from './change.ts';
import type { CompareDetails } from './lists.ts';
import { compareRecords } from './record.ts';
import { isObject } from './site.ts';

/** Design, category: a new name and a new place in the tree. What stands below it is said where it happened. */
export const compareCategories: CompareDetails = (subject, target, before, after) => {
  const changes = compareRecords(subject, target, before, after, ['categories']);
  return changes.map((change): Change => {
    if (change.what !== 'value-changed') return change;
    if (change.field === 'name') {
      return {
        what: 'renamed',
        before: String(change.before),
        after: String(change.after),
        subject,
        target: change.target,
      };
    }
    if (change.field !== 'parent') return change;
    return { what: 'moved', before: parentOf(before), after: parentOf(after), subject, target: change.target };
  });
};

function parentOf(category: unknown): string | null {
  const link = isObject(category) ? category['parent'] : null;
  return typeof link === 'string' ? (resourceAt(link)?.id ?? link) : null;
}
