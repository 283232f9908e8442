import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { catalogFolderAt } from '../../../cli/catalog/catalog-folder.ts';
import { temporaryFolder } from '../../support/catalogs.ts';
import { textsIn } from '../../support/words.ts';

const isPosix = process.platform !== 'win32';

function folderWith(files: readonly string[]): string {
  const folder = temporaryFolder();
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  return folder;
}

const listed = (folder: string) =>
  [...catalogFolderAt(folder).entries()].map(({ path, type }) => `${type} ${path}`).sort();

test('every file is listed, at any depth, and names that begin with a dot are not', () => {
  const files = textsIn('site.yaml | a/b/c/d/e.yaml | a/b.yaml | maps/x y .yaml | _x | @x | .git/config | a/.b/c | .x');
  const folder = folderWith(files);
  mkdirSync(join(folder, 'empty/folder'), { recursive: true });
  expect(listed(folder)).toEqual(
    ['_x', '@x', 'a/b.yaml', 'a/b/c/d/e.yaml', 'maps/x y .yaml', 'site.yaml'].map((path) => `file ${path}`).sort(),
  );
});

test('the state of a file is certain only some time after a change, and is another after each', async () => {
  const folder = folderWith(['a', 'b']);
  const { state } = catalogFolderAt(folder);
  expect(['a', 'b', 'none'].map((name) => state?.(name))).toEqual([null, null, null]);
  await sleep(2_100);
  const [first, other] = [state?.('a'), state?.('b')];
  expect(first).toMatch(/^\d+ 1 /);
  expect(state?.('a')).toBe(first);
  // A file with the same size and an old time took its place.
  utimesSync(join(folder, 'b'), 1_000, 1_000);
  renameSync(join(folder, 'b'), join(folder, 'a'));
  expect(state?.('a')).toBeNull();
  await sleep(2_100);
  expect([first, other]).not.toContain(state?.('a'));
});

test('a folder below one whose name begins with a dot is a catalog folder like any other', () =>
  expect(listed(join(folderWith(['.cartalog/catalog/site.yaml']), '.cartalog/catalog'))).toEqual(['file site.yaml']));

test.runIf(isPosix)('no name is taken for a pattern', () => {
  const names = [
    ...textsIn(`
    [a] | {a,b} | !a | (a) | +(a) | ** | * | ? | a\\b`),
    'a\nb',
    'a\r\nb/c\u2028d',
    '\u0001',
    'ä',
    "'",
  ];
  const folder = folderWith(names.map((name) => `${name}/${name}.yaml`));
  expect(listed(folder)).toEqual(names.map((name) => `file ${name}/${name}.yaml`).sort());
  for (const name of names) expect(listed(join(folder, name))).toHaveLength(1);
});

test.runIf(isPosix)('links are not followed, and what is neither file, folder nor link is another thing', () => {
  const folder = folderWith(['maps/a.yaml']);
  symlinkSync('a.yaml', join(folder, 'maps/link.yaml'));
  symlinkSync('maps', join(folder, 'folder'));
  symlinkSync('nowhere', join(folder, 'dangling'));
  symlinkSync('.', join(folder, 'maps/itself'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(listed(folder)).toEqual(
    textsIn('file maps/a.yaml | link dangling | link folder | link maps/itself | link maps/link.yaml | other pipe'),
  );
});

test('a folder that does not exist is an error of the system', () =>
  expect(() => catalogFolderAt(join(temporaryFolder(), 'none'))).toThrow(/ENOENT/));
