import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPictureFolder } from '../../../cli/catalog/pictures.ts';
import { temporaryFolder } from '../../support/catalogs.ts';
import { tilePng } from '../../support/tile-picture.ts';

const GOOD = tilePng(16, 8);

function folderWith(make: (folder: string) => void) {
  const cwd = temporaryFolder();
  const printed: string[] = [];
  mkdirSync(join(cwd, 'pictures', 'mapservers'), { recursive: true });
  make(join(cwd, 'pictures', 'mapservers'));
  const stderr = { isTTY: false, columns: undefined, write: (text: string) => void printed.push(text) };
  return { io: { cwd, stderr }, printed };
}

test('a picture is read with its size', () => {
  const { io, printed } = folderWith((folder) => writeFileSync(join(folder, 'one.png'), GOOD));
  const read = openPictureFolder(io, 'pictures');
  expect(read('mapservers/one')).toEqual({ extension: 'png', content: GOOD, width: 16, height: 8 });
  expect([read('mapservers/two'), read('overlayservers/one'), printed]).toEqual([null, null, []]);
});

const HOSTILE: Readonly<Record<string, [make: (folder: string) => void, message: string]>> = {
  'a link to another file': [
    (folder) => symlinkSync('/etc/passwd', join(folder, 'one.png')),
    'is not a file of this folder',
  ],
  'a pipe, which never ends': [(folder) => execFileSync('mkfifo', [join(folder, 'one.png')]), 'is not a file of this'],
  'a file of 3 GB': [
    (folder) => {
      writeFileSync(join(folder, 'one.png'), GOOD);
      truncateSync(join(folder, 'one.png'), 3 * 1024 ** 3);
    },
    'has 3221225472 bytes (at most 60000)',
  ],
  'another kind than its name says': [(folder) => writeFileSync(join(folder, 'one.jpg'), GOOD), 'in the format jpg'],
  'a large picture': [
    (folder) => writeFileSync(join(folder, 'one.png'), tilePng(1025, 1)),
    'has 1025 × 1 pixels (at most 1024 × 1024)',
  ],
};

test.each(Object.entries(HOSTILE))('%s is left out, and said once', (_, [make, message]) => {
  const { io, printed } = folderWith(make);
  expect(openPictureFolder(io, 'pictures')('mapservers/one')).toBe(null);
  expect(printed).toEqual([expect.stringMatching(/^pictures\/mapservers\/one\.\w+ .*; it is left out\.\n$/)]);
  expect(printed[0]).toContain(message);
});

test('no link of a list is followed', () => {
  const { io, printed } = folderWith((folder) => writeFileSync(join(folder, 'one.png'), GOOD));
  symlinkSync('mapservers', join(io.cwd, 'pictures', 'overlayservers'));
  expect(openPictureFolder(io, 'pictures')('overlayservers/one')).toBe(null);
  expect(printed.length).toBe(1);
});

test('a folder that is missing is said, and a file in its place is refused', () => {
  const { io, printed } = folderWith(() => {});
  expect(openPictureFolder(io, 'none')('mapservers/one')).toBe(null);
  expect(printed).toEqual(['There is no none yet; no picture is published.\n']);
  writeFileSync(join(io.cwd, 'file'), '');
  expect(() => openPictureFolder(io, 'file')).toThrow('file is not a folder; name the one that probe keeps.');
});
