/** Histories of checksums: after an observation, and two joined. */
import { expect, test } from 'vitest';
import { joinHistories, KEPT, withObservation } from '../../contract/checksum-history.ts';
import type { Checksum } from '../../contract/generated/catalog.types.ts';

const A = 'A'.repeat(40);
const B = 'B'.repeat(40);

/** A checksum as `day size sha1`, in short. */
function checksum(text: string): Checksum {
  const [day = '', size, sha1] = text.split(' ');
  return {
    lastModified: `2026-01-${day}T00:00:00Z`,
    contentLength: Number(size),
    sha1: { a: A, b: B }[sha1 ?? ''] ?? null,
  };
}

const list = (text: string): Checksum[] => (text === '' ? [] : text.split(', ').map(checksum));

test.each([
  ['the first', '', '01 5', '01 5'],
  ['a newer version', '01 5', '02 5', '01 5, 02 5'],
  ['the same version again', '01 5, 02 5', '02 5', '01 5, 02 5'],
  ['an older version that is known', '01 5, 02 5', '01 5', '01 5, 02 5'],
  ['an older version that is new', '01 5, 03 5', '02 5', '01 5, 02 5, 03 5'],
  ['another size at the same time', '01 5', '01 6', '01 5, 01 6'],
  ['the bytes of a known version', '01 5', '01 5 a', '01 5 a'],
  ['a version without bytes, which leaves older SHA-1s', '01 5 a, 02 5 b', '03 5', '01 5 a, 02 5 b, 03 5'],
  ['a known version without bytes takes none', '01 5 a, 02 5 b', '02 5', '01 5 a, 02 5 b'],
  ['a version with bytes leaves the older ones alone', '01 5, 02 5 a', '03 5 b', '01 5, 02 5 a, 03 5 b'],
  ['other bytes of the same version', '01 5 a', '01 5 b', '01 5 b'],
  ['the second of two that an editor wrote of one version', '01 5 a, 01 5 b', '01 5 b', '01 5 a, 01 5 b'],
])('%s', (_, before, observed, after) => {
  expect(withObservation(list(before), checksum(observed))).toEqual(list(after));
});

test('what adds nothing gives the history itself', () => {
  const history = list('01 5 a, 02 5');
  expect(withObservation(history, checksum('01 5 a'))).toBe(history);
  expect(withObservation(history, checksum('02 5'))).toBe(history);
});

test('the version that the server has is kept, although thirty newer ones are known', () => {
  const history = Array.from({ length: KEPT }, (_, day) => checksum(`${String(day + 2).padStart(2, '0')} 5`));
  const after = withObservation(history, checksum('01 5'));
  expect(after).toEqual([checksum('01 5'), ...history.slice(1)]);
  expect(withObservation(after, checksum('01 5'))).toBe(after);
});

test.each([
  ['one of them is empty', '01 5', '', '01 5'],
  ['they overlap', '01 5, 02 5', '02 5, 03 5', '01 5, 02 5, 03 5'],
  ['the second is older', '03 5', '01 5, 02 5', '01 5, 02 5, 03 5'],
  ['one knows the SHA-1 of a version', '01 5', '01 5 a', '01 5 a'],
  ['the other knows it', '01 5 a', '01 5', '01 5 a'],
  ['both know another', '01 5 a', '01 5 b', '01 5 a, 01 5 b'],
  ['sizes differ at one time', '01 5', '01 6', '01 5, 01 6'],
])('two histories become one where %s', (_, before, after, joined) => {
  expect(joinHistories(list(before), list(after))).toEqual(list(joined));
});
