import { describe, expect, test } from 'vitest';
import { namedBox } from '../../../../commands/update/contents/named-boxes.ts';

describe('names that state a box', () => {
  test.each<[string, number, number, number, number]>([
    ['N47E008.hgt', 8, 47, 9, 48],
    ['Region_02/N38W111.hgt.zip', -111, 38, -110, 39],
    ['S02E038.hgt', 38, -2, 39, -1],
    ['S43W001.hgt', -1, -43, 0, -42],
    ['n47e008.HGT', 8, 47, 9, 48],
    ['N00E000.hgt', 0, 0, 1, 1],
    ['S90W180.hgt', -180, -90, -179, -89],
    ['N89E179.hgt', 179, 89, 180, 90],
    ['E10_N50.rd5', 10, 50, 15, 55],
    ['segments4/W5_N50.rd5', -5, 50, 0, 55],
    ['E0_N0.rd5', 0, 0, 5, 5],
    ['W180_S90.rd5', -180, -90, -175, -85],
    ['E175_N85.rd5', 175, 85, 180, 90],
  ])('%s', (path, west, south, east, north) => {
    expect(namedBox(path)).toEqual({
      northEastLongitude: east,
      northEastLatitude: north,
      southWestLongitude: west,
      southWestLatitude: south,
    });
  });
});

test.each([
  'N47E008.zip',
  'N47E008.hgt/readme.txt',
  'xN47E008.hgt',
  'N47E008v2.hgt',
  'N90E008.hgt',
  'N47E180.hgt',
  'S91E008.hgt',
  'N47W181.hgt',
  'S00E008.hgt',
  'N47W000.hgt',
  'N7E008.hgt',
  'E12_N50.rd5',
  'E180_N50.rd5',
  'E10_N90.rd5',
  'W0_N50.rd5',
  'E10_S0.rd5',
  'E010_N50.rd5',
  'N50_E10.rd5',
  'E10_N50.rd5.zip',
  '',
])('%j states no box', (path) => {
  expect(namedBox(path)).toBeNull();
});
