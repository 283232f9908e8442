import { chmodSync, existsSync, lstatSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fillNewFolder, refuseFullFolder } from '../../../cli/files/new-folder.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';

const fill = (staged: string): void => writeFiles(staged, { 'a/b': 'b', c: 'c' });

const entries = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((path) => !path.startsWith('.git/')).sort();

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

/** A folder that is created, or was there, by what is in its parent and its path in it. */
const CASES: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['does not exist', {}, 'new'],
  ['is in folders that do not exist', {}, 'x/y/new'],
  ['is empty', {}, '.'],
  ['has a .git', { 'new/.git/HEAD': 'x' }, 'new'],
];

describe('a folder that', () => {
  test.each(CASES)('%s is filled', async (_, files, path) => {
    const folder = join(folderWith(files), path);
    const before = existsSync(folder) ? entries(folder) : [];
    refuseFullFolder(folder, 'new', '.cartalog-init.json');
    await fillNewFolder(folder, 'new', fill);
    expect(entries(folder)).toEqual([...before, 'a', 'a/b', 'c']);
  });

  test.each(CASES)('%s is as it was if it cannot be filled', async (_, files, path) => {
    const parent = folderWith(files);
    const before = entries(parent);
    const broken = (staged: string): never => {
      fill(staged);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
    };
    await expect(fillNewFolder(join(parent, path), 'new', broken)).rejects.toThrow(/^new cannot be w.*; nothing is w/);
    expect(entries(parent)).toEqual(before);
  });

  test.each(['new', 'link'])('exists is the same one afterwards, with its permissions: %s', async (name) => {
    const parent = folderWith({ 'new/.git/HEAD': 'x' });
    const folder = join(parent, 'new');
    symlinkSync('new', join(parent, 'link'));
    chmodSync(folder, 0o750);
    const { ino } = statSync(folder);
    await fillNewFolder(join(parent, name), 'new', fill);
    expect([statSync(folder).ino, statSync(folder).mode & 0o777]).toEqual([ino, 0o750]);
    expect(lstatSync(join(parent, 'link')).isSymbolicLink()).toBe(true);
    expect(entries(folder)).toEqual(['.git', 'a', 'a/b', 'c']);
  });
});

describe('nothing is written', () => {
  test('if something appears in the folder meanwhile', async () => {
    const folder = folderWith({ '.git/HEAD': 'x' });
    const work = fillNewFolder(folder, 'new', (staged) => {
      fill(staged);
      // A folder that is not empty cannot be replaced by one of the same name.
      writeFiles(folder, { 'a/theirs': 'x' });
    });
    await expect(work).rejects.toThrow(/cannot be written/);
    expect(entries(folder)).toEqual(['.git', 'a', 'a/theirs']);
  });

  test.runIf(existsSync('/proc/self')).each(['/proc/new', '/proc/x/new'])('to %s', async (folder) => {
    const message = 'new cannot be written: no folder can be created there; nothing is written.';
    await expect(fillNewFolder(folder, 'new', fill)).rejects.toThrow(message);
  });

  test('if there is an error that is not of the system, which is passed on', async () => {
    const parent = temporaryFolder();
    const work = fillNewFolder(join(parent, 'new'), 'new', () => {
      throw new Error('mine');
    });
    await expect(work).rejects.toThrow('mine');
    expect(readdirSync(parent)).toEqual([]);
  });
});

test.each<[string, Readonly<Record<string, string>>, string, RegExp]>([
  ['a file', { x: '' }, 'x', /^x is not a folder\.$/],
  ['a full one', { a: '', b: '', c: '', d: '' }, '.', /^x is not empty \(a, b, c, …\); /],
  ['one with a hidden file', { '.env': '' }, '.', /^x is not empty \(\.env\); /],
  [
    'one that an earlier run has left',
    { '.cartalog-init-7/a': '', b: '' },
    '.',
    /^An earlier run was ended while it wrote x, and left \.cartalog-init-7 there\. Its other files may be yours\. Name a new/,
  ],
  [
    'one that an earlier run has left before it had written a file',
    { '.cartalog-init-7/a': '' },
    '.',
    /^An earlier run was ended while it wrote x, and left \.cartalog-init-7 there\. Name a new folder\.$/,
  ],
  [
    'a half-written one that has its record already',
    { '.cartalog-init-7/a': '', '.cartalog-init.json': '' },
    '.',
    /^An earlier run was ended /,
  ],
  [
    'a catalog without its folder',
    { '.cartalog-init.json': '{}', a: '' },
    '.',
    /^x has files of a catalog, but no catalog\/: restore it from the history of git\. Or name a new folder, and replace /,
  ],
  [
    'a catalog that init has not written',
    { 'catalog/site.yaml': '' },
    '.',
    /^x has files of a catalog, but no \.cartalog-init\.json: restore it from the history of git\. Or name a new folder, /,
  ],
  [
    'a catalog',
    { '.cartalog-init.json': '{}', 'catalog/site.yaml': '' },
    '.',
    /^x is a catalog already; use init --upgrade in it to /,
  ],
])('%s is refused', (_, files, path, message) => {
  expect(() => refuseFullFolder(join(folderWith(files), path), 'x', '.cartalog-init.json')).toThrow(message);
});
