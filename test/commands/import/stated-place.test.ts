import { expect, test } from 'vitest';
import { placeInside, placeOfBox, placeOfGeometry, placeOfTileJson } from '../../../commands/import/stated-place.ts';

const box = (west: number, south: number, east: number, north: number): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
/** Like a U: its middle is outside. */
const VALLEY: [number, number][] = [
  [0, 0],
  [10, 0],
  [10, 9],
  [6, 9],
  [6, 1],
  [5, 1],
  [5, 9],
  [0, 9],
];

test.each<[string, unknown, object | null]>([
  ['a box', { type: 'Polygon', coordinates: [box(5.5, 45.5, 10.5, 47.9)] }, at(46.7, 8)],
  ['a polygon whose middle is outside', { type: 'Polygon', coordinates: [VALLEY] }, at(4.5, 2.5)],
  ['a polygon with a hole', { type: 'Polygon', coordinates: [box(0, 0, 9, 9), box(1, 1, 8, 8)] }, at(4.5, 0.5)],
  ['several', { type: 'MultiPolygon', coordinates: [[box(0, 0, 1, 1)], [box(20, 0, 30, 10)]] }, at(5, 25)],
  [
    'a collection',
    { type: 'GeometryCollection', geometries: [null, { type: 'Polygon', coordinates: [box(0, 0, 2, 2)] }] },
    at(1, 1),
  ],
  ['one across 180 degrees', { type: 'Polygon', coordinates: [box(170, -20, 200, -10)] }, at(-15, -175)],
  ['the whole world', { type: 'Polygon', coordinates: [box(-180, -85, 180, 85)] }, null],
  [
    'halves of the world',
    { type: 'MultiPolygon', coordinates: [[box(-180, -85, 0, 85)], [box(0, -85, 180, 85)]] },
    null,
  ],
  ['a pole', { type: 'Polygon', coordinates: [box(0, 86, 20, 90)] }, null],
  ['null', null, null],
  ['a point', { type: 'Point', coordinates: [1, 2] }, null],
  ['nonsense', { type: 'Polygon', coordinates: [[['a', null], 7, ['Infinity', 2]]] }, null],
])('the geometry of %s', (_, geometry, place) => {
  expect(placeOfGeometry(geometry)).toEqual(place);
});

test('a ring of many points is no problem', () => {
  const ring = Array.from({ length: 300_000 }, (_, index): [number, number] => [
    10 + 5 * Math.cos(index / 50_000),
    10 + 5 * Math.sin(index / 50_000),
  ]);
  expect(placeInside([[ring]])?.latitude).toBeCloseTo(10, 0);
});

test.each<[unknown[], object | null]>([
  [[5, 45, 11, 48], at(46.5, 8)],
  [['170', '-20', '-170', '-10'], at(-15, 180)],
  [[-180, -85, 180, 85], null],
  [[5, 48, 11, 45], null],
  [[5, 45, 11], null],
])('the box %j', ([west, south, east, north], place) => {
  expect(placeOfBox(west, south, east, north)).toEqual(place);
});

test.each<[unknown, unknown, object | null]>([
  [[5, 45, 11, 48], [8, 47, 8], { ...at(47, 8), zoom: 8 }],
  [[5, 45, 11, 48], [8, 47, 99], at(47, 8)],
  [[5, 45, 11, 48], undefined, at(46.5, 8)],
  [[5, 45, 11, 48], [8, 'x'], at(46.5, 8)],
  [undefined, [0, 0, 2], null],
  [[-180, -90, 180, 90], [8, 47, 8], null],
])('a TileJSON with the bounds %j and the center %j', (bounds, center, place) => {
  expect(placeOfTileJson(bounds, center, (zoom) => zoom < 20)).toEqual(place);
});
