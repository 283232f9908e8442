import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Asset, fileRecordOf, textAsset } from '../../../build/render/asset.ts';
import { ServedFolder } from '../../../build/write/sync.ts';
import { temporaryFolder } from '../../support/catalogs.ts';
import { contentOf } from '../../support/files.ts';

type Texts = Readonly<Record<string, string>>;

const assetsOf = (files: Texts): Asset[] => Object.entries(files).map(([path, text]) => textAsset(path, text, null));

/** A folder that is served, and its path. */
function served(): { readonly folder: string; readonly files: ServedFolder } {
  const folder = join(temporaryFolder(), 'served');
  mkdirSync(folder);
  return { folder, files: new ServedFolder(folder) };
}

/** Makes a folder hold these files and no others. @returns how many were written or removed */
function sync(served: ServedFolder, files: Texts): number {
  const staged = served.stage();
  try {
    for (const asset of assetsOf(files)) staged.take(asset);
    const written = [...staged.added, ...staged.changed];
    staged.moveIn(written);
    return written.length + served.removeBut(new Set(Object.keys(files)));
  } finally {
    staged.discard();
  }
}

test('a folder holds these files and no others, and only what changed is touched', () => {
  const { folder, files } = served();
  const first = { kept: '1', changed: '1', 'folder/removed': '1' };
  expect(sync(files, first)).toBe(3);
  expect(contentOf(folder)).toEqual(first);

  const inode = (): number => statSync(join(folder, 'kept')).ino;
  const before = inode();
  const second = { kept: '1', changed: '2', 'folder/added': '1' };
  expect(sync(files, second)).toBe(3);
  expect(contentOf(folder)).toEqual(second);
  expect(inode()).toBe(before);

  expect(sync(files, second)).toBe(0);
  // What was removed is not taken for what is there.
  expect(sync(files, first)).toBe(3);
  expect(contentOf(folder)).toEqual(first);
});

test('what cannot be written leaves the files of the folder as they were, and nothing next to it', () => {
  const { folder, files } = served();
  const first = { changed: '1', removed: '1' };
  sync(files, first);
  const impossible = { changed: '2', 'folder/added': '1', ['x'.repeat(300)]: '1' };
  expect(() => sync(files, impossible)).toThrow('ENAMETOOLONG');
  expect(contentOf(folder)).toEqual(first);
  expect(readdirSync(dirname(folder))).toEqual(['served']);
  expect(sync(files, { ...first, changed: '2' })).toBe(1);
});

test('what is staged is moved in by path, and the rest is discarded', () => {
  const { folder, files } = served();
  sync(files, { kept: '1', changed: '1', other: '1' });
  const staged = files.stage();
  for (const asset of assetsOf({ kept: '1', changed: '2', other: '2', added: '2' })) staged.take(asset);
  expect([staged.added, staged.changed]).toEqual([['added'], ['changed', 'other']]);
  staged.moveIn(['added', 'changed']);
  expect([staged.added, staged.changed]).toEqual([[], ['other']]);
  staged.discard();
  expect([staged.added, staged.changed]).toEqual([[], []]);
  expect(contentOf(folder)).toEqual({ kept: '1', changed: '2', other: '1', added: '2' });
  expect(readdirSync(dirname(folder))).toEqual(['served']);
});

test('a file that is taken twice is the last one, also where that is the one in the folder', () => {
  const { folder, files } = served();
  sync(files, { handler: '1' });
  const staged = files.stage();
  for (const text of ['2', '3', '1']) staged.take(textAsset('handler', text, null));
  expect([staged.added, staged.changed]).toEqual([[], []]);
  for (const text of ['2', '3']) staged.take(textAsset('handler', text, null));
  staged.moveIn(staged.changed);
  staged.discard();
  expect(contentOf(folder)).toEqual({ handler: '3' });
});

test('knows which files it has, without those that were removed or have changed', () => {
  const { files } = served();
  const has = (path: string, text: string) => files.stage().has?.(fileRecordOf(textAsset(path, text, null)));
  expect(has('a', '1')).toBe(false);
  sync(files, { a: '1', b: '1' });
  expect([has('a', '1'), has('b', '1'), has('b', '2')]).toEqual([true, true, false]);
  sync(files, { a: '1' });
  expect(has('b', '1')).toBe(false);
});

test('a file may consist of those that are staged and those that are there, but not of abandoned ones', () => {
  const { folder, files } = served();
  const write = (texts: Texts, isAbandoned = false): string[] => {
    const staged = files.stage();
    for (const asset of assetsOf(texts)) staged.take(asset);
    const content = Buffer.concat([staged.read('a'), Buffer.from('|'), staged.read('b')]);
    staged.take({ path: 'whole', origin: null, content });
    const written = [...staged.added, ...staged.changed];
    if (!isAbandoned) staged.moveIn(written);
    staged.discard();
    return written;
  };
  expect(write({ a: '1', b: '2' })).toEqual(['a', 'b', 'whole']);
  expect(contentOf(folder)).toEqual({ a: '1', b: '2', whole: '1|2' });
  expect(write({ a: '5' }, true)).toEqual(['a', 'whole']);
  expect(write({ b: '3' })).toEqual(['b', 'whole']);
  expect(contentOf(folder)).toEqual({ a: '1', b: '3', whole: '1|3' });
  expect(write({ a: '1', b: '3' })).toEqual([]);
});

test('what somebody has removed is written again once the folder is forgotten', () => {
  const { folder, files } = served();
  const first = { a: '1', 'folder/b': '1' };
  sync(files, first);
  rmSync(folder, { recursive: true });
  files.forget();
  expect(sync(files, first)).toBe(2);
  expect(contentOf(folder)).toEqual(first);
});

test('what a killed process has left next to the folder is removed', () => {
  const { folder, files } = served();
  mkdirSync(`${folder}.next`);
  writeFileSync(join(`${folder}.next`, 'left'), 'x');
  sync(files, { a: '1' });
  expect(existsSync(`${folder}.next`)).toBe(false);
  expect(contentOf(folder)).toEqual({ a: '1' });
});

test.each(['../outside', 'folder/../../outside'])('%s, which leads out of the folder, is not written', (path) => {
  const { folder, files } = served();
  const staged = files.stage();
  expect(() => staged.take(textAsset(path, 'x', null))).toThrow('leads out of the site');
  staged.discard();
  expect(readdirSync(dirname(folder))).toEqual(['served']);
});

test('a file without a known time is older than a second, and one with a time has that', () => {
  const { folder, files } = served();
  const staged = files.stage();
  staged.take(textAsset('undated', 'text', null));
  staged.take(textAsset('dated', 'text', null, 1_700_000_000));
  staged.moveIn(staged.added);
  const timeOf = (path: string): number => statSync(join(folder, path)).mtimeMs;
  expect(timeOf('undated')).toBeLessThan(Date.now() - 1_500);
  expect(timeOf('dated')).toBe(1_700_000_000_000);
});
