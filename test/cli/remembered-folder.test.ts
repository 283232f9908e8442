import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CatalogFolder } from '../../build/pipeline.ts';
import { rememberedFolder } from '../../cli/remembered-folder.ts';
import { memoryFolder } from '../support/catalogs.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** A folder that can be changed, and lists what is read of it. */
function changeable(files: Record<string, string>): { readonly folder: CatalogFolder; readonly read: string[] } {
  const read: string[] = [];
  const memory = memoryFolder(files);
  return {
    read,
    folder: {
      ...memory,
      read(path) {
        read.push(path);
        return memory.read(path);
      },
      sha256: (path) => hashOf(String(files[path])),
    },
  };
}

test('gives again what has been read or hashed, as it was', () => {
  const files = { a: 'one', b: 'two', c: 'three' };
  const remembered = rememberedFolder(changeable(files).folder);
  expect([...remembered.folder.entries()]).toHaveLength(3);
  expect(String(remembered.folder.read('a'))).toBe('one');
  expect(remembered.folder.sha256?.('b')).toBe(hashOf('two'));
  Object.assign(files, { a: 'ONE', b: 'TWO' });
  const was = remembered.asItWas();
  expect([String(was.read('a')), String(was.read('b')), was.size('b')]).toEqual(['one', 'two', 3]);
  expect([...was.entries()]).toHaveLength(3);
  expect(() => was.read('c')).toThrow('c has not been read');
});

test('does not read a file that is remembered already, and has the same hash', () => {
  const files = { a: 'one', b: 'two' };
  const { folder, read } = changeable(files);
  const first = rememberedFolder(folder);
  for (const path of ['a', 'b']) first.folder.sha256?.(path);
  expect(read.splice(0)).toEqual(['a', 'b']);
  files.b = 'TWO';
  const second = rememberedFolder(folder, first);
  expect([second.folder.sha256?.('a'), second.folder.sha256?.('b')]).toEqual([hashOf('one'), hashOf('TWO')]);
  expect(read).toEqual(['b']);
  expect([String(second.asItWas().read('a')), String(second.asItWas().read('b'))]).toEqual(['one', 'TWO']);
  expect(String(first.asItWas().read('b'))).toBe('two');
});
