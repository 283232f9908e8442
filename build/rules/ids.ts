import { type Diagnostic, diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';
import type { Rule } from './rule.ts';

interface Holder {
  readonly id: string;
  readonly file: string;
  readonly place: Diagnostic['place'];
  /** How the holder is named to the next one that wants the same id. */
  readonly label: string;
}

/** Specification, tile server record and category: ids are unique within their list. */
export const uniqueIds: Rule = {
  name: 'unique-ids',
  description: 'no two records of a list have ids that are the same, or look the same',
  *check(content, { changed = new Set() }) {
    for (const list of lists(content)) yield* checkList(list, changed);
  },
};

function* lists(content: Content): Generator<Holder[]> {
  for (const kind of ['mapserver', 'overlayserver'] as const) {
    yield content
      .of(kind)
      .filter(({ value: { id } }) => id !== undefined)
      .map(({ file, value: { id } }) => ({ id: id as string, file: file.path, place: value('id'), label: file.path }));
  }
  for (const { file, value: categories } of content.of('categories')) {
    yield categories
      .map(({ id }, index) => ({
        id: String(id),
        file: file.path,
        place: value(index, 'id'),
        label: `entry ${index + 1} of the list`,
      }))
      .filter(({ id }) => id !== 'undefined');
  }
}

function* checkList(holders: readonly Holder[], changed: ReadonlySet<string>): Generator<Diagnostic> {
  const groups = new Map<string, Holder[]>();
  for (const holder of holders) {
    const group = groups.get(fold(holder.id));
    if (group) group.push(holder);
    else groups.set(fold(holder.id), [holder]);
  }
  for (const alike of groups.values()) {
    // Of two with one id, the one that a change brings is to blame; where that is not known, the later one.
    const rightful = alike.find(({ file }) => !changed.has(file)) ?? alike[0];
    for (const { id, file, place, label } of alike) {
      if (!rightful || label === rightful.label) continue;
      yield id === rightful.id
        ? diagnostic('duplicate-id', file, place, { id, other: rightful.label })
        : diagnostic('similar-id', file, place, { id, otherId: rightful.id, other: rightful.label });
    }
  }
}

/** The same for ids that differ only by case or by Unicode normalisation, whatever the locale. */
function fold(id: string): string {
  return id.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}
