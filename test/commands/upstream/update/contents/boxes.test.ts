import { describe, expect, test } from 'vitest';
import { boxAroundTiles, boxInFileName, boxOfEdges } from '../../../../../commands/upstream/update/contents/boxes.ts';

type Four = [number, number, number, number];

const edgesOf = ([west, south, east, north]: Four) => ({ west, south, east, north });
const fourOf = (box: ReturnType<typeof boxOfEdges>): Four => [
  box.southWestLongitude,
  box.southWestLatitude,
  box.northEastLongitude,
  box.northEastLatitude,
];

describe('edges that make a box', () => {
  test.each<[string, Four, Four]>([
    ['as they are', [7.4, 43.5, 7.6, 43.75], [7.4, 43.5, 7.6, 43.75]],
    ['in microdegrees', [7.40902789, 43.5165358, 7.6, 43.7543525], [7.409028, 43.516536, 7.6, 43.754353]],
    ['zero without a sign', [-0.0000001, -0, 1, 1], [0, 0, 1, 1]],
    ['the world', [-180, -90, 180, 90], [-180, -90, 180, 90]],
  ])('%s', (_, edges, box) => {
    for (const mayCross of [true, false]) expect(fourOf(boxOfEdges(edgesOf(edges), mayCross))).toEqual(box);
    expect(Object.is(boxOfEdges(edgesOf(edges), true).southWestLongitude, -0)).toBe(false);
  });

  test.each<[string, Four, Four]>([
    ['as the catalog has it', [176, -20, -178, -12], [176, -20, -178, -12]],
    ['counted on eastwards', [176, -20, 182.5, -12], [176, -20, -177.5, -12]],
    ['counted on westwards', [-184, -20, -178, -12], [176, -20, -178, -12]],
  ])('across the 180th meridian: %s', (_, edges, box) => {
    expect(fourOf(boxOfEdges(edgesOf(edges), true))).toEqual(box);
    expect(() => boxOfEdges(edgesOf(edges), false)).toThrow();
  });
});

test.each<[string, Four, RegExp]>([
  ['no number', [Number.NaN, 0, 1, 1], /reaches around the globe/],
  ['over a pole', [0, 0, 1, 90.1], /reaches over a pole/],
  ['upside down', [0, 2, 1, 1], /has no height/],
  ['without width', [1, 0, 1, 1], /has no width/],
  ['the world, swapped', [180, -85, -180, 85], /has no width/],
  ['swapped', [7.6, 43, 7.4, 44], /has its western edge east of its eastern one/],
  ['across the meridian and over half of the globe', [0, 0, 190, 1], /has its western edge east/],
])('edges that make none: %s', (_, edges, why) => expect(() => boxOfEdges(edgesOf(edges), true)).toThrow(why));

describe('a box around others', () => {
  const tile = (west: number, south: number) => boxOfEdges(edgesOf([west, south, west + 1, south + 1]), false);
  const tiles = (corners: string) =>
    corners.split(' ').map((corner) => tile(...(corner.split(',').map(Number) as [number, number])));

  test.each<[string, string, Four]>([
    ['one', '7,43', [7, 43, 8, 44]],
    ['several', '7,43 9,40 -2,41', [-2, 40, 10, 44]],
    ['two on both sides of the 180th meridian', '179,0 -180,0', [179, 0, -179, 1]],
    ['two up to it from the east', '-180,0 -178,0', [-180, 0, -177, 1]],
  ])('%s', (_, corners, box) => expect(fourOf(boxAroundTiles(tiles(corners)) as never)).toEqual(box));

  test('that are too far from each other', () =>
    expect(() => boxAroundTiles(tiles('0,0 120,0 -120,0'))).toThrow('too far from each other'));
});

test.each<[string, number, number, number, number]>([
  ['N47E008.hgt', 8, 47, 9, 48],
  ['Region_02/N38W111.hgt.zip', -111, 38, -110, 39],
  ['n47e008.HGT', 8, 47, 9, 48],
  ['S90W180.hgt', -180, -90, -179, -89],
  ['E10_N50.rd5', 10, 50, 15, 55],
  ['segments4/W5_N50.rd5', -5, 50, 0, 55],
  ['W180_S90.rd5', -180, -90, -175, -85],
])('names that state a box: %s', (path, west, south, east, north) => {
  expect(fourOf(boxInFileName(path) as never)).toEqual([west, south, east, north]);
});

const NAMELESS =
  'N47E008.zip N47E008.hgt/readme.txt xN47E008.hgt N47E008v2.hgt N90E008.hgt N47E180.hgt S91E008.hgt N47W181.hgt ' +
  'S00E008.hgt N47W000.hgt N7E008.hgt E12_N50.rd5 E180_N50.rd5 E10_N90.rd5 W0_N50.rd5 E10_S0.rd5 E010_N50.rd5 N50_E10.rd5 E10_N50.rd5.zip';

test.each([...NAMELESS.split(' '), ''])('%j states no box', (path) => expect(boxInFileName(path)).toBeNull());
