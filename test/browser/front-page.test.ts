/** The first screen of the home page: its question, its sticky search, its rows, and the map that is opened. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFaults, describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';

const map = (id: string, more: string): string =>
  `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 17\nhosts: [tiles.example.org]\nurlPattern: https://#{host}/${id}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: Owner\n${more}\n`;

const CATALOG: Files = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\naccessTokens: [PAID_KEY]\n`,
  'mapservers/alps.yaml': map('Alps', 'countries: [CH, LI]\nkind: outdoor'),
  'mapservers/berlin.yaml': map('Berlin', 'area: [{ west: 13, south: 52.3, east: 13.8, north: 52.7 }]\nkind: aerial'),
  'mapservers/kiwi.yaml': map('Kiwi', 'countries: [NZ]\nkind: topographic'),
  'mapservers/paid.yaml': map('Paid', 'area: world\nkind: street').replace('.png', '.png?key=${PAID_KEY}'),
  'mapservers/world.yaml': map('World', 'area: world\nkind: street'),
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`mapservers/more-${at}.yaml`, map(`More-${at}`, 'kind: other')]),
  ),
};
const READY = '#search > fieldset:enabled';
const NAMES = `[...document.querySelectorAll('#mapservers h3 a')].map((name) => name.textContent)`;
const boxOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox()) ?? { x: -1, y: -1, width: -1, height: -1 };

describeInBrowser('the first screen', (browser) => {
  const files = sitePages(CATALOG);

  test.each([
    [320, 640],
    [390, 844],
    [1366, 657],
    [2560, 1300],
  ])(
    'in a window of %d by %d, the search stays and covers little, and its filters scroll by themselves',
    async (width, height) => {
      const { page, requested } = await browser.open(await serveSite(files), { width, height });
      await page.waitForSelector(READY);
      expect((await boxOf(page, '.search')).height).toBeLessThanOrEqual(120);
      expect((await boxOf(page, '#mapservers .record')).y).toBeLessThan(height);
      await page.evaluate('scrollTo(0, 1500)');
      const bar = await boxOf(page, '.bar');
      const top = width < 1024 ? 0 : bar.height;
      await expect.poll(async () => Math.round((await boxOf(page, '.search')).y)).toBe(top);
      await page.click('.filters > summary');
      const panel = await boxOf(page, '.filter-panel');
      expect(panel.y + panel.height).toBeLessThanOrEqual(height);
      if (width < 1024) expect(panel.height).toBeLessThanOrEqual(0.6 * height);
      const edge = await boxOf(page, width < 1024 ? '.kinds' : '.finder');
      expect(width < 1024 ? edge.y + edge.height <= panel.y : panel.x + panel.width <= edge.x + 1).toBe(true);
      await expect.poll(() => page.getByRole('button', { name: /^Show \d+ results$/ }).count()).toBe(1);
      const clear = page.getByRole('button', { name: 'Clear all' });
      const at = await clear.boundingBox();
      expect((at?.y ?? height) + (at?.height ?? 0)).toBeLessThanOrEqual(height);
      await page.getByRole('combobox', { name: 'Key' }).selectOption('not needed');
      await expect.poll(() => page.textContent('.filters > summary')).toBe('Filters (1)');
      await expect.poll(() => accessibilityFaults(page)).toEqual([]);
      await clear.click();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('.filter-panel').isVisible()).toBe(false);
      expect(requested.filter((address) => address.includes('example.org'))).toEqual([]);
    },
  );

  test('a map that is shown stays below the bar with all of its controls', async () => {
    const { page } = await browser.open(await serveSite(files), { width: 1366, height: 657 });
    await page.route('**/tiles.example.org/**', (route) => route.abort());
    await page.waitForSelector(READY);
    await page.getByLabel('Show World').click();
    await page.waitForSelector('.map-layers li');
    await page.evaluate('scrollTo(0, 1500)');
    await expect.poll(async () => (await boxOf(page, '.map-panel')).y).toBe((await boxOf(page, '.bar')).height);
    const middle = await boxOf(page, '.leaflet-control-zoom-in');
    const isOnTop = `document.elementFromPoint(${middle.x + 5}, ${middle.y + 5}).matches('.leaflet-control-zoom-in')`;
    await expect.poll(() => page.evaluate(isOnTop)).toBe(true);
  });

  test('says what it is for, and asks where to: the place is pinned', async () => {
    const site = await serveSite(files);
    const { page, requested, complaints } = await browser.open(site, { reducedMotion: 'reduce' });
    await page.waitForSelector(READY);
    await expect.poll(() => page.textContent('.purpose')).toContain('use them in any map program');
    await page.getByRole('searchbox', { name: 'Place to go to' }).fill('Nowhereland');
    await page.getByRole('button', { name: 'Go' }).click();
    await expect.poll(() => page.textContent('.where-said')).toContain('No place “Nowhereland”');
    await page.fill('#where', 'Zuric');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=Z%C3%BCrich#map=6\/47\.3[67]\/8\.5[4-6]/);
    await page.waitForSelector('.place-mark');
    await expect.poll(() => page.locator('.lede').isVisible()).toBe(false);
    expect(requested.filter((address) => !address.startsWith(site))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('Back leaves a map, then the place, and returns to the results; a map is shown at the place', async () => {
    const site = await serveSite(files);
    const { page } = await browser.open(site, { reducedMotion: 'reduce' });
    await page.route('**/tiles.example.org/**', (route) => route.abort());
    await page.waitForSelector(READY);
    await page.fill('#where', 'Zurich');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=Zurich#map=6\/47\.3[67]/);
    await page.getByLabel('Show Alps').click();
    await page.waitForURL(/#map=10\/47\.3[67].+&base=alps/);
    await page.goBack();
    await expect.poll(() => page.locator('.map-layers li').count()).toBe(0);
    expect(page.url()).toMatch(/q=Zurich#map=6[^&]+$/);
    await page.goBack();
    await expect.poll(() => page.locator('.lede').isVisible()).toBe(true);
    expect(page.url()).toMatch(/\?q=Zurich$/);
    expect(await page.inputValue('#where')).toBe('Zurich');
    await page.goForward();
    await page.goForward();
    await page.waitForSelector('.map-layers li');
  });

  test('Enter in the search of the list goes to the first result, and asks no map server', async () => {
    const site = await serveSite(files);
    const { page, requested } = await browser.open(site);
    await page.waitForSelector(READY);
    await page.fill('#search-text', 'Kiwi');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Show Kiwi');
    expect(await page.locator('.server.shown').count()).toBe(0);
    expect(requested.filter((address) => !address.startsWith(site))).toEqual([]);
  });

  test('on a phone, what is wrong with a map is seen below it, with another try', async () => {
    const { page } = await browser.open(await serveSite(files), { width: 390, height: 844, reducedMotion: 'reduce' });
    await page.route('**/tiles.example.org/**', (route) => route.abort());
    await page.waitForSelector(READY);
    await page.getByLabel('Show World').click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    const list = await boxOf(page, '.map-layers > ul');
    const note = await boxOf(page, '.map-note');
    expect(note.y).toBeGreaterThanOrEqual(list.y);
    expect(note.y + note.height).toBeLessThanOrEqual(list.y + list.height + 1);
    expect((await boxOf(page, '.map-canvas')).height).toBeGreaterThan(140);
  });

  test('the words beside a place stay when it is gone to', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    await page.fill('#where', 'hiking map of Zurich');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#map=6/);
    expect(await page.inputValue('#search-text')).toBe('hiking map of Zurich');
  });

  test('the second link that the Tab key reaches leads to the search', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('search-text');
  });

  test('a wish is one press, and a second one ends it', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    const hiking = page.getByRole('link', { name: 'Hiking' });
    await hiking.click();
    await expect.poll(() => page.textContent('#mapservers .count')).toBe('1');
    await expect.poll(() => hiking.getAttribute('aria-current')).not.toBeNull();
    expect(new URL(page.url()).search).toBe('?shows=outdoor');
    await hiking.click();
    await expect.poll(() => page.textContent('#mapservers .count')).toBe('26');
  });

  test('a row that is pointed at draws its area, without a map and without others', async () => {
    const site = await serveSite(files);
    const { page, requested } = await browser.open(site);
    await page.waitForSelector(READY);
    await page.getByRole('link', { name: 'Kiwi', exact: true }).hover();
    await page.waitForSelector('.area-mark');
    await expect.poll(() => page.locator('.lede').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'World', exact: true }).hover();
    await expect.poll(() => page.locator('.area-mark').count()).toBe(0);
    expect(requested.filter((address) => !address.startsWith(site))).toEqual([]);
  });

  test.each([
    ['de-CH', '/', ['Alps', 'World']],
    ['en-NZ', '/de/', ['Kiwi', 'World']],
    ['en', '/', ['World']],
  ])('a reader of %s on %s sees the maps of their country first, and little moves', async (languages, path, first) => {
    const { page } = await browser.open((await serveSite(files)) + path, { languages });
    await page.waitForSelector(READY);
    await page.waitForSelector('html:not(.searching)');
    const names: string[] = await page.evaluate(NAMES);
    expect(names.slice(0, first.length)).toEqual(first);
    expect(names.at(-1)).toBe('Paid');
    const moved = `new Promise((resolve) => {
      const sum = (list) => list.getEntries().reduce((all, { value }) => all + value, 0);
      new PerformanceObserver((list) => resolve(sum(list))).observe({ type: 'layout-shift', buffered: true });
      setTimeout(resolve, 300, 0);
    })`;
    expect(await page.evaluate(moved)).toBeLessThan(0.05);
  });

  test('each row has a picture at its left and its button at its right; chosen, compared and others look different', async () => {
    const { page } = await browser.open(await serveSite(files), { width: 1366, height: 900 });
    await page.route('**/tiles.example.org/**', (route) => route.abort());
    await page.waitForSelector(READY);
    const edges = `[...document.querySelectorAll('.server:has(.show)')].filter((row) => row.checkVisibility() && !row.querySelector('[hidden]')).map((row) => {
      const [all, sketch, show] = [row, row.querySelector('.sketch'), row.querySelector('.show')].map((one) => one.getBoundingClientRect());
      return [sketch.width, Math.round(sketch.left - all.left), Math.round(all.right - show.right)].join(' ');
    })`;
    expect(new Set((await page.evaluate(edges)) as string[])).toEqual(new Set(['96 8 8']));
    const isDrawn = `['Alps', 'Kiwi', 'Berlin'].map((name) => document.querySelector('[aria-label="Show ' + name + '"]').closest('li').querySelector('.sketch').firstElementChild.getBBox().width > 0)`;
    expect(await page.evaluate(isDrawn)).toEqual([true, true, true]);
    await page.getByLabel('Show World').click();
    await page.getByLabel('Compare with Kiwi').click();
    await page.waitForSelector('.compare[aria-pressed="true"]');
    await page.getByRole('link', { name: 'Berlin', exact: true }).hover();
    const look = `new Set(['World', 'Kiwi', 'Berlin', 'Alps'].map((name) => getComputedStyle(document.querySelector('.show[aria-label$=" ' + name + '"]').closest('li')).backgroundColor)).size`;
    await expect.poll(() => page.evaluate(look)).toBe(4);
    await expect.poll(() => accessibilityFaults(page)).toEqual([]);
  });

  test('its titles have the typeface of the site', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.evaluate('document.fonts.ready.then(() => 0)');
    expect(await page.evaluate(`document.fonts.check('600 20px "Source Serif 4"') && document.fonts.size`)).toBe(1);
    const [font = ['', []]] = [...files].filter(([path]) => path.endsWith('.woff2'));
    expect(font[1].length).toBeLessThanOrEqual(25_000);
  });
});
