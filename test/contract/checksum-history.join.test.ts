/** Two histories of one file as one. */
import { expect, test } from 'vitest';
import { joinHistories } from '../../contract/checksum-history.ts';
import type { Checksum } from '../../contract/generated/catalog.types.ts';
import { fc } from '../support/property.ts';

const SHA1S = { a: 'A'.repeat(40), b: 'B'.repeat(40) };

/** Checksums, each written `day size sha1` in short. */
function list(text: string): Checksum[] {
  return text
    .split(', ')
    .filter((part) => part !== '')
    .map((part) => {
      const [day, size, sha1 = ''] = part.split(' ');
      const found = sha1 === 'a' || sha1 === 'b' ? SHA1S[sha1] : null;
      return { lastModified: `2026-01-${day}T00:00:00Z`, contentLength: Number(size), sha1: found };
    });
}

test.each([
  ['one of them is empty', '01 5', '', '01 5'],
  ['they overlap', '01 5, 02 5', '02 5, 03 5', '01 5, 02 5, 03 5'],
  ['the second is older', '03 5', '01 5, 02 5', '01 5, 02 5, 03 5'],
  ['one knows the SHA-1 of a version', '01 5', '01 5 a', '01 5 a'],
  ['the other knows it', '01 5 a', '01 5', '01 5 a'],
  ['both know another', '01 5 a', '01 5 b', '01 5 a, 01 5 b'],
  ['sizes differ at one time', '01 5', '01 6', '01 5, 01 6'],
])('where %s', (_, before, after, joined) => {
  expect(joinHistories(list(before), list(after))).toEqual(list(joined));
});

test('a history joined with itself, or with a part of it, is the same', () => {
  const checksum: fc.Arbitrary<Checksum> = fc.record({
    lastModified: fc.integer({ min: 10, max: 19 }).map((minute) => `2026-01-01T00:${minute}:00Z`),
    contentLength: fc.nat(2),
    sha1: fc.constantFrom(null, ...Object.values(SHA1S)),
  });
  fc.assert(
    fc.property(fc.array(checksum), fc.array(checksum), (before, after) => {
      const joined = joinHistories(before, after);
      expect(joinHistories(joined, joined)).toEqual(joined);
      expect(joinHistories(joined, after)).toEqual(joined);
      expect(joinHistories([], joined)).toEqual(joined);
    }),
  );
});
