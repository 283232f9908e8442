/** The first screen of the home page: its sticky search, its rows, and the map that is opened. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, expectSteady, serveSite, sitePages } from '../support/browser.ts';
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

  /** Opens a page of the site, and waits until it can be searched. */
  const open = async (path = '/', options?: Parameters<typeof browser.open>[1]) => {
    const site = await serveSite(files);
    const window = await browser.open(site + path, options);
    await window.page.waitForSelector(READY);
    return { ...window, site };
  };

  test.each([
    [320, 640],
    [390, 844],
    [1366, 657],
    [2560, 1300],
  ])(
    'in a window of %d by %d, the search stays and covers little, and its filters scroll by themselves',
    async (width, height) => {
      const { page, requested } = await open('/', { width, height });
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
      await expect
        .poll(async () => {
          const edge = await boxOf(page, width < 1024 ? '.search .chips' : '.finder');
          return width < 1024 ? edge.y + edge.height <= panel.y : panel.x + panel.width <= edge.x + 1;
        })
        .toBe(true);
      await expect.poll(() => page.getByRole('button', { name: /^Show \d+ results$/ }).count()).toBe(1);
      const clear = page.getByRole('button', { name: 'Clear all' });
      const at = await clear.boundingBox();
      expect((at?.y ?? height) + (at?.height ?? 0)).toBeLessThanOrEqual(height);
      await page.getByRole('combobox', { name: 'Key' }).selectOption('not needed');
      await expect.poll(() => page.textContent('.filters > summary')).toBe('Filters (1)');
      await clear.click();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('.filter-panel').isVisible()).toBe(false);
      expect(requested.filter((address) => address.includes('example.org'))).toEqual([]);
    },
  );

  test('a map that is shown stays below the search with all of its controls', async () => {
    const { page } = await open('/', { width: 1366, height: 657 });
    await page.getByLabel('Show World').click();
    await page.waitForSelector('.map-layers li');
    await page.evaluate('scrollTo(0, 1500)');
    await expect
      .poll(async () => (await boxOf(page, '.map-panel')).y)
      .toBe((await boxOf(page, '.bar')).height + (await boxOf(page, '.search')).height);
    const middle = await boxOf(page, '.leaflet-control-zoom-in');
    const isOnTop = `document.elementFromPoint(${middle.x + 5}, ${middle.y + 5}).matches('.leaflet-control-zoom-in')`;
    await expect.poll(() => page.evaluate(isOnTop)).toBe(true);
  });

  test('Enter completes the begun name of a place, pins it on the map and goes to the first result', async () => {
    const { page, requested, complaints, site } = await open('/', { reducedMotion: 'reduce' });
    await expect.poll(() => page.textContent('.purpose')).toContain('use them in any map program');
    expect(await page.getByRole('searchbox').count()).toBe(1);
    await page.fill('#search-text', 'Zuric');
    await expect.poll(() => page.locator('.lede').isVisible()).toBe(false);
    expect(await page.locator('.purpose').isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=Z%C3%BCrich#map=6\/47\.3[67]\/8\.5[4-6]/);
    await page.waitForSelector('.place-mark');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Alps');
    expect(requested.filter((address) => !address.startsWith(site))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('Back leaves a map, then the place, and returns to the results; a map is shown at the place', async () => {
    const { page } = await open('/', { reducedMotion: 'reduce' });
    await page.fill('#search-text', 'Zurich');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=Zurich#map=6\/47\.3[67]/);
    await page.getByLabel('Show Alps').click();
    await page.waitForURL(/#map=10\/47\.3[67].+&base=alps/);
    await page.goBack();
    await expect.poll(() => page.locator('.map-layers li').count()).toBe(0);
    expect(page.url()).toMatch(/q=Zurich#map=6[^&]+$/);
    await page.goBack();
    await expect.poll(() => page.locator('.explore').isVisible()).toBe(true);
    expect(page.url()).toMatch(/\?q=Zurich$/);
    expect(await page.inputValue('#search-text')).toBe('Zurich');
    await page.goForward();
    await page.goForward();
    await page.waitForSelector('.map-layers li');
  });

  test('Enter in the search of the list goes to the first result, and asks no map server', async () => {
    const { page, requested, site } = await open();
    await page.fill('#search-text', 'Kiwi');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Kiwi');
    expect(await page.locator('.server.shown').count()).toBe(0);
    expect(requested.filter((address) => !address.startsWith(site))).toEqual([]);
  });

  test('on a phone, what is wrong with a map is seen below it, with another try, and its row below that', async () => {
    const { page } = await open('/', { width: 390, height: 844, reducedMotion: 'reduce' });
    await page.getByLabel('Show World').click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    const list = await boxOf(page, '.map-layers > ul');
    const note = await boxOf(page, '.map-note');
    expect(note.y).toBeGreaterThanOrEqual(list.y);
    expect(note.y + note.height).toBeLessThanOrEqual(list.y + list.height + 1);
    expect((await boxOf(page, '.map-canvas')).height).toBeGreaterThanOrEqual(320);
    const [panel, row] = [await boxOf(page, '.map-panel'), await boxOf(page, '.server.shown')];
    expect(row.y).toBeGreaterThanOrEqual(panel.y + panel.height);
    expect(row.y + row.height).toBeLessThanOrEqual(844);
  });

  test('the words beside a place stay when it is gone to', async () => {
    const { page } = await open();
    await page.fill('#search-text', 'hiking map of Zurich');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.place-mark');
    expect(await page.inputValue('#search-text')).toBe('hiking map of Zurich');
  });

  test('the second link that the Tab key reaches leads to the search', async () => {
    const { page } = await open();
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('search-text');
  });

  test('a chip is a filter of one press beside the words; a second press, or Back, ends it', async () => {
    const { page } = await open('/?q=Switzerland');
    const hiking = page.getByRole('button', { name: 'Hiking map', exact: true });
    await hiking.click();
    await expect.poll(() => page.textContent('#mapservers .count')).toBe('1');
    await expect.poll(() => hiking.getAttribute('aria-pressed')).toBe('true');
    // The pressed chip says it once.
    expect(await page.locator('.search-line button').count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?q=Switzerland&shows=outdoor');
    await hiking.click();
    await expect.poll(() => hiking.getAttribute('aria-pressed')).toBe('false');
    expect(new URL(page.url()).search).toBe('?q=Switzerland');
    await page.goBack();
    await expect.poll(() => hiking.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Overlays' }).click();
    await page.click('.filters > summary');
    await expect.poll(() => page.getByRole('combobox', { name: 'What' }).inputValue()).toBe('overlayserver');
  });

  test('a count of an answer leads to its list, and the address stays', async () => {
    const { page } = await open('/?q=map', { width: 390, height: 300 });
    const overlays = page.locator('#matches a', { hasText: /^Overlays \d+$/ });
    await expect.poll(() => overlays.count()).toBe(1);
    const title = () =>
      page.evaluate<boolean>(
        'document.querySelector("#overlayservers > h2").getBoundingClientRect().top < innerHeight',
      );
    expect(await title()).toBe(false);
    await overlays.click();
    await expect.poll(title).toBe(true);
    expect(new URL(page.url()).hash).toBe('');
  });

  test('a typed program replaces the remembered one, and its form is open on pages of maps', async () => {
    const { page } = await open();
    const program = page.getByRole('combobox', { name: 'For' });
    await program.selectOption('OsmAnd');
    const chip = page.locator('#search-filters button');
    await expect.poll(() => chip.allTextContents()).toEqual([expect.stringContaining('OsmAnd')]);
    await page.fill('#search-text', 'qgis');
    await expect.poll(() => chip.count()).toBe(0);
    expect(await page.locator('.server:not([data-programs~="osmand"], [hidden])').count()).toBeGreaterThan(0);
    await program.selectOption('JOSM');
    await expect.poll(() => page.inputValue('#search-text')).toBe('');
    await page.fill('#search-text', 'qgis Berlin');
    await expect
      .poll(() => page.locator('.server:not([hidden]) h3 a').first().getAttribute('href'))
      .toMatch(/\/\?program=qgis#near=/);
    await page.locator('.server:not([hidden]) h3 a').first().click();
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('QGIS');
  });

  test('the program of the reader lists what it can use, and is remembered by this page and pages of maps', async () => {
    const { page, site } = await open();
    const all = await page.textContent('#matches');
    const program = page.getByRole('combobox', { name: 'For' });
    await program.selectOption('OsmAnd');
    await expect.poll(() => page.textContent('#matches')).toMatch(/^\d+ of \d+ match$/);
    expect(await page.locator('.server[data-programs~="osmand"]:not([hidden])').count()).toBeGreaterThan(20);
    expect(await page.locator('.server:not([data-programs~="osmand"], [hidden])').count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?program=osmand');
    await page.goto(`${site}/mapservers/alps/`);
    await expect.poll(() => page.getByRole('tab', { name: 'OsmAnd' }).getAttribute('aria-selected')).toBe('true');
    await page.goto(`${site}/`);
    await page.waitForSelector(READY);
    await expect.poll(() => program.inputValue()).toBe('osmand');
    await page.waitForSelector('html:not(.ordering)');
    await expectSteady(page);
    await page.click('.filters > summary');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => page.textContent('#matches')).toBe(all);
    await page.reload();
    await page.waitForSelector(READY);
    await expect.poll(() => program.inputValue()).toBe('');
  });

  test('an address states its program, and lists the same for everybody; a filter is named, and taken off', async () => {
    const site = await serveSite(files);
    const { page } = await browser.open(`${site}/?q=map&program=osmand&only=no-token`);
    await page.waitForSelector(READY);
    const program = page.getByRole('combobox', { name: 'For' });
    const filters = () => page.locator('.search-line button').allTextContents();
    await expect.poll(filters).toEqual(['Key: not needed', 'For: OsmAnd · show all']);
    await expect.poll(() => page.textContent('#matches-said')).toContain('For: OsmAnd');
    await expectAccessible(page);
    await page.goto(`${site}/`);
    await page.waitForSelector(READY);
    // The program of an address is not remembered.
    expect(await program.inputValue()).toBe('');
    await program.selectOption('OsmAnd');
    await page.goto(`${site}/?q=map`);
    await page.waitForSelector(READY);
    expect(await program.inputValue()).toBe('');
    await page.goto(`${site}/`);
    await page.waitForSelector(READY);
    await page.waitForURL('**/?program=osmand');
    await page.getByRole('button', { name: 'For: OsmAnd' }).click();
    await expect.poll(() => page.url()).toBe(`${site}/`);
    await expect.poll(filters).toEqual([]);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Filters');
    await page.reload();
    await page.waitForSelector(READY);
    expect(await program.inputValue()).toBe('');
  });

  test('a filter that is chosen far down the list shows how many are found', async () => {
    const { page } = await open('/', { width: 390, height: 600 });
    await page.evaluate('scrollTo(0, 900)');
    await page.click('.filters > summary');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('whole world');
    await page.getByRole('button', { name: /^Show 2 results$/ }).click();
    const isClear = `(([line, search]) => line.top >= search.bottom && line.bottom <= innerHeight)(['#matches', '.search'].map((one) => document.querySelector(one).getBoundingClientRect()))`;
    await expect.poll(() => page.evaluate(isClear)).toBe(true);
    expect(
      await page.evaluate(`[...document.querySelectorAll('.server:not([hidden]) h3 a')].map((a) => a.textContent)`),
    ).toEqual(['World', 'Paid']);
  });

  test('data sources without files are named beside all, and when they are asked for', async () => {
    const { page } = await open();
    for (const [text, isNamed] of [
      ['', true],
      ['alps', false],
      ['qqqq', false],
      ['emp', true],
      ['download', false],
      ['maps', false],
    ] as const) {
      await page.fill('#search-text', text);
      await expect.poll(() => page.isVisible('.empty-sources'), { message: text }).toBe(isNamed);
    }
    await page.fill('#search-text', '');
    for (const [chip, isNamed] of [
      ['Overlays', false],
      ['Downloads', false],
    ] as const) {
      await page.getByRole('button', { name: chip, exact: true }).click();
      await expect.poll(() => page.isVisible('.empty-sources'), { message: chip }).toBe(isNamed);
    }
  });

  test('on a phone, results are seen above the keyboard, and a button opens and closes the map', async () => {
    const { page } = await open('/', { width: 390, height: 420, reducedMotion: 'reduce' });
    const button = page.getByRole('button', { name: 'Map', exact: true });
    const isOpen = () => page.locator('.map-panel').isVisible();
    expect(await isOpen()).toBe(false);
    await page.locator('#search-text').pressSequentially('Zurich');
    await expect.poll(() => page.textContent('#matches')).toContain('Zürich');
    const first = await boxOf(page, '#mapservers .record:not([hidden])');
    expect(first.y + 40).toBeLessThan(420);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Alps');
    expect(await isOpen()).toBe(false);
    await button.click();
    await page.waitForURL(/#map=6\/47\.37\/8\.5/);
    await expect.poll(isOpen).toBe(true);
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    await expectAccessible(page);
    await page.fill('#search-text', 'Zurich hiking');
    await expect.poll(isOpen).toBe(false);
    await button.click();
    await expect.poll(isOpen).toBe(true);
    await button.click();
    await expect.poll(isOpen).toBe(false);
    await page.getByLabel('Show Alps').click();
    await page.waitForSelector('.map-layers li');
    await expect.poll(isOpen).toBe(true);
    for (const _ of ['to the place', 'to the search']) {
      await page.goBack();
      await expect.poll(() => page.locator('.map-layers li').count()).toBe(0);
    }
    await expect.poll(isOpen).toBe(false);
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    await page.fill('#search-text', 'qqqqq');
    await page.getByRole('button', { name: 'Choose a place on the map' }).click();
    await expect.poll(isOpen).toBe(true);
    const invitation = page.getByText('Tap or click the place on the map.');
    await invitation.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => invitation.count()).toBe(0);
  });

  test('on a phone, a row stays where it is when its map opens above the list', async () => {
    const { page } = await open('/', { width: 390, height: 844, reducedMotion: 'reduce' });
    await page.evaluate('scrollTo(0, 600)');
    const seen = `[...document.querySelectorAll('.show')].find((show) => show.getBoundingClientRect().top > 560).ariaLabel`;
    const button = page.getByRole('button', { name: await page.evaluate<string>(seen), exact: true });
    const row = page.locator('.record', { has: button });
    const before = (await row.boundingBox())?.y ?? -1;
    await button.click();
    await page.waitForSelector('.map-layers li');
    const shown = page.locator('.record.shown');
    await expect.poll(async () => Math.abs(((await shown.boundingBox())?.y ?? 0) - before)).toBeLessThan(4);
    expect((await boxOf(page, '.map-panel')).y).toBe(0);
  });

  test('a row that is pointed at draws its area, without a map and without others', async () => {
    const { page, requested, site } = await open();
    await page.getByRole('link', { name: 'Kiwi', exact: true }).hover();
    await page.waitForSelector('.area-mark');
    await expect.poll(() => page.locator('.lede').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'World', exact: true }).hover();
    await expect.poll(() => page.locator('.area-mark').count()).toBe(0);
    expect(requested.filter((address) => !address.startsWith(site))).toEqual([]);
  });

  test.each([
    ['de-CH', '/de/', ['Alps', 'World']],
    ['en-NZ', '/', ['Kiwi', 'World']],
    ['de-CH', '/', ['World']],
    ['en', '/', ['World']],
  ])('a reader of %s on %s sees the maps of their country first, and little moves', async (languages, path, first) => {
    const { page } = await open(path, { languages });
    await page.waitForSelector('html:not(.searching)');
    const names: string[] = await page.evaluate(NAMES);
    expect(names.slice(0, first.length)).toEqual(first);
    expect(names.at(-1)).toBe('Paid');
    await expectSteady(page);
  });

  test('each row has a picture at its left and its button at its right; chosen, compared and others look different', async () => {
    const { page } = await open('/', { width: 1366, height: 900 });
    const edges = `[...document.querySelectorAll('.server:has(.show)')].filter((row) => row.checkVisibility() && !row.querySelector('[hidden]')).map((row) => {
      const [all, sketch, show] = [row, row.querySelector('.sketch'), row.querySelector('.show')].map((one) => one.getBoundingClientRect());
      return [sketch.width, Math.round(sketch.left - all.left), Math.round(all.right - show.right)].join(' ');
    })`;
    expect(new Set((await page.evaluate(edges)) as string[])).toEqual(new Set(['108 8 8']));
    const isDrawn = `['Alps', 'Kiwi', 'Berlin'].map((name) => document.querySelector('[aria-label="Show ' + name + '"]').closest('li').querySelector('.sketch').firstElementChild.getBBox().width > 0)`;
    expect(await page.evaluate(isDrawn)).toEqual([true, true, true]);
    await page.getByLabel('Show World').click();
    await page.getByLabel('Compare with Kiwi').click();
    await page.waitForSelector('.compare[aria-pressed="true"]');
    await page.getByRole('link', { name: 'Berlin', exact: true }).hover();
    const look = `new Set(['World', 'Kiwi', 'Berlin', 'Alps'].map((name) => getComputedStyle(document.querySelector('.show[aria-label$=" ' + name + '"]').closest('li')).backgroundColor)).size`;
    await expect.poll(() => page.evaluate(look)).toBe(4);
    await expectAccessible(page);
  });

  test('its titles have the typeface of the site', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.evaluate('document.fonts.ready.then(() => 0)');
    expect(await page.evaluate(`document.fonts.check('600 20px "Source Serif 4"') && document.fonts.size`)).toBe(1);
    const [font = ['', []]] = [...files].filter(([path]) => path.endsWith('.woff2'));
    expect(font[1].length).toBeLessThanOrEqual(25_000);
  });
});
