import { type Diagnostic, diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Content } from '../validate/content.ts';
import type { Rule } from './rule.ts';

interface Holder {
  readonly id: string;
  readonly file: string;
  place(): Diagnostic['place'];
  /** How messages about other records with the same id name this one. */
  label(): string;
}

/** Specification, tile server record and category: ids are unique within their list. */
export const uniqueIds: Rule = {
  name: 'unique-ids',
  description: 'no two records of a list have ids that are the same, or look the same',
  *check(content, { changed }) {
    for (const list of lists(content)) {
      // So it is in nearly all lists.
      if (new Set(list.map(({ id }) => fold(id))).size === list.length) continue;
      const same = [...repeated(list, ({ id }) => id, changed)];
      for (const { item, first } of same) {
        yield diagnostic('duplicate-id', item.file, item.place(), { id: item.id, other: first.label() });
      }
      const reported = new Set(same.map(({ item }) => item));
      const distinct = list.filter((item) => !reported.has(item));
      for (const { item, first } of repeated(distinct, ({ id }) => fold(id), changed)) {
        const { id, file } = item;
        yield diagnostic('similar-id', file, item.place(), { id, otherId: first.id, other: first.label() });
      }
    }
  },
};

function* lists(content: Content): Generator<Holder[]> {
  for (const kind of ['mapserver', 'overlayserver'] as const) {
    yield content
      .of(kind)
      .filter(({ value: { id } }) => id !== undefined)
      .map(({ file: { path }, value: { id } }) => ({
        id: id as string,
        file: path,
        place: () => value('id'),
        label: () => path,
      }));
  }
  for (const { file, value: categories } of content.of('categories')) {
    yield categories
      .map(({ id }, index) => ({
        id: String(id),
        file: file.path,
        place: () => value(index, 'id'),
        label: () => `entry ${index + 1} of the list`,
      }))
      .filter(({ id }) => id !== 'undefined');
  }
}

/**
 * The items of a list that have the same key as another, each with the one that may keep it: the first or, if a change
 * is checked, the first in an unchanged file, so that problems are reported in the files of the change.
 *
 * @param changed the files that a change touches, where that is known
 */
export function* repeated<T extends { readonly file: string }>(
  items: readonly T[],
  keyOf: (item: T) => string,
  changed: ReadonlySet<string> = new Set(),
): Generator<{ item: T; first: T }> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  for (const group of groups.values()) {
    const first = group.find(({ file }) => !changed.has(file)) ?? (group[0] as T);
    for (const item of group) if (item !== first) yield { item, first };
  }
}

/**
 * Characters that nobody sees. Joiners are seen in scripts that join letters, and in pictures, so only those next to
 * Latin letters, digits, spaces or nothing count.
 */
const UNSEEN =
  /(?<=^|[\p{Script=Latin}\d\s])[\u200c\u200d]|[\u200c\u200d](?=$|[\p{Script=Latin}\d\s])|(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu;

/** As many marks on one letter as any writing needs, and many more; Unicode has the same limit for text in streams. */
const MARKS = /\p{M}{30}(?=\p{M})/gu;

/** In Unicode, marks on its two sides are not reordered. */
const JOINER = '\u034f';

/** Normalises in linear time: marks on one letter are sorted, which takes the square of their number. */
function normalised(text: string): string {
  return text.replace(MARKS, `$&${JOINER}`).normalize('NFKC');
}

/** The same for texts that differ only by case, by Unicode normalisation or by what nobody sees, whatever the locale. */
export function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toUpperCase();
  return normalised(normalised(text).replace(UNSEEN, '').toLowerCase().toUpperCase());
}
