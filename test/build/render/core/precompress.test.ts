import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { textAsset } from '../../../../build/render/core/asset.ts';
import { compressedCopies } from '../../../../build/render/core/precompress.ts';

const LONG = 'a '.repeat(600);
const nothing = (): null => null;

test('a text of more than 1 KB gets two copies, with its time and content', () => {
  const copies = [
    ...compressedCopies(textAsset('document', 'site/v1/index.xml', LONG, 'site.yaml', 5), 'site/', nothing),
  ];
  expect(copies.map(({ path, modified, origin }) => [path, modified, origin])).toEqual([
    ['site/v1/index.xml.gz', 5, 'site.yaml'],
    ['site/v1/index.xml.br', 5, 'site.yaml'],
  ]);
  const [gzip, brotli] = copies;
  expect(gunzipSync(gzip?.content ?? '').toString()).toBe(LONG);
  expect(brotliDecompressSync(brotli?.content ?? '').toString()).toBe(LONG);
});

test.each([
  ['a short text', 'site/v1/index.json', 'short'],
  ['a picture', 'site/logo.png', LONG],
  ['a configuration', 'nginx/http.conf', LONG],
])('%s gets none', (_, path, text) => {
  expect([...compressedCopies(textAsset('document', path, text, null), 'site/', nothing)]).toEqual([]);
});

test.each<[name: string, old: Uint8Array, isTaken: boolean]>([
  ['of the same text', gzipSync(LONG, { level: 1 }), true],
  ['of another text', gzipSync('b '.repeat(600)), false],
  ['of a longer text', gzipSync(`${LONG}a`), false],
  ['that is damaged', gzipSync(LONG).subarray(0, 20), false],
  ['of another format', brotliCompressSync(LONG), false],
])('an old copy %s', (_, old, isTaken) => {
  const oldCopy = (path: string): Uint8Array | null => (path === 'site/a.html.gz' ? old : null);
  const [gzip] = compressedCopies(textAsset('document', 'site/a.html', LONG, null), 'site/', oldCopy);
  expect(gzip?.content === old).toBe(isTaken);
  expect(gunzipSync(gzip?.content ?? '').toString()).toBe(LONG);
});
