import { expect, test } from 'vitest';
import { dayNumber, FILE_KINDS, fileAddress, fromList, isoDay, toList } from '../../contract/file-list.ts';
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

test('files come out of the list as they went in', () => {
  fc.assert(
    fc.property(fc.array(anyFile, { maxLength: 30 }), (made) => {
      const files = made.map((file, index) => ({ ...file, index, path: file.path.join('') }));
      expect(fromList(JSON.parse(JSON.stringify(toList(files))))).toEqual(files);
    }),
  );
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
