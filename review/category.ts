import { resourceAt } from '../interface/routes.ts';
import type { Change } from './change.ts';
import { type CompareDetails, compareRecords } from './record.ts';
import { isObject } from './site.ts';

/** Design, category: a new name and a new place in the tree. What stands below it is said where it happened. */
export const compareCategories: CompareDetails = (subject, target, before, after) => {
  return compareRecords(subject, target, before, after).flatMap((change): Change[] => {
    if (change.what !== 'value-changed') return [change];
    const about = { subject, target: change.target };
    switch (change.field) {
      case 'name':
        return [{ what: 'renamed', before: String(change.before), after: String(change.after), ...about }];
      case 'parent':
        return [{ what: 'moved', before: parentOf(before), after: parentOf(after), ...about }];
      case 'categories':
        return [];
      default:
        return [change];
    }
  });
};

function parentOf(category: unknown): string | null {
  const link = isObject(category) ? category['parent'] : null;
  return typeof link === 'string' ? (resourceAt(link)?.id ?? link) : null;
}
