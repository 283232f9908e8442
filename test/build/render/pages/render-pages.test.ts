import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import { isReplaceable } from '../../../../build/render/pages/render-pages.ts';
import { type Files, SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';
import { allPages, renderDocuments } from '../../../support/whole-site.ts';

const file = (path: string) => ({ path, size: 1, content: Buffer.from('x') });
const PARTS = {
  script: 'assets/main.js',
  style: 'assets/main.css',
  files: [file('assets/main.js'), file('assets/main.css')],
};

const NASTY = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'it\'s & "quoted"',
  'مرحبا abc',
  '🗺️'.repeat(20),
  'x'.repeat(200),
];

const NASTY_FILES: Files = Object.fromEntries(
  NASTY.flatMap((name, index) => {
    const text = JSON.stringify(name);
    const path = JSON.stringify(name.replaceAll(/[:#?/]/g, '-'));
    const server = `id: ${text}\nname: ${JSON.stringify(`${name} ${index}`)}\nminZoom: 0\nmaxZoom: 19\nhosts: [a.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: ${text}\n`;
    const folder = `datasources/nasty-${index}`;
    return [
      [`mapservers/nasty-${index}.yaml`, server],
      [`overlayservers/nasty-${index}.yaml`, server],
      [
        `${folder}/datasource.yaml`,
        `name: ${text}\nbaseUrl: https://files.example.org/\ndirectory: nasty\naction: Copy\n`,
      ],
      [`${folder}/files.yaml`, `${path}:\n  fragments:\n    ${path}: []\n`],
    ];
  }),
);

const site = (text: string): Files => ({ 'site.yaml': `${SMALL['site.yaml']}${text}` });

const CATALOGS: Readonly<Record<string, Files>> = {
  'a small one': SMALL,
  'one in two languages': { ...SMALL, ...site('languages: [de, en]\n') },
  'one without records': site(''),
  'one with names that break pages': {
    ...SMALL,
    ...NASTY_FILES,
    'site.yaml': String(SMALL['site.yaml']).replace('title: Test', `title: ${JSON.stringify(NASTY[1])}`),
  },
};

/** What other files make of a site: a page may link to these, and they are tested elsewhere. */
const FROM_ELSEWHERE =
  /^(?:v1\/(?:openapi|all)\.json$|v2\/(?:maps\.geojson|status\.json)$|changes\.|manifest\.json$|favicon\.ico$|icon\.svg$|apple-touch-icon\.png$)/;

describe.each(Object.entries(CATALOGS))('%s', (_, files) => {
  const catalog = modelled(files);
  const assets = allPages({ catalog, history: catalogHistoryOf(null), parts: PARTS });
  const paths = new Set(assets.map(({ path }) => path));
  const documents = [...renderDocuments(catalog)].map(({ path }) => path.replace(/(?<=\/)index\.json$/, 'index.html'));
  const targets = new Set([...paths, ...documents]);
  const pages = assets
    .filter(({ path }) => path.endsWith('.html'))
    .map(({ path, content }) => ({ path, elements: elementsOf(Buffer.from(content).toString()) }));

  test('has no file twice, and each is one of pages, and no document', () => {
    expect(paths.size).toBe(assets.length);
    expect(assets.filter(({ role }) => !['page', 'asset', 'derived', 'part'].includes(role))).toEqual([]);
  });

  test('has links that lead to a file of the site, wherever the site is', () => {
    const lost = pages.flatMap(({ path, elements }) =>
      elements
        .flatMap(({ attributes: { href, src } }) => [href, src])
        .filter((link) => link !== undefined && !/^(?:[a-z]+:|#)/.test(link))
        .map((link) => new URL(link as string, `https://site.example/${path.replace(/index\.html$/, '')}`))
        .map(({ pathname }) => pathname.slice(1).replace(/(^|\/)$/, '$1index.html'))
        .filter((target) => !targets.has(target) && !FROM_ELSEWHERE.test(target))
        .map((target) => `${path} -> ${target}`),
    );
    expect(lost).toEqual([]);
  });

  test('has links to other sites by http or https, and by nothing else', () => {
    const others = pages.flatMap(({ elements }) =>
      elements
        .flatMap(({ attributes: { href, src, action } }) => [href, src, action])
        .filter((link) => link !== undefined && /^\s*[a-z][a-z\d+.-]*:/i.test(link) && !/^https?:\/\//.test(link)),
    );
    expect(others).toEqual([]);
  });

  test('has nothing that the Content-Security-Policy forbids, and no element of a name', () => {
    for (const { path, elements } of pages) {
      const hasOwnScript = elements.some(({ attributes }) => attributes['content']?.includes("'self' 'sha256-"));
      const found = elements.filter(
        ({ name, attributes }) =>
          name === 'style' ||
          (name === 'script' &&
            attributes['src'] === undefined &&
            attributes['type'] !== 'application/json' &&
            !hasOwnScript) ||
          Object.keys(attributes).some((attribute) => attribute === 'style' || attribute.startsWith('on')),
      );
      expect([path, found]).toEqual([path, []]);
      expect([path, elements.filter(({ name }) => name === 'h1').length]).toEqual([path, 1]);
    }
  });

  test('has ids once, which labels and descriptions name', () => {
    for (const { path, elements } of pages) {
      const ids = elements.flatMap(({ attributes: { id } }) => id ?? []);
      expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
      const named = elements.flatMap(({ attributes }) =>
        ['for', 'aria-labelledby', 'aria-describedby'].flatMap((name) => attributes[name]?.split(' ') ?? []),
      );
      expect([path, named.filter((id) => !ids.includes(id))]).toEqual([path, []]);
    }
  });

  test('has a sitemap of every page but that of what is not found', () => {
    const text = Buffer.from(assets.find(({ path }) => path === 'sitemap.xml')?.content ?? '').toString();
    const listed = [...text.matchAll(/<loc>https:\/\/catalog\.example\.org\/(.*)<\/loc>/g)].map(([, path]) => path);
    const indexes = [...paths].filter((path) => path.endsWith('index.html'));
    expect(listed).toEqual(indexes.map((path) => path.slice(0, -'index.html'.length)));
  });
});

test.each([
  ['robots.txt', true],
  ['404.html', true],
  ['de/404.html', true],
  ['index.html', false],
  ['about/index.html', false],
])('whether an owner may replace %s: %s', (path, expected) => expect(isReplaceable(path)).toBe(expected));

type Element = { readonly name: string; readonly attributes: Readonly<Record<string, string>> };

function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => void elements.push({ name, attributes }) });
  parser.end(html);
  return elements;
}
