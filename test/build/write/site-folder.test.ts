import { mkdirSync, readdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Asset, textAsset } from '../../../build/render/documents.ts';
import {
  pathInside,
  recoverSite,
  replaceSite,
  SiteFolderError,
  type WriteOptions,
  type WriteOutcome,
} from '../../../build/write/site-folder.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { contentOf } from '../../support/files.ts';

/** The files that make a folder a site, and more. */
const OLD = { _headers: 'rules', 'v1/index.json': '{}', 'v1/a/index.json': 'old' };
const NEW = { _headers: 'rules', 'v1/index.json': '{}', 'v1/b/index.json': 'new' };

const assetsOf = (files: Readonly<Record<string, string>>): Asset[] =>
  Object.entries(files).map(([path, text]) => textAsset(path, text, null));

/** How to write, and which events there were. */
function watched(): { options: WriteOptions; events: unknown[] } {
  const events: unknown[] = [];
  const options: WriteOptions = {
    patienceMs: 0,
    onWait: () => events.push('wait'),
    onRecover: () => events.push('recover'),
    onProgress: (...step) => events.push(step),
  };
  return { options, events };
}

const replace = (site: string, files: Readonly<Record<string, string>>): Promise<WriteOutcome> =>
  replaceSite(site, assetsOf(files), watched().options);

/** A place for a site in a new folder, and what is there already. */
function placeWith(files: Readonly<Record<string, string>> | null): string {
  const site = join(temporaryFolder(), 'site');
  if (files) writeFiles(site, files);
  return site;
}

describe('replaceSite', () => {
  test.each([
    ['where nothing is', null],
    ['in an empty folder', {}],
    ['over another site', OLD],
  ])('writes %s, and leaves nothing else behind', async (_, before) => {
    const site = placeWith(before);
    if (before) mkdirSync(site, { recursive: true });
    expect(await replace(site, NEW)).toBe('written');
    expect(contentOf(site)).toEqual(NEW);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });

  test('makes the folders above', async () => {
    const site = join(temporaryFolder(), 'a', 'b', 'site');
    await replace(site, NEW);
    expect(contentOf(site)).toEqual(NEW);
  });

  test('does not write again what did not change', async () => {
    const site = placeWith(OLD);
    const inode = (path: string): number => statSync(join(site, path)).ino;
    const before = inode('v1/index.json');
    await replace(site, NEW);
    expect(inode('v1/index.json')).toBe(before);
  });

  test('leaves a folder alone in which nothing would change', async () => {
    const site = placeWith(NEW);
    const before = statSync(site).ino;
    expect(await replace(site, NEW)).toBe('unchanged');
    expect(statSync(site).ino).toBe(before);
  });

  test('a file that is no longer published is a change', async () => {
    const { 'v1/b/index.json': _, ...fewer } = NEW;
    const site = placeWith(NEW);
    expect(await replace(site, fewer)).toBe('written');
    expect(contentOf(site)).toEqual(fewer);
  });

  test('reports which file is next', async () => {
    const { options, events } = watched();
    await replaceSite(placeWith(null), assetsOf({ a: '', 'b/c': '' }), options);
    expect(events).toEqual([
      ['Writing', 0, 2, 'a'],
      ['Writing', 1, 2, 'b/c'],
    ]);
  });

  test('replaces what a link leads to', async () => {
    const site = placeWith(OLD);
    const link = join(dirname(site), 'link');
    symlinkSync('site', link);
    await replace(link, NEW);
    expect(contentOf(site)).toEqual(NEW);
  });

  test.each([
    ['a folder of something else', { 'thesis.txt': '' }, '', /holds something that is not a site/],
    ['a folder with half of what makes a site', { _headers: '' }, '', /holds something that is not a site/],
    ['a file', { file: '' }, 'file', /is a file; name a folder/],
  ])('refuses %s', async (_, files, path, message) => {
    const folder = placeWith(files);
    const refused = replace(join(folder, path), NEW);
    await expect(refused).rejects.toThrow(SiteFolderError);
    await expect(refused).rejects.toThrow(message);
    expect(contentOf(folder)).toEqual(files);
  });

  test('keeps the old site where a file cannot be written', async () => {
    const site = placeWith(OLD);
    // A path of one file that is a folder of another.
    await expect(replace(site, { ...NEW, 'v1/b': '' })).rejects.toThrow(/EISDIR/);
    expect(contentOf(site)).toEqual(OLD);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });
});

describe('after a build that was killed', () => {
  test('between the two renames, recoverSite puts the old site back', async () => {
    const site = placeWith(OLD);
    renameSync(site, join(dirname(site), '.site.previous'));
    mkdirSync(join(dirname(site), '.site.next'));
    const { options, events } = watched();
    await recoverSite(site, options);
    expect(events).toEqual(['recover']);
    expect(contentOf(site)).toEqual(OLD);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });

  test('while it was writing, the next build removes what it left', async () => {
    const site = placeWith(OLD);
    writeFiles(join(dirname(site), '.site.next'), { half: '' });
    const { options, events } = watched();
    await replaceSite(site, assetsOf(NEW), { ...options, onProgress: () => {} });
    expect(events).toEqual(['recover']);
    expect(contentOf(site)).toEqual(NEW);
    expect(readdirSync(dirname(site))).toEqual(['site']);
  });

  test('there is nothing to do where the site is in place', async () => {
    const site = placeWith(OLD);
    const { options, events } = watched();
    await recoverSite(site, options);
    expect(events).toEqual([]);
  });
});

test.each(['../x', '..', 'a/../../site-2/x', ''])('%j leads out of the folder', (path) => {
  expect(() => pathInside('/folder/site', path)).toThrow(/leads out of the site/);
});
