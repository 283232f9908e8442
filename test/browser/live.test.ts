/** Pages under `cartalog serve`: they show what is wrong with the files, and follow them. */
import { expect, test } from 'vitest';
import { LIVE_FILE, type LiveProblem } from '../../contract/pages/page-data.ts';
import { describeInBrowser, expectAccessible, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

const problem = (page: string | null, message: string, severity: LiveProblem['severity'] = 'error'): LiveProblem => ({
  severity,
  place: `catalog/${page ?? 'site.yaml'}:3:7`,
  message,
  page,
});

const SITE = sitePages(SMALL);

describeInBrowser('a page that is served live', (browser) => {
  async function liveSite() {
    const files = new Map<string, string | Uint8Array>(SITE);
    const live = (site: string, problems: readonly LiveProblem[]): void => {
      files.set(LIVE_FILE, JSON.stringify({ site, problems, more: 0 }));
    };
    for (const [path, content] of files) {
      if (path.endsWith('.html')) files.set(path, String(content).replace('<html lang="en"', '$& data-live'));
    }
    live('1', []);
    return { site: await serveSite(files), files, live };
  }

  test('comes back to its place with a new site, and shows the problems of its record first', async () => {
    const { site, live } = await liveSite();
    const { page, complaints } = await browser.open(`${site}/mapservers/one/`, { height: 300 });
    await page.waitForResponse(`${site}/${LIVE_FILE}`);
    await page.waitForSelector('.live', { state: 'hidden' });
    await expectAccessible(page);

    await page.evaluate('scrollTo({ top: 120, behavior: "instant" })');
    const loaded = page.waitForEvent('load');
    live('2', []);
    await loaded;
    await expect.poll(() => page.evaluate('scrollY')).toBe(120);

    live('2', [
      problem(null, 'of the site'),
      problem('overlayservers/two/', 'of another'),
      problem('mapservers/one/', 'its own <b>'),
      problem('overlayservers/two/', 'another may be wrong', 'warning'),
      problem('mapservers/one/', 'its own may be wrong', 'warning'),
    ]);
    await page.waitForSelector('.live li');
    await expect
      .poll(() => page.locator('.live li').allTextContents())
      .toEqual([
        'Error: catalog/mapservers/one/:3:7 its own <b>',
        'Error: catalog/site.yaml:3:7 of the site',
        'Error: catalog/overlayservers/two/:3:7 of another',
        'Please check: catalog/mapservers/one/:3:7 its own may be wrong',
      ]);
    expect(
      await page.locator('.live a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['/overlayservers/two/']);
    await expect.poll(() => page.textContent('.live summary')).toContain('3 errors');

    await expect.poll(() => page.textContent('body > [role="status"]')).toContain('3 errors');
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('skip');
    expect(complaints).toEqual([]);
  });

  test('keeps what is written into a form, and loads the new site on demand', async () => {
    const { site, live } = await liveSite();
    const { page, complaints } = await browser.open(`${site}/add/`);
    await page.waitForSelector('#add:not([inert])');
    await page.fill('#add-id', 'Alps');
    await page.waitForResponse(`${site}/${LIVE_FILE}`);
    live('2', []);
    await page.waitForSelector('.live .newer:not([hidden])');
    await expect.poll(() => page.inputValue('#add-id')).toBe('Alps');
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Load it' }).click();
    await loaded;
    await page.waitForSelector('#add:not([inert])');
    await expect.poll(() => page.isVisible('.live .newer')).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('is not kept by what is searched for', async () => {
    const { site, live } = await liveSite();
    for (const [path, field] of [
      ['', '#search-text'],
      ['datasources/maps/', '.file-search input'],
    ] as const) {
      live('1', []);
      const { page } = await browser.open(`${site}/${path}`);
      // The scripts of the page are ready before that.
      await page.waitForResponse(`${site}/${LIVE_FILE}`);
      await page.fill(field, 'one');
      await page.waitForURL(/one$/);
      const loaded = page.waitForEvent('load');
      live('2', []);
      await loaded;
      await expect.poll(() => page.inputValue(field)).toBe('one');
    }
  });

  test('goes when it is gone, also if that is told before it has read anything', async () => {
    const { site, files, live } = await liveSite();
    const { page } = await browser.open(`${site}/mapservers/one/`);
    await page.waitForResponse(`${site}/${LIVE_FILE}`);
    let loads = 0;
    await page.route(`${site}/mapservers/one/`, async (route) => {
      if (loads++ > 0) return route.continue();
      // What is removed still answers, and no longer when the page that was loaded then first looks.
      const response = await route.fetch();
      files.delete('mapservers/one/index.html');
      live('3', []);
      return route.fulfill({ response });
    });
    live('2', []);
    await expect.poll(() => page.textContent('body')).toBe('not found');
    expect(loads).toBe(2);
  });

  test('shows what is wrong wherever one is on it, and covers nothing that has the focus', async () => {
    const { site, live } = await liveSite();
    live('1', [problem(null, 'of the site'), problem('overlayservers/two/', 'of another '.repeat(200))]);
    const { page } = await browser.open(`${site}/mapservers/one/`, {
      width: 500,
      height: 480,
      reducedMotion: 'reduce',
    });
    await page.waitForSelector('.live summary');
    for (const isOpen of [false, true]) {
      if (isOpen) await page.click('.live summary');
      for (const top of [0, 200, 100_000]) {
        await page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`);
        const { y, height } = (await page.locator('.live').boundingBox()) ?? { y: 0, height: 0 };
        expect(Math.round(y + height)).toBe(480);
        expect(height).toBeGreaterThan(isOpen ? 100 : 20);
        expect(height).toBeLessThan(isOpen ? 161 : 80);
      }
      await page.locator('.brand').focus();
      const stop = `(() => {
        const { activeElement } = document;
        const bar = document.querySelector('.live');
        // Browsers scroll by whole pixels.
        const isCovered = activeElement.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1;
        return bar.contains(activeElement) ? 'the bar' : isCovered ? activeElement.outerHTML : 'seen';
      })()`;
      const stops: unknown[] = [];
      while (stops.length < 100 && stops.at(-1) !== 'the bar') {
        await page.keyboard.press('Tab');
        stops.push(await page.evaluate(stop));
      }
      expect(stops.length).toBeGreaterThan(10);
      expect([...new Set(stops)]).toEqual(['seen', 'the bar']);
    }
    await expectAccessible(page);
  });

  test('is any page only under serve', async () => {
    const site = await serveSite(sitePages(SMALL));
    const { requested } = await browser.open(`${site}/`);
    expect(requested.filter((address) => address.includes('live'))).toEqual([]);
  });
});
