import { expect, test } from 'vitest';
import { PATIENCE_MS, TileTally } from '../../../browser/map/tile-tally.ts';

test('tiles are counted by how they do', () => {
  const tally = new TileTally();
  for (const name of ['a', 'b', 'c', 'd']) tally.ask(name, 1_000);
  tally.ask('e', 1_000 + PATIENCE_MS);
  tally.answer('a', 'loaded');
  tally.answer('b', 'failed');
  expect(tally.counts(1_000 + PATIENCE_MS - 1)).toEqual({ total: 5, loaded: 1, failed: 1, late: 0 });
  expect(tally.counts(1_000 + PATIENCE_MS)).toEqual({ total: 5, loaded: 1, failed: 1, late: 2 });
  tally.drop('c');
  expect(tally.counts(1_000 + PATIENCE_MS)).toEqual({ total: 4, loaded: 1, failed: 1, late: 1 });
});

test('one that failed is the example before one that is waited for', () => {
  const tally = new TileTally();
  expect(tally.missing()).toBeNull();
  tally.ask('a', 0);
  tally.ask('b', 0);
  expect(tally.missing()).toBe('a');
  tally.answer('b', 'failed');
  expect(tally.missing()).toBe('b');
  tally.answer('a', 'loaded');
  tally.answer('b', 'loaded');
  expect(tally.missing()).toBeNull();
});

test('an answer that comes after its tile has gone does not count', () => {
  const tally = new TileTally();
  tally.answer('a', 'failed');
  expect(tally.counts(0)).toEqual({ total: 0, loaded: 0, failed: 0, late: 0 });
});

test('a tile that is asked for again is waited for anew', () => {
  const tally = new TileTally();
  tally.ask('a', 0);
  tally.ask('a', PATIENCE_MS);
  expect(tally.counts(PATIENCE_MS).late).toBe(0);
});
