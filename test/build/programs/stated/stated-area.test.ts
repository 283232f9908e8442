import { expect, test } from 'vitest';
import { areaOfGeometry } from '../../../../build/programs/stated/stated-area.ts';

const ring = (west: number) => [
  [west, 0],
  [west + 1, 0],
  [west, 1],
  [west, 0],
];
const [first, second] = [ring(1.123456789), ring(5)];
const polygon = (outline: unknown) => ({ type: 'Polygon', coordinates: [outline] });
const collection = (...geometries: unknown[]) => ({ type: 'GeometryCollection', geometries });
const point = { type: 'Point', coordinates: [1, 2] };

test.each([
  ['all polygons of a collection', collection(polygon(first), point, polygon(second)), [[first], [second]]],
  ['those of collections inside it', collection(collection(polygon(first)), polygon(second)), [[first], [second]]],
  ['those of a MultiPolygon', { type: 'MultiPolygon', coordinates: [[first], [second]] }, [[first], [second]]],
  ['unknown without a polygon', collection(point), null],
  ['unknown of an empty collection', collection(), null],
  ['unknown of anything else', 'Polygon', null],
])('the area of a geometry is %s', (_, geometry, area) => expect(areaOfGeometry(geometry, null)).toEqual(area));

test('degrees are rounded to about a metre, in a collection, too', () => {
  const rounded = [[ring(1.12346).map(([x, y]) => [Number(x?.toFixed(5)), y])]];
  expect([areaOfGeometry(polygon(first)), areaOfGeometry(collection(polygon(first)))]).toEqual([rounded, rounded]);
});
