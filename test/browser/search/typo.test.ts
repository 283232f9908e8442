import { expect, test } from 'vitest';
import { isTypoOf, Vocabulary } from '../../../browser/search/typo.ts';

test.each([
  ['lisbon', 'lisbon', true],
  ['lisbun', 'lisbon', true],
  ['lisbo', 'lisbon', true],
  ['lissbon', 'lisbon', true],
  ['libson', 'lisbon', true],
  ['ilsbon', 'lisbon', true],
  ['lisnob', 'lisbon', false],
  ['lsbn', 'lisbon', false],
  ['aa', 'a', true],
  ['ab', 'cd', false],
  ['', '', true],
])('%s and %s', (word, other, isNear) => {
  expect(isTypoOf(word, other)).toBe(isNear);
  expect(isTypoOf(other, word)).toBe(isNear);
});

test.each([
  ['cycling', ['cycling']],
  ['cyclng', ['cycling']],
  ['topgraphic', ['topographic']],
  ['tpo', ['tpo']],
  ['nowhere', ['nowhere']],
])('%s stands for %j', (word, expected) => {
  expect(new Vocabulary(['cycling map, topographic', 'bike']).alternatives(word)).toEqual(expected);
});
