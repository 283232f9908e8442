import { describe, expect, test } from 'vitest';
import { openSite } from '../../../commands/diff/built-site.ts';
import { previewOf } from '../../../scripts/github/preview.ts';
import { SMALL } from '../../support/catalogs.ts';
import { siteFiles, siteOf } from '../../support/sites.ts';

const URL_OF_PREVIEW = 'https://pr-7.example.pages.dev';
const HANDLER = 'export default OURS;';
const parts = {
  base: siteOf(SMALL).files,
  handler: HANDLER,
  repository: 'https://git.example.org/catalog',
};

/** A change as anybody could upload it: the small site with some files added. */
function changeWith(files: Readonly<Record<string, string>>): ReturnType<typeof openSite> {
  const site = siteOf({
    ...SMALL,
    'site.yaml': `${SMALL['site.yaml']}`.replace('https://catalog.example.org', URL_OF_PREVIEW),
  });
  const own = [...site.files.sizes.keys()].map((path) => [path, Buffer.from(site.files.read(path)).toString()]);
  return openSite('change', siteFiles({ ...Object.fromEntries(own), ...files }));
}

const contents = (change: ReturnType<typeof openSite>): Map<string, string> =>
  new Map(
    previewOf(change, URL_OF_PREVIEW, parts).assets.map(({ path, content }) => [path, Buffer.from(content).toString()]),
  );

describe('a preview', () => {
  test('has the documents of the change, and our handler, which knows them', () => {
    const document = '{"id":"new","files":{}}';
    const files = contents(changeWith({ 'v1/datasources/new/index.json': document }));
    expect(files.get('v1/datasources/new/index.json')).toBe(document);
    const [published = '', handler] = (files.get('_worker.js') ?? '').split('\n');
    expect(handler).toBe(HANDLER);
    expect(JSON.parse(published.replace(/^const PUBLISHED = |;$/g, ''))).toEqual({
      repository: parts.repository,
      ids: { datasource: ['empty', 'maps', 'new'], category: ['1', '2', '10'], edition: ['offline'] },
      withSource: ['maps'],
    });
  });

  test.each([
    '_worker.js',
    '_headers',
    '_redirects',
    '_routes.json',
    'index.html',
    '404.html',
    'functions/index.js',
    'v1/functions.js',
    'v1/mapservers/index.html',
    'v1/datasources/a/b/index.json',
    'v1/datasources/../index.json',
    'v1/datasources/%2e%2e/index.json',
    'v1/datasources/A"</index.json',
    '../index.json',
    'wrangler.toml',
  ])('never takes %s from the change', (path) => {
    const files = contents(changeWith({ [path]: '{"theirs":true}' }));
    expect([...files.values()].some((content) => content.includes('theirs'))).toBe(false);
    const isOurs = path === '_worker.js' ? files.get(path)?.endsWith(HANDLER) : files.get(path) === baseContent(path);
    expect(isOurs).toBe(true);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['a document that is not JSON', { 'v1/editions/index.json': '<script>' }, /v1\/editions\/index\.json is not JSON/],
    [
      'links to elsewhere',
      { 'v1/index.json': '{"mapservers":"https://evil.example/v1/mapservers/"}' },
      /its links begin with "https:\/\/evil\.example"/,
    ],
    [
      'a document over the limit',
      { 'v1/editions/index.json': `[${' '.repeat(26 * 1024 * 1024)}]` },
      /has 272629\d\d bytes/,
    ],
  ])('refuses %s', (_, files, message) => {
    expect(() => contents(changeWith(files))).toThrow(message);
  });
});

function baseContent(path: string): string | undefined {
  return parts.base.sizes.has(path) ? Buffer.from(parts.base.read(path)).toString() : undefined;
}
