/** Services that would keep `import` busy if anything in it took more than linear time. */
import { expect, test } from 'vitest';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { importFrom, SERVER, SOURCE } from '../../../support/import-from.ts';
import { HANGS, inTime } from '../../../support/in-time.ts';

const MANY = 50_000;
const TEXTS: Readonly<Record<string, string>> = {
  'one letter': 'a'.repeat(MANY),
  spaces: `a${' '.repeat(MANY)}b`,
  slashes: `https://a.example.org${'/'.repeat(MANY)}a`,
  'links with links inside': `https://a.example.org${'/v1/'.repeat(MANY)}?\n`,
  'placeholders without an end': `https://#{host}/${'#{'.repeat(MANY)}`,
  'keys of no parameter': `https://#{host}/#{zoom}/#{tilex}/#{tiley}?key=ACCESS_TOKE${'a'.repeat(MANY)}`,
  'a key after a long path': `https://#{host}/#{zoom}/#{tilex}/#{tiley}/${'a'.repeat(MANY)}/ACCESS_TOKEN`,
  'many parameters': `https://#{host}/?${'a=b&'.repeat(MANY)}`,
  digits: '1'.repeat(MANY),
  escapes: '%'.repeat(MANY),
};

test.each(Object.entries(TEXTS))('texts of %s', HANGS, async (_, text) => {
  const server = { ...SERVER, name: text, urlPattern: text, copyright: text, hosts: [{ host: text }] };
  const patterns = [text, text].map((urlPattern, index) => ({ ...SERVER, id: `P${index}`, urlPattern }));
  const source = { ...SOURCE, name: text, baseUrl: text, directory: text, action: text };
  const files = { [text]: { checksums: [{ lastModified: text, contentLength: text, sha1: text }] } };
  await inTime(async () => {
    const outcome = await importFrom({
      '/v1/mapservers/': [server, { ...SERVER, id: text }, ...patterns],
      '/v1/overlayservers/': [{ ...SERVER, id: 'Over', minZoom: text, maxZoom: text, active: text }],
      '/v1/datasources/': [
        { id: 'maps', url: 'https://api.example.org/v1/datasources/maps/' },
        { id: text, url: text },
      ],
      '/v1/datasources/maps/': { ...source, files },
      '/v1/categories/': [{ name: text, url: text }],
      '/v1/editions/': [{ id: text, url: text }],
    });
    expect(outcome).toBeDefined();
  });
});

const URL = 'https://x1.example.org/{z}/{x}/{y}.png';
const repeated = <T>(count: number, make: (index: number) => [string, T]): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
const credited = (attribution: string) => ({ url: URL, options: { maxZoom: 18, attribution } });

test.each<[what: string, list: object]>([
  ['an attribution that refers to itself', { X: credited('{attribution.X}'.repeat(24)) }],
  [
    'two that refer to each other',
    { X: credited('{attribution.Y}'.repeat(90)), Y: credited('{attribution.X}'.repeat(90)) },
  ],
  [
    'references to many references',
    {
      ...repeated(1_000, (n) => [`P${n}`, credited('{attribution.A}')]),
      A: credited('{attribution.A}'.repeat(10_000)),
    },
  ],
  ['many options without a place', { X: { url: URL, options: repeated(120_000, (n) => [`k${n}`, 1]) } }],
  [
    'variants of many options',
    {
      P: { url: URL, options: repeated(3_000, (n) => [`k${n}`, 1]), variants: repeated(3_000, (n) => [`v${n}`, {}]) },
    },
  ],
])('a list with %s', HANGS, async (_, list) => {
  const options = { maxZoom: 18, copyright: 'A', asOverlays: false };
  await inTime(() =>
    expect(
      importFile(memoryFolder(SMALL), Buffer.from(JSON.stringify(list)), 'list', options as never, 0),
    ).toBeDefined(),
  );
});
