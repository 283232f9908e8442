/** Pages under `cartalog serve`: they show what is wrong with the files, and follow them. */
import { expect, test } from 'vitest';
import { LIVE_FILE, type LiveProblem } from '../../contract/pages.ts';
import { accessibilityFaults, describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

const problem = (page: string | null, message: string): LiveProblem => ({
  severity: 'error',
  place: `catalog/${page ?? 'site.yaml'}:3:7`,
  message,
  page,
});

describeInBrowser('a page that is served live', (browser) => {
  /** A site under serve, and what says how it is. */
  async function liveSite(): Promise<{ site: string; live(site: string, problems: readonly LiveProblem[]): void }> {
    const files = new Map<string, string | Uint8Array>(sitePages(SMALL));
    const live = (site: string, problems: readonly LiveProblem[]): void => {
      files.set(LIVE_FILE, JSON.stringify({ site, problems, more: 0 }));
    };
    for (const [path, content] of files) {
      if (path.endsWith('.html')) files.set(path, String(content).replace('<html lang="en"', '$& data-live'));
    }
    live('1', []);
    return { site: await serveSite(files), live };
  }

  test('comes back to its place with a new site, and shows the problems of its record first', async () => {
    const { site, live } = await liveSite();
    const { page, complaints, picture } = await browser.open(`${site}/mapservers/one/`, { height: 300 });
    await page.waitForResponse(`${site}/${LIVE_FILE}`);
    expect(await page.isVisible('.live details')).toBe(false);

    await page.evaluate('scrollTo({ top: 120, behavior: "instant" })');
    const loaded = page.waitForEvent('load');
    live('2', []);
    await loaded;
    await expect.poll(() => page.evaluate('scrollY')).toBe(120);

    live('2', [
      problem(null, 'of the site'),
      problem('overlayservers/two/', 'of another'),
      problem('mapservers/one/', 'its own <b>'),
    ]);
    await page.waitForSelector('.live li');
    expect(await page.locator('.live li').allTextContents()).toEqual([
      'catalog/mapservers/one/:3:7 its own <b>',
      'catalog/site.yaml:3:7 of the site',
      'catalog/overlayservers/two/:3:7 of another',
    ]);
    expect(
      await page.locator('.live a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['/overlayservers/two/']);
    expect(await page.textContent('.live summary')).toContain('3 errors');

    expect(await page.textContent('.live [role="status"]')).toContain('3 errors');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    await picture('live-problems', { fullPage: true });
    expect(complaints).toEqual([]);
  });

  test('keeps what is written into a form, and loads the new site on demand', async () => {
    const { site, live } = await liveSite();
    const { page, complaints, picture } = await browser.open(`${site}/add/`);
    await page.fill('#add-id', 'Alps');
    await page.waitForResponse(`${site}/${LIVE_FILE}`);
    live('2', []);
    await page.waitForSelector('.live .newer:not([hidden])');
    expect(await page.inputValue('#add-id')).toBe('Alps');
    await picture('live-newer');
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Load it' }).click();
    await loaded;
    await page.waitForSelector('#add:not([hidden])');
    expect(await page.isVisible('.live .newer')).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('is any page only under serve', async () => {
    const site = await serveSite(sitePages(SMALL));
    const { requested } = await browser.open(`${site}/`);
    expect(requested.filter((address) => address.includes('live'))).toEqual([]);
  });
});
