/** Pages on paper: a map that is shown is printed, and an empty one is not. */
import { expect, test } from 'vitest';
import { describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

describeInBrowser('a printed page', (browser) => {
  test('has the map that is shown, and the form of the chosen program only', async () => {
    const { page } = await browser.open(`${await serveSite(sitePages(SMALL))}/mapservers/one/`);
    await page.route('**/*.example.org/**', (route) => route.abort());
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
  });

  test('of the home page is its list, with neither search nor map', async () => {
    const { page } = await browser.open(await serveSite(sitePages(SMALL)));
    await page.waitForSelector('html:not(.searching) #search > fieldset:enabled');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.record h3:visible').count()).toBeGreaterThan(3);
    expect(await page.locator(':is(.search, .map-panel, .map-empty p, .bar nav, button):visible').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });
});
