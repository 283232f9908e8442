import { matchCatalogLayout } from '../../../build/read/layout.ts';
import {
  firstNames,
  itemsByKey,
  shortenedText,
  textInColumns,
  visible,
  withThousands,
} from '../../../contract/base/text.ts';
import type { FileChange } from './catalog-files.ts';
import type { ImportPlan } from './import.ts';
import { lossesIn, noteCount } from './notes.ts';

export function dryRunTable({ notes, unchanged, knownMaps }: ImportPlan, changes: readonly FileChange[]): string {
  // Areas belong to maps.
  const records = changes.filter(({ path }) => matchCatalogLayout(path)?.role !== 'area');
  const paths = (isCounted: (change: FileChange) => boolean): string[] =>
    records.filter(isCounted).map(({ path }) => path);
  const placesOf = (found: typeof notes): string[] =>
    found.map(({ document, pointer }) => visible(shortenedText(pointer || document)));
  const lost = lossesIn(notes);
  const byReason = [...itemsByKey(lost.records, ({ reason = '' }) => reason)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const counted: [what: string, where: readonly string[], count?: number][] = [
    ['taken', paths(({ text }) => text !== null)],
    ['  new', paths(({ isNew }) => isNew)],
    ['  new, with the tiles of a map in the catalog', knownMaps],
    ['  changed', paths(({ isNew, text }) => !isNew && text !== null)],
    ['unchanged', unchanged],
    ['removed', paths(({ text }) => text === null)],
    ['left out', placesOf(lost.records)],
    ...byReason.map(([reason, found]): [string, string[]] => [`  ${reason}`, placesOf(found)]),
    ['values corrected', placesOf(notes.filter(({ outcome }) => outcome === 'corrected'))],
    ['values left out', placesOf(lost.values), noteCount(lost.values)],
    ['documents not read', placesOf(lost.documents)],
  ];
  const rows = counted
    .filter(([what, where]) => what === 'taken' || where.length > 0)
    .map(([what, where, count = where.length]) => [
      what,
      withThousands(count),
      ['taken', 'left out'].includes(what) ? '' : firstNames(where),
    ]);
  return `\n${textInColumns([['RECORDS', 'COUNT', 'WHERE'], ...rows])}`;
}
