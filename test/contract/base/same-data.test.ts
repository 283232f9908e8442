import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { isSameData } from '../../../contract/base/same-data.ts';
import { fc } from '../../support/property.ts';

const misread = Symbol('a number:1e3');

test.each<[string, unknown, unknown, boolean]>([
  ['keys in another order', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
  ['items in another order', [1, 2], [2, 1], false],
  ['another key', { a: undefined }, { b: undefined }, false],
  ['one key more', { a: 1 }, { a: 1, b: 1 }, false],
  ['an inherited key', { a: 1 }, Object.create({ a: 1 }, { b: { value: 1, enumerable: true } }), false],
  ['a key that every object inherits', { toString: {} }, { a: {} }, false],
  ['the key of what every object inherits', JSON.parse('{"__proto__":{}}'), { a: {} }, false],
  ['that key in both', JSON.parse('{"__proto__":{}}'), JSON.parse('{"__proto__":{}}'), true],
  ['that key with another value', JSON.parse('{"__proto__":{}}'), JSON.parse('{"__proto__":[]}'), false],
  ['a list and an object', [1], { 0: 1 }, false],
  ['an object and a list', {}, [], false],
  ['nothing and an object', null, {}, false],
  ['zeros', 0, -0, false],
  ['the same symbol', [misread], [misread], true],
  ['two symbols of one name', [misread], [Symbol('a number:1e3')], false],
])('%s', (_, a, b, isSame) => expect([isSameData(a, b), isSameData(b, a)]).toEqual([isSame, isSame]));

test('says what isDeepStrictEqual says', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, fc.boolean(), (a, other, isCopy) => {
      const b = isCopy ? structuredClone(a) : other;
      expect(isSameData(a, b)).toBe(isDeepStrictEqual(a, b));
    }),
    { numRuns: 1_000 },
  );
});
