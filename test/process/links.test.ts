/** A checkout that a stranger has prepared with symbolic links: nothing outside of it is written or deleted. */
import { lstatSync, mkdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryFolder, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { contentOf } from '../support/files.ts';
import { inProcess } from '../support/in-process.ts';
import { deploymentOf, listen } from '../support/live-service.ts';

const HOME = { bashrc: 'mine', 'project/mapservers/one.yaml': 'mine', 'empty/keep': '' };

const UNFORMATTED = 'name: "Offline"\ndatasources: [maps]\n';

const IMPORT = ['import', 'SERVICE', '--allow-private'];

function prepared(links: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'home'), HOME);
  const checkout = join(folder, 'checkout');
  mkdirSync(join(checkout, '.git'), { recursive: true });
  writeFiles(join(checkout, 'catalog'), { ...SMALL, 'editions/offline.yaml': UNFORMATTED });
  for (const [path, target] of Object.entries(links)) {
    const link = join(checkout, path);
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { recursive: true, force: true });
    symlinkSync(join(folder, target), link);
  }
  return checkout;
}

test.each<[link: string, target: string, args: readonly string[]]>([
  ['.cartalog', 'home/project', IMPORT],
  ['.cartalog', 'home/project', [...IMPORT, '--dry-run']],
  ['.cartalog/import-HOST', 'home/project', IMPORT],
  ['.cartalog/import-HOST.lock', 'home/bashrc', IMPORT],
  ['.cartalog/into-catalog.lock', 'home/bashrc', IMPORT],
  ['.cartalog/.gitignore', 'home/new', IMPORT],
  ['dist', 'home/empty', ['build']],
  ['dist', 'home/empty', ['build', '--out', 'dist/site']],
  ['catalog', 'home/catalog', ['format']],
])('%s as a link to %s is refused by name: %s', async (link, target, args) => {
  const service = await listen((address) => deploymentOf(memoryFolder(SMALL), address));
  const named = link.replace('HOST', new URL(service).host.replace(':', '-'));
  const cwd = prepared({ [named]: target });
  const home = join(dirname(cwd), 'home');
  writeFiles(join(home, 'catalog'), { ...SMALL, 'editions/offline.yaml': UNFORMATTED });
  const before = contentOf(home);
  const { status, stderr } = await inProcess(
    args.map((arg) => arg.replace('SERVICE', service)),
    cwd,
  );
  expect([status, stderr]).toEqual([2, expect.stringContaining(`${named} is a symbolic link, which may lead out of`)]);
  expect(contentOf(home)).toEqual(before);
});

test('links above the root of the repository are fine', async () => {
  const cwd = prepared({});
  const link = join(dirname(cwd), 'link');
  symlinkSync(cwd, link);
  expect(await inProcess(['format', '--catalog', join(link, 'catalog')], link)).toMatchObject({ status: 0 });
  expect(await inProcess(['build', '--out', 'dist', '--no-fsync'], link)).toMatchObject({ status: 0 });
  expect(lstatSync(join(cwd, 'dist')).isDirectory()).toBe(true);
  unlinkSync(link);
});
