/** A data source in a folder of this machine: which files it has, and what is never read. */
import { appendFileSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LocalFolder } from '../../../../commands/upstream/update/local-folder.ts';
import type { Web } from '../../../../commands/upstream/web/web.ts';
import { type Files, temporaryFolder, writeFiles } from '../../../support/catalogs.ts';
import { LONG_AGO } from '../../../support/upstream.ts';

const NOW = Date.parse('2026-02-01T00:00:00Z');

function folderOf(files: Files): string {
  const root = temporaryFolder();
  writeFiles(root, files);
  for (const path of Object.keys(files)) utimesSync(join(root, path), new Date(LONG_AGO), new Date(LONG_AGO));
  return root;
}

const opened = (root: string, except: string[] = []) => new LocalFolder(root, 'files', except);

/** Reads a file; `whileRead` runs before its first bytes are used. */
function look(root: string, path: string, whileRead: () => void = () => {}, isOver = false) {
  const version = { lastModified: LONG_AGO, contentLength: 5 };
  const web = {
    get isOver() {
      whileRead();
      return isOver;
    },
  } as Web;
  return opened(root).lookInside(path, version, { web, now: NOW });
}

test('files are found at any depth; links, lists and hidden names are not', () => {
  const root = folderOf({ a: '', 'x/y/b c.zip': '', '.hidden': '', '.git/c': '', 'x/SHA256SUMS': '' });
  symlinkSync('/etc', join(root, 'x/etc'));
  symlinkSync(join(root, 'a'), join(root, 'link'));
  const { names, linkCount } = opened(root, [join(root, 'x/SHA256SUMS')]);
  expect(names.toSorted()).toEqual(['a', 'x/y/b c.zip']);
  expect(linkCount).toBe(2);
});

test('a folder that is missing, or a file', () => {
  const root = folderOf({ a: '' });
  expect(() => opened(join(root, 'b'))).toThrow('There is no folder files; name the one that has');
  expect(() => opened(join(root, 'a'))).toThrow('files is not a folder; name the one that has');
});

test('a file is observed by its name, which an address encodes', async () => {
  const root = folderOf({ 'x y/ä.zip': 'hello' });
  const there = { is: 'there', version: { lastModified: LONG_AGO, contentLength: 5 } };
  expect(await opened(root).observe('x%20y/%C3%A4.zip', NOW)).toEqual(there);
  expect(await opened(root).observe('x y/ä.zip/z', NOW)).toEqual({ is: 'gone', why: 'the folder has no such file' });
});

test.each<[name: string, change: (file: string) => void, message: RegExp]>([
  [
    'is a link',
    (file) => {
      renameSync(file, `${file}2`);
      symlinkSync(`${file}2`, file);
    },
    /^it is a symbolic link, or below one/,
  ],
  ['is in the future', (file) => utimesSync(file, NOW / 1000 + 200_000, NOW / 1000 + 200_000), /; set its time with/],
  ['is of 1970', (file) => utimesSync(file, 0, 0), /^it was last changed on Thu, 01 Jan 1970 00:00:00 GMT; set its/],
])('a file that %s is not observed', async (_, change, message) => {
  const root = folderOf({ a: 'hello' });
  change(join(root, 'a'));
  await expect(opened(root).observe('a', NOW)).rejects.toThrow(message);
});

test('a folder in place of a file, and a path that leads out, are not observed', async () => {
  const root = folderOf({ 'in/a': 'hello', b: 'hello' });
  mkdirSync(join(root, 'in/x'));
  await expect(opened(join(root, 'in')).observe('x', NOW)).rejects.toThrow('it is not a regular file');
  await expect(opened(join(root, 'in')).observe('../b', NOW)).rejects.toThrow('which is not followed');
});

test('a file is hashed in one pass', async () => {
  const { hashes, contents } = await look(folderOf({ a: 'hello' }), 'a');
  expect(hashes).toEqual({
    sha1: 'AAF4C61DDCC5E8A2DABEDE0F3B482CD9AEA9434D',
    sha256: '2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824',
  });
  expect(contents.fragments).toBeNull();
});

test.each<[name: string, change: (file: string) => void]>([
  ['grows', (file) => appendFileSync(file, '!')],
  ['is written again', (file) => writeFileSync(file, 'other')],
])('a file that %s while it is read has no hashes', async (_, change) => {
  const root = folderOf({ a: 'hello' });
  await expect(look(root, 'a', () => change(join(root, 'a')))).rejects.toThrow('it changed while it was read');
});

test('a file is not read of which another version was observed, nor when the time is over', async () => {
  const root = folderOf({ a: 'hello', b: 'hello!' });
  await expect(look(root, 'b')).rejects.toThrow('it changed while it was read');
  await expect(look(root, 'a', () => {}, true)).rejects.toThrow('it was stopped');
});
