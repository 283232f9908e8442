import { expect, test } from 'vitest';
import { type KeptUnit, UnitCache } from '../../../build/run/unit-cache.ts';

const unit = (key: string): KeptUnit => ({ key, files: [], entries: null });

test('a unit is found where it was made from the same', () => {
  const cache = new UnitCache(new Map([['a', unit('1')]]));
  expect(cache.find('a', '1')).toEqual(unit('1'));
  expect(cache.find('a', '2')).toBeNull();
  expect(cache.find('b', '1')).toBeNull();
  expect(new UnitCache().find('a', '1')).toBeNull();
});

test('what is kept is for the next time, and what nobody keeps is forgotten', () => {
  const cache = new UnitCache(
    new Map([
      ['a', unit('1')],
      ['gone', unit('1')],
    ]),
  );
  cache.keep('a', unit('2'));
  cache.keep('b', unit('3'));
  expect(cache.find('a', '1')).toEqual(unit('1'));
  expect(cache.find('a', '2')).toBeNull();
  const next = new UnitCache(cache.units);
  expect(next.find('a', '2')).toEqual(unit('2'));
  expect(next.find('b', '3')).toEqual(unit('3'));
  expect(next.find('gone', '1')).toBeNull();
});

test.each<[string, readonly (readonly [string, string])[], boolean]>([
  [
    'the same units',
    [
      ['b', '2'],
      ['a', '1'],
    ],
    false,
  ],
  [
    'a unit of other things',
    [
      ['a', '1'],
      ['b', '3'],
    ],
    true,
  ],
  ['a unit less', [['a', '1']], true],
  [
    'a unit more',
    [
      ['a', '1'],
      ['b', '2'],
      ['c', '1'],
    ],
    true,
  ],
  [
    'a unit of another name',
    [
      ['a', '1'],
      ['c', '2'],
    ],
    true,
  ],
])('whether there are news: %s', (_, kept, hasNews) => {
  const cache = new UnitCache(
    new Map([
      ['a', unit('1')],
      ['b', unit('2')],
    ]),
  );
  for (const [name, key] of kept) cache.keep(name, unit(key));
  expect(cache.hasNews).toBe(hasNews);
});
