/** Pages on paper: a map that is shown is printed, and an empty one is not. */
import { expect, test } from 'vitest';
import { describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

describeInBrowser('a printed page', (browser) => {
  test('has the map that is shown, and the texts of all programs', async () => {
    const { page } = await browser.open(`${await serveSite(sitePages(SMALL))}/mapservers/one/`);
    await page.route('**/*.example.org/**', (route) => route.abort());
    await page.waitForSelector('[role=tablist]');
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
    const all = await page.locator('.program').count();
    await expect.poll(() => page.locator('.program:visible').count()).toBe(all);
  });
});
