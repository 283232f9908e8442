/** Links between pages in a real browser: they keep what was searched and what is seen. */
import { expect, test } from 'vitest';
import { describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

const FILES = sitePages({ ...SMALL, 'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n` });

describeInBrowser('a link', (browser) => {
  test('to the other language keeps the search and the view of the map', async () => {
    const site = await serveSite(FILES);
    const { page } = await browser.open(`${site}/?q=one&only=https#map=4/10.00/20.00`);
    await page.waitForURL(/&only=https#map=4/);
    await page.waitForSelector('#search > fieldset:enabled');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.waitForURL(`${site}/de/?q=one&only=https#map=4/10.00/20.00`);
  });

  test('on the page of a map leads back to the search that found it', async () => {
    const site = await serveSite(FILES);
    const { page } = await browser.open(`${site}/`);
    await page.waitForSelector('#search > fieldset:enabled');
    await page.fill('#search-text', 'server');
    await page.fill('#search-text', 'one');
    await page.getByRole('link', { name: 'One', exact: true }).click();
    const steps = await page.evaluate('history.length');
    await page.getByRole('link', { name: 'Back to your search' }).click();
    await page.waitForURL(`${site}/?q=one`);
    await expect.poll(() => page.inputValue('#search-text')).toBe('one');
    // It went back, so the browser knows where the list was.
    expect(await page.evaluate('history.length')).toBe(steps);
    await page.goForward();
    await page.waitForURL(`${site}/mapservers/one/`);
  });

  test('back is missing if nothing was searched', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/`);
    await page.getByRole('link', { name: 'One', exact: true }).click();
    await page.waitForSelector('#map .show');
    await expect.poll(() => page.textContent('p.path')).toBe('Maps');
  });
});
