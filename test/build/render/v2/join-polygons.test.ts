import { expect, test } from 'vitest';
import { joinedPolygons } from '../../../../build/render/v2/join-polygons.ts';
import borders from '../../../../contract/generated/borders.cjs';
import type { Polygon } from '../../../../contract/maps/bounding-boxes.ts';
import { areaOfPolygons, haveContact, polygonOf } from '../../../../contract/maps/geometry.ts';

const box = (west: number, south: number, east: number, north: number) => polygonOf({ west, south, east, north });
const [outline = []] = box(0, 0, 3, 3);
const [hole = []] = box(1, 1, 2, 2);
const withHole: Polygon = [outline, hole.toReversed()];

test.each<[name: string, polygons: readonly Polygon[], rings: readonly number[]]>([
  ['neighbours', [box(0, 0, 1, 1), box(1, 0, 2, 1)], [1]],
  ['four around a point', [box(0, 0, 1, 1), box(1, 0, 2, 1), box(0, 1, 1, 2), box(1, 1, 2, 2)], [1]],
  ['two that touch at a point', [box(0, 0, 1, 1), box(1, 1, 2, 2)], [1, 1]],
  ['one in the hole of another', [withHole, box(1, 1, 2, 2)], [1]],
  [
    'one with a hole, and its neighbour',
    [
      withHole,
      [
        [
          [3, 0],
          [4, 0],
          [4, 3],
          [3, 3],
          [3, 0],
        ],
      ],
    ],
    [2],
  ],
  ['several countries', ['AT', 'CH', 'DE', 'LI'].flatMap((code) => borders[code] ?? []), [2]],
])('%s', (_, polygons, rings) => {
  const found = joinedPolygons(polygons);
  expect(found.map(({ length }) => length)).toEqual(rings);
  expect(areaOfPolygons(found)).toBeCloseTo(areaOfPolygons(polygons), 12);
  if (found.length === 1) expect(haveContact(found.flat())).toBe(false);
});
