import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type OwnedParts, withOwnFiles } from '../../../cli/files/owner-files.ts';
import { PACKAGE_ROOT } from '../../../cli/program/package.ts';
import { readSiteParts } from '../../../cli/program/read-site-parts.ts';
import { type Files, SMALL, temporaryFolder, writeFiles } from '../../support/catalogs.ts';
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
  test('are none: the parts are those of the program', () => {
    expect(owned({})).toEqual({ ...PARTS, ownFiles: 0, hasOwnHeaders: false });
  });

  test('are published, and win over those of the program', () => {
    const parts = owned({ 'public/club.html': 'about', 'public/icon.svg': 'ours' });
    expect(textOf(parts, 'club.html')).toEqual(['about']);
    expect(textOf(parts, 'icon.svg')).toEqual(['ours']);
    expect(parts.publicFiles.length).toBe(PARTS.publicFiles.length + 1);
    expect(parts.ownFiles).toBe(2);
  });

  test('of a checkout of the program are its own, and count once', () => {
    const parts = withOwnFiles(PARTS, join(PACKAGE_ROOT, 'any'));
    expect(parts).toEqual({ ...PARTS, page: parts.page, ownFiles: 0, hasOwnHeaders: false });
  });

  test('in a folder whose name has other letters are not published', () => {
    expect(owned({ 'Public/private.txt': 'x' }).ownFiles).toBe(0);
  });

  test.each<[string, Files, string]>([
    ['a file for public', { public: 'x' }, 'public beside the catalog folder is not a folder; rename it'],
    ['a folder for _headers', { '_headers/x': '' }, '_headers beside the catalog folder is not a file; rename it'],
    ['a line in no rule', { _headers: '\n# x\nX-Test: 1\n' }, '_headers beside the catalog folder, line 3: a rule be'],
    ['a word', { _headers: '/a\n  X-Test: 1\n  bad\n' }, 'line 3: write "Name: value", or "! Name" to take a head'],
    ['a name with a space', { _headers: '/a\n  X Test: 1\n' }, 'line 2: write "Name: value"'],
    ['a header without a value', { _headers: '/a\n  X-Test:\n' }, 'line 2: write "Name: value"'],
    ['a name that HTTP has not', { _headers: '/a\n  X(Y: 1\n' }, 'line 2: the name of a header has only letters, d'],
    ['a name with an umlaut', { _headers: '/a\n  \u00dc: 1\n' }, 'line 2: the name of a header has only letters'],
    ['a name to take away', { _headers: '/a\n  ! X(Y\n' }, 'line 2: the name of a header has only letters'],
    ['a control character', { _headers: '/a\n  X-Test: a\u001b[31m\n' }, 'a header cannot have the character U+001B; '],
    ['a carriage return', { _headers: '/a\n  X-Test: a\rb\n' }, 'cannot have the character U+000D; '],
    ['a picture', { _headers: '/a\n  X-Test: \u{1F30D}\n' }, 'a header cannot have the character U+1F30D; '],
    ['another script', { _headers: '/a\n  X-Test: \u2713\n' }, 'U+2713; write it percent-encoded, or leave it out. '],
    [
      'a path alone',
      { _headers: '/a\n/b\n  X-Test: 1\n' },
      'no header follows this path. Cloudflare would ignore this line',
    ],
    ['a path alone at the end', { _headers: '/b\n  ! X-Test\n/a' }, 'line 3: no header follows this path'],
    ['another protocol', { _headers: 'http://a.b/\n  X-Test: 1\n' }, 'line 1: a path begins with / or https://'],
    ['a file among scripts of pages', { 'public/assets/a.js': '' }, 'assets/a.js would be kept by browsers for a year'],
    [
      'header rules',
      { 'public/_headers': '' },
      'public/_headers contains header rules and is not a page; move it out of public, beside it, as _headers',
    ],
    ['a folder like that of scripts', { 'public/Assets/a.js': '' }, 'Assets/a.js would be kept by browsers for a year'],
    [
      'header rules in capitals',
      { 'public/_Headers': '' },
      'is not a page; move it out of public, beside it, as _headers',
    ],
    [
      'a name that Windows has not',
      { 'public/a:b.html': '' },
      'public/a:b.html cannot be published: it contains :, which',
    ],
    ['quotes in a name', { 'public/q"x".txt': 'x' }, 'public/q"x".txt cannot be published: it contains ", which'],
    ['a backslash in a name', { 'public/a\\b.txt': 'x' }, 'public/a\\b.txt cannot be published: it contains \\, which'],
    [
      'a line feed in a name',
      { 'public/a\nb.txt': 'x' },
      'public/a\\u000ab.txt cannot be published: it contains a line',
    ],
    [
      'a question in the name of a folder',
      { 'public/why?/a.txt': 'x' },
      'public/why?/a.txt cannot be published: it contains ?, which',
    ],
    [
      'a device',
      { 'public/CON.txt': 'x' },
      'public/CON.txt cannot be published: CON is the name of a device on Windows',
    ],
    ['a folder with a dot', { 'public/.git/HEAD': 'x' }, 'public/.git begins with a dot, and hosts do not publish it'],
    ['a folder in one', { 'public/a/.Well-Known/x/b': 'x' }, 'public/a/.Well-Known begins with a dot, and hosts'],
    ['a folder like a device', { 'public/sub/aux/a.txt': 'x' }, 'sub/aux/a.txt cannot be published: aux is the name'],
    [
      'a dot at the end',
      { 'public/sub./a.txt': 'x' },
      'public/sub./a.txt cannot be published: a part of it ends in a dot',
    ],
    [
      'a space at the end',
      { 'public/a.txt ': 'x' },
      'public/a.txt  cannot be published: a part of it ends in a dot or',
    ],
    [
      'a direction mark',
      { 'public/a\u200f.txt': 'x' },
      'cannot be published: it contains an invisible character (U+200F)',
    ],
    ['a text turned around', { 'public/a\u202etxt.exe': 'x' }, 'it contains U+202E, which turns the text around'],
    [
      'a byte order mark',
      { 'public/\ufeffa.txt': 'x' },
      'cannot be published: it contains an invisible character (U+FEFF)',
    ],
    ['a line separator', { 'public/a\u2028b.txt': 'x' }, 'it contains U+2028, which ends a line in some programs'],
    ['a zero-width space', { 'public/a\u200bb.txt': 'x' }, 'it contains an invisible character (U+200B)'],
    ['a dot file', { 'public/.htaccess': 'x' }, 'public/.htaccess begins with a dot'],
  ])('that cannot be published are refused: %s', (_, files, message) => {
    expect(() => owned(files)).toThrow(message);
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
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), SMALL);
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
