/** Nothing that a manifest says leads out of the folder of the mirror, or to another host. */
import { expect, test } from 'vitest';
import { BadManifestError, safeManifestIn } from '../../../../commands/site/mirror/listed-files.ts';
import { manifestOf } from '../../../support/mirrored.ts';

const read = (text: string, most = 1_000): unknown => safeManifestIn(Buffer.from(text), most).files;

test('a manifest of plain files', () => {
  const paths = ['v1/all.json', 'v1/datasources/a-b/index.source.xml', 'changes.atom', 'A_1/b', '404.html'];
  expect(read(manifestOf(paths.map((path) => ({ path }))))).toMatchObject(paths.map((path) => ({ path })));
});

const REFUSED =
  '../x v1/../../x .. . /etc/passwd C:/x C:x v1\\x v1//x v1/ v1/./x .git/hooks/post-checkout .cartalog-mirror/files.json ' +
  'v1/.htaccess ä \u202ex nul v1/con.json x. -/../x %2e%2e/x ~/x x:stream manifest.json Manifest.JSON';
const LONG = [`${'a/'.repeat(250)}x`, 'x'.repeat(256), `v1/${'x'.repeat(300)}/y`];

test.each([...REFUSED.split(' '), 'x\u0000y', 'x\ny', 'x y', ...LONG])('the path %j is refused', (path) => {
  expect(() => read(manifestOf([{ path }]))).toThrow(BadManifestError);
});

test.each([...'// /\\ https:// @'.split(' ').map((start) => `${start}evil.example/x`), ':80/x', '', '/a b', '/#x'])(
  'the address %j is refused, or leads to this host',
  (url) => {
    const base = 'https://catalog.example.org';
    try {
      read(manifestOf([{ url }]));
    } catch (error) {
      expect(error).toBeInstanceOf(BadManifestError);
      return;
    }
    expect(new URL(base + url).origin).toBe(base);
  },
);

test.each(['2026-02-30T00:00:00Z', '2026-02-28T99:00:00Z', '2026-13-01T00:00:00Z', '1969-12-31T23:59:59Z'])(
  'the time %s is refused',
  (lastModified) =>
    expect(() => read(manifestOf([{ lastModified }]))).toThrow(`"${lastModified}" is not a valid timestamp`),
);

test.each(['1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])('the time %s is taken', (lastModified) => {
  expect(read(manifestOf([{ lastModified }]))).toMatchObject([{ lastModified }]);
});

test.each([
  ['twice', ['a', 'a']],
  ['in another case', ['v1/A', 'v1/a']],
  ['a file that is also a folder', ['v1/x/y', 'v1/x']],
  ['a folder in another case that is also a file', ['V1', 'v1/x']],
])('%s is refused', (_, paths) => {
  expect(() => read(manifestOf(paths.map((path) => ({ path }))))).toThrow(BadManifestError);
});

test.each([
  ['no JSON', '<html>', 'it is not JSON'],
  ['not UTF-8', '\ud800', /./],
  ['nested too deep', '['.repeat(100_000), 'it is nested more than 32 levels deep'],
  ['another shape', '[]', 'it must be object'],
  ['a later version', manifestOf([]).replace('"version":1', '"version":2'), '/version must be equal to constant'],
  ['a size that is no number', manifestOf([{ size: '5' }]), '/files/0/size must be integer'],
  ['a negative size', manifestOf([{ size: -5 }]), '/files/0/size must be >= 0'],
  [
    'sizes that are too large together',
    manifestOf([
      { path: 'a', size: 600 },
      { path: 'b', size: 600 },
    ]),
    /^its files have 0\.01 MiB together \(at most /,
  ],
  [
    'one content of two sizes',
    manifestOf([
      { path: 'a', size: 500 },
      { path: 'b', size: 0 },
    ]),
    'it lists "b": another file with the same SHA-256 has another size',
  ],
  ['no sizes that can be added', manifestOf([{ size: 1e308 }]), /./],
])('%s', (_, text, message) => {
  expect(() => read(text)).toThrow(BadManifestError);
  expect(() => read(text)).toThrow(message);
});

test('more files than are taken', () => {
  const files = Array.from({ length: 200_001 }, (_, index) => ({ path: `x${index}` }));
  expect(() => read(manifestOf(files))).toThrow('it lists 200,001 files');
});
