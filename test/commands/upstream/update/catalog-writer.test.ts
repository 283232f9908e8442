/** What an update writes while it runs and at its end. test/process/update.test.ts shows the same in whole runs. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CatalogWriter, UpdatedFiles } from '../../../../commands/upstream/update/catalog-writer.ts';
import type { EntryChange, EntryChanges } from '../../../../commands/upstream/update/data-source.ts';
import type { FileEntrySource } from '../../../../contract/generated/catalog.types.ts';
import { temporaryFolder, writeFiles } from '../../../support/catalogs.ts';
import { contentOf } from '../../../support/files.ts';

const MAPS = 'datasources/maps/maps.yaml';

/** An entry with a version of this size. */
const entry = (contentLength: number): FileEntrySource => ({
  checksums: [{ lastModified: `2026-01-0${contentLength}T00:00:00Z`, contentLength, sha1: null }],
});

/** Changes of entries that were empty before; null for one that is gone. */
function changesTo(after: Readonly<Record<string, FileEntrySource | null>>): EntryChanges {
  const pairs = Object.entries(after).map(([path, next]): [string, EntryChange] => [
    path,
    { group: 'maps', before: {}, after: next },
  ]);
  return new Map(pairs);
}

/** A writer for a catalog with these maps. */
function writerFor(maps: string, isDryRun = false) {
  const root = temporaryFolder();
  writeFiles(root, { [MAPS]: maps });
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const files = new UpdatedFiles(root, isDryRun);
  return { root, read, files, writer: new CatalogWriter(files, 'maps') };
}

/** The sizes that a file of the catalog has. */
const sizes = (text: string): string[] => [...text.matchAll(/contentLength: (\d+)/g)].map(([, size]) => size ?? '');

test('changes may be written several times; an entry that somebody else changed is reported each time, and stays', () => {
  const { root, read, writer } = writerFor('a: {}\nb: {}\nc: {}\n');
  writeFileSync(join(root, MAPS), 'a: { fragments: { x.png: [] } }\nb: {}\nc: {}\n');
  const failed = [{ path: 'a', reason: 'somebody changed its entry in the meantime, so it stays' }];
  expect(writer.write(changesTo({ a: null, b: entry(1) }))).toEqual({ changes: changesTo({ b: entry(1) }), failed });
  const written = changesTo({ b: entry(1), c: null });
  expect(writer.write(changesTo({ a: null, b: entry(1), c: null }))).toEqual({ changes: written, failed });
  expect(read(MAPS)).toContain('x.png');
  expect(sizes(read(MAPS))).toEqual(['1']);
  // An entry that stays is not listed as removed.
  expect(read('removals.yaml').match(/file: \w+, .*/g)).toEqual([
    expect.stringMatching(/^file: c, reason: "Its server had no such file any more on \d{4}-\d\d-\d\d\."/),
  ]);
  expect([...writer.written]).toEqual([MAPS, 'removals.yaml']);
});

test('a dry run plans each file once, and writes nothing', () => {
  const { root, files, writer } = writerFor('a: {}\nb: {}\nc: {}\n', true);
  const before = contentOf(root);
  writer.write(changesTo({ a: null, b: entry(1) }));
  expect(writer.write(changesTo({ a: null, b: entry(1), c: entry(2) })).failed).toEqual([]);
  expect(files.planned.map((one) => [one.path, one.before, sizes(one.text)])).toEqual([
    [MAPS, 'a: {}\nb: {}\nc: {}\n', ['1', '2']],
    ['removals.yaml', null, []],
  ]);
  expect(contentOf(root)).toEqual(before);
});

test.each<[string, (file: string) => void, RegExp]>([
  ['a file that has gone', (file) => rmSync(file), /^datasources\/maps\/maps\.yaml was deleted in the meantime$/],
  ['a file with errors', (file) => writeFileSync(file, 'a: [\n'), /^datasources\/maps\/maps\.yaml now has errors$/],
  [
    'a folder in place of a file',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    /^it cannot be written: /,
  ],
])('%s is reported, and a later write succeeds', (_, change, reason) => {
  const { root, read, writer } = writerFor('a: {}\n');
  change(join(root, MAPS));
  const failed = [{ path: '', reason: expect.stringMatching(reason) }];
  expect(writer.write(changesTo({ a: entry(1) }))).toEqual({ changes: new Map(), failed });
  rmSync(join(root, MAPS), { recursive: true, force: true });
  writeFileSync(join(root, MAPS), 'a: {}\n');
  expect(writer.write(changesTo({ a: entry(1) })).failed).toEqual([]);
  expect(sizes(read(MAPS))).toEqual(['1']);
});
