import { diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Rule } from './rule.ts';

/** Design, categories: `parent` makes the list a tree. */
export const categoryTree: Rule = {
  name: 'category-tree',
  description: 'every parent is in the list, and no category is below itself',
  *check(content) {
    for (const { file, value: categories } of content.of('categories')) {
      const parents = new Map<number, number | undefined>();
      for (const { id, parent } of categories) if (id !== undefined && !parents.has(id)) parents.set(id, parent);
      const reported = new Set<number>();
      for (const [index, { id, parent }] of categories.entries()) {
        if (parent === undefined) continue;
        const place = value(index, 'parent');
        if (!parents.has(parent)) yield diagnostic('unknown-parent', file.path, place, { parent });
        if (id === undefined || reported.has(id)) continue;
        const cycle = cycleFrom(id, parents);
        if (!cycle) continue;
        // One cycle is one mistake, however many categories are in it.
        for (const member of cycle) reported.add(member);
        yield diagnostic('parent-cycle', file.path, place, { cycle });
      }
    }
  },
};

/** The path from a category up to itself, both ends included; null where it leads to a root or into another cycle. */
function cycleFrom(id: number, parents: ReadonlyMap<number, number | undefined>): number[] | null {
  const way = [id];
  const seen = new Set(way);
  for (let parent = parents.get(id); parent !== undefined; parent = parents.get(parent)) {
    way.push(parent);
    if (parent === id) return way;
    if (seen.has(parent)) return null;
    seen.add(parent);
  }
  return null;
}
