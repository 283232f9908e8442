import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Polygon, Position, Ring } from '../../../contract/maps/bounding-boxes.ts';
import { areaOfPolygons, haveContact, isInsidePolygons } from '../../../contract/maps/geometry.ts';
import { simplifiedAround } from '../../../contract/maps/simplify-around.ts';

/** A star of as many positions as there are radii. */
function star(radii: readonly number[], x = 0, isHole = false): Ring {
  const ring = radii.map((radius, index): Position => {
    const angle = (2 * Math.PI * index) / radii.length;
    return [x + radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const closed = [...ring, ring[0] as Position];
  return isHole ? closed.toReversed() : closed;
}

const coast = (count: number, radius: number): number[] =>
  Array.from({ length: count }, (_, index) => radius + 0.1 * Math.sin(7 * index));

test.each<[string, readonly Polygon[], limit: number, most: number]>([
  ['a circle', [[star(coast(300, 9).map(() => 9))]], 12, 1.1],
  ['a coast', [[star(coast(300, 9))]], 40, 1.04],
  ['a region around another', [[star(coast(200, 9)), star(coast(60, 3), 0, true)]], 60, 1.03],
  ['islands beside each other', [[star(coast(100, 5))], [star(coast(100, 1), 6.3)]], 40, 1.06],
])('%s becomes simpler and a little larger', (_, polygons, limit, most) => {
  const found = simplifiedAround(polygons, limit);
  expect(found.flat(2).length).toBe(limit);
  expect(found.map((rings) => rings.length)).toEqual(polygons.map((rings) => rings.length));
  expect(haveContact(found.flat())).toBe(false);
  const ratio = areaOfPolygons(found) / areaOfPolygons(polygons);
  expect(ratio).toBeGreaterThanOrEqual(1);
  expect(ratio).toBeLessThan(most);
});

test('what is simple stays', () => {
  const polygons = [[star([1, 1, 1])]];
  expect([simplifiedAround(polygons, 100), simplifiedAround(polygons, 2)]).toEqual([polygons, polygons]);
});

test('nothing of the land is lost, and outlines stay apart', () => {
  const radii = fc.array(fc.double({ min: 2, max: 9, noNaN: true }), { minLength: 3, maxLength: 100 });
  fc.assert(
    fc.property(radii, radii, fc.integer({ min: 8, max: 60 }), (one, other, limit) => {
      const polygons = [[star(one)], [star(other, 18.5)]];
      const found = simplifiedAround(polygons, limit);
      expect(haveContact(found.flat())).toBe(false);
      for (const [index, [outline = []]] of polygons.entries()) {
        const middle = index * 18.5;
        // A little inside: positions on the edge are in neither.
        for (const [x, y] of outline) {
          const inside: Position = [middle + (x - middle) * 0.999, y * 0.999];
          expect(isInsidePolygons([found[index] as Polygon], inside)).toBe(true);
        }
      }
    }),
  );
});
