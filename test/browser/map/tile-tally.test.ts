import { expect, test } from 'vitest';
import { PATIENCE_MS, TileTally } from '../../../browser/map/tile-tally.ts';

test('tiles are counted by their state', () => {
  const tally = new TileTally();
  for (const name of ['a', 'b', 'c', 'd']) tally.ask(name, `https://${name}/`, 1_000);
  tally.ask('e', 'https://e/', 1_000 + PATIENCE_MS);
  tally.answer('a', 'loaded');
  tally.answer('b', 'failed');
  const example = 'https://b/';
  expect(tally.report(1_000 + PATIENCE_MS - 1)).toEqual({ total: 5, failed: 1, late: 0, example });
  expect(tally.report(1_000 + PATIENCE_MS)).toEqual({ total: 5, failed: 1, late: 2, example });
  tally.drop('c');
  expect(tally.report(1_000 + PATIENCE_MS)).toEqual({ total: 4, failed: 1, late: 1, example });
});

test('one that failed is the example before one without an answer', () => {
  const tally = new TileTally();
  expect(tally.report(0).example).toBeNull();
  tally.ask('a', 'https://a/', 0);
  tally.ask('b', 'https://b/', 0);
  expect(tally.report(0).example).toBe('https://a/');
  tally.answer('b', 'failed');
  expect(tally.report(0).example).toBe('https://b/');
  tally.answer('a', 'loaded');
  tally.answer('b', 'loaded');
  expect(tally.report(0).example).toBeNull();
});

test('an answer after its tile has left the map does not count, and a tile that is asked for again starts anew', () => {
  const tally = new TileTally();
  tally.answer('a', 'failed');
  expect(tally.report(0)).toEqual({ total: 0, failed: 0, late: 0, example: null });
  tally.ask('a', '', 0);
  tally.ask('a', '', PATIENCE_MS);
  expect(tally.report(PATIENCE_MS).late).toBe(0);
});
