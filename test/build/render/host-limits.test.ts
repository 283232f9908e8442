import { expect, test } from 'vitest';
import { messageOf } from '../../../build/diagnostics/messages.ts';
import type { Catalog } from '../../../build/model/catalog.ts';
import { checkHostLimits } from '../../../build/render/host-limits.ts';
import { renderDocuments, textAsset } from '../../../build/render/site.ts';
import { HOST_LIMITS } from '../../../contract/limits.ts';

const checksums = Array.from({ length: 1_000 }, (_, index) => ({
  lastModified: '2024-01-01T00:00:00Z',
  contentLength: index,
  sha1: '483AF8EEF96B20864776F019D4537B3750C1173D',
}));

/** A catalog with one data source of so many entries of 1,000 checksums each. */
function catalogWith(count: number): Catalog {
  const files = Array.from({ length: count }, (_, index) => ({
    path: `file-${index}.zip`,
    checksums,
    fragments: [],
    boundingBox: null,
    imageUrl: '',
  }));
  const source = { url: 'https://upstream.example.org/' };
  const rest = {
    name: 'Large',
    baseUrl: source.url,
    directory: 'large',
    action: 'Copy',
    maxAge: null,
    needsSha1: false,
  } as const;
  return {
    title: 'Large',
    serviceUrl: 'https://catalog.example.org',
    repository: 'https://git.example.org/',
    mapservers: [],
    overlayservers: [],
    datasources: [{ ...rest, id: 'large', source, files, maps: [], themes: [] }],
    categories: [],
    editions: [],
  };
}

test('a document that is too large is named in each of its renditions, with its size and how to fix it', () => {
  const assets = [...renderDocuments(catalogWith(240))];
  const diagnostics = checkHostLimits({ assets, committedHeaders: '' });
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual(
    Array(3).fill(['document-too-large', 'datasources/large/datasource.yaml']),
  );
  const messages = diagnostics.map((problem) => messageOf(problem, ''));
  for (const [index, name] of ['index.json', 'index.xml', 'index.source.xml'].entries()) {
    expect(messages[index]).toMatch(
      / would have \d+\.\d MiB, and the host takes 25 MiB a file\. Split the data source/,
    );
    expect(messages[index]).toContain(`v1/datasources/large/${name} `);
  }
});

test.each([
  [HOST_LIMITS.fileBytes, 0],
  [HOST_LIMITS.fileBytes + 1, 1],
])('%i bytes give %i diagnostics', (bytes, count) => {
  const asset = textAsset('v1/large/index.xml', 'x'.repeat(bytes), 'datasources/large/datasource.yaml');
  expect(checkHostLimits({ assets: [asset], committedHeaders: '' })).toHaveLength(count);
});
