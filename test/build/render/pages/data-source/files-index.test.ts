import { describe, expect, test } from 'vitest';
import {
  boxGeometryOf,
  coverageFile,
  dataSourceFiles,
  fileIndexOf,
  filesCoverageOf,
} from '../../../../../build/render/pages/data-source/files-index.ts';
import { SMALL } from '../../../../support/catalogs.ts';
import { modelled } from '../../../../support/check.ts';
import { fc } from '../../../../support/property.ts';

type Ring = readonly (readonly [number, number])[];
type Area =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

const ringsOf = (area: Area): readonly Ring[] => (area.type === 'Polygon' ? area.coordinates : area.coordinates.flat());

/** Twice the area inside a ring; positive where it goes counter-clockwise. */
const turnOf = (ring: Ring): number =>
  ring.slice(1).reduce((sum, [x, y], index) => {
    const [left, bottom] = ring[index] as [number, number];
    return sum + left * y - x * bottom;
  }, 0);

test('a box as GeoJSON is closed, goes counter-clockwise, stays in the world and covers the whole width', () => {
  const longitude = fc.integer({ min: -180, max: 180 });
  const latitude = fc.integer({ min: -90, max: 90 });
  fc.assert(
    fc.property(longitude, latitude, longitude, latitude, (west, one, east, other) => {
      const [south, north] = [Math.min(one, other), Math.max(one, other)];
      const rings = ringsOf(boxGeometryOf([west, south, east, north]) as Area);
      let width = 0;
      for (const ring of rings) {
        expect(ring.at(-1)).toEqual(ring[0]);
        expect(turnOf(ring)).toBeGreaterThanOrEqual(0);
        for (const [x, y] of ring) expect(Math.abs(x) <= 180 && Math.abs(y) <= 90).toBe(true);
        const [from, to] = [ring[0], ring[1]] as [[number, number], [number, number]];
        width += to[0] - from[0];
      }
      expect(width).toBe(west <= east ? east - west : east - west + 360);
    }),
  );
});

describe('the files of a data source', () => {
  const [_empty, maps] = modelled().datasources as [ReturnType<typeof modelled>['datasources'][0], never];
  const textOf = (name: 'list' | 'contents' | 'boxes', limit: number | null = null): unknown => {
    const asset = dataSourceFiles(maps, fileIndexOf(maps), limit).get(name);
    return asset ? JSON.parse(new TextDecoder().decode(asset.content)) : null;
  };

  test('are not made where the host would refuse them', () => {
    expect(textOf('list', 70)).toBeNull();
    expect(textOf('contents', 70)).not.toBeNull();
  });
});

describe('what the files of all data sources cover', () => {
  const polygon = [
    [
      [5, 46],
      [8, 46],
      [8, 48],
      [5, 46],
    ],
  ] as const;
  const source = modelled(SMALL).datasources.find(({ id }) => id === 'maps');
  const text = source ? filesCoverageOf(fileIndexOf(source)) : '';
  const contentOf = (limit: number | null): unknown =>
    JSON.parse(
      Buffer.from(
        coverageFile(
          new Map([
            ['maps', text],
            ['"__proto__"', text],
          ]),
          [{ area: 'world' }, { area: { polygons: [polygon] } }],
          limit,
        ).content,
      ).toString(),
    );

  test('is one file with their boxes, and files without a box are left out', () => {
    const files = [['a.zip', 13.07, 52.32, 13.77, 52.69]];
    expect(contentOf(null)).toEqual({ outlines: [[polygon]], files: { maps: files, '"__proto__"': files } });
  });

  test('says of the box of a country which one it is', () => {
    const [file] = source ? fileIndexOf(source) : [];
    const files = file ? [{ ...file, box: [9.52, 46.36, 17.17, 49.03] as const }] : [];
    expect(JSON.parse(filesCoverageOf(files))).toEqual([[file?.path, 9.52, 46.36, 17.17, 49.03, 'AT']]);
  });

  test('is empty if it exceeds the limit of the host', () =>
    expect(contentOf(20)).toEqual({ outlines: [], files: {} }));
});
