import { expect, test } from 'vitest';
import { tilesOfPolygons } from '../../../../build/render/v2/tile-index.ts';
import borders from '../../../../contract/generated/borders.cjs';
import type { Polygon } from '../../../../contract/maps/bounding-boxes.ts';
import { polygonOf } from '../../../../contract/maps/geometry.ts';

const tiles = (polygons: readonly Polygon[], zoom: number): string =>
  [...tilesOfPolygons(polygons, zoom).keys()].sort().join(' ');
const box = (west: number, south: number, east: number, north: number) => polygonOf({ west, south, east, north });
const [outline = []] = box(1, 1, 179, 85);
const [hole = []] = box(10, 10, 80, 60);

test.each<[name: string, polygons: readonly Polygon[], zoom: number, expected: string]>([
  ['a quarter of the world', [box(0, 0, 180, 90)], 1, '1/0'],
  ['an edge, which is not an area', [box(-90, 0, 0, 20)], 1, '0/0'],
  ['the middle', [box(-1, -1, 1, 1)], 1, '0/0 0/1 1/0 1/1'],
  ['two parts', [box(170, 1, 180, 2), box(-180, 1, -170, 2)], 2, '0/1 3/1'],
  ['a hole that is a whole tile', [[outline, [...(box(0, 0, 90, 66.6)[0] ?? [])].reverse()]], 2, '2/0 3/0 3/1'],
  ['a hole in a tile', [[outline, [...hole].reverse()]], 1, '1/0'],
  ['beyond the edge of the projection', [box(0, 86, 10, 90)], 1, ''],
  ['Portugal with its islands', borders['PT'] ?? [], 5, '12/11 12/12 13/11 13/12 14/12 14/13 15/11 15/12'],
])('%s', (_, polygons, zoom, expected) => expect(tiles(polygons, zoom)).toBe(expected));

test.each<[name: string, polygons: readonly Polygon[], share: number]>([
  ['a whole tile', [box(0, 0, 180, 86)], 1],
  ['half of one', [box(0, 0, 90, 86)], 0.5],
  ['two halves', [box(0, 0, 90, 86), box(90, 0, 180, 86)], 1],
  ['a half without a hole that is a quarter', [[...box(0, 0, 90, 86), ...box(0, 0, 45, 86)]], 0.25],
])('the share of a tile that is covered: %s', (_, polygons, share) => {
  expect(tilesOfPolygons(polygons, 1).get('1/0')).toBeCloseTo(share);
});
