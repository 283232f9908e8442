import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPublicFiles } from '../../../cli/files/static-files.ts';
import { programCall } from '../../../cli/program/package.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { ROOT } from '../../support/cli.ts';

test('files of public/ are published byte for byte, whatever they are', () => {
  const folder = temporaryFolder();
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0x00, 0xc3, 0x28]);
  mkdirSync(join(folder, 'icons'));
  writeFileSync(join(folder, 'icons', 'map.png'), picture);
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n');
  writeFileSync(join(folder, '.DS_Store'), 'x');
  const files = readPublicFiles(folder);
  expect(files.map(({ path }) => path)).toEqual(['icons/map.png', 'robots.txt']);
  expect(Buffer.from(files[0]?.content ?? []).equals(picture)).toBe(true);
});

test.each<[string, (folder: string) => void, string]>([
  [
    'a symbolic link',
    (folder) => symlinkSync('/etc/hostname', join(folder, 'v1', 'link')),
    'public/v1/link is not a file',
  ],
  ['a link to a folder', (folder) => symlinkSync('/etc', join(folder, 'etc')), 'public/etc is not a file'],
  [
    'a dot file',
    (folder) => writeFileSync(join(folder, 'v1', '.htaccess'), ''),
    'public/v1/.htaccess begins with a dot',
  ],
])('%s in public/ is refused by name', (_, put, message) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'v1'));
  mkdirSync(join(folder, '.well-known'));
  writeFileSync(join(folder, '.well-known', 'security.txt'), '');
  writeFileSync(join(folder, 'v1', '.gitkeep'), '');
  expect(readPublicFiles(folder).map(({ path }) => path)).toEqual(['.well-known/security.txt']);
  put(folder);
  expect(() => readPublicFiles(folder)).toThrow(message);
});

test.each<[string, Record<string, string>, string]>([
  ['where it is not installed', {}, 'cartalog'],
  ['where it is installed', { 'node_modules/cartalog/package.json': '{}' }, 'npx --no -- cartalog'],
])('npx is named only where it runs this program and no other: %s', (_, files, call) => {
  const folder = temporaryFolder();
  writeFiles(folder, { ...files, 'a/b/c': '' });
  expect(programCall(folder)).toBe(call);
  expect(programCall(join(folder, 'a', 'b'))).toBe(call);
  expect(programCall(join(ROOT, 'test'))).toBe('npx --no -- cartalog');
});
