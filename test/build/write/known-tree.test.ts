import { lstatSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileRecordOf, textAsset } from '../../../build/render/asset.ts';
import {
  type KnownFile,
  KnownTree,
  type Stamp,
  stampAt,
  stampOf,
  type TreeRecord,
} from '../../../build/write/known-tree.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';

const FILES = { 'a.json': 'one', 'v1/b.json': 'two', 'v1/deep/c.json': 'three' };

/** What is wanted of a file that has a text. */
const wanted = (path: string, text: string, modified: number | null = null) =>
  fileRecordOf(textAsset(path, text, null, modified));

/**
 * A folder with files, and what is known of it when all changes since would show.
 *
 * @param recorded gives another time at which it was recorded, from that of the first change: later ones may be much later
 */
function written({
  modified = null,
  recorded,
}: {
  readonly modified?: number | null;
  readonly recorded?: (changed: number) => number;
} = {}) {
  const root = join(temporaryFolder(), 'root');
  writeFiles(root, FILES);
  const files: KnownFile[] = [];
  const stamps: number[] = [];
  const times: number[] = [];
  const stampNow = (path: string): Stamp => {
    const stamp = stampOf(lstatSync(join(root, path)));
    times.push(stamp[2]);
    return stamp;
  };
  for (const [path, text] of Object.entries(FILES)) {
    if (modified !== null) utimesSync(join(root, path), modified, modified);
    const { size, sha256 } = wanted(path, text);
    files.push({ path, size, sha256, modified });
    stamps.push(...stampNow(path));
  }
  const folders = ['v1', 'v1/deep'];
  const folderStamps = Float64Array.from(folders.flatMap(stampNow));
  // Until a change has another time: systems count in steps of some milliseconds.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  const record: TreeRecord = {
    recorded: recorded?.(Math.min(...times)) ?? Math.max(...times) + 1_000,
    files,
    stamps: Float64Array.from(stamps),
    folders,
    folderStamps,
  };
  const stamp = (path: string): Stamp => stampOf(lstatSync(join(root, path)));
  return { root, record, stamp, tree: new KnownTree(root, record) };
}

/** What is known of a file, with other content: whether it is found shows whether its content is read. */
function said(record: TreeRecord, path: string, text: string): TreeRecord {
  const { sha256 } = wanted(path, text);
  return { ...record, files: record.files.map((file) => (file.path === path ? { ...file, sha256 } : file)) };
}

describe('a file', () => {
  test('that was recorded is found without being read', () => {
    const { root, record, stamp } = written();
    const tree = new KnownTree(root, said(record, 'v1/b.json', 'TWO'));
    expect(tree.stampOf('v1/b.json')).toBeNull();
    expect(tree.find('v1/b.json', wanted('v1/b.json', 'TWO'))).toBe(true);
    expect([tree.stampOf('v1/b.json'), tree.hadDoubts]).toEqual([stamp('v1/b.json'), false]);
    expect(tree.find('v1/b.json', wanted('v1/b.json', 'two'))).toBe(false);
    expect([tree.has('v1/b.json'), tree.has('v1')]).toEqual([true, false]);
  });

  test.each<[string, (changed: number) => number]>([
    ['so shortly before that a change could have the same time', (changed) => changed + 10],
    ['at a time that is to come', (changed) => changed - 1],
  ])('that was written %s is read', (_, recorded) => {
    const { root, record, stamp } = written({ recorded });
    const tree = new KnownTree(root, said(record, 'a.json', 'ONE'));
    expect(tree.find('a.json', wanted('a.json', 'ONE'))).toBe(false);
    const other = new KnownTree(root, record);
    expect(other.find('a.json', wanted('a.json', 'one'))).toBe(true);
    expect([other.stampOf('a.json'), other.hadDoubts]).toEqual([stamp('a.json'), true]);
  });

  test.each<[string, (file: string) => void]>([
    ['has other content of the same size, and its times are set back', (file) => sameTimes(file, 'two'.toUpperCase())],
    ['has other content', (file) => writeFileSync(file, 'other')],
    ['is gone', (file) => rmSync(file)],
    [
      'is a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    [
      'is a symbolic link to the same content',
      (file) => {
        renameSync(file, `${file}.old`);
        symlinkSync(`${file}.old`, file);
      },
    ],
  ])('that %s is not found', (_, change) => {
    const { root, tree } = written();
    change(join(root, 'v1/b.json'));
    expect(tree.find('v1/b.json', wanted('v1/b.json', 'two'))).toBe(false);
    expect(tree.find('a.json', wanted('a.json', 'one'))).toBe(true);
  });

  test('that was replaced by one of the same content is found, as it is now', () => {
    const { root, record, tree, stamp } = written();
    const file = join(root, 'v1/b.json');
    writeFileSync(`${file}.new`, 'two');
    renameSync(`${file}.new`, file);
    expect(tree.find('v1/b.json', wanted('v1/b.json', 'two'))).toBe(true);
    expect(tree.stampOf('v1/b.json')).toEqual(stamp('v1/b.json'));
    expect(tree.stampOf('v1/b.json')).not.toEqual(stampAt(record.stamps, 1));
  });

  test('is found by its content alone where nothing is known', () => {
    const { root } = written();
    const tree = new KnownTree(root, null);
    expect(tree.find('a.json', wanted('a.json', 'one'))).toBe(true);
    expect(tree.find('a.json', wanted('a.json', 'ONE'))).toBe(false);
    expect(tree.find('none.json', wanted('none.json', ''))).toBe(false);
    expect([tree.has('a.json'), tree.hasSameNames]).toEqual([false, false]);
  });

  test('has the time that is wanted, or any where none is', () => {
    const { root, tree } = written({ modified: 1_700_000_000 });
    const find = (modified: number | null) => tree.find('a.json', wanted('a.json', 'one', modified));
    expect([find(null), find(1_700_000_000), find(1_700_000_001)]).toEqual([true, true, false]);
    utimesSync(join(root, 'v1/b.json'), 1_800_000_000, 1_800_000_000);
    expect(tree.find('v1/b.json', wanted('v1/b.json', 'two', 1_700_000_000))).toBe(false);
    expect(tree.find('v1/deep/c.json', wanted('v1/deep/c.json', 'three', 1_700_000_000))).toBe(true);
  });
});

describe("another tree's word", () => {
  test('counts for a file that has the same stamp', () => {
    const { root, record, stamp } = written();
    const tree = new KnownTree(root, said(record, 'a.json', 'ONE'));
    const at = stamp('a.json');
    tree.vouch('a.json', at);
    rmSync(join(root, 'a.json'));
    expect(tree.find('a.json', wanted('a.json', 'ONE'))).toBe(true);
    expect(tree.stampOf('a.json')).toEqual(at);
  });

  test.each<[string, (stamp: Stamp) => Stamp]>([
    ['number', ([inode, modified, changed]) => [inode + 1, modified, changed]],
    ['time', ([inode, modified, changed]) => [inode, modified, changed - 1]],
  ])('does not count for one with another %s', (_, other) => {
    const { root, stamp, tree } = written();
    tree.vouch('a.json', other(stamp('a.json')));
    sameTimes(join(root, 'a.json'), 'ONE');
    expect(tree.find('a.json', wanted('a.json', 'one'))).toBe(false);
  });
});

describe('the names', () => {
  test('are the same where nothing has happened, and where the folder has another name', () => {
    const { root, record, tree } = written();
    expect(tree.hasSameNames).toBe(true);
    renameSync(root, `${root}-2`);
    expect(new KnownTree(`${root}-2`, record).hasSameNames).toBe(true);
  });

  test.each<[string, (root: string) => void]>([
    ['a file more', (root) => writeFileSync(join(root, 'x'), '')],
    ['a file more in a folder', (root) => writeFileSync(join(root, 'v1/deep/x'), '')],
    ['an empty folder more', (root) => mkdirSync(join(root, 'v1/x'))],
    ['a file less', (root) => rmSync(join(root, 'v1/b.json'))],
    ['a file less in the root', (root) => rmSync(join(root, 'a.json'))],
    ['a file with another name', (root) => renameSync(join(root, 'v1/b.json'), join(root, 'v1/x.json'))],
    ['a file with another name in the root', (root) => renameSync(join(root, 'a.json'), join(root, 'b.json'))],
    ['a folder less', (root) => rmSync(join(root, 'v1/deep'), { recursive: true })],
    ['another folder in its place', (root) => replaced(join(root, 'v1/deep'), (path) => mkdirSync(path))],
    [
      'a symbolic link in the place of a folder',
      (root) => replaced(join(root, 'v1'), (path, old) => symlinkSync(old, path)),
    ],
    ['a file in the place of a folder', (root) => replaced(join(root, 'v1'), (path) => writeFileSync(path, ''))],
  ])('are not with %s', (_, change) => {
    const { root, tree } = written();
    change(root);
    expect(tree.hasSameNames).toBe(false);
  });

  test('are, with a name that was there and is gone again', () => {
    const { root, record, stamp, tree } = written();
    writeFileSync(join(root, 'v1/x'), '');
    rmSync(join(root, 'v1/x'));
    expect(tree.hasSameNames).toBe(true);
    // What is recorded anew is not in doubt again.
    expect([tree.hadDoubts, tree.stampOfFolder('v1')]).toEqual([true, stamp('v1')]);
    expect(tree.stampOfFolder('v1')).not.toEqual(stampAt(record.folderStamps, 0));
    expect([tree.stampOfFolder('v1/deep'), tree.stampOfFolder('v1/x')]).toEqual([stamp('v1/deep'), null]);
  });

  test('are looked at where a change could have the same time', () => {
    const { root, tree } = written({ recorded: (changed) => changed + 10 });
    expect(tree.hasSameNames).toBe(true);
    writeFileSync(join(root, 'v1/x'), '');
    expect(tree.hasSameNames).toBe(false);
  });
});

/** Changes a file, and gives it the times that it had. */
function sameTimes(file: string, text: string): void {
  const { atime, mtime, size } = statSync(file);
  expect(text.length).toBe(size);
  writeFileSync(file, text);
  utimesSync(file, atime, mtime);
}

/** Moves a folder out of the tree, and puts something in its place. */
function replaced(path: string, make: (path: string, old: string) => void): void {
  const old = join(temporaryFolder(), 'old');
  renameSync(path, old);
  expect(dirname(old)).not.toBe(path);
  make(path, old);
}
