import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type OwnedParts, withOwnFiles } from '../../../cli/files/owner-files.ts';
import { PACKAGE_ROOT } from '../../../cli/program/package.ts';
import { readSiteParts } from '../../../cli/program/read-site-parts.ts';
import { type Files, folderWithCatalog, temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { cartalog } from '../../support/cli.ts';
import { inProcess } from '../../support/in-process.ts';

const PARTS = readSiteParts();

function owned(files: Files): OwnedParts {
  const folder = temporaryFolder();
  writeFiles(folder, { 'catalog/site.yaml': '', ...files });
  return withOwnFiles(PARTS, join(folder, 'catalog'));
}

const textOf = ({ publicFiles }: OwnedParts, path: string): string[] =>
  publicFiles.filter((file) => file.path === path).map(({ content }) => Buffer.from(content).toString());

describe('files beside the catalog folder', () => {
  test('are none: the parts are those of the program', () =>
    expect(owned({})).toEqual({ ...PARTS, ownFiles: 0, hasOwnHeaders: false }));

  test('are published, and win over those of the program', () => {
    const parts = owned({ 'public/club.html': 'about', 'public/icon.svg': 'ours' });
    expect([textOf(parts, 'club.html'), textOf(parts, 'icon.svg')]).toEqual([['about'], ['ours']]);
    expect(parts.publicFiles.length).toBe(PARTS.publicFiles.length + 1);
    expect(parts.ownFiles).toBe(2);
  });

  test('of a checkout of the program are its own, and count once', () => {
    const parts = withOwnFiles(PARTS, join(PACKAGE_ROOT, 'any'));
    expect(parts).toEqual({ ...PARTS, page: parts.page, ownFiles: 0, hasOwnHeaders: false });
  });

  test('in a folder whose name has other letters are not published', () =>
    expect(owned({ 'Public/private.txt': 'x' }).ownFiles).toBe(0));

  test.each<[string, Files]>([
    ['a file for public', { public: 'x' }],
    ['a folder for _headers', { '_headers/x': '' }],
    ['a line in no rule', { _headers: '\n# x\nX-Test: 1\n' }],
    ['a word', { _headers: '/a\n  X-Test: 1\n  bad\n' }],
    ['a name with a space', { _headers: '/a\n  X Test: 1\n' }],
    ['a header without a value', { _headers: '/a\n  X-Test:\n' }],
    ['a name that HTTP has not', { _headers: '/a\n  X(Y: 1\n' }],
    ['a name with an umlaut', { _headers: '/a\n  \u00dc: 1\n' }],
    ['a name to take away', { _headers: '/a\n  ! X(Y\n' }],
    ['a control character', { _headers: '/a\n  X-Test: a\u001b[31m\n' }],
    ['a carriage return', { _headers: '/a\n  X-Test: a\rb\n' }],
    ['a picture', { _headers: '/a\n  X-Test: \u{1F30D}\n' }],
    ['another script', { _headers: '/a\n  X-Test: \u2713\n' }],
    ['a path alone', { _headers: '/a\n/b\n  X-Test: 1\n' }],
    ['a path alone at the end', { _headers: '/b\n  ! X-Test\n/a' }],
    ['another protocol', { _headers: 'http://a.b/\n  X-Test: 1\n' }],
    ['a file among scripts of pages', { 'public/assets/a.js': '' }],
    ['header rules', { 'public/_headers': '' }],
    ['a folder like that of scripts', { 'public/Assets/a.js': '' }],
    ['header rules in capitals', { 'public/_Headers': '' }],
    ['a name that Windows has not', { 'public/a:b.html': '' }],
    ['quotes in a name', { 'public/q"x".txt': 'x' }],
    ['a backslash in a name', { 'public/a\\b.txt': 'x' }],
    ['a line feed in a name', { 'public/a\nb.txt': 'x' }],
    ['a question in the name of a folder', { 'public/why?/a.txt': 'x' }],
    ['a device', { 'public/CON.txt': 'x' }],
    ['a folder with a dot', { 'public/.git/HEAD': 'x' }],
    ['a folder in one', { 'public/a/.Well-Known/x/b': 'x' }],
    ['a folder like a device', { 'public/sub/aux/a.txt': 'x' }],
    ['a dot at the end', { 'public/sub./a.txt': 'x' }],
    ['a space at the end', { 'public/a.txt ': 'x' }],
    ['a direction mark', { 'public/a\u200f.txt': 'x' }],
    ['a text turned around', { 'public/a\u202etxt.exe': 'x' }],
    ['a byte order mark', { 'public/\ufeffa.txt': 'x' }],
    ['a line separator', { 'public/a\u2028b.txt': 'x' }],
    ['a zero-width space', { 'public/a\u200bb.txt': 'x' }],
    ['a dot file', { 'public/.htaccess': 'x' }],
  ])('that cannot be published are refused: %s', (_, files) => {
    expect(() => owned(files)).toThrowErrorMatchingSnapshot();
  });

  test('are not looked for through a link', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'elsewhere'));
    mkdirSync(join(folder, 'catalog'));
    writeFileSync(join(folder, 'elsewhere', 'secret.txt'), 'x');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'public'));
    expect(() => withOwnFiles(PARTS, join(folder, 'catalog'))).toThrow(
      'public beside the catalog folder is not a folder',
    );
  });
});

test.each([
  ['catalog', 'catalog'],
  ['maps/de/catalog', 'maps/de/catalog'],
  ['', ''],
])('pages link to the files of a catalog in the folder "%s" of its repository', (folder, expected) => {
  const root = temporaryFolder();
  writeFiles(root, { '.git': 'gitdir: elsewhere', [join(folder, 'site.yaml')]: '' });
  expect(withOwnFiles(PARTS, join(root, folder)).page?.catalogFolder).toBe(expected);
});

test('a build says how many files are from public/, and does not write into it', async () => {
  const folder = folderWithCatalog();
  writeFiles(folder, { 'public/club.html': 'about', _headers: '/club.html\n  X-Test: 1\n' });
  const built = await cartalog(['build'], { cwd: folder });
  expect(built.stderr).toMatch(/files, 1 of them from public\/, [\d.]+ [kM]B/);
  expect(built.stderr).not.toContain('_headers');
  const own = await inProcess(['build', '--target', 'nginx', '--out', 'own'], folder);
  expect([own.status, own.stderr]).toEqual([
    0,
    expect.stringContaining(
      'Note: _headers is for Cloudflare alone, and sets nothing on nginx; docs/own-files.md says ',
    ),
  ]);
  const inside = await cartalog(['build', '--out', 'public/site'], { cwd: folder });
  expect([inside.status, inside.stderr]).toEqual([
    2,
    expect.stringContaining('is inside public, whose files are published'),
  ]);
});
