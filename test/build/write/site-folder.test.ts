import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Asset, fileRecordOf, type JoinedAsset, type KnownSite, textAsset } from '../../../build/pipeline.ts';
import { KnownTree } from '../../../build/write/known-tree.ts';
import {
  LostLockError,
  pathInside,
  recoverSite,
  SiteFolderError,
  stageSite,
  type WriteOptions,
  type WriteOutcome,
} from '../../../build/write/site-folder.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { contentOf, touchedIn } from '../../support/files.ts';

const OLD = { _headers: 'rules', 'v1/index.json': '{}', 'v1/old/index.json': 'old' };
const NEW = { _headers: 'rules', 'v1/index.json': '{}', 'v1/new/index.json': 'new' };

const OPTIONS = { patienceMs: 0, fsync: true, onWait: () => {}, onRecover: () => {} };

/** Replaces a site folder by one with these files. */
async function replaceSite(out: string, assets: readonly Asset[], options: WriteOptions): Promise<WriteOutcome> {
  const stage = await stageSite(out, options);
  try {
    for (const asset of assets) stage.take(asset);
    return stage.commit();
  } finally {
    stage.end();
  }
}

/** Replaces a site. Gives the steps that were reported. */
async function replace(
  site: string,
  files: Readonly<Record<string, string>>,
  duringStep = (_done: number): void => {},
): Promise<unknown[][]> {
  const steps: unknown[][] = [];
  const unexpected = (): never => {
    throw new Error('there is no other build');
  };
  const assets = Object.entries(files).map(([path, text]) => textAsset(path, text, null));
  const onProgress = (...step: unknown[]): void => {
    duringStep(step[1] as number);
    steps.push(step);
  };
  await replaceSite(site, assets, { ...OPTIONS, onWait: unexpected, onRecover: unexpected, onProgress });
  return steps;
}

/** The path of a site in a new folder, written if there are files. */
async function siteWith(files: Readonly<Record<string, string>> | null): Promise<string> {
  const site = join(temporaryFolder(), 'site');
  if (files) await replace(site, files);
  return site;
}

describe('replaceSite', () => {
  test.each([
    ['where nothing is', null],
    ['over another site', OLD],
  ])('writes %s, and leaves nothing else', async (_, before) => {
    const site = await siteWith(before);
    await replace(site, NEW);
    expect(contentOf(site)).toMatchObject(NEW);
    expect(readdirSync(join(site, 'v1')).sort()).toEqual(['index.json', 'new']);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });

  test('writes into an empty folder', async () => {
    const site = await siteWith(null);
    mkdirSync(site);
    await replace(site, NEW);
    expect(contentOf(site)).toMatchObject(NEW);
  });

  test('makes the folders above', async () => {
    const site = join(temporaryFolder(), 'a', 'b', 'site');
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
    expect((await replace(site, NEW)).length).toBe(Object.keys(NEW).length + 1);
    expect(touchedIn(site)).toEqual(before);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });

  describe('where files have times', () => {
    const assets = (modified: number | null, text = 'text'): Asset[] => [
      textAsset('dated', text, null, modified),
      textAsset('other', 'x', null),
    ];
    const write = (site: string, ...args: Parameters<typeof assets>) => replaceSite(site, assets(...args), OPTIONS);
    const timeOf = (site: string): number => statSync(join(site, 'dated')).mtimeMs / 1000;

    test('sets them', async () => {
      const site = await siteWith(null);
      await write(site, 1_700_000_000);
      expect(timeOf(site)).toBe(1_700_000_000);
      expect((await write(site, 1_700_000_000)).did).toBe('unchanged');
    });

    test('a new time alone makes a new file, because the old site shares the others', async () => {
      const site = await siteWith(null);
      await write(site, 1_700_000_000);
      const old = join(dirname(site), 'old');
      linkSync(join(site, 'dated'), old);
      const inode = (): number => statSync(join(site, 'other')).ino;
      const before = inode();
      expect((await write(site, 1_800_000_000)).did).toBe('written');
      expect(timeOf(site)).toBe(1_800_000_000);
      expect(statSync(old).mtimeMs / 1000).toBe(1_700_000_000);
      expect(inode()).toBe(before);
    });

    test('a file of which no time is known any more keeps the one that it has, until its content changes', async () => {
      const site = await siteWith(null);
      await write(site, 1_700_000_000);
      expect((await write(site, null)).did).toBe('unchanged');
      await write(site, null, 'more');
      expect(timeOf(site)).toBeGreaterThan(1_700_000_000);
    });
  });

  test('removes a file that is no longer published, where that is the only change', async () => {
    const { 'v1/new/index.json': _, ...fewer } = NEW;
    const site = await siteWith(NEW);
    await replace(site, fewer);
    expect(readdirSync(join(site, 'v1'))).toEqual(['index.json']);
  });

  test('reports which file is next', async () => {
    const steps = await replace(await siteWith(null), { a: '', 'b/c': '' });
    expect(steps.slice(0, 2).map(([what, done, , path]) => [what, done, path])).toEqual([
      ['Writing', 0, 'a'],
      ['Writing', 1, 'b/c'],
    ]);
  });

  test('replaces the folder that a link leads to', async () => {
    const site = await siteWith(OLD);
    const link = join(dirname(site), 'link');
    symlinkSync('site', link);
    await replace(link, NEW);
    expect(contentOf(site)).toMatchObject(NEW);
    expect(readFileSync(join(link, 'v1', 'new', 'index.json'), 'utf8')).toBe('new');
  });

  test.each([
    ['a folder of something else', { 'thesis.txt': 'years of work' }, ''],
    ['a folder that has only half of what makes a site', { _headers: '' }, ''],
    ['a file', { file: 'x' }, 'file'],
  ])('refuses %s', async (_, files, path) => {
    const folder = join(temporaryFolder(), 'folder');
    writeFiles(folder, files);
    await expect(replace(join(folder, path), NEW)).rejects.toThrow(SiteFolderError);
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
  expect(() => pathInside('/folder/site', path)).toThrow('leads out of the site');
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
  const assets = [textAsset('a', '', null)];
  await expect(replaceSite(site, assets, OPTIONS)).rejects.toThrow(
    '.site.lock next to it is a symbolic link; remove it',
  );
  expect(contentOf(join(dirname(site), 'elsewhere'))).toEqual({ '0123456789abcdef/mine.txt': 'mine' });
});

test('half of an old site is not put back', async () => {
  const site = await siteWith(OLD);
  const left = join(dirname(site), '.site.lock.old-0123456789abcdef');
  mkdirSync(left);
  renameSync(site, join(left, 'old'));
  rmSync(join(left, 'old', '_headers'));
  await recoverSite(site, OPTIONS);
  expect(readdirSync(dirname(site))).toEqual([]);
});

type Texts = Readonly<Record<string, string>>;

/** A site that is written with what is known of it from the time before. */
class KnownFolder {
  readonly site = join(temporaryFolder(), 'site');
  readonly previous = join(dirname(this.site), '.site.cache', 'previous');
  known: KnownSite | null = null;

  /** Writes a site. @param reused of which files only what is known of them is given, and not their content */
  async write(files: Texts, reused: Texts = {}, joined: readonly JoinedAsset[] = []): Promise<WriteOutcome['did']> {
    await untilAnotherTime();
    const stage = await stageSite(this.site, { ...OPTIONS, fsync: false, known: this.known });
    try {
      const records = Object.entries(reused).map(([path, text]) => fileRecordOf(textAsset(path, text, null)));
      if (!stage.reuse(records))
        for (const [path, text] of Object.entries(reused)) stage.take(textAsset(path, text, null));
      for (const [path, text] of Object.entries(files)) stage.take(textAsset(path, text, null));
      for (const asset of joined) stage.take(asset);
      const { did, known, leftover } = stage.commit();
      expect(leftover).toBeNull();
      this.known = known;
      return did;
    } finally {
      stage.end();
      expect(readdirSync(dirname(this.site)).filter((name) => name.includes('lock'))).toEqual([]);
    }
  }

  /** What the site has, without the list of its files. */
  get content(): Texts {
    const { 'site-manifest.json': manifest = '', ...content } = contentOf(this.site);
    expect(Object.keys(JSON.parse(manifest).files).sort()).toEqual(Object.keys(content).sort());
    return content;
  }

  /** Writes two versions by turns, until each begins with the one before the last. */
  async begin(one: Texts, two: Texts): Promise<void> {
    for (const files of [one, two, one, two]) {
      await this.write(files);
    }
    expect(existsSync(this.previous)).toBe(true);
  }
}

/** Waits until what is written has another time: systems count in steps of some milliseconds. */
const untilAnotherTime = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

const MANY: Texts = { 'a/one.json': '1', 'a/two.json': '2', 'b/deep/three.json': '3', 'c/four.json': '4', top: '5' };

describe('with what is known from the last time', () => {
  // What is written shortly before it is recorded is not believed; here each build takes a second.
  beforeEach(() => {
    const { now } = Date;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 1_000);
    onTestFinished(() => clock.mockRestore());
  });

  test('a build touches nothing that stays: it takes up the site before the last one', async () => {
    const folder = new KnownFolder();
    const [one, two] = [MANY, { ...MANY, 'a/two.json': 'x' }];
    await folder.begin(one, two);
    const before = touchedIn(folder.previous);
    expect(await folder.write({}, one)).toBe('written');
    expect(folder.content).toEqual(one);
    const after = touchedIn(folder.site);
    const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path)).sort();
    // Which the last site had with another content.
    expect(changed).toEqual(['a/two.json']);
  });

  test('what is as it was before the last change has a new time, where it has none of its own', async () => {
    const folder = new KnownFolder();
    const other = { ...MANY, 'a/two.json': 'x' };
    await folder.begin(MANY, other);
    const file = join(folder.site, 'a/two.json');
    const before = statSync(file).mtimeMs;
    await folder.write({}, MANY);
    expect(folder.content).toEqual(MANY);
    expect(statSync(file).mtimeMs).toBeGreaterThan(before);
    expect(statSync(join(folder.site, 'top')).mtimeMs).toBeLessThan(before);
    const tree = new KnownTree(folder.site, folder.known?.site ?? null);
    expect(tree.find('a/two.json', fileRecordOf(textAsset('a/two.json', '2', null)))).toBe(true);
    expect(tree.hadDoubts).toBe(false);
  });

  test('a build with another file writes that, and touches the folders that it is in alone', async () => {
    const folder = new KnownFolder();
    const [one, two] = [MANY, { ...MANY, 'a/two.json': 'x' }];
    await folder.begin(one, two);
    const before = touchedIn(folder.previous);
    await folder.write({ 'a/two.json': 'new' }, without(one, 'a/two.json'));
    expect(folder.content).toEqual({ ...one, 'a/two.json': 'new' });
    const after = touchedIn(folder.site);
    const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path)).sort();
    expect(changed).toEqual(['', 'a', 'a/two.json', 'site-manifest.json']);
  });

  test('what the first change links is known afterwards without reading it, also in the site that it replaces', async () => {
    const folder = new KnownFolder();
    await folder.write(MANY);
    const same = without(MANY, 'a/two.json');
    await folder.write({ 'a/two.json': 'x' }, same);
    for (const [root, record] of [
      [folder.site, folder.known?.site],
      [folder.previous, folder.known?.previous],
    ] as const) {
      const tree = new KnownTree(root, record ?? null);
      const isKnown = (path: string, text: string): boolean =>
        tree.find(path, fileRecordOf(textAsset(path, text, null)));
      expect(Object.entries(same).every(([path, text]) => isKnown(path, text))).toBe(true);
      expect(tree.hadDoubts).toBe(false);
    }
    // Of what was not looked at, nothing is taken for granted.
    const tree = new KnownTree(folder.previous, folder.known?.previous ?? null);
    expect(tree.find('a/two.json', fileRecordOf(textAsset('a/two.json', '2', null)))).toBe(true);
    expect(tree.hadDoubts).toBe(true);
  });

  test.each(['site', 'previous'] as const)(
    'a folder of the %s that has another time, and the same names, is known by that time after the next build',
    async (which) => {
      const folder = new KnownFolder();
      await folder.begin(MANY, { ...MANY, top: 'x' });
      await untilAnotherTime();
      for (const path of ['a', 'b/deep']) utimesSync(join(folder[which], path), 1, 1);
      await folder.write({ top: '5' }, without(MANY, 'top'));
      for (const [root, record] of [
        [folder.site, folder.known?.site],
        [folder.previous, folder.known?.previous],
      ] as const) {
        const tree = new KnownTree(root, record ?? null);
        expect([tree.hasSameNames, tree.hadDoubts]).toEqual([true, false]);
      }
    },
  );

  test('a site that is as it was is not touched', async () => {
    const folder = new KnownFolder();
    await folder.begin(MANY, { ...MANY, top: 'x' });
    await folder.write(MANY);
    const [before, kept, known] = [touchedIn(folder.site), touchedIn(folder.previous), folder.known];
    expect(await folder.write({}, MANY)).toBe('unchanged');
    expect(await folder.write(MANY)).toBe('unchanged');
    expect(touchedIn(folder.site)).toEqual(before);
    // Nor is the one before it, and there is nothing new to be known.
    expect(touchedIn(folder.previous)).toEqual(kept);
    expect(folder.known).toBe(known);
  });

  test.each<[string, (path: string) => void]>([
    ['changed', (path) => writeFileSync(path, 'by hand')],
    ['changed in place, with the times that it had', changeInPlace],
    ['removed', (path) => rmSync(path)],
    [
      'replaced by a symbolic link',
      (path) => {
        rmSync(path);
        symlinkSync('two.json', path);
      },
    ],
  ])('a file that somebody has %s is as it should be after the next build', async (_, change) => {
    for (const isReused of [true, false]) {
      const folder = new KnownFolder();
      await folder.begin(MANY, { ...MANY, top: 'x' });
      change(join(folder.site, 'a/one.json'));
      expect(await (isReused ? folder.write({}, MANY) : folder.write(MANY))).toBe('written');
      expect(folder.content).toEqual(MANY);
      expect(lstatSync(join(folder.site, 'a/one.json')).isFile()).toBe(true);
      expect(await folder.write({}, MANY)).toBe('unchanged');
    }
  });

  test('a file that somebody has put there is not deleted', async () => {
    for (const path of ['notes.txt', 'a/notes.txt', 'new/notes.txt']) {
      const folder = new KnownFolder();
      await folder.begin(MANY, { ...MANY, top: 'x' });
      writeFiles(folder.site, { [path]: 'mine' });
      for (const files of [MANY, { ...MANY, top: 'x' }]) {
        await expect(folder.write({}, files)).rejects.toThrow('notes.txt');
        expect(contentOf(folder.site)[path]).toBe('mine');
      }
    }
  });

  test.each<[string, (previous: string) => void]>([
    ['a file is changed', (previous) => writeFileSync(join(previous, 'a/one.json'), 'X')],
    ['a file is changed in place', (previous) => changeInPlace(join(previous, 'a/one.json'))],
    ['the only copy of a file is changed in place', (previous) => changeInPlace(join(previous, 'top'))],
    ['a file is added', (previous) => writeFileSync(join(previous, 'a/x.json'), 'X')],
    ['a file is added in the root', (previous) => writeFileSync(join(previous, 'x.json'), 'X')],
    ['a folder is added', (previous) => mkdirSync(join(previous, 'x'))],
    ['a file is removed', (previous) => rmSync(join(previous, 'b/deep/three.json'))],
    ['a folder is removed', (previous) => rmSync(join(previous, 'a'), { recursive: true })],
    [
      'a folder is a symbolic link',
      (previous) => {
        renameSync(join(previous, 'a'), join(previous, '..', '..', 'elsewhere'));
        symlinkSync('../../elsewhere', join(previous, 'a'));
      },
    ],
    [
      'a file is a symbolic link',
      (previous) => {
        rmSync(join(previous, 'top'));
        symlinkSync('a/one.json', join(previous, 'top'));
      },
    ],
    [
      'it is a symbolic link',
      (previous) => {
        renameSync(previous, join(previous, '..', '..', 'elsewhere'));
        symlinkSync('../elsewhere', previous);
      },
    ],
    ['it is gone', (previous) => rmSync(previous, { recursive: true })],
    [
      'it is a file',
      (previous) => {
        rmSync(previous, { recursive: true });
        writeFileSync(previous, 'X');
      },
    ],
  ])('of the site before the last one, %s: nothing of that gets into the next', async (_, change) => {
    const folder = new KnownFolder();
    await folder.begin(MANY, { ...MANY, top: 'x' });
    change(folder.previous);
    await folder.write({ top: '5' }, without(MANY, 'top'));
    expect(folder.content).toEqual(MANY);
    expect(lstatSync(folder.site).isDirectory()).toBe(true);
    for (const path of ['a', 'b', 'b/deep', 'c']) expect(lstatSync(join(folder.site, path)).isDirectory()).toBe(true);
    expect(readdirSync(folder.site).sort()).toEqual(['a', 'b', 'c', 'site-manifest.json', 'top']);
    const elsewhere = join(dirname(folder.site), 'elsewhere');
    if (existsSync(elsewhere)) expect(readdirSync(elsewhere).length).toBeGreaterThan(0);
    await folder.write({ top: 'x' }, without(MANY, 'top'));
    expect(folder.content).toEqual({ ...MANY, top: 'x' });
  });

  test('where a link has the place of the kept site, nothing is kept there, and nothing there is deleted', async () => {
    const folder = new KnownFolder();
    await folder.begin(MANY, { ...MANY, top: 'x' });
    const cache = dirname(folder.previous);
    rmSync(cache, { recursive: true });
    const elsewhere = join(dirname(folder.site), 'elsewhere');
    writeFiles(elsewhere, { 'previous/photo': 'mine' });
    symlinkSync('elsewhere', cache);
    for (const top of ['5', 'x', '5']) {
      await folder.write({ top }, without(MANY, 'top'));
      expect(folder.content).toEqual({ ...MANY, top });
      expect(contentOf(elsewhere)).toEqual({ 'previous/photo': 'mine' });
    }
  });

  test('what is known of another folder is not believed', async () => {
    const [one, other] = [new KnownFolder(), new KnownFolder()];
    await one.begin(MANY, { ...MANY, top: 'x' });
    await other.begin({ ...MANY, 'a/one.json': 'X' }, { ...MANY, 'a/one.json': 'Y' });
    other.known = one.known;
    await other.write({ top: '5' }, without(MANY, 'top'));
    expect(other.content).toEqual(MANY);

    const empty = new KnownFolder();
    empty.known = one.known;
    expect(await empty.write({}, MANY)).toBe('written');
    expect(empty.content).toEqual(MANY);

    const foreign = new KnownFolder();
    foreign.known = one.known;
    writeFiles(foreign.site, { 'thesis.txt': 'years of work' });
    await expect(foreign.write({}, MANY)).rejects.toThrow(SiteFolderError);
    expect(contentOf(foreign.site)).toEqual({ 'thesis.txt': 'years of work' });
  });

  test('what was a file becomes a folder, and a file again', async () => {
    const folder = new KnownFolder();
    const file = { ...MANY, x: '6' };
    const inFolder = { ...MANY, 'x/y/z': '6' };
    for (const files of [file, inFolder, file, inFolder, inFolder, file, file, inFolder]) {
      await folder.write(files);
      expect(folder.content).toEqual(files);
    }
  });

  test('a folder that has nothing left is removed', async () => {
    const folder = new KnownFolder();
    const fewer = { top: '5' };
    for (const files of [MANY, fewer, MANY, fewer, fewer, MANY]) {
      await folder.write({}, files);
      expect(folder.content).toEqual(files);
      expect(readdirSync(folder.site).length).toBe(files === MANY ? 5 : 2);
    }
  });

  test('a file is put together of those that are new and those that stay', async () => {
    const folder = new KnownFolder();
    const whole: JoinedAsset = {
      path: 'whole.json',
      pieces: [Buffer.from('<'), 'a/one.json', Buffer.from('|'), 'top', Buffer.from('>')],
      size: 5,
      origin: null,
    };
    for (const top of ['5', 'x', '5', 'x', 'x', 'y', '5']) {
      await folder.write({ top }, without(MANY, 'top'), [whole]);
      expect(folder.content).toEqual({ ...MANY, top, 'whole.json': `<1|${top}>` });
    }
  });

  test('nothing is kept where nobody asks for it', async () => {
    const site = await siteWith(OLD);
    await replace(site, NEW);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });
});

function without(files: Texts, path: string): Texts {
  return Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));
}

/** Other content of the same size in a file, at the times that it had. */
function changeInPlace(path: string): void {
  const { atime, mtime, size } = statSync(path);
  writeFileSync(path, 'X'.repeat(size));
  utimesSync(path, atime, mtime);
}
