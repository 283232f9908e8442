import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  type BoxEdges,
  dayNumber,
  FILE_KINDS,
  type FileRow,
  fileAddress,
  fromColumns,
  isoDay,
  toColumns,
} from '../../contract/file-list.ts';
import { fc } from '../support/property.ts';

const edges = fc.tuple(
  fc.integer({ min: -180, max: 180 }),
  fc.integer({ min: -90, max: 90 }),
  fc.integer({ min: -180, max: 180 }),
  fc.integer({ min: -90, max: 90 }),
) satisfies { generate: unknown };

const anyFile = fc.record({
  kind: fc.constantFrom(...FILE_KINDS),
  path: fc.array(fc.constantFrom('Africa/', 'N00', '😀', '😁', 'a', '.zip', 'ü'), { minLength: 1, maxLength: 6 }),
  size: fc.option(fc.maxSafeNat()),
  day: fc.option(fc.integer({ min: -719_528, max: 2_932_896 })),
  versions: fc.nat(120),
  parts: fc.nat(3),
  box: fc.option(edges),
});

test('files come out of the columns as they went in', () => {
  fc.assert(
    fc.property(fc.array(anyFile, { maxLength: 30 }), (made) => {
      const files = made
        .map((file) => ({ ...file, path: file.path.join(''), box: file.box as BoxEdges | null }))
        .sort((a, b) => FILE_KINDS.indexOf(a.kind) - FILE_KINDS.indexOf(b.kind));
      const columns = JSON.parse(JSON.stringify(toColumns(files)));
      expect(fromColumns(columns)).toEqual(files.map((file, index) => ({ ...file, index })));
    }),
  );
});

describe('the columns', () => {
  const file = (path: string, more: Partial<FileRow> = {}): Omit<FileRow, 'index'> => {
    return { kind: 'files', path, size: null, day: null, versions: 0, parts: 0, box: null, ...more };
  };

  test('of which nothing is known are empty', () => {
    expect(toColumns([file('a'), file('b', { kind: 'themes' })])).toEqual({
      counts: [1, 0, 1],
      paths: ['a', 'b'],
      sizes: [],
      days: [],
      versions: [],
      parts: [],
      boxes: [],
    });
  });

  test('tell nothing known from 0 bytes, and from the first day of 1970', () => {
    const { sizes, days } = toColumns([file('a', { size: 0, day: 0 }), file('b')]);
    expect([sizes, days]).toEqual([
      [0, null],
      [0, null],
    ]);
  });

  test('of 14,000 files are below 150 kB as they are sent', () => {
    const files = Array.from({ length: 14_000 }, (_, index) => {
      const [row, column] = [Math.floor(index / 360) - 20, (index % 360) - 180];
      const path = `Region/N${String(row + 20).padStart(2, '0')}E${String(column + 180).padStart(3, '0')}.hgt.zip`;
      const box = [column, row, column + 1, row + 1] as const;
      return file(path, { size: 2_000_000 + index * 37, day: 19_000 + (index % 400), versions: 2, parts: 1, box });
    });
    expect(gzipSync(JSON.stringify(toColumns(files))).length).toBeLessThan(150_000);
  });
});

test.each([
  ['1970-01-01T00:00:00Z', 0, '1970-01-01'],
  ['1969-12-31T23:59:59Z', -1, '1969-12-31'],
  ['2024-02-29T23:59:59Z', 19_782, '2024-02-29'],
  ['0000-01-01T00:00:00Z', -719_528, '0000-01-01'],
  ['9999-12-31T00:00:00Z', 2_932_896, '9999-12-31'],
])('%s is day %i', (timestamp, day, iso) => {
  expect(dayNumber(timestamp)).toBe(day);
  expect(isoDay(day)).toBe(iso);
});

test.each([
  ['https://a.example.org/', 'b/c.zip', 'https://a.example.org/b/c.zip'],
  ['https://a.example.org/get?file=', 'ü 1.zip', 'https://a.example.org/get?file=%C3%BC%201.zip'],
  // Paths are escaped already where the listing has them so.
  ['https://a.example.org/', 'a%20b.zip', 'https://a.example.org/a%20b.zip'],
  ['https://a.example.org/', '100%.zip', 'https://a.example.org/100%25.zip'],
  ['https://a.example.org/', '5%2.zip', 'https://a.example.org/5%252.zip'],
  ['https://a.example.org/', '"><b>', 'https://a.example.org/%22%3E%3Cb%3E'],
])('%s and %s are one address', (baseUrl, path, address) => {
  expect(fileAddress(baseUrl, path)).toBe(address);
});
