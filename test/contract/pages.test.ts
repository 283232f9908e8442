import { expect, test } from 'vitest';
import { isMadeForPages, LANGUAGES, type PageName, pagePath } from '../../contract/pages.ts';

test.each<PageName>(['index', 'about', 'add', { kind: 'mapserver', name: 'one' }, { kind: 'category', name: 7 }])(
  '%j is a page in every language',
  (page) => {
    for (const language of LANGUAGES) {
      for (const first of LANGUAGES) expect(isMadeForPages(`${pagePath(page, language, first)}index.html`)).toBe(true);
    }
  },
);

test.each([
  ['assets/main-ABC.js', true],
  ['add/known.json', true],
  ['v1/mapservers/index.json', false],
  ['404.html', true],
  ['about.html', false],
  ['shop/index.html', false],
  ['manifest.json', false],
])('%s: %s', (path, expected) => {
  expect(isMadeForPages(path)).toBe(expected);
});
