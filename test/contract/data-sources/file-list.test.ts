import { expect, test } from 'vitest';
import { fileAddress } from '../../../contract/data-sources/file-list.ts';

test.each([
  ['https://a.example.org/', 'b/c.zip', 'https://a.example.org/b/c.zip'],
  ['https://a.example.org/get?file=', 'ü 1.zip', 'https://a.example.org/get?file=%C3%BC%201.zip'],
  // Paths are escaped already where the listing has them so.
  ['https://a.example.org/', 'a%20b.zip', 'https://a.example.org/a%20b.zip'],
  ['https://a.example.org/', '100%.zip', 'https://a.example.org/100%25.zip'],
  ['https://a.example.org/', '5%2.zip', 'https://a.example.org/5%252.zip'],
  ['https://a.example.org/', '"><b>', 'https://a.example.org/%22%3E%3Cb%3E'],
])('%s and %s are one address', (baseUrl, path, address) => expect(fileAddress(baseUrl, path)).toBe(address));
