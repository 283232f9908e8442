/** Catalogs that are made to keep `check` busy are checked in bounded time. */
import { expect, test } from 'vitest';
import { memoryFolder, SMALL } from '../support/catalogs.ts';
import { rendered } from '../support/check.ts';

const checksum = (_: unknown, length: number): string =>
  `    - { lastModified: 2024-01-01T00:00:00Z, contentLength: ${length}, sha1: null }\n`;
const stray = (_: unknown, index: number): [string, string] => [`other/${index}.txt`, ''];
const server = SMALL['mapservers/one.yaml'] as string;

test.each([
  [
    'checksums of one time',
    { 'datasources/maps/files.yaml': `a:\n  checksums:\n${Array.from({ length: 20_000 }, checksum).join('')}` },
  ],
  [
    'open brackets at the end of a long file',
    { 'categories.yaml': `${'- { id: 1 }\n'.repeat(200_000)}${'['.repeat(30)}` },
  ],
  ['files in the wrong folder', Object.fromEntries(Array.from({ length: 40_000 }, stray))],
  [
    'a host name with many forms',
    { 'mapservers/one.yaml': server.replace('https://#{host}', `https://${'{0-9}'.repeat(12)}.example.org`) },
  ],
])('%s', async (_, files) => {
  const started = performance.now();
  await rendered(memoryFolder({ ...SMALL, ...files }));
  expect(performance.now() - started).toBeLessThan(5_000);
});
