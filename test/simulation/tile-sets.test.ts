/** The second set of tiles: large enough, readable, and the same each time. */
import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import { expect, test } from 'vitest';
import { tileSets } from './tile-sets.ts';

const SETS = tileSets();

test('has enough real maps and notices, each with a name', () => {
  expect(SETS.filter(({ truth }) => truth === 'works').length).toBeGreaterThanOrEqual(250);
  expect(SETS.filter(({ truth }) => truth !== 'works').length).toBeGreaterThanOrEqual(60);
  expect(new Set(SETS.map(({ name }) => name)).size).toBe(SETS.length);
});

// One of each twelfth kind: all take minutes.
const SAMPLE = SETS.filter(({ name }) => name.endsWith(' 1')).filter((_, index) => index % 12 === 1);

test.each(SAMPLE)('$name: at most eight tiles of one size', (set) => {
  const tiles = set.tiles();
  expect(tiles.length).toBeGreaterThanOrEqual(3);
  expect(tiles.length).toBeLessThanOrEqual(8);
  const sizes = tiles.map(({ bytes }) => imageSize(bytes));
  expect(sizes.map(({ type }) => type)).toEqual(tiles.map(({ format }) => (format === 'png' ? 'png' : 'jpg')));
  expect(new Set(sizes.map(({ width, height }) => `${width} ${height}`)).size).toBe(1);
  expect([256, 512]).toContain(sizes[0]?.width);
});

test.each(['coast 1', 'picture: with time 2'])('the same bytes each time: %s', (name) => {
  const sums = (): string[] => {
    const set = tileSets().find((one) => one.name === name);
    return (set?.tiles() ?? []).map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  };
  expect(sums().length).toBeGreaterThanOrEqual(3);
  expect(sums()).toEqual(sums());
});
