/** The room for a download, and what is left of it. */
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { removeOldScratch, withScratch } from '../../../commands/update/scratch.ts';
import { temporaryFolder } from '../../support/catalogs.ts';

afterEach(() => vi.unstubAllEnvs());

/** A folder in which downloads are. */
function temporary(): string {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  return folder;
}

const DAY_MS = 24 * 3_600_000;

test('what was appended can be read, and has no name on the disk', async () => {
  const folder = temporary();
  const read = await withScratch(async (scratch) => {
    await scratch.append(Buffer.from('Hello, '));
    await scratch.append(Buffer.from('world'));
    if (process.platform !== 'win32') expect(readdirSync(folder)).toEqual([]);
    return [await scratch.read(7, 5), await scratch.read(7, 50), await scratch.read(50, 1)].map(String);
  });
  expect(read).toEqual(['world', 'world', '']);
  expect(readdirSync(folder)).toEqual([]);
});

test('nothing is left where its use fails', async () => {
  const folder = temporary();
  await expect(withScratch(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(readdirSync(folder)).toEqual([]);
});

test('what killed programs have left is removed, and nothing else', () => {
  const folder = temporary();
  const now = Date.now();
  const made = (name: string, ageMs: number): string => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'download'), 'x');
    utimesSync(path, (now - ageMs) / 1000, (now - ageMs) / 1000);
    return path;
  };
  const old = made('cartalog-update-old', DAY_MS + 1000);
  const kept = [made('cartalog-update-young', DAY_MS - 1000), made('cartalog-serve-old', 9 * DAY_MS)];
  const link = join(folder, 'cartalog-update-link');
  symlinkSync(kept[1] as string, link);
  removeOldScratch(now);
  expect(existsSync(old)).toBe(false);
  for (const path of [...kept, link]) expect(existsSync(join(path, 'download'))).toBe(true);
});

test('a folder for temporary files that cannot be read is no reason to fail', () => {
  vi.stubEnv('TMPDIR', join(temporaryFolder(), 'missing'));
  expect(() => removeOldScratch(Date.now())).not.toThrow();
});
