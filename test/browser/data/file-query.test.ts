import { describe, expect, test } from 'vitest';
import {
  boxCovers,
  findFiles,
  formatPlaceQuery,
  isPlaceQuery,
  readFileQuery,
  sortFiles,
} from '../../../browser/data/file-query.ts';
import type { BoxEdges, FileRow, ListColumn } from '../../../contract/data-sources/file-list.ts';
import { fc } from '../../support/property.ts';

describe('what is typed', () => {
  test.each<[string, number, number]>([
    ['38.7, -9.1', 38.7, -9.1],
    ['38.7,-9.1', 38.7, -9.1],
    ['  38.7 -9.1 ', 38.7, -9.1],
    ['38.7; -9.1', 38.7, -9.1],
    ['38,7; -9,1', 38.7, -9.1],
    ['38,7 -9,1', 38.7, -9.1],
    ['38.7 −9.1', 38.7, -9.1],
    ['38.7° N, 9.1° W', 38.7, -9.1],
    ['38,7° N; 9,1° W', 38.7, -9.1],
    ['33.9 s 151.2 e', -33.9, 151.2],
    ['33,9 S; 151,2 O', -33.9, 151.2],
    ['geo:38.7,-9.1', 38.7, -9.1],
    ['46°57′N 7°30′E', 46.95, 7.5],
    ["46° 57' N, 7° 30' 0\" w", 46.95, -7.5],
    ['33°30’36,0″S; 151°12′O', -33.51, 151.2],
    ['0, 0', 0, 0],
    ['38.7, -9.1W', 38.7, -9.1],
    ['-33.9S 151.2', -33.9, 151.2],
    ['46.9 7', 46.9, 7],
    ['46° 7°', 46, 7],
    ['-90 180', -90, 180],
  ])('%s is a place', (text, latitude, longitude) => expect(readFileQuery(text)).toEqual({ latitude, longitude }));

  test.each<[string, string[]]>([
    ['', []],
    ['N38W010', ['n38w010']],
    ['91, 0', ['91,', '0']],
    ['0, 181', ['0,', '181']],
    ['91°00′N 7°30′E', ['91°00′n', '7°30′e']],
    ['38.7', ['38.7']],
    [' Europe  ALPS ', ['europe', 'alps']],
    ['ŁÓDŹ Straße', ['lodz', 'strasse']],
    ['1 2 3', ['1', '2', '3']],
    ['46 7', ['46', '7']],
  ])('%s is a name', (text, words) => expect(readFileQuery(text)).toEqual({ words }));

  test('a place is found again by what is said of it', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        const query = readFileQuery(formatPlaceQuery({ latitude, longitude }));
        expect(isPlaceQuery(query) && Math.abs(query.latitude - latitude) < 0.001).toBe(true);
        expect(isPlaceQuery(query) && Math.abs(query.longitude - longitude) < 0.001).toBe(true);
      }),
    );
  });
});

test.each<[string, BoxEdges, number, number, boolean]>([
  ['inside', [-10, 35, -5, 40], 38.7, -9.1, true],
  ['on an edge', [-10, 35, -5, 40], 40, -10, true],
  ['north of it', [-10, 35, -5, 40], 40.1, -9, false],
  ['east of it', [-10, 35, -5, 40], 38, -4.9, false],
  ['before the 180th meridian', [175, -20, -175, -10], -15, 178, true],
  ['after the 180th meridian', [175, -20, -175, -10], -15, -178, true],
  ['on the other side of the world', [175, -20, -175, -10], -15, 0, false],
])('a place %s', (_, box, latitude, longitude, expected) => {
  expect(boxCovers(box, { latitude, longitude })).toBe(expected);
});

const file = (path: string, more: Partial<FileRow>): FileRow => {
  return { index: 0, section: 'files', path, size: null, day: null, versions: 0, parts: 0, box: null, ...more };
};
const FILES: readonly FileRow[] = [
  file('europe/portugal.map', { index: 0, size: 90, day: 5, box: [-10, 36, -6, 42.2] }),
  file('europe/Alps.map', { index: 1, size: null, day: 9, box: [5, 43, 16, 48] }),
  file('W10_N35.rd5', { index: 2, size: 0, day: null, versions: 3, box: [-10, 35, -5, 40] }),
  file('world.map', { index: 3, size: 800, day: 9, box: [-180, -90, 180, 90] }),
  file('themes.zip', { index: 4, size: 90, parts: 4 }),
];
const pathsOf = (files: readonly FileRow[]): string[] => files.map(({ path }) => path);

test.each<[string, string[]]>([
  ['38.7, -9.1', ['europe/portugal.map', 'W10_N35.rd5', 'world.map']],
  ['45, 7', ['europe/Alps.map', 'world.map']],
  ['alps europe', ['europe/Alps.map']],
  ['.ZIP', ['themes.zip']],
  ['', pathsOf(FILES)],
  ['nothing', []],
])('%j finds the files, of a place the smallest first', (text, expected) => {
  expect(pathsOf(findFiles(FILES, readFileQuery(text)))).toEqual(expected);
});

test.each(['lodz', 'ŁÓDŹ', 'gdansk łod', '\u0144sk'])('%s finds a path with accents', (text) => {
  const files = [file('polska/Łódź & Gdan\u0301sk.map', {}), file('polska/ld.map', {})];
  expect(pathsOf(findFiles(files, readFileQuery(text)))).toEqual(['polska/Łódź & Gdan\u0301sk.map']);
});

test.each<[ListColumn, boolean, number[]]>([
  ['path', false, [2, 1, 0, 4, 3]],
  ['path', true, [3, 4, 0, 1, 2]],
  ['size', false, [2, 0, 4, 3, 1]],
  ['size', true, [3, 0, 4, 2, 1]],
  ['day', true, [1, 3, 0, 2, 4]],
  ['versions', true, [2, 0, 1, 3, 4]],
])('sorted by %s (descending: %s), what is not known comes last', (column, isDescending, order) => {
  expect(sortFiles(FILES, column, isDescending).map(({ index }) => index)).toEqual(order);
});
