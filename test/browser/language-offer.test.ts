/** A reader whose browser asks for another language of the site finds its link marked, until one was chosen. */
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

const FILES = sitePages({ ...SMALL, 'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n` });

describeInBrowser('the offer of another language', (browser) => {
  test.each([
    ['/about/', 'de-CH', 'Deutsch', '/de/about/'],
    ['/de/about/', 'en-GB', 'English', '/about/'],
    ['/?q=one', 'de', 'Deutsch', '/de/'],
  ])('%s in %s', async (path, languages, text, other) => {
    const { page } = await browser.open((await serveSite(FILES)) + path, { languages, ofItsOwn: true, width: 390 });
    const offer = page.locator('.offered');
    await expect.poll(() => offer.textContent()).toBe(text);
    await expectAccessible(page);
    // Only its look differs: nothing moves, and nothing is covered.
    const box = await offer.boundingBox();
    await offer.evaluate('document.querySelector(".offered").classList.remove("offered")');
    expect(await page.getByRole('link', { name: text }).boundingBox()).toEqual(box);
    await page.getByRole('link', { name: text }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(other);
    expect(new URL(page.url()).search).toBe(new URL(path, page.url()).search);
    await page.waitForLoadState('networkidle');
    expect(await offer.count()).toBe(0);
    // A language was chosen, so a page in another one is what the reader wants.
    await page.goBack({ waitUntil: 'networkidle' });
    expect(await offer.count()).toBe(0);
  });

  test.each([
    ['a language that the site does not have', FILES, '/about/', 'fr'],
    ['the language of the page', FILES, '/de/about/', 'de-AT'],
    ['another language of a site in one', sitePages(SMALL), '/about/', 'de'],
  ])('does not come for %s', async (_, files, path, languages) => {
    const { page } = await browser.open((await serveSite(files)) + path, { languages, ofItsOwn: true });
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.offered').count()).toBe(0);
  });

  test('does not come back on pages in the first language', async () => {
    const address = await serveSite(FILES);
    const { page } = await browser.open(`${address}/de/about/`, { languages: 'de', ofItsOwn: true });
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.offered').count()).toBe(0);
    await page.goto(`${address}/de/`, { waitUntil: 'networkidle' });
    expect(await page.locator('.offered').count()).toBe(0);
  });

  test('a chosen language is kept for the address of the site, but not against a link', async () => {
    const address = await serveSite(FILES);
    const { page } = await browser.open(`${address}/`, { languages: 'en', ofItsOwn: true });
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.waitForLoadState('networkidle');
    await page.goto(`${address}/`);
    await expect.poll(() => page.url()).toBe(`${address}/de/`);
    for (const path of ['/?q=one', '/about/']) {
      await page.goto(address + path, { waitUntil: 'networkidle' });
      expect(page.url()).toBe(address + path);
    }
    await page.goto(`${address}/de/`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForLoadState('networkidle');
    expect(page.url()).toBe(`${address}/`);
  });
});
