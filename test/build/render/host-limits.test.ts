import { expect, test } from 'vitest';
import type { Catalog, DataSource } from '../../../build/model/catalog.ts';
import { messageOf } from '../../../build/pipeline.ts';
import { fileRecordOf, textAsset } from '../../../build/render/asset.ts';
import { checkHostLimits } from '../../../build/render/host-limits.ts';
import { HOSTS, withMaxFiles } from '../../../contract/hosts.ts';
import { modelled } from '../../support/check.ts';
import { renderDocuments } from '../../support/whole-site.ts';

const checksums = Array.from({ length: 1_000 }, (_, index) => ({
  lastModified: '2024-01-01T00:00:00Z',
  contentLength: index,
  sha1: '483AF8EEF96B20864776F019D4537B3750C1173D',
}));

/** A catalog with one data source, which has this many entries of 1,000 checksums each. */
function catalogWith(count: number): Catalog {
  const files = Array.from({ length: count }, (_, index) => ({
    path: `file-${index}.zip`,
    checksums,
    fragments: [],
    imageurl: '',
  }));
  const catalog = modelled();
  const source = { url: 'https://upstream.example.org/' };
  const [record] = catalog.datasources as [DataSource];
  const datasource = { ...record, id: 'large', source, files, maps: [], themes: [] };
  return { ...catalog, datasources: [datasource], editions: [] };
}

test('a document that is too large is named in each of its renditions, with its size and how to fix it', () => {
  const files = [...renderDocuments(catalogWith(240))].map(fileRecordOf);
  const diagnostics = checkHostLimits({ host: HOSTS.pages, files, headersFile: null });
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual(
    Array(3).fill(['document-too-large', 'datasources/large/datasource.yaml']),
  );
  const messages = diagnostics.map((problem) => messageOf(problem, ''));
  for (const [index, name] of ['index.json', 'index.xml', 'index.source.xml'].entries()) {
    expect(messages[index]).toMatch(
      / would be too large: \d+\.\d MiB \(the host accepts 25 MiB\)\. Split the data source/,
    );
    expect(messages[index]).toContain(`v1/datasources/large/${name} `);
  }
});

const LARGEST = 25 * 1024 * 1024;

test.each([
  [HOSTS.pages, LARGEST, 0],
  [HOSTS.pages, LARGEST + 1, 1],
  [HOSTS.workers, LARGEST + 1, 1],
  [HOSTS.nginx, LARGEST + 1, 0],
])('on $name, %i bytes give %i diagnostics', (host, bytes, count) => {
  const asset = textAsset('v1/large/index.xml', 'x'.repeat(bytes), 'datasources/large/datasource.yaml');
  expect(checkHostLimits({ host, files: [fileRecordOf(asset)], headersFile: null })).toHaveLength(count);
});

const FILES = Array.from({ length: 20_000 }, (_, index) => fileRecordOf(textAsset(`v1/${index}`, '', null)));

test.each([
  [HOSTS.pages, 19_999, []],
  [HOSTS.pages, 20_000, ['too-many-files']],
  [withMaxFiles(HOSTS.pages, 100_000), 20_000, []],
  [withMaxFiles(HOSTS.caddy, 100), 100, ['too-many-files']],
  [HOSTS.caddy, 20_000, []],
  [HOSTS.generic, 20_000, []],
])('on $name, %i files and the list of them give %j', (host, count, codes) => {
  const site = { host, files: FILES.slice(0, count), headersFile: null };
  expect(checkHostLimits(site).map(({ code }) => code)).toEqual(codes);
});

test('says which folder of the catalog most files come from', () => {
  const origins = ['mapservers/a.yaml', 'mapservers/b.yaml', 'datasources/c/datasource.yaml', 'categories.yaml', null];
  const files = origins.map((origin, index) => fileRecordOf(textAsset(`v1/${index}`, '', origin)));
  const site = { host: withMaxFiles(HOSTS.pages, 3), files: [...files, ...files.slice(2, 3)], headersFile: null };
  const [found] = checkHostLimits(site);
  expect(found && [found.file, messageOf(found, '')]).toEqual([
    'site.yaml',
    expect.stringContaining('; most come from mapservers'),
  ]);
});
