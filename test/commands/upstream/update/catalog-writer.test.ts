/** What an update cannot write. test/process/update.test.ts shows what it writes, while it runs and at its end. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CatalogWriter, UpdatedFiles } from '../../../../commands/upstream/update/catalog-writer.ts';
import type { EntryChanges } from '../../../../commands/upstream/update/data-source.ts';
import { temporaryFolder, writeFiles } from '../../../support/catalogs.ts';

const MAPS = 'datasources/maps/maps.yaml';

const CHANGES: EntryChanges = new Map([
  [
    'a',
    {
      section: 'maps',
      before: {},
      after: { checksums: [{ lastModified: '2026-01-01T00:00:00Z', contentLength: 1, sha1: null }] },
    },
  ],
]);

test('a name that is spelled anew is a removal of the old one, and its own removal is deleted', () => {
  const root = temporaryFolder();
  const removal = (file: string): string => `- { url: /v1/datasources/maps/, file: ${file}, reason: "Gone." }\n`;
  writeFiles(root, { [MAPS]: 'Alps.img: {}\n', 'removals.yaml': removal('alps.img') + removal('x') });
  const writer = new CatalogWriter(new UpdatedFiles(root, false), 'maps');
  const changes: EntryChanges = new Map([['alps.img', { section: 'maps', from: 'Alps.img', before: {}, after: {} }]]);
  for (let times = 0; times < 2; times++) {
    expect(writer.write(changes)).toEqual({ changes, failed: [] });
    expect(readFileSync(join(root, MAPS), 'utf8')).toMatch(/^#.*\nalps\.img: \{\}\n$/);
    const removals = readFileSync(join(root, 'removals.yaml'), 'utf8');
    expect(removals.match(/file: [^,]+/g)).toEqual(['file: x', 'file: Alps.img']);
  }
  expect(writer.removalsDropped).toBe(1);
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
  const root = temporaryFolder();
  const file = join(root, MAPS);
  writeFiles(root, { [MAPS]: 'a: {}\n' });
  const writer = new CatalogWriter(new UpdatedFiles(root, false), 'maps');
  change(file);
  const failed = [{ path: '', reason: expect.stringMatching(reason) }];
  expect(writer.write(CHANGES)).toEqual({ changes: new Map(), failed });
  rmSync(file, { recursive: true, force: true });
  writeFiles(root, { [MAPS]: 'a: {}\n' });
  expect(writer.write(CHANGES).failed).toEqual([]);
  expect(readFileSync(file, 'utf8')).toContain('contentLength: 1,');
});
