import { expect, test } from 'vitest';
import { Vocabulary } from '../../../browser/search/typo.ts';

test.each([
  ['cycling', ['cycling']],
  ['cyclng', ['cycling']],
  ['topgraphic', ['topographic']],
  ['tpo', ['tpo']],
  ['nowhere', ['nowhere']],
])('%s stands for %j', (word, expected) => {
  expect(new Vocabulary(['cycling map, topographic', 'bike']).alternatives(word)).toEqual(expected);
});
