import { expect, test } from 'vitest';
import { listedRoles, siteManifest } from '../../../contract/interface/site-manifest.ts';

const FILES = [
  { path: 'v1/index.json', size: 2, role: 'document' },
  { path: '404', size: 1, role: 'page' },
  { path: '10', size: 1, role: 'configuration' },
  { path: 'b\u{1F5FA}', size: 1, role: 'part' },
  { path: 'b\ufffd', size: 1, role: 'copy' },
  { path: '__proto__', size: 1, role: 'derived' },
  { path: 'constructor', size: 0, role: 'asset' },
] as const;

test('the roles of files are read as they were written, also of names that JSON puts elsewhere', () =>
  expect(listedRoles(siteManifest(FILES))).toEqual(new Map(FILES.map(({ path, role }) => [path, role]))));

test('a letter for each file is all that roles add', () => {
  const text = siteManifest(FILES);
  const { version, files, roles } = JSON.parse(text);
  expect([version, Object.keys(files).length, roles]).toEqual([1, FILES.length, 'cprztad']);
  expect(text.length - `"roles":"",`.length - FILES.length).toBe(`${JSON.stringify({ version, files })}\n`.length);
});

test.each<[manifest: string, roles: [string, string | undefined][]]>([
  ['{"version":1,"files":{"a":1}}', [['a', undefined]]],
  [
    '{"version":1,"files":{"a":1,"b":1},"roles":"d"}',
    [
      ['a', undefined],
      ['b', undefined],
    ],
  ],
  ['{"version":1,"files":{"a":1},"roles":"X"}', [['a', undefined]]],
  ['{"version":1,"files":{"a":1},"roles":["d"]}', [['a', undefined]]],
  ['{"version":1,"files":[1]}', []],
  ['{"files":7}', []],
  ['null', []],
  ['{', []],
  ['', []],
])('of %j the roles are %j', (manifest, roles) => expect([...listedRoles(manifest)]).toEqual(roles));
