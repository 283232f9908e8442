import { describe, expect, test } from 'vitest';
import { nameOfTile, sampleTiles, tileAt } from '../../../../../commands/upstream/probe/ask/sample-tiles.ts';

test.each([
  [0, 0, 0, '0/0/0'],
  [52.52, 13.4, 6, '6/34/20'],
  [46.95, 7.45, 12, '12/2132/1441'],
  [-33.87, 151.21, 10, '10/942/614'],
  [85, -180, 3, '3/0/0'],
  [-85, 180, 3, '3/7/7'],
])('the place %s, %s is on the tile of zoom %s', (latitude, longitude, zoom, tile) => {
  expect(nameOfTile(tileAt(latitude, longitude, zoom))).toBe(tile);
});

describe('sampleTiles', () => {
  const record = (
    minZoom: number,
    maxZoom: number,
    probe?: { latitude: number; longitude: number; zoom?: number },
  ) => ({ minZoom, maxZoom, ...(probe ? { probe } : {}) });
  const BERN = { hasArea: true, middle: [7.45, 46.95] as const };
  const CITIES = ['6/34/20', '6/18/24', '6/56/25', '6/58/38'];

  test.each<[string, Parameters<typeof sampleTiles>, string[], boolean]>([
    ['of which nothing is known', [record(0, 19), null], ['0/0/0', ...CITIES], false],
    ['that ends at a lower zoom', [record(1, 1), null], ['1/1/0', '1/0/0', '1/1/1'], false],
    ['with a place and zoom', [record(3, 18, { latitude: 46.95, longitude: 7.45, zoom: 3 }), null], ['3/4/2'], true],
    [
      'with a place and an area',
      [record(7, 18, { latitude: 47, longitude: 7 }), null, BERN],
      ['12/2127/1440', '12/2132/1441', '7/66/45'],
      true,
    ],
    ['with a tile that it had', [record(7, 18), { zoom: 9, x: 1, y: 2 }], ['9/1/2'], true],
    ['whose zooms changed since', [record(10, 18), { zoom: 9, x: 1, y: 2 }], ['10/550/335'], false],
  ])('of a server %s', (_, given, begin, isSure) => {
    const samples = sampleTiles(...given);
    expect(samples.tiles.map(nameOfTile).slice(0, begin.length)).toEqual(begin);
    expect(samples.isSure).toBe(isSure);
    expect(samples.isGuess).toBe(!isSure && given[2] === undefined);
    expect(samples.tiles.length).toBeLessThanOrEqual(7);
  });
});
