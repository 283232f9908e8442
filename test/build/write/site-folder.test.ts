import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Asset, textAsset } from '../../../build/render/core/asset.ts';
import { FolderError } from '../../../build/write/lock.ts';
import { LostLockError, type ReplaceOptions } from '../../../build/write/replace-folder.ts';
import { pathInsideSite, stageSite, type WriteOutcome } from '../../../build/write/site-folder.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { contentOf, touchedIn } from '../../support/files.ts';

const OLD = { _headers: 'rules', 'v1/index.json': '{}', 'v1/old/index.json': 'old' };
const NEW = { _headers: 'rules', 'v1/index.json': '{}', 'v1/new/index.json': 'new' };

const OPTIONS = {
  patienceMs: 0,
  fsync: true,
  onWait: () => {},
  onRecover: () => {},
};

async function replaceSite(
  out: string,
  assets: readonly Asset[],
  options: ReplaceOptions,
  beforeFile = (_index: number): void => {},
): Promise<WriteOutcome> {
  const stage = await stageSite(out, options);
  try {
    for (const [index, asset] of assets.entries()) {
      beforeFile(index);
      stage.take(asset);
    }
    beforeFile(assets.length);
    return stage.commit();
  } finally {
    stage.end();
  }
}

async function replace(
  site: string,
  files: Readonly<Record<string, string>>,
  beforeFile?: (index: number) => void,
): Promise<void> {
  const unexpected = (): never => {
    throw new Error('there is no other build');
  };
  const assets = Object.entries(files).map(([path, text]) => textAsset('document', path, text));
  await replaceSite(site, assets, { ...OPTIONS, onWait: unexpected, onRecover: unexpected }, beforeFile);
}

async function siteWith(files: Readonly<Record<string, string>> | null): Promise<string> {
  const site = join(temporaryFolder(), 'site');
  if (files) await replace(site, files);
  return site;
}

describe('replaceSite', () => {
  test.each([
    ['where nothing is', null, ''],
    ['over another site', OLD, ''],
    ['with the folders above', null, 'a/b'],
  ])('writes %s, and leaves nothing else', async (_, before, below) => {
    const site = join(await siteWith(before), below);
    await replace(site, NEW);
    expect(contentOf(site)).toMatchObject(NEW);
    expect(readdirSync(join(site, 'v1')).sort()).toEqual(['index.json', 'new']);
    expect(readdirSync(dirname(site))).toEqual([basename(site)]);
  });

  test('writes into an empty folder', async () => {
    const site = await siteWith(null);
    mkdirSync(site);
    await replace(site, NEW);
    expect(contentOf(site)).toMatchObject(NEW);
  });

  test('does not write a file again that did not change', async () => {
    const site = await siteWith(OLD);
    const inode = (): number => statSync(join(site, 'v1', 'index.json')).ino;
    const before = inode();
    await replace(site, NEW);
    expect(inode()).toBe(before);
  });

  test('does not touch a site in which nothing would change', async () => {
    const site = await siteWith(NEW);
    const before = touchedIn(site);
    await replace(site, NEW);
    expect(touchedIn(site)).toEqual(before);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });

  describe('where files have times', () => {
    const assets = (modified: number | null, text = 'text'): Asset[] => [
      textAsset('document', 'dated', text, null, modified),
      textAsset('document', 'other', 'x', null),
    ];
    const write = (site: string, ...args: Parameters<typeof assets>) => replaceSite(site, assets(...args), OPTIONS);
    const timeOf = (site: string): number => statSync(join(site, 'dated')).mtimeMs / 1000;

    test('sets them', async () => {
      const site = await siteWith(null);
      await write(site, 1_700_000_000);
      expect(timeOf(site)).toBe(1_700_000_000);
      expect(await write(site, 1_700_000_000)).toBe('unchanged');
    });

    test('a new time alone makes a new file, because the old site shares the others', async () => {
      const site = await siteWith(null);
      await write(site, 1_700_000_000);
      const old = join(dirname(site), 'old');
      linkSync(join(site, 'dated'), old);
      const inode = (): number => statSync(join(site, 'other')).ino;
      const before = inode();
      expect(await write(site, 1_800_000_000)).toBe('written');
      expect(timeOf(site)).toBe(1_800_000_000);
      expect(statSync(old).mtimeMs / 1000).toBe(1_700_000_000);
      expect(inode()).toBe(before);
    });

    test('a file of which no time is known any more keeps the one that it has, until its content changes', async () => {
      const site = await siteWith(null);
      await write(site, 1_700_000_000);
      expect(await write(site, null)).toBe('unchanged');
      await write(site, null, 'more');
      expect(timeOf(site)).toBeGreaterThan(1_700_000_000);
    });
  });

  test.each([
    ['a folder of something else', { 'thesis.txt': 'years of work' }, ''],
    ['a folder that has only half of what makes a site', { _headers: '' }, ''],
    ['a file', { file: 'x' }, 'file'],
  ])('refuses %s', async (_, files, path) => {
    const folder = join(temporaryFolder(), 'folder');
    writeFiles(folder, files);
    await expect(replace(join(folder, path), NEW)).rejects.toThrow(FolderError);
    expect(contentOf(folder)).toEqual(files);
  });

  test('keeps the old site where a file cannot be written', async () => {
    const site = await siteWith(OLD);
    // The second path is a folder of the first.
    await expect(replace(site, { ...NEW, 'v1/new': '' })).rejects.toThrow('EISDIR');
    expect(contentOf(site)).toMatchObject(OLD);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });
});

test.each(['../x', '..', 'a/../../site-2/x', '', '.', 'a/..'])('%j leads out of the folder', (path) => {
  expect(() => pathInsideSite('/folder/site', path)).toThrow('leads out of the site');
});

describe('while the new site is staged', () => {
  test.each([0, 1, 2, 3])('another build takes over at step %i: the old site stays, and that is said', async (step) => {
    const site = await siteWith(OLD);
    const lock = join(dirname(site), '.site.lock');
    const takeOver = (done: number): void => {
      const [holder = ''] = readdirSync(lock);
      if (done === step) renameSync(join(lock, holder), `${lock}.old-0123456789abcdef`);
    };
    const more = { ...NEW, 'v1/new/deep/index.json': 'deep' };
    await expect(replace(site, more, takeOver)).rejects.toThrow(LostLockError);
    expect(contentOf(site)).toMatchObject(OLD);
    // What was staged until then is removed by the next build.
    await replaceSite(site, [], OPTIONS);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });

  test('somebody puts a file into the old site: nothing is replaced', async () => {
    const site = await siteWith(OLD);
    const addFile = (done: number): void => {
      if (done === 1) writeFiles(site, { 'notes.txt': 'mine' });
    };
    await expect(replace(site, NEW, addFile)).rejects.toThrow('notes.txt');
    expect(contentOf(site)).toMatchObject({ ...OLD, 'notes.txt': 'mine' });
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });
});

test("files of others next to the lock are nobody's leftovers", async () => {
  const site = await siteWith(OLD);
  writeFiles(dirname(site), { '.site.lock.notes': 'mine', '.site.lock.b.lock/x': 'of the build into site.lock.b' });
  await replace(site, NEW);
  expect(readdirSync(dirname(site)).sort()).toEqual(['.site.lock.b.lock', '.site.lock.notes', 'site']);
});

test('a symbolic link in the place of the lock is left alone', async () => {
  const site = await siteWith(OLD);
  writeFiles(dirname(site), { 'elsewhere/0123456789abcdef/mine.txt': 'mine' });
  symlinkSync('elsewhere', join(dirname(site), '.site.lock'));
  const assets = [textAsset('document', 'a', '', null)];
  await expect(replaceSite(site, assets, OPTIONS)).rejects.toThrow(
    '.site.lock next to it is a symbolic link, which no build wrote; move it away',
  );
  expect(contentOf(join(dirname(site), 'elsewhere'))).toEqual({ '0123456789abcdef/mine.txt': 'mine' });
});

type Texts = Readonly<Record<string, string>>;

const contentWithoutList = (site: string): Texts => {
  const { 'site-manifest.json': manifest = '', ...content } = contentOf(site);
  expect(Object.keys(JSON.parse(manifest).files).sort()).toEqual(Object.keys(content).sort());
  return content;
};

test.each<[string, (path: string) => void]>([
  ['changed', (path) => writeFileSync(path, 'by hand')],
  ['changed in place, with the times that it had', changeInPlace],
  ['removed', (path) => rmSync(path)],
  [
    'replaced by a symbolic link',
    (path) => {
      rmSync(path);
      symlinkSync('new/index.json', path);
    },
  ],
])('a file that somebody has %s is as it should be after the next build', async (_, change) => {
  const site = await siteWith(NEW);
  change(join(site, 'v1/index.json'));
  await replace(site, NEW);
  expect(contentWithoutList(site)).toEqual(NEW);
  expect(lstatSync(join(site, 'v1/index.json')).isFile()).toBe(true);
});

test('what was a file becomes a folder, and a file again, and empty folders are removed', async () => {
  const site = await siteWith(null);
  for (const files of [{ a: '1', x: '6' }, { a: '1', 'x/y/z': '6' }, { a: '1', x: '6' }, { a: '1' }]) {
    await replace(site, files);
    expect(contentWithoutList(site)).toEqual(files);
  }
  expect(readdirSync(site).sort()).toEqual(['a', 'site-manifest.json']);
});

function changeInPlace(path: string): void {
  const { atime, mtime, size } = statSync(path);
  writeFileSync(path, 'X'.repeat(size));
  utimesSync(path, atime, mtime);
}
