/** The rows of lists, in a real browser: each is a card that opens the page of its record. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, serveSite, sitePages } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';
import { statusesOfAll } from '../support/observed.ts';

const map = (id: string, more: string): string =>
  `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 17\nhosts: [tiles.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: Owner\n${more}\n`;

const CATALOG: Files = {
  ...SMALL,
  'mapservers/alps.yaml': map('The topographic map of the Alps', 'countries: [CH, LI]\nkind: topographic'),
  'mapservers/terms.yaml': map('Terms', 'area: world\nkind: street\nterms: https://example.org/terms'),
};
const READY = 'html:not(.searching) #search > fieldset:enabled';
const rowOf = (page: Page, name: string) => page.locator('.record', { hasText: name }).first();

describeInBrowser('a row', (browser) => {
  const files = sitePages(CATALOG);

  test('opens the page of its record wherever it is pressed; no part leads to another site', async () => {
    const site = await serveSite(files);
    const { page } = await browser.open(site, { width: 390, height: 844 });
    for (const [row, part, address] of [
      ['[data-id="mapservers/alps"]', '.sketch', /\/mapservers\/alps\/$/],
      ['[data-id="mapservers/alps"]', '.summary', /\/mapservers\/alps\/$/],
      ['[data-kind="datasource"]', '.sketch', /\/datasources\/.+\/$/],
      ['[data-kind="edition"]', '.summary', /\/editions\/.+\/$/],
    ] as const) {
      await page.waitForSelector(READY);
      // The link lies over the part.
      await page
        .locator(`${row} ${part}`)
        .first()
        .click({ position: { x: 3, y: 3 }, force: true });
      await page.waitForURL(address);
      await page.goto(site);
    }
    await page.waitForSelector(READY);
    await expect.poll(() => rowOf(page, 'Terms').innerText()).toContain('own terms · commercial use unknown');
    expect(await page.locator(`.record a[href^="http"]:not([href^="${site}"])`).count()).toBe(0);
    await page.getByLabel('Show Terms').click();
    await page.waitForSelector('.server.shown');
    expect(page.url()).toContain('base=terms');
    expect(await page.getByLabel('Hide Terms').getAttribute('title')).toBe('Hide');
  });

  test('is low on a phone, and its buttons are large enough for a finger', async () => {
    const { page } = await browser.open(await serveSite(files), { width: 390, height: 844 });
    await page.waitForSelector(READY);
    const heights = `[...document.querySelectorAll('.records > .record')].map((row) => row.getBoundingClientRect().height)`;
    const sides = `[...document.querySelectorAll('.records .actions button')].flatMap((one) => one.checkVisibility() ? [one.offsetWidth, one.offsetHeight] : [])`;
    const high = async (): Promise<number> => Math.max(...((await page.evaluate(heights)) as number[]));
    expect(await high()).toBeLessThanOrEqual(96);
    await page.getByLabel('Show Terms').click();
    await page.waitForSelector('.based');
    expect(await high()).toBeLessThanOrEqual(98);
    expect(Math.min(...((await page.evaluate(sides)) as number[]))).toBeGreaterThanOrEqual(40);
  });

  test('has the shape of its area, even if no row of the first page has one', async () => {
    const world = Array.from({ length: 160 }, (_, at) => [`mapservers/w${at}.yaml`, map(`W${at}`, 'area: world')]);
    const { 'mapservers/one.yaml': _, ...others } = SMALL;
    const late = { ...others, ...Object.fromEntries(world), 'mapservers/late.yaml': map('Late', 'countries: [CH]') };
    const { page } = await browser.open(await serveSite(sitePages(late)));
    await page.waitForSelector(READY);
    const isDrawn = `document.querySelector('[data-id="mapservers/late"] .sketch svg').getBBox().width > 0`;
    await expect.poll(() => page.evaluate(isDrawn)).toBe(true);
  });

  test.each(['light', 'dark'] as const)(
    'keeps its picture and its dot in %s colours of the system',
    async (colorScheme) => {
      const checked = sitePages(CATALOG, {}, null, (catalog) => ({
        statuses: statusesOfAll({ ...catalog, mapservers: catalog.mapservers.slice(0, 1) }),
      }));
      const { page } = await browser.open(await serveSite(checked), { forcedColors: 'active', colorScheme });
      await page.waitForSelector(READY);
      const looks = `[...document.querySelectorAll('.record .sketch')].map((one) => getComputedStyle(one).backgroundImage)`;
      for (const look of (await page.evaluate(looks)) as string[]) expect(look).toContain('kinds-');
      expect(await rowOf(page, 'Terms').getByRole('img', { name: 'Not checked yet' }).count()).toBe(1);
      await expectAccessible(page);
    },
  );
});
