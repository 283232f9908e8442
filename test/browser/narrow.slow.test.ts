/** Pages in narrow windows and with large text: nothing scrolls sideways, and no name is cut away. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';
import { textsIn } from '../support/words.ts';

const LONG_WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
const LEVELS = 40;
const FOLDERS = 'maps/v5-europe-germany-with-contour-lines-and-everything-else/';

/** Of windows, in pixels. */
const WIDTHS = [320, 360, 768, 1440];

/** Names without a space, and a chain of many levels. */
const CATEGORIES = [
  { id: 1, name: '' },
  { id: 2, name: LONG_WORD, parent: 1 },
  { id: 3, name: 'n'.repeat(200), parent: 2 },
  { id: 4, name: 'Below long names', parent: 3 },
  ...Array.from({ length: LEVELS }, (_, index) => ({
    id: 100 + index,
    name: `Level ${index + 1}`,
    parent: index === 0 ? 1 : 99 + index,
  })),
];

const CATALOG: Files = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n`,
  'categories.yaml': JSON.stringify(CATEGORIES),
  'datasources/empty/maps.yaml': JSON.stringify({
    [`${FOLDERS}bayern.map`]: {},
    [`${FOLDERS}${LONG_WORD}.map`]: {
      checksums: [{ lastModified: '2025-01-01T00:00:00Z', contentLength: 415, sha1: null }],
    },
    [`${LONG_WORD}.map`]: {},
    'مصر.map': {},
  }),
};

const tooWide = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');

describeInBrowser('a page', (browser) => {
  const files = sitePages(CATALOG);

  test('has room for each name of a deep tree, in a window of any width', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.waitForSelector('#search > fieldset:enabled');
    await page.evaluate('for (const one of document.querySelectorAll(".tree details")) one.open = true');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => tooWide(page)).toBe(0);
      const places: [left: number, room: number][] = await page.evaluate(
        `[...document.querySelectorAll('.tree li')].filter((item) => item.textContent.startsWith('Level'))
          .map((item) => [item.firstElementChild.getBoundingClientRect().left, item.clientWidth])`,
      );
      expect(places.length).toBe(LEVELS);
      for (const [index, [left, room]] of places.entries()) {
        expect(room).toBeGreaterThan(100);
        expect(left).toBeGreaterThan(places[index - 1]?.[0] ?? 0);
      }
    }
  });

  test('shows the name of a file whole, however long its folders are, in a window of any width', async () => {
    const { page } = await browser.open(`${await serveSite(files)}/datasources/empty/`);
    await page.waitForSelector('table[aria-rowcount="5"]');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => tooWide(page)).toBe(0);
      const names: [name: string, isWhole: boolean][] = await page.evaluate(
        `[...document.querySelectorAll('.file-rows .name')].map((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        const [all, own, link] = [text, name, name.parentElement].map((one) => one.getBoundingClientRect());
        const isInside = own.left >= link.left && own.right <= link.right + 1 && own.bottom <= link.bottom + 1;
        return [name.textContent, isInside && all.width <= own.width && all.height <= own.height + 2];
      })`,
      );
      expect(names.filter(([, isWhole]) => isWhole).map(([name]) => name)).toEqual(['bayern.map', 'مصر.map']);
      // As thousands of rows need it, of which only some are there.
      const heights = await page.evaluate(
        `[...new Set([...document.querySelectorAll('.file-rows tbody tr:not(.spacer)')].map((row) => row.clientHeight))]`,
      );
      expect(heights).toEqual([44]);
    }
  });

  test.each(['categories/139', 'datasources/empty'])('%s has links that a finger hits', async (path) => {
    const { page } = await browser.open(`${await serveSite(files)}/${path}/`, { width: 320 });
    await expect.poll(() => tooWide(page)).toBe(0);
    const heights: number[] = await page.evaluate(
      '[...document.querySelectorAll(":is(p, nav).path a")].map((link) => link.getBoundingClientRect().height)',
    );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });

  test('has room for text of twice the size', async () => {
    const site = await serveSite(files);
    const { page } = await browser.open(site, { width: 360 });
    for (const path of [
      '',
      ...textsIn(`
      about/ | de/about/ | add/ | mapservers/one/ | datasources/maps/ | de/datasources/empty/ | categories/4/
      editions/offline/`),
    ]) {
      await page.goto(`${site}/${path}`);
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      expect.soft([path, await tooWide(page)]).toEqual([path, 0]);
      const names: number[] = await page.evaluate(
        '[...document.querySelectorAll(".file-rows th.path")].map((cell) => cell.clientWidth)',
      );
      expect(Math.min(200, ...names)).toBe(200);
    }
  });
});
