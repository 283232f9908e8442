import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { textAsset } from '../../../build/render/asset.ts';
import { compressedCopies } from '../../../build/render/precompress.ts';

const LONG = 'a '.repeat(600);

test('a text of more than 1 KB gets two copies, with its time and content', () => {
  const copies = [...compressedCopies(textAsset('site/v1/index.xml', LONG, 'site.yaml', 5), 'site/')];
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
  expect([...compressedCopies(textAsset(path, text, null), 'site/')]).toEqual([]);
});
