/** Histories of checksums: after an observation, and two joined. */
import { expect, test } from 'vitest';
import {
  joinHistories,
  KEPT_VERSIONS,
  wentBackTo,
  withObservation,
  withoutOldestVersions,
} from '../../../contract/data-sources/checksum-history.ts';
import { currentVersionOf } from '../../../contract/data-sources/current-version.ts';
import type { Checksum } from '../../../contract/generated/catalog.types.ts';

const A = 'A'.repeat(40);
const B = 'B'.repeat(40);

const time = (day: string): string => `2026-01-${day}T00:00:00Z`;

/** A checksum as `day size sha1 @day`, in short: the last is the time that upstream states. */
function checksum(text: string): Checksum {
  const {
    day = '',
    size,
    sha1 = '',
    now,
  } = /^(?<day>..) (?<size>.)(?: (?<sha1>\w))?(?: @(?<now>..))?$/.exec(text)?.groups ?? {};
  return {
    lastModified: time(day),
    contentLength: Number(size),
    sha1: { a: A, b: B }[sha1] ?? null,
    ...(now === undefined ? {} : { current: time(now) }),
  };
}

const list = (text: string): Checksum[] => (text === '' ? [] : text.split(', ').map(checksum));

test.each([
  ['the first', '', '01 5', '01 5'],
  ['a newer version', '01 5', '02 5', '01 5, 02 5'],
  ['the same version again', '01 5, 02 5', '02 5', '01 5, 02 5'],
  ['an older version that is known', '01 5, 02 5', '01 5', '01 5 @01, 02 5'],
  ['an older version that is new', '01 5, 03 5', '02 5', '01 5, 02 5 @02, 03 5'],
  ['an older version that is still there', '01 5 @01, 02 5', '01 5', '01 5 @01, 02 5'],
  ['the newest version after an older one', '01 5 @01, 02 5', '02 5', '01 5, 02 5'],
  ['a newer version after an older one', '01 5 @01, 02 5', '03 5', '01 5, 02 5, 03 5'],
  ['another older version', '01 5 @01, 02 5, 03 5', '02 5', '01 5, 02 5 @02, 03 5'],
  ['the same bytes with a new time', '01 5 a', '02 5 a', '01 5 a @02'],
  ['the same bytes with an older time', '02 5 a', '01 5 a', '02 5 a @01'],
  ['the same bytes with a new time once more', '01 5 a @02', '03 5 a', '01 5 a @03'],
  ['the same bytes with the time of before', '01 5 a @02', '01 5 a', '01 5 a'],
  ['the time that upstream stated, without bytes', '01 5 a @02', '02 5', '01 5 a @02'],
  ['other bytes at the time that upstream stated', '01 5 a @02', '02 5 b', '01 5 a, 02 5 b'],
  ['another size at the time that upstream stated', '01 5 a @02', '02 6', '01 5 a, 02 6'],
  ['older bytes with a new time', '01 5 a, 02 5 b', '03 5 a', '01 5 a @03, 02 5 b'],
  ['older bytes with the time of newer ones', '01 5 a, 02 5 b', '02 5 a', '01 5 a @02, 02 5 b'],
  ['a new time without bytes, which may be a new version', '01 5 a', '02 5', '01 5 a, 02 5'],
  ['the bytes of two versions, by the time', '01 5 a, 02 5', '02 5 a', '01 5 a, 02 5 a'],
  ['another size at the same time', '01 5', '01 6', '01 5, 01 6'],
  ['the bytes of a known version', '01 5', '01 5 a', '01 5 a'],
  ['a version without bytes, which leaves older SHA-1s', '01 5 a, 02 5 b', '03 5', '01 5 a, 02 5 b, 03 5'],
  ['a known version without bytes takes none', '01 5 a, 02 5 b', '02 5', '01 5 a, 02 5 b'],
  ['a version with bytes leaves the older ones alone', '01 5, 02 5 a', '03 5 b', '01 5, 02 5 a, 03 5 b'],
  ['other bytes of the same version', '01 5 a', '01 5 b', '01 5 b'],
  ['the second of two that an editor wrote of one version', '01 5 a, 01 5 b', '01 5 b', '01 5 a, 01 5 b'],
  ['the first of two that an editor wrote of one version', '01 5 a, 01 5 b', '01 5 a', '01 5 a @01, 01 5 b'],
])('%s', (_, before, observed, after) => {
  expect(withObservation(list(before), checksum(observed))).toEqual(list(after));
});

test('what adds nothing gives the history itself', () => {
  const history = list('01 5 a, 02 5');
  expect(withObservation(history, checksum('02 5'))).toBe(history);
  const older = list('01 5 a @03, 02 5');
  expect(withObservation(older, checksum('03 5 a'))).toBe(older);
});

const many = (first: number, last: number): Checksum[] =>
  Array.from({ length: last - first + 1 }, (_, index) => checksum(`${String(first + index).padStart(2, '0')} 5`));

test('the version that the server has is kept, although thirty newer ones are known', () => {
  const history = many(2, KEPT_VERSIONS + 1);
  const after = withObservation(history, checksum('01 5'));
  expect(after).toEqual([checksum('01 5 @01'), ...history.slice(1)]);
  expect(withObservation(after, checksum('01 5'))).toBe(after);
  expect(withoutOldestVersions([...after, checksum('99 5')])).toEqual([
    checksum('01 5 @01'),
    ...history.slice(2),
    checksum('99 5'),
  ]);
});

test('a history that is longer is cut only for a new version', () => {
  const history = many(1, KEPT_VERSIONS + 2);
  expect(withObservation(history, checksum('05 5'))).toHaveLength(KEPT_VERSIONS + 2);
  expect(withObservation(history, checksum('50 5'))).toHaveLength(KEPT_VERSIONS);
});

test.each([
  ['a first version', '', '01 5', undefined],
  ['a new version', '01 5', '01 5, 02 5', undefined],
  ['a new version after an older one', '01 5 @01, 02 5', '01 5, 02 5, 03 5', undefined],
  ['a new time', '01 5 a', '01 5 a @02', undefined],
  ['a new time of an older version', '01 5 a @01, 02 5', '01 5 a @03, 02 5', undefined],
  ['a hash that was not known', '01 5', '01 5 a', undefined],
  ['an older version', '01 5, 02 5', '01 5 @01, 02 5', 'again'],
  ['the newest version after an older one', '01 5 @01, 02 5', '01 5, 02 5', 'again'],
  ['a new version that is older', '01 5, 03 5', '01 5, 02 5 @02, 03 5', 'older'],
  ['other bytes at the same time', '01 5 a', '01 5 b', 'replaced'],
  ['other bytes at the time of the newest', '01 5 a @01, 02 5 a', '01 5 a, 02 5 b', 'replaced'],
])('whether upstream went back: %s', (_, before, after, how) => {
  expect(wentBackTo(list(before), list(after))?.how).toBe(how);
});

test('the version that upstream has is the one that says so, or the newest', () => {
  expect(currentVersionOf([])).toBeUndefined();
  expect(currentVersionOf(list('01 5, 02 5'))).toEqual(checksum('02 5'));
  expect(currentVersionOf(list('01 5 @03, 02 5'))).toEqual(checksum('01 5 @03'));
});

test.each([
  ['one of them is empty', '01 5', '', '01 5'],
  ['they overlap', '01 5, 02 5', '02 5, 03 5', '01 5, 02 5, 03 5'],
  ['the second is older', '03 5', '01 5, 02 5', '01 5, 02 5, 03 5'],
  ['one knows the SHA-1 of a version', '01 5', '01 5 a', '01 5 a'],
  ['the other knows it', '01 5 a', '01 5', '01 5 a'],
  ['both know another', '01 5 a', '01 5 b', '01 5 a, 01 5 b'],
  ['sizes differ at one time', '01 5', '01 6', '01 5, 01 6'],
  ['the first says what upstream has', '01 5 @03, 02 5', '01 5 a', '01 5 a @03, 02 5'],
  ['the first says it, but the second has a newer version', '01 5 @01, 02 5', '03 5', '01 5, 02 5, 03 5'],
  ['both say it of one version, and the first knows the time', '01 5 @05, 02 5', '01 5 @01', '01 5 @05, 02 5'],
  ['both say it', '01 5 @01, 02 5, 03 5', '02 5 @02', '01 5, 02 5 @02, 03 5'],
  ['the first says it of the newest, and the second has a newer one', '01 5 @05', '02 5', '01 5, 02 5'],
])('two histories become one where %s', (_, before, after, joined) => {
  expect(joinHistories(list(before), list(after))).toEqual(list(joined));
});
