/** Pages on paper: a map that is shown is printed, and an empty one is not. */
import { expect, test } from 'vitest';
import { describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';

describeInBrowser('a printed page', (browser) => {
  test('has the map that is shown, and the form of the chosen program only', async () => {
    const { page } = await browser.open(`${await serveSite(sitePages(SMALL))}/mapservers/one/`);
    await page.waitForSelector('[role=tablist]');
    const tab = page.getByRole('tab').last();
    const chosen = await tab.textContent();
    await tab.click();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.isVisible('.map-panel')).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Show the map' }).click();
    await page.waitForSelector('.map-layers li');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.isVisible('.map-canvas')).toBe(true);
    await expect.poll(() => page.isVisible('.leaflet-control-zoom')).toBe(false);
    await expect.poll(() => page.isVisible('.leaflet-control-attribution')).toBe(true);
    await expect.poll(() => page.isVisible('.map-layer-name')).toBe(true);
    await expect.poll(() => page.locator(':is(input, select, button, .map-note:not(:empty)):visible').count()).toBe(0);
    expect(await page.locator('.program').count()).toBeGreaterThan(1);
    await expect.poll(() => page.locator('.program:visible h3').allTextContents()).toEqual([chosen]);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('tab', { name: 'Leaflet' }).click();
    await page.emulateMedia({ media: 'print' });
    const cut = `[...document.querySelectorAll('pre')].filter(
      (code) => code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight).length`;
    await expect.poll(() => page.evaluate(cut)).toBe(0);
  });

  test('of the home page is its list, with neither search nor map', async () => {
    const { page } = await browser.open(await serveSite(sitePages(SMALL)));
    await page.waitForSelector('html:not(.searching) #search > fieldset:enabled');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.record h3:visible').count()).toBeGreaterThan(3);
    expect(await page.locator(':is(.search, .map-panel, .map-empty p, .bar nav, button):visible').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  test('of a search has its words, its filters, what is found and what is folded', async () => {
    const line = (id: string, area: string): Files => ({
      [`mapservers/${id}.yaml`]: `${SMALL['mapservers/one.yaml']}`.replace(/^id: .*/m, `id: ${id}`).concat(`${area}\n`),
    });
    const site = await serveSite(
      sitePages({ ...SMALL, ...line('alps', 'countries: [CH]'), ...line('globe', 'area: world') }),
    );
    const { page } = await browser.open(`${site}/?q=Zurich&only=no-token`);
    await expect.poll(() => page.textContent('#matches')).toContain('Zürich');
    await page.emulateMedia({ media: 'print' });
    const printed = `getComputedStyle(document.querySelector('#matches'), '::before').content`;
    await expect.poll(() => page.evaluate(printed)).toBe('"‘Zurich’ · Key: not needed · "');
    await expect.poll(() => page.isVisible('#matches')).toBe(true);
    await expect
      .poll(() => page.locator('.part:visible').allInnerTexts())
      .toEqual(['1 for this country or region', '1 for the whole world']);
    await expect.poll(() => page.textContent('#mapservers .count')).toBe('2');
    expect(await page.locator('#search-text:visible, .search-line button:visible').count()).toBe(0);
  });
});
