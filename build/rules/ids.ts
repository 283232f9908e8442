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
  *check(content) {
    for (const list of lists(content)) yield* checkList(list);
  },
};

function* lists(content: Content): Generator<Holder[]> {
  for (const folder of ['mapservers/', 'overlayservers/']) {
    yield content
      .of('tileserver')
      .filter(({ file, value: { id } }) => file.path.startsWith(folder) && id !== undefined)
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

function* checkList(holders: readonly Holder[]): Generator<Diagnostic> {
  const first = new Map<string, Holder>();
  for (const holder of holders) {
    const folded = fold(holder.id);
    const earlier = first.get(folded);
    if (!earlier) {
      first.set(folded, holder);
      continue;
    }
    const { id, file, place } = holder;
    yield earlier.id === id
      ? diagnostic('duplicate-id', file, place, { id, other: earlier.label })
      : diagnostic('similar-id', file, place, { id, otherId: earlier.id, other: earlier.label });
  }
}

/** The same for ids that differ only by case or by Unicode normalisation, whatever the locale. */
function fold(id: string): string {
  return id.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}
