import { cpSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { folderChanges } from '../../../../commands/catalog/serve/watch-folder.ts';
import { temporaryFolder, writeFiles } from '../../../support/catalogs.ts';

/** Follows paths until the end of the test. What is there at the beginning is no longer among the changes. */
async function changesOf(paths: readonly string[]): Promise<() => Promise<unknown>> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const changes = folderChanges(paths, stop.signal);
  await changes.next();
  return async () => (await changes.next()).value;
}

/** What programs do to a file, of which the system does not report everything to whoever watches it. */
const CHANGES: Readonly<Record<string, (file: string, text: string) => void>> = {
  'removed and created anew': (file, text) => {
    rmSync(file);
    writeFileSync(file, text);
  },
  'written anew': (file, text) => writeFileSync(file, text),
  'written anew, with the time that it had': (file, text) => {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, text);
    utimesSync(file, atime, mtime);
  },
  'put into the place of a link to it': (file, text) => {
    renameSync(file, `${file}.aside`);
    symlinkSync(`${file}.aside`, file);
    rmSync(file);
    writeFileSync(file, text);
  },
  'in a folder in whose place another is moved': (file, text) => {
    const folder = join(file, '..');
    cpSync(folder, `${folder}-new`, { recursive: true });
    writeFileSync(join(`${folder}-new`, 'a.yaml'), text);
    renameSync(folder, `${folder}-old`);
    renameSync(`${folder}-new`, folder);
    rmSync(`${folder}-old`, { recursive: true });
  },
};

test('every change of a file is reported, however often and in whatever way it is made', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'deep', 'a.yaml');
  writeFiles(folder, { 'deep/a.yaml': 'begin' });
  const nextChange = await changesOf([folder]);
  let seen = 'begin';
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      await nextChange();
      seen = readFileSync(file, 'utf8');
    }
  })();
  for (let round = 0; round < 3; round++)
    for (const [name, change] of Object.entries(CHANGES)) {
      // As long as what was there, whose length tells nothing.
      const text = `${round} ${name}`.padEnd(60);
      change(file, text);
      await expect.poll(() => seen, { message: text, interval: 10 }).toBe(text);
    }
  isOver = true;
  writeFileSync(file, 'end');
  await reading;
});

test('links are changes, and are not followed: neither in a circle, nor to where nothing of the catalog is', async () => {
  const folder = join(temporaryFolder(), 'watched');
  const elsewhere = join(temporaryFolder(), 'elsewhere');
  writeFiles(folder, { 'a.yaml': 'a' });
  writeFiles(elsewhere, { 'b.yaml': 'b' });
  const nextChange = await changesOf([folder]);
  let next = nextChange();
  for (const [name, target] of [
    ['loop', '.'],
    ['away', elsewhere],
  ] as const) {
    symlinkSync(target, join(folder, name));
    expect(await next).toBe('changed');
    next = nextChange();
    // What else comes of it comes now.
    while ((await Promise.race([next, sleep(500)])) === 'changed') next = nextChange();
  }
  writeFileSync(join(elsewhere, 'b.yaml'), 'changed');
  expect(await Promise.race([next, sleep(700)])).toBeUndefined();
});

test('what is not there yet is noticed, and what is written into a hidden file is not', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'watched/a.yaml': 'a', 'watched/.a.yaml.swp': 'a' });
  const nextChange = await changesOf([join(folder, 'watched'), join(folder, '_headers')]);
  const next = nextChange();
  writeFiles(folder, { 'watched/.a.yaml.swp': 'b' });
  expect(await Promise.race([next, sleep(700)])).toBeUndefined();
  writeFiles(folder, { _headers: 'a' });
  expect(await next).toBe('changed');
});
