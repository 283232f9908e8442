import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fillFolder, refuseFull } from '../../../commands/init/new-folder.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';

const fill = (staged: string): void => writeFiles(staged, { 'a/b': 'b', c: 'c' });

/** The entries of a folder, also below; what is in .git is left out. */
const entries = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((path) => !path.startsWith('.git/')).sort();

describe('a folder that is filled', () => {
  test.each<[string, (parent: string) => string, readonly string[]]>([
    ['does not exist', (parent) => join(parent, 'new'), []],
    ['is in folders that do not exist', (parent) => join(parent, 'x', 'y', 'new'), []],
    ['is empty', (parent) => folderIn(parent, {}), []],
    ['has a .git', (parent) => folderIn(parent, { '.git/HEAD': 'x' }), ['.git']],
  ])('%s', async (_, make, before) => {
    const parent = temporaryFolder();
    const folder = make(parent);
    refuseFull(folder, 'new');
    await fillFolder(folder, 'new', fill);
    expect(entries(folder)).toEqual([...before, 'a', 'a/b', 'c']);
    expect(readdirSync(join(folder, '..'))).toEqual(['new']);
  });

  test.each<[string, (parent: string) => string]>([
    ['with its permissions', (parent) => join(parent, 'new')],
    ['that a link leads to', (parent) => linkTo(parent, 'new')],
  ])('is the same folder as before %s', async (_, way) => {
    const parent = temporaryFolder();
    const folder = folderIn(parent, {});
    chmodSync(folder, 0o750);
    const { ino } = statSync(folder);
    const name = way(parent);
    const link = lstatSync(name).isSymbolicLink();
    await fillFolder(name, 'new', fill);
    expect([statSync(folder).ino, statSync(folder).mode & 0o777]).toEqual([ino, 0o750]);
    expect(lstatSync(name).isSymbolicLink()).toBe(link);
    expect(entries(folder)).toEqual(['a', 'a/b', 'c']);
  });

  test('is the one that somebody is in', async () => {
    const folder = temporaryFolder();
    await fillFolder(folder, '.', fill);
    expect(entries(folder)).toEqual(['a', 'a/b', 'c']);
  });
});

/** A folder `new` with some files. */
function folderIn(parent: string, files: Readonly<Record<string, string>>): string {
  const folder = join(parent, 'new');
  mkdirSync(folder);
  writeFiles(folder, files);
  return folder;
}

/** A link to a folder next to it. */
function linkTo(parent: string, name: string): string {
  const link = join(parent, 'link');
  symlinkSync(name, link);
  return link;
}

describe('a folder that cannot be filled is as it was', () => {
  const broken = (staged: string): never => {
    fill(staged);
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  };

  test.each<[string, (parent: string) => string]>([
    ['where it did not exist', (parent) => join(parent, 'new')],
    ['where its folders did not exist', (parent) => join(parent, 'x', 'y')],
    ['where it is empty', (parent) => folderIn(parent, {})],
    ['where it has a .git', (parent) => folderIn(parent, { '.git/HEAD': 'x' })],
  ])('%s', async (_, make) => {
    const parent = temporaryFolder();
    const folder = make(parent);
    const before = entries(parent);
    await expect(fillFolder(folder, 'new', broken)).rejects.toThrow(/^new cannot be written: .*; nothing is w/);
    expect(entries(parent)).toEqual(before);
  });

  test('where something appears in it while it is written', async () => {
    const parent = temporaryFolder();
    const folder = folderIn(parent, { '.git/HEAD': 'x' });
    await expect(
      fillFolder(folder, 'new', (staged) => {
        fill(staged);
        // A folder that is not empty cannot be replaced by one of the same name.
        writeFiles(folder, { 'a/theirs': 'x' });
      }),
    ).rejects.toThrow(/cannot be written/);
    expect(entries(folder)).toEqual(['.git', 'a', 'a/theirs']);
    expect(readFileSync(join(folder, 'a/theirs'), 'utf8')).toBe('x');
  });

  test('where the system lets nobody write', async () => {
    const file = writeFile(join(temporaryFolder(), 'file'));
    const work = fillFolder(join(file, 'x', 'new'), 'new', fill);
    await expect(work).rejects.toThrow(/^new cannot be written: .*; nothing is written\.$/);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  test.runIf(existsSync('/proc/self'))('where the system never creates a folder', async () => {
    for (const folder of ['/proc/new', '/proc/x/new']) {
      const message = 'new cannot be written: no folder can be created there; nothing is written.';
      await expect(fillFolder(folder, 'new', fill)).rejects.toThrow(message);
    }
  });

  test('and an error that is not of the system is handed on', async () => {
    const parent = temporaryFolder();
    const work = fillFolder(join(parent, 'new'), 'new', () => {
      throw new Error('mine');
    });
    await expect(work).rejects.toThrow('mine');
    expect(readdirSync(parent)).toEqual([]);
  });
});

test.each<[string, (folder: string) => string, RegExp]>([
  ['a file', (folder) => writeFile(join(folder, 'x')), /^x is not a folder\.$/],
  ['a full one', (folder) => folderIn(folder, { a: '', b: '', c: '', d: '' }), /^x is not empty \(a, b, c, …\); /],
  ['one with a hidden file', (folder) => folderIn(folder, { '.env': '' }), /^x is not empty \(\.env\); /],
  [
    'one that an earlier run has left',
    (folder) => folderIn(folder, { '.cartalog-init-7/a': '', b: '' }),
    /^An earlier run was ended while it wrote x; .*\.cartalog-init-7 too\.$/,
  ],
])('%s is refused', (_, make, message) => {
  expect(() => refuseFull(make(temporaryFolder()), 'x')).toThrow(message);
});

function writeFile(path: string): string {
  writeFileSync(path, '');
  return path;
}
