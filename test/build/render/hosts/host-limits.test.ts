import { expect, test } from 'vitest';
import { diagnosticMessage } from '../../../../build/diagnostics/diagnostic.ts';
import { fileRecordOf, textAsset } from '../../../../build/render/core/asset.ts';
import { checkHostLimits } from '../../../../build/render/hosts/host-limits.ts';
import { HOSTS, withMaxFiles } from '../../../../contract/hosts.ts';

test('a document that is too large is named in each of its renditions, with its size and how to fix it', () => {
  const names = ['index.json', 'index.xml', 'index.source.xml'];
  const files = names.map((name) => {
    const asset = textAsset('document', `v1/datasources/large/${name}`, '', 'datasources/large/datasource.yaml');
    return { ...fileRecordOf(asset), size: 26 * 1024 * 1024 };
  });
  const diagnostics = checkHostLimits({ host: HOSTS.pages, files, headersFile: null });
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual(
    Array(3).fill(['document-too-large', 'datasources/large/datasource.yaml']),
  );
  for (const [index, problem] of diagnostics.entries())
    expect(diagnosticMessage(problem, '')).toContain(
      `v1/datasources/large/${names[index]} would be too large: 26.0 MiB (the host accepts 25 MiB). Split the data source`,
    );
});

const LARGEST = 25 * 1024 * 1024;

test.each([
  [HOSTS.pages, LARGEST, 0],
  [HOSTS.pages, LARGEST + 1, 1],
  [HOSTS.workers, LARGEST + 1, 1],
  [HOSTS.nginx, LARGEST + 1, 0],
])('on $name, %i bytes give %i diagnostics', (host, bytes, count) => {
  const asset = textAsset('document', 'v1/large/index.xml', 'x'.repeat(bytes), 'datasources/large/datasource.yaml');
  expect(checkHostLimits({ host, files: [fileRecordOf(asset)], headersFile: null })).toHaveLength(count);
});

const FILES = Array.from({ length: 20_000 }, (_, index) =>
  fileRecordOf(textAsset('document', `v1/${index}`, '', null)),
);

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

test.each([
  [2, undefined],
  [5, '5 of them are for web pages: "pages: false" in site.yaml, or --no-pages, leaves these out, and at most 13 stay'],
])('of %i pages, it says how many can be left out: a site without pages has 2', (pages, advice) => {
  const page = fileRecordOf(textAsset('page', 'index.html', '', null));
  const files = [...FILES.slice(0, 10), ...Array<typeof page>(pages).fill(page)];
  const [found] = checkHostLimits({ host: withMaxFiles(HOSTS.pages, 3), files, headersFile: null });
  expect(found && /[^;]*web pages[^.]*[.]yaml[^.]*/.exec(diagnosticMessage(found, ''))?.[0].trim()).toBe(advice);
});

test('says which folder of the catalog most files come from', () => {
  const origins = ['mapservers/a.yaml', 'mapservers/b.yaml', 'datasources/c/datasource.yaml', 'categories.yaml', null];
  const files = origins.map((origin, index) => fileRecordOf(textAsset('document', `v1/${index}`, '', origin)));
  const site = { host: withMaxFiles(HOSTS.pages, 3), files: [...files, ...files.slice(2, 3)], headersFile: null };
  const [found] = checkHostLimits(site);
  expect(found && [found.file, diagnosticMessage(found, '')]).toEqual([
    'site.yaml',
    expect.stringContaining('; most come from mapservers'),
  ]);
});
