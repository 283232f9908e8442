import { expect, test } from 'vitest';
import { type StatedArea, statedAreaOfBox } from '../../../../../build/programs/stated/stated-area.ts';
import { fittedArea } from '../../../../../commands/upstream/import/lists/fitted-area.ts';
import type { Polygon, Ring } from '../../../../../contract/maps/bounding-boxes.ts';
import {
  areaOfRing,
  isInsidePolygons,
  MAX_POSITIONS,
  polygonOf,
  polygonsInGeoJson,
} from '../../../../../contract/maps/geometry.ts';
import { fc } from '../../../../support/property.ts';

const box = (west: number, south: number, east: number, north: number) => ({ west, south, east, north });
const ring = (...edges: [number, number, number, number]): Ring => polygonOf(box(...edges))[0] as Ring;

test.each<[unknown[], unknown]>([
  [[5, 45, 11, 48], [box(5, 45, 11, 48)]],
  [
    ['170', '-20', '-170', '-10'],
    [box(-180, -20, -170, -10), box(170, -20, 180, -10)],
  ],
  [[-180, -85, 180, 85], 'world'],
  [[5, 48, 11, 45], null],
  [[5, 45, 5, 48], null],
  [[5, 45, 11], null],
])('the box %j', ([west, south, east, north], area) => {
  const stated = statedAreaOfBox([west, south, east, north]);
  expect((stated && fittedArea(stated))?.area ?? null).toEqual(area);
});

const star = (count: number, radii: readonly number[], x = 0): Ring => {
  const positions = Array.from({ length: count }, (_, index): [number, number] => {
    const [angle, radius] = [(index / count) * 2 * Math.PI, radii[index % radii.length] as number];
    return [x + radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return [...positions, positions[0] as [number, number]];
};

test.each<[string, StatedArea, RegExp, boolean]>([
  ['a coast', [[star(480, [10, 9, 8, 9, 9.5])]], /^its area is simplified from 481 to \d+ points, and a little/, true],
  [
    'islands beside it',
    [[star(600, [10, 9, 10, 8, 9.5])], [star(8, [1, 0.5], 20)], [ring(25, 0, 26, 1)]],
    /^its area is simplified from 615 to \d+ points/,
    true,
  ],
  ['a circle, in which there are no bays', [[star(300, [9])]], /^its area is simplified from 301 to 100 points/, true],
  ['a ring of far too many points', [[star(300_000, [9, 8])]], /^its area of 300001 points becomes a box$/, false],
  [
    'more islands than can be drawn',
    Array.from({ length: 30 }, (_, at) => [star(8, [1, 0.5], 3 * at)]),
    /^its area of 270 points becomes 30 boxes$/,
    false,
  ],
  [
    'more islands than there can be boxes',
    Array.from({ length: 60 }, (_, at) => [star(8, [0.5, 0.2], at)]),
    /^its area of 540 points becomes a box$/,
    false,
  ],
])('%s', (_, stated, remark, isDrawn) => {
  const fitted = fittedArea(stated);
  expect(fitted?.remark).toMatch(remark);
  expect(typeof fitted?.area === 'object' && 'polygons' in fitted.area).toBe(isDrawn);
});

test('an area contains the stated one, is valid, and keeps much of its form', () => {
  const radii = fc.array(fc.double({ min: 2, max: 10, noNaN: true }), { minLength: 3, maxLength: 400 });
  fc.assert(
    fc.property(radii, fc.nat(300), (found, more) => {
      const outline = star(100 + more, found);
      const fitted = fittedArea([[outline]]);
      const area = typeof fitted?.area === 'object' ? fitted.area : [];
      const polygons: readonly Polygon[] = 'polygons' in area ? area.polygons : area.map(polygonOf);
      expect(polygonsInGeoJson({ type: 'MultiPolygon', coordinates: polygons })).toEqual(polygons);
      expect(polygons.flat(2).length).toBeLessThanOrEqual(MAX_POSITIONS);
      const size = polygons.reduce((sum, [one = []]) => sum + areaOfRing(one), 0);
      expect(size).toBeGreaterThanOrEqual(areaOfRing(outline));
      for (const [x, y] of outline) {
        // A little inside: positions on the edge are in neither.
        expect(isInsidePolygons(polygons, [x * 0.999, y * 0.999])).toBe(true);
      }
    }),
  );
});
