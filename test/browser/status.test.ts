/** How maps worked, and their pictures, in a real browser. */
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, serveSite, sitePages } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';
import { statusesOfAll } from '../support/observed.ts';
import { tilePng } from '../support/tile-picture.ts';

const CATALOG: Files = {
  ...SMALL,
  'site.yaml': 'title: Test\nserviceUrl: https://catalog.example.org\nrepository: https://github.com/example/maps\n',
  'providers/open.yaml':
    'name: Open\nhomepage: https://open.example.org/\npictures: allowed\nattribution: [{ text: © Open Maps }]\n',
  'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}provider: open\n`,
};
const today = (): string => new Date().toISOString().slice(0, 10);

function pagesOf(until: string, verdict: 'works' | 'notice' = 'works') {
  const days = verdict === 'works' ? 'w'.repeat(30) : `${'w'.repeat(27)}nnn`;
  const reason = verdict === 'works' ? null : 'the words “API KEY REQUIRED” are on every tile';
  return sitePages(CATALOG, {}, null, (catalog) => ({
    statuses: statusesOfAll(catalog, { verdict, reason, days, until }),
    readPicture: () => ({ extension: 'png', content: tilePng(256, 256), width: 256, height: 256 }),
  }));
}

const FOUND = `[...document.querySelectorAll('.finder .record:not([hidden]) h3 a')].map((link) => link.textContent)`;

describeInBrowser('the status of maps', (browser) => {
  test('is a strip with words, and a filter', async () => {
    const { page, complaints } = await browser.open(`${await serveSite(pagesOf(today()))}/?only=works`);
    await page.waitForSelector('#search > fieldset:enabled');
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['One', 'Two']);
    await expect
      .poll(() => page.getByRole('img', { name: 'Works. Worked on 30 of 30 checked days, last checked on ' }).count())
      .toBe(2);
    await expect.poll(() => page.inputValue('select:has([value="works"])')).toBe('works');
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test('is on the page of a map, in colours of the system too', async () => {
    const address = `${await serveSite(pagesOf(today(), 'notice'))}/mapservers/one/`;
    const { page } = await browser.open(address, { forcedColors: 'active', colorScheme: 'dark' });
    await expect.poll(() => page.textContent('.verdict .state.bad')).toBe('Shows a notice');
    await expect.poll(() => page.textContent('.facts [lang="en"]')).toContain('API KEY REQUIRED');
    const high = `[...document.querySelectorAll('.facts .days path')].map((path) => path.getBBox().height + parseFloat(getComputedStyle(path).strokeWidth))`;
    await expect.poll(() => page.evaluate(high)).toEqual([8, 3]);
    const report = await page.getByRole('link', { name: 'Report a problem' }).getAttribute('href');
    expect(decodeURIComponent(report ?? '')).toContain('\n\n    verdict: notice\n    since: 2026-09-01\n');
    await expectAccessible(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'none', colorScheme });
      await expectAccessible(page);
    }
  });
});

describeInBrowser('the picture of a map', (browser) => {
  test('is in its row, small and without a request to others', async () => {
    const address = await serveSite(pagesOf(today()));
    const { page, complaints, requested } = await browser.open(address);
    await expect.poll(() => page.evaluate(`document.querySelector('.thumb')?.naturalWidth`)).toBe(256);
    await expect.poll(() => page.locator('.thumb').count()).toBe(1);
    await expect.poll(() => page.textContent('[data-id="mapservers/one"] .credit')).toBe('© Open Maps');
    // Also that of an overlay without a picture, in a list of its own.
    const names = `[...document.querySelectorAll('.server.record h3')].map((name) => name.getBoundingClientRect().left)`;
    expect(new Set((await page.evaluate(names)) as number[]).size).toBe(1);
    expect(requested.filter((url) => !url.startsWith(address))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is the first sight of its page, with its attribution', async () => {
    const address = `${await serveSite(pagesOf(today()))}/mapservers/one/`;
    const { page, complaints } = await browser.open(address);
    await expect.poll(() => page.getByRole('img', { name: 'A part of One' }).isVisible()).toBe(true);
    await expect.poll(() => page.textContent('.sight figcaption')).toBe('© Open Maps');
    const inside = `(() => {
      const panel = document.querySelector('.map-empty').getBoundingClientRect();
      const parts = [...document.querySelectorAll('.sight img, .sight figcaption, .map-empty .show')];
      return parts.map((part) => part.getBoundingClientRect())
        .every(({ top, bottom, left, right }) => top >= panel.top && bottom <= panel.bottom && left >= panel.left && right <= panel.right);
    })()`;
    // A frame of another shape than the tile would have bars at its sides.
    const sides = `(({ width, height }) => Math.abs(width - height))(document.querySelector('.sight img').getBoundingClientRect())`;
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(() => page.evaluate(inside)).toBe(true);
      await expect.poll(() => page.evaluate(sides)).toBeLessThan(1);
    }
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Show the map' }).click();
    await expect.poll(() => page.locator('.sight').isVisible()).toBe(false);
  });
});
