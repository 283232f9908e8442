import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { textAsset } from '../../../build/pipeline.ts';
import { removeFilesBut, stageFiles } from '../../../build/write/sync.ts';
import { temporaryFolder } from '../../support/catalogs.ts';
import { contentOf } from '../../support/files.ts';

/** Makes a folder hold these files and no others. @returns how many were written or removed */
function sync(folder: string, files: Readonly<Record<string, string>>): number {
  mkdirSync(folder, { recursive: true });
  const assets = Object.entries(files).map(([path, text]) => textAsset(path, text, null));
  const staged = stageFiles(folder, assets);
  const written = [...staged.added, ...staged.changed];
  staged.moveIn(written);
  staged.discard();
  return written.length + removeFilesBut(folder, new Set(Object.keys(files)));
}

test('a folder holds these files and no others, and only what changed is touched', () => {
  const folder = join(temporaryFolder(), 'served');
  const first = { kept: '1', changed: '1', 'folder/removed': '1' };
  expect(sync(folder, first)).toBe(3);
  expect(contentOf(folder)).toEqual(first);

  const inode = (): number => statSync(join(folder, 'kept')).ino;
  const before = inode();
  const second = { kept: '1', changed: '2', 'folder/added': '1' };
  expect(sync(folder, second)).toBe(3);
  expect(contentOf(folder)).toEqual(second);
  expect(inode()).toBe(before);

  expect(sync(folder, second)).toBe(0);
});

test('what cannot be written leaves the files of the folder as they were, and nothing next to it', () => {
  const folder = join(temporaryFolder(), 'served');
  const first = { changed: '1', removed: '1' };
  sync(folder, first);
  const impossible = { changed: '2', 'folder/added': '1', ['x'.repeat(300)]: '1' };
  expect(() => sync(folder, impossible)).toThrow('ENAMETOOLONG');
  expect(contentOf(folder)).toEqual(first);
  expect(readdirSync(dirname(folder))).toEqual(['served']);
});

test('what is staged is moved in by path, and the rest is discarded', () => {
  const folder = join(temporaryFolder(), 'served');
  sync(folder, { kept: '1', changed: '1', other: '1' });
  const assets = Object.entries({ kept: '1', changed: '2', other: '2', added: '2' });
  const staged = stageFiles(
    folder,
    assets.map(([path, text]) => textAsset(path, text, null)),
  );
  expect([staged.added, staged.changed]).toEqual([['added'], ['changed', 'other']]);
  staged.moveIn(['added', 'changed']);
  staged.discard();
  expect(contentOf(folder)).toEqual({ kept: '1', changed: '2', other: '1', added: '2' });
  expect(readdirSync(dirname(folder))).toEqual(['served']);
});
