/** Ids are unique in their list, also for systems that ignore case or encoding. */
import { fold } from '../../contract/base/fold.ts';
import { itemsByKey } from '../../contract/base/text.ts';
import { type Diagnostic, diagnosing, type Place, valueAt } from '../diagnostics/diagnostic.ts';
import { error, type Problems } from '../diagnostics/messages.ts';
import { quoted } from '../diagnostics/wording.ts';
import type { Content } from '../validate/content.ts';
import { type RuleOptions, ruleSet } from './run-rules.ts';

const ID_PROBLEMS = {
  'duplicate-id': error(
    ({ id, other }: { id: string; other: string }) => `${other} has the same id ${quoted(id)}; change one of the two`,
  ),
  'similar-id': error(
    ({ id, otherId, other }: { id: string; otherId: string; other: string }) =>
      `The id ${quoted(id)} differs from ${quoted(otherId)} of ${other} only by case, invisible characters or the encoding of its letters`,
  ),
} as const satisfies Problems;

const diagnostic = diagnosing(ID_PROBLEMS);

interface Holder {
  readonly id: string;
  readonly file: string;
  readonly place: Place;
  readonly label: string;
}

/** The specification asks this of tile servers and categories, and we of other maps, too. */
function* uniqueIds(content: Content, { changed }: RuleOptions): Generator<Diagnostic> {
  for (const list of lists(content)) {
    const same = [...itemsWithSameKey(list, ({ id }) => id, changed)];
    for (const { item, first } of same) {
      yield diagnostic('duplicate-id', item.file, item.place, { id: item.id, other: first.label });
    }
    const reported = new Set(same.map(({ item }) => item));
    const distinct = list.filter((item) => !reported.has(item));
    for (const { item, first } of itemsWithSameKey(distinct, ({ id }) => fold(id), changed)) {
      const { id, file, place } = item;
      yield diagnostic('similar-id', file, place, { id, otherId: first.id, other: first.label });
    }
  }
}

function* lists(content: Content): Generator<Holder[]> {
  for (const role of ['mapserver', 'overlayserver'] as const) {
    yield content.of(role).flatMap(({ file: { path }, value: { id } }) => {
      return id === undefined ? [] : [{ id, file: path, place: valueAt('id'), label: path }];
    });
  }
  yield content.of('map').flatMap(({ file: { path }, value: { name } }) => {
    return name === undefined ? [] : [{ id: name, file: path, place: valueAt('name'), label: path }];
  });
  for (const { file, value: categories } of content.of('categories')) {
    yield categories.flatMap(({ id }, index) => {
      if (id === undefined) return [];
      return [
        { id: String(id), file: file.path, place: valueAt(index, 'id'), label: `entry ${index + 1} of the list` },
      ];
    });
  }
}

/**
 * Items with the key of another, `first`. When a change is checked, `first` is in an unchanged file if possible, so
 * that changed files have the problems.
 */
export function* itemsWithSameKey<T extends { readonly file: string }>(
  items: readonly T[],
  keyOf: (item: T) => string,
  changed: ReadonlySet<string> = new Set(),
): Generator<{ item: T; first: T }> {
  if (new Set(items.map(keyOf)).size === items.length) return;
  for (const group of itemsByKey(items, keyOf).values()) {
    const first = group.find(({ file }) => !changed.has(file)) ?? (group[0] as T);
    for (const item of group) if (item !== first) yield { item, first };
  }
}

export const ID_RULES = ruleSet(ID_PROBLEMS, { map: [uniqueIds] });
