/** What an update writes while it runs and at its end, and while somebody else writes, too. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CatalogWriter, UpdatedFiles } from '../../../commands/update/catalog-writer.ts';
import type { Groups } from '../../../commands/update/data-source.ts';
import type { Checksum, FileEntrySource } from '../../../contract/generated/catalog.types.ts';
import { type Files, temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { contentOf } from '../../support/files.ts';
import { upstreamSource } from '../../support/upstream.ts';

const MAPS = 'datasources/maps/maps.yaml';

/** An entry with a version of so many bytes. */
function entry(...lengths: number[]): FileEntrySource {
  const checksums = lengths.map(
    (contentLength): Checksum => ({ lastModified: `2026-01-0${contentLength}T00:00:00Z`, contentLength, sha1: null }),
  );
  return { checksums };
}

/** A writer for a catalog with some files, of which it knows these entries. */
function writerFor(files: Files, groups: Groups, isDryRun = false) {
  const root = temporaryFolder();
  writeFiles(root, files);
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const updated = new UpdatedFiles(root, isDryRun);
  const writer = new CatalogWriter(updated, upstreamSource('http://x.example.org', groups));
  return { root, read, updated, writer };
}

/** The sizes that a file of the catalog has. */
const sizes = (text: string): string[] => [...text.matchAll(/contentLength: (\d+)/g)].map(([, size]) => size ?? '');

test('what is known is written several times, each time what is new since', () => {
  const { read, writer } = writerFor({ [MAPS]: 'a: {}\nb: {}\n' }, { maps: { a: {}, b: {} } });
  const first = { maps: { a: entry(1), b: {} } };
  expect(writer.write(first, [])).toEqual([]);
  expect(sizes(read(MAPS))).toEqual(['1']);
  expect(writer.write({ maps: { ...first.maps, b: entry(2), c: entry(3) } }, [])).toEqual([]);
  expect(sizes(read(MAPS))).toEqual(['1', '2', '3']);
  expect(writer.written).toEqual([MAPS]);
});

test('an entry that somebody changes in between is reported in the end, and stays', () => {
  const { root, read, writer } = writerFor({ [MAPS]: 'a: {}\nb: {}\n' }, { maps: { a: {}, b: {} } });
  writeFileSync(join(root, MAPS), 'a: { fragments: { x.png: [] } }\nb: {}\n');
  const conflict = [{ path: 'a', reason: 'somebody changed its entry in the meantime, so it stays' }];
  const first = { maps: { a: entry(1), b: {} } };
  expect(writer.write(first, [])).toEqual(conflict);
  expect(writer.write({ maps: { ...first.maps, b: entry(2) } }, [])).toEqual(conflict);
  expect(read(MAPS)).toContain('x.png');
  expect(sizes(read(MAPS))).toEqual(['2']);
});

test('a removal gets its reason; one of an entry that somebody has changed is none', () => {
  const { root, read, writer } = writerFor({ [MAPS]: 'a: {}\nb: {}\nc: {}\n' }, { maps: { a: {}, b: {}, c: {} } });
  writeFileSync(join(root, MAPS), 'a: {}\nb: { fragments: { x.png: [] } }\nc: {}\n');
  const failed = writer.write({ maps: { c: {} } }, ['a', 'b']);
  expect(failed.map(({ path }) => path)).toEqual(['b']);
  expect(read(MAPS)).not.toMatch(/^a:/m);
  expect(read('removals.yaml')).toMatch(/file: a, reason: "Its server had no such file any more on \d{4}-\d\d-\d\d\."/);
  expect(read('removals.yaml')).not.toContain('file: b');
});

test('a dry run plans each file once, and writes nothing', () => {
  const { root, updated, writer } = writerFor({ [MAPS]: 'a: {}\nb: {}\n' }, { maps: { a: {}, b: {} } }, true);
  const before = contentOf(root);
  expect(writer.write({ maps: { b: entry(1) } }, ['a'])).toEqual([]);
  expect(writer.write({ maps: { b: entry(1), c: entry(2) } }, [])).toEqual([]);
  expect(writer.written).toEqual(['removals.yaml', MAPS]);
  const planned = updated.planned.map(({ path, before, text }) => [path, before, sizes(text)]);
  expect(planned).toEqual([
    [MAPS, 'a: {}\nb: {}\n', ['1', '2']],
    ['removals.yaml', null, []],
  ]);
  expect(contentOf(root)).toEqual(before);
});

describe('what cannot be written is reported:', () => {
  test.each<[string, (file: string) => void, RegExp]>([
    ['a file that has gone', (file) => rmSync(file), /^datasources\/maps\/maps\.yaml was deleted in the meantime$/],
    ['a file with errors', (file) => writeFileSync(file, 'a: 1\n'), /^datasources\/maps\/maps\.yaml now has errors$/],
    [
      'a folder in place of a file',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
      /^it cannot be written: /,
    ],
  ])('%s', (_, change, reason) => {
    const { root, writer } = writerFor({ [MAPS]: 'a: {}\n' }, { maps: { a: {} } });
    change(join(root, MAPS));
    expect(writer.write({ maps: { a: entry(1) } }, [])).toEqual([{ path: '', reason: expect.stringMatching(reason) }]);
  });

  test('and a later write succeeds', () => {
    const { root, read, writer } = writerFor({ [MAPS]: 'a: {}\n' }, { maps: { a: {} } });
    writeFileSync(join(root, MAPS), 'a: [\n');
    expect(writer.write({ maps: { a: entry(1) } }, [])).toHaveLength(1);
    writeFileSync(join(root, MAPS), 'a: {}\n');
    expect(writer.write({ maps: { a: entry(1) } }, [])).toEqual([]);
    expect(sizes(read(MAPS))).toEqual(['1']);
  });
});
