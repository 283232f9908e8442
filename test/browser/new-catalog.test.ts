/** The pages of a catalog without a record: they invite to add the first map, and have nothing that is empty. */
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

describeInBrowser('a catalog without a record', (browser) => {
  const files = sitePages({
    'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n`,
    'categories.yaml': '- { id: 1, name: "" }\n',
    'removals.yaml': '[]\n',
  });

  test.each([
    [1280, '', 'There is no map yet.', 'Add a map'],
    [390, 'de/', 'Noch gibt es keine Karte.', 'Karte hinzufügen'],
  ])('in a window of %d, the page /%s invites to add the first map', async (width, path, lede, button) => {
    const { page, complaints } = await browser.open(`${await serveSite(files)}/${path}`, { width });
    const tooWide = (): Promise<number> => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    const problems = async () => ({
      tooWide: await tooWide(),
      empty: await page.evaluate(
        `[...document.querySelectorAll('ul, ol, dl, tbody, section, h1, h2, h3')].filter((part) => part.textContent.trim() === '').map((part) => part.outerHTML)`,
      ),
    });
    const none = { tooWide: 0, empty: [] };
    expect(await page.textContent('.lede')).toBe(lede);
    expect(await page.locator('[role=search], .list').count()).toBe(0);
    expect(await page.getAttribute('meta[name=description]', 'content')).toBe(lede);
    expect(await problems()).toEqual(none);
    await expectAccessible(page);
    await page.locator('main').getByRole('link', { name: button }).click();
    await page.waitForSelector('.add-page');
    expect(await tooWide()).toBe(0);
    for (const link of ['about', 'changes']) {
      await page.locator(`header a[href$="${link}/"]`).click();
      await page.waitForURL(`**/${link}/`);
      expect(await problems()).toEqual(none);
      await expectAccessible(page);
      expect(await page.textContent('main')).not.toMatch(/\b0 /);
    }
    expect(complaints).toEqual([]);
  });
});
