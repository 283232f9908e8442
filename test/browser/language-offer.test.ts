/** A reader whose browser asks for another language of the site is offered it, until another was chosen. */
import { expect, test } from 'vitest';
import { accessibilityFaults, describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

const FILES = sitePages({ ...SMALL, 'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n` });

describeInBrowser('the offer of another language', (browser) => {
  test.each([
    ['/about/', 'de-CH', 'Diese Seite auf Deutsch lesen', '/de/about/'],
    ['/de/about/', 'en-GB', 'Read this page in English', '/about/'],
    ['/?q=one', 'de', 'Diese Seite auf Deutsch lesen', '/de/'],
  ])('%s in %s', async (path, languages, text, other) => {
    const { page } = await browser.open((await serveSite(FILES)) + path, { languages, ofItsOwn: true, width: 390 });
    const offer = page.locator('.offer');
    await expect.poll(() => offer.locator('a').textContent()).toBe(text);
    expect(await offer.getAttribute('lang')).toBe(languages.slice(0, 2));
    expect(await accessibilityFaults(page)).toEqual([]);
    // It is over the page: nothing moves when it comes.
    const height = 'document.documentElement.scrollHeight';
    const before = await page.evaluate(height);
    await offer.evaluate('document.querySelector(".offer").hidden = true');
    expect(await page.evaluate(height)).toBe(before);
    await offer.evaluate('document.querySelector(".offer").hidden = false');
    await offer.locator('a').click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(other);
    expect(new URL(page.url()).search).toBe(new URL(path, page.url()).search);
    await page.waitForLoadState('networkidle');
    expect(await offer.count()).toBe(0);
    // A page in the other language is not what was chosen.
    await page.goBack();
    await expect.poll(() => offer.locator('a').textContent()).toBe(text);
  });

  test('is dismissed for good', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/about/`, { languages: 'de', ofItsOwn: true });
    await page.getByRole('button', { name: 'Schließen' }).click();
    expect(await page.locator('.offer').count()).toBe(0);
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.locator('.offer').count()).toBe(0);
  });

  test.each([
    ['a language that the site does not have', FILES, '/about/', 'fr'],
    ['the language of the page', FILES, '/de/about/', 'de-AT'],
    ['another language of a site in one', sitePages(SMALL), '/about/', 'de'],
  ])('does not come for %s', async (_, files, path, languages) => {
    const { page } = await browser.open((await serveSite(files)) + path, { languages, ofItsOwn: true });
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.offer').count()).toBe(0);
  });

  test('does not come once a language was chosen', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/de/about/`, { languages: 'de', ofItsOwn: true });
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.offer').count()).toBe(0);
  });
});
