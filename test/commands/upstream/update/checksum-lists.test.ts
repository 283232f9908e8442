/** Lists of checksums: the forms that programs print, and what refuses a list. */
import { expect, test } from 'vitest';
import {
  type ChecksumList,
  objectionTo,
  readChecksumLists,
  statedHashes,
} from '../../../../commands/upstream/update/checksum-lists.ts';

const A1 = 'a1'.repeat(20);
const B2 = 'b2'.repeat(32);
const C3 = 'c3'.repeat(32);

function list(text: string | Uint8Array, more: Partial<ChecksumList> = {}): ChecksumList {
  return { name: 'SUMS', bytes: Buffer.from(text), folder: '', file: 'SUMS', lastModified: null, ...more };
}

/** The hashes of each file, by their first digits. */
function read(...lists: ChecksumList[]): Record<string, string> {
  const found = [...readChecksumLists(lists)].map(([path, stated]) => {
    const { sha1, sha256 } = statedHashes(stated);
    return [path, [sha1, sha256].map((digits) => digits?.slice(0, 2) ?? '-').join(' ')];
  });
  return Object.fromEntries(found);
}

test.each<[name: string, text: string | Uint8Array, expected: Record<string, string>]>([
  ['sha256sum, with comments and empty lines', `# made today\n\n${B2}  a b.zip\n`, { 'a b.zip': '- B2' }],
  ['sha1sum of a binary file, without a line end', `${A1} *a.zip`, { 'a.zip': 'A1 -' }],
  ['one space, as sha256 -r prints it', `${B2} a.zip`, { 'a.zip': '- B2' }],
  ['capitals, CRLF and a byte order mark', `\uFEFF${B2.toUpperCase()}  a.zip\r\n`, { 'a.zip': '- B2' }],
  ['UTF-16, as Windows writes it', Buffer.from(`\uFEFF${B2}  a.zip\r\n`, 'utf16le'), { 'a.zip': '- B2' }],
  ['--tag and BSD', `SHA256 (a (1).zip) = ${B2}\nSHA1 (a (1).zip) = ${A1}`, { 'a (1).zip': 'A1 B2' }],
  ['OpenSSL', `SHA2-256(a.zip)= ${B2}\nSHA1(b.zip)= ${A1}`, { 'a.zip': '- B2', 'b.zip': 'A1 -' }],
  ['find . -exec', `${B2}  ./sub/a.zip\n${B2}  .//b`, { 'sub/a.zip': '- B2', b: '- B2' }],
  ['the same line twice', `${B2}  a\n${B2}  a`, { a: '- B2' }],
])('reads %s', (_, text, expected) => {
  expect(read(list(text))).toEqual(expected);
});

test('several lists are one, each with the names of its folder', () => {
  const lists = [list(`${B2}  a\n${C3}  eu/b`), list(`${A1}  b`, { folder: 'eu/' })];
  expect(read(...lists)).toEqual({ a: '- B2', 'eu/b': 'A1 C3' });
});

test.each<[text: string, message: string]>([
  ['', 'SUMS names no files.'],
  ['\n# nothing\n', 'SUMS names no files.'],
  [
    `${B2}  a\n<html>`,
    'SUMS, line 2: expected HASH  NAME or SHA256 (NAME) = HASH, as sha256sum writes them; correct or remove the line.',
  ],
  [
    B2,
    'SUMS, line 1: expected HASH  NAME or SHA256 (NAME) = HASH, as sha256sum writes them; correct or remove the line.',
  ],
  [
    `${'d4'.repeat(16)}  a`,
    'SUMS, line 1: an MD5 of 32 digits is no SHA-1 and no SHA-256; make the list with sha256sum.',
  ],
  [
    `${'e5'.repeat(64)}  a`,
    'SUMS, line 1: a hash of 128 digits is no SHA-1 and no SHA-256; make the list with sha256sum.',
  ],
  [`SHA1 (a) = ${B2}`, 'SUMS, line 1: SHA1 of 64 digits is no SHA-1 and no SHA-256; make the list with sha256sum.'],
  [
    `BLAKE2b (a) = ${B2}`,
    'SUMS, line 1: BLAKE2b of 64 digits is no SHA-1 and no SHA-256; make the list with sha256sum.',
  ],
  [`${B2}  ../a`, 'SUMS, line 1: the name "../a" cannot be used: it must not lead upwards with ...'],
  [`${B2}  a/../../b`, 'SUMS, line 1: the name "a/../../b" cannot be used: it must not lead upwards with ...'],
  [`${B2}  /etc/a`, 'SUMS, line 1: the name "/etc/a" cannot be used: it is absolute; leave out the leading /.'],
  [`${B2}  C:/a`, 'SUMS, line 1: the name "C:/a" cannot be used: it names a drive; write a relative path.'],
  [`${B2}  a\\b`, String.raw`SUMS, line 1: the name "a\\b" cannot be used: write / instead of \.`],
  [
    String.raw`\${B2}  a\nb`.replace('${B2}', B2),
    String.raw`SUMS, line 1: the name "a\nb" cannot be used: it contains a line break.`,
  ],
  [
    String.raw`\${B2}  a\\b`.replace('${B2}', B2),
    String.raw`SUMS, line 1: the name "a\\b" cannot be used: write / instead of \.`,
  ],
  [`${B2}  a\u0007`, 'SUMS, line 1: the name "a\\u0007" cannot be used: it contains the control character U+0007.'],
  [`${B2}  a\n${C3}  ./a`, 'SUMS, line 2: SUMS, line 1, has another SHA-256 of a; remove the line that is wrong.'],
])('refuses %j', (text, message) => {
  expect(() => read(list(text))).toThrow(expect.objectContaining({ message }));
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
  const stated = readChecksumLists([list(`${B2}  a`, more)]).get('a') ?? {};
  const history = known ? [known as Parameters<typeof objectionTo>[2][number]] : [];
  expect(objectionTo(stated, VERSION, history, (computed ?? null) as typeof sums | null)).toBe(expected);
});
