import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawnCountries } from '../../../scripts/compile/drawn-countries.ts';
import { ROOT } from '../../support/cli.ts';

const text = drawnCountries(
  JSON.parse(readFileSync(join(ROOT, 'node_modules/world-atlas/countries-50m.json'), 'utf8')),
);
const [size, land = [], borders = [], names = []] = text.split('\n\n').map((part) => part.split('\n'));

test('drawn countries are small', () => {
  expect(gzipSync(text).length).toBeLessThan(56_000);
});

test('each country has one name, the largest first', () => {
  const codes = names.map((line) => line.slice(0, 2));
  expect(codes.slice(0, 5)).toEqual(['RU', 'GL', 'CA', 'CN', 'US']);
  expect(new Set(codes).size).toBe(codes.length);
  expect(names.every((line) => /^[A-Z]{2} \d+ \d+ \d+$/.test(line))).toBe(true);
});

test.each([
  ['CH', 8, 47],
  ['IN', 78, 23],
  ['AU', 134, -26],
  ['NO', 9, 61],
  ['VA', 12.5, 41.9],
])('the name of %s is in its country', (code, longitude, latitude) => {
  const [x = 0, y = 0] =
    names
      .find((line) => line.startsWith(code))
      ?.split(' ')
      .slice(1)
      .map(Number) ?? [];
  const world = Number(size?.[0]);
  expect(Math.abs((x / world - 0.5) * 360 - longitude)).toBeLessThan(4);
  const north = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
  expect(Math.abs(y - north * world)).toBeLessThan(100);
});

test('land is closed, borders are not', () => {
  expect(land.every((path) => path.endsWith('z'))).toBe(true);
  expect(land.length).toBeGreaterThan(900);
  expect(borders.length).toBeGreaterThan(150);
});
