import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { WORLD_SIZE, worldSvg } from '../../../scripts/compile/world.ts';
import { ROOT } from '../../support/cli.ts';

const SVG = worldSvg(JSON.parse(readFileSync(join(ROOT, 'node_modules', 'world-atlas', 'land-110m.json'), 'utf8')));

/** The corners of each ring, from its steps. */
const RINGS = [...SVG.matchAll(/M(-?\d+) (-?\d+)l([^z]+)z/g)].map(([, startX, startY, steps = '']) => {
  const corners: [number, number][] = [[Number(startX), Number(startY)]];
  for (const [, x, y] of steps.matchAll(/(-?\d+)[ ]?(-?\d+)/g)) {
    const [lastX, lastY] = corners.at(-1) as [number, number];
    corners.push([lastX + Number(x), lastY + Number(y)]);
  }
  return corners;
});

/** Whether a place is inside of an odd number of rings: on land. */
function isLand(latitude: number, longitude: number): boolean {
  const x = (longitude / 360 + 0.5) * WORLD_SIZE + 0.01;
  const y = (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * WORLD_SIZE + 0.01;
  const crossings = RINGS.map((ring) =>
    ring.filter(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] as [number, number];
      return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    }),
  );
  return crossings.flat().length % 2 === 1;
}

test.each([
  ['Bern', 46.9, 7.4, true],
  ['the Atlantic', 40, -40, false],
  ['the Pacific', 0, -150, false],
  ['the Arctic, where Siberia goes beyond the line of the date', 80, 0, false],
  ['Alaska, as far north', 67, -155, true],
  ['Chukotka, west of that line', 67, 178, true],
  ['Chukotka, east of it', 66.5, -174, true],
  ['Antarctica', -82, 100, true],
  ['its lower edge', -84.9, -100, true],
])('%s', (_, latitude, longitude, expected) => {
  expect(isLand(latitude, longitude)).toBe(expected);
});

test('it is small', () => {
  expect(gzipSync(SVG).length).toBeLessThan(11_000);
});
