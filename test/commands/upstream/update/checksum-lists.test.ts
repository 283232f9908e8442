/** Lists of checksums: the forms that programs print, and what refuses a list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type ChecksumList,
  checksumObjectionTo,
  hashedFile,
  listedFolders,
  readChecksumList,
  type StatedHashes,
  statedHashes,
} from '../../../../commands/upstream/update/checksum-lists.ts';
import { ROOT } from '../../../support/cli.ts';

const A1 = 'a1'.repeat(20);
const B2 = 'b2'.repeat(32);
const C3 = 'c3'.repeat(32);

function list(text: string | Uint8Array, more: Partial<ChecksumList> = {}): ChecksumList {
  return { name: 'SUMS', bytes: Buffer.from(text), folder: '', file: 'SUMS', lastModified: null, ...more };
}

const signed = (text: string): string =>
  `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${text}-----BEGIN PGP SIGNATURE-----\n\niQIz\n=abcd\n-----END PGP SIGNATURE-----\n`;

const TABLE = `Algorithm       Hash                    Path
---------       ----                    ----
SHA256          ${B2.toUpperCase()}       C:\\maps\\a b.zip
SHA1            ${A1.toUpperCase()}       C:\\maps\\eu\\b.zip`;

function read(...lists: ChecksumList[]): Record<string, string> {
  const found = [...lists.reduce((others, one) => readChecksumList(one, others), new Map() as StatedHashes)].map(
    ([path, stated]) => {
      const { sha1, sha256 } = statedHashes(stated);
      return [path, [sha1, sha256].map((digits) => digits?.slice(0, 2) ?? '-').join(' ')];
    },
  );
  return Object.fromEntries(found);
}

/** Lists as programs print them; which hashes each file has is in the snapshot. */
const LISTS = join(ROOT, 'test/fixtures/checksum-lists');

test.each(readdirSync(LISTS))('%s', (name) => expect(read(list(readFileSync(join(LISTS, name))))).toMatchSnapshot());

test('several lists are one, each with the names of its folder', () => {
  const lists = [list(`${B2}  a\n${C3}  eu/b`), list(`${A1}  b`, { folder: 'eu/' })];
  expect(read(...lists)).toEqual({ a: '- B2', 'eu/b': 'A1 C3' });
});

/** What each is refused with is in the snapshot. */
test.each<string>([
  '',
  '\n# nothing\n',
  `${B2}  a\n<html>`,
  B2,
  '<!DOCTYPE html>\n<html>',
  signed(`${B2}  a\n`).slice(0, 130),
  signed(''),
  '-----BEGIN PGP MESSAGE-----\n\nowGb',
  `${'d4'.repeat(16)}  a`,
  `${'e5'.repeat(64)}  a`,
  `SHA1 (a) = ${B2}`,
  `BLAKE2b (a) = ${B2}`,
  `MD5 (a) = ${'d4'.repeat(16)}`,
  `"MD5","${'d4'.repeat(16)}","C:\\a"`,
  `SHA512          ${'e5'.repeat(64)} C:\\a`,
  `MD5 hash of a:\n${'d4'.repeat(16)}\nCertUtil: …`,
  `Хэш SHA256 a:\n${B2}\nCertUtil: …`,
  `${TABLE}...   `,
  `${TABLE.split('\n').slice(0, 2).join('\n')}\nSHA256          B2B2B2…       C:\\a`,
  `Algorithm : SHA256\nHash      : ${B2}\nPath      : C:\\long\n            name`,
  `"SHA256","${B2}","a\\..\\..\\b"`,
  `${B2}  ../a`,
  `${B2}  a/../../b`,
  `${B2}  /etc/a`,
  `${B2}  C:/a`,
  `${B2}  a\\b`,
  String.raw`\${B2}  a\nb`.replace('${B2}', B2),
  String.raw`\${B2}  a\\b`.replace('${B2}', B2),
  `${B2}  a\u0007`,
  `${B2}  a\n${C3}  ./a`,
])('refuses %j', (text) => expect(() => read(list(text))).toThrowErrorMatchingSnapshot());

test('refuses lines that are too long, and minified pages as pages', () => {
  const long = 'a'.repeat(9_999);
  expect(() => read(list(`${B2}  a\n${B2}  ${long}`))).toThrow('SUMS, line 2: it is too long for a hash and a name.');
  expect(() => read(list(`\n<html>${long}`))).toThrow('SUMS: it is a page of HTML or XML; ');
});

test.each<[name: string, text: string, expected: Record<string, string>]>([
  ['only the hash', B2, { 'a.zip': '- B2' }],
  ['in another folder', `${B2}  /build/out/a.zip\n`, { 'a.zip': '- B2' }],
  ['on Windows', `${B2} *D:\\out\\a.zip\n`, { 'a.zip': '- B2' }],
  ['of a stream', `${B2}  -\n`, { 'a.zip': '- B2' }],
  ['of certutil in any language', `Хэш SHA256 a.zip:\r\n${B2}\r\nCertUtil: …`, { 'a.zip': '- B2' }],
  ['with the name of another file, so that it is any list', `${B2}  b.zip`, { 'b.zip': '- B2' }],
  ['with two files, so that it is any list', `${B2}  a.zip\n${C3}  b.zip`, { 'a.zip': '- B2', 'b.zip': '- C3' }],
])('reads a list of one file, made %s', (_, text, expected) => {
  const one = list(text, { file: 'a.zip.sha256' });
  expect(read(one)).toEqual(expected);
  // It says nothing of other files of its folder.
  expect(listedFolders(readChecksumList(one)).length > 0).toBe('b.zip' in expected);
});

test.each([
  ['a.zip.sha256', 'a.zip'],
  ['eu/a.zip.SHA1', 'eu/a.zip'],
  ['a.zip.md5sum', 'a.zip'],
  ['a.sha-512', 'a'],
  ['SHA256SUMS', null],
  ['a.sha25', null],
  ['.sha256', null],
])('%s states the hash of %s', (path, file) => expect(hashedFile(path)).toBe(file));

test('a list above the folder of all files names files of other folders, too', () => {
  expect(read(list(`${B2}  v5/a\n${C3}  v4/a`, { within: 'v5/' }))).toEqual({ a: '- B2' });
  // If it names none of that folder, its names are those of the folder, as of a list anywhere else.
  expect(read(list(`${B2}  a`, { within: 'v5/' }))).toEqual({ a: '- B2' });
});

const TIME = '2026-01-02T03:04:05Z';
const VERSION = { lastModified: TIME, contentLength: 5 };
const sums = { sha1: A1.toUpperCase(), sha256: B2.toUpperCase() };
const OTHER = { ...sums, sha256: C3.toUpperCase() };

test.each<[name: string, expected: string | null, given: Partial<Record<'known' | 'computed', object> & ChecksumList>]>(
  [
    ['a new version', null, {}],
    ['a version that it agrees with', null, { known: { ...VERSION, ...sums } }],
    ['a known version without a SHA-256', null, { known: { ...VERSION, sha1: null } }],
    ['a file that it agrees with, in spite of the catalog', null, { computed: sums, known: { ...VERSION, ...OTHER } }],
    ['another file', 'SUMS, line 1, states another SHA-256 than the file has', { computed: OTHER }],
    [
      'another version',
      'SUMS, line 1, states another SHA-256 than the catalog has',
      { known: { ...VERSION, ...OTHER } },
    ],
    [
      'an earlier version of another size',
      'SUMS, line 1, may state the SHA-256 of an earlier version; get a newer list',
      { known: { lastModified: '2025-01-01T00:00:00Z', contentLength: 4, ...sums } },
    ],
    [
      'a file that is newer than the list',
      'SUMS, line 1, may state the SHA-256 of an earlier version; get a newer list',
      { lastModified: '2026-01-02T03:04:04Z' },
    ],
    ['a file as old as the list', null, { lastModified: TIME }],
    ['a newer file that was read', null, { lastModified: '2025-01-01T00:00:00Z', computed: sums }],
  ],
)('a list against %s', (_, expected, { known, computed, ...more }) => {
  const stated = readChecksumList(list(`${B2}  a`, more)).get('a') ?? {};
  const history = known ? [known as Parameters<typeof checksumObjectionTo>[2][number]] : [];
  expect(checksumObjectionTo(stated, VERSION, history, (computed ?? null) as typeof sums | null)).toBe(expected);
});
