import { expect, test } from 'vitest';
import { dayNumber, fileAddress, isoDay } from '../../contract/file-list.ts';

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
