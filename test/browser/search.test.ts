/** The first page in a real browser: found by typing, by keys alone, by an address, and without scripts. */
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, inFirefox, serveSite, sitePages } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';

const server = (id: string, more = ''): string =>
  `id: ${JSON.stringify(id)}\nname: ${JSON.stringify(`Map of ${id}`)}\nminZoom: 0\nmaxZoom: 17\nhosts: [tiles.example.org]\nurlPattern: http${more}://#{host}/${encodeURIComponent(id)}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\n`;

const CATALOG: Files = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\naccessTokens: [PAID_KEY]\n`,
  'mapservers/topo.yaml': server('Topo Österreich', 's'),
  'mapservers/austria.yaml': server('Österreich', 's'),
  'mapservers/wiki.yaml': server('Wikimedia', 's'),
  'mapservers/relief.yaml': server('Relief topo'),
  'mapservers/paid.yaml': server('Paid', 's').replace('.png', '.png?key=${PAID_KEY}'),
  'mapservers/nasty.yaml': server('<b>"bold"</b> & \'more\' עברית 🗺️', 's'),
};

const READY = '#search > fieldset:enabled';

const FOUND = `[...document.querySelectorAll('.finder .record:not([hidden]) > * a, .tree .record:not([hidden]) > a')]
  .filter((link) => link.checkVisibility()).map((link) => link.textContent)`;

/** Where the buttons are that can be seen. */
const PLACES = `[...document.querySelectorAll('.finder .show')].map((show) => show.getBoundingClientRect())
  .filter(({ width }) => width > 0).map(({ x, y, width, height }) => [x, y, width, height].join(' '))`;

describeInBrowser('the search', (browser) => {
  const files = sitePages(CATALOG);

  test('finds as one types, says how many, and keeps it in the address', async () => {
    const { page, complaints } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    await expect.poll(() => page.textContent('#matches')).toBe('10 in this catalog · including 1 collection');
    await page.keyboard.press('/');
    await page.keyboard.type('TOPO');
    // The name that begins so is first.
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Topo Österreich', 'Relief topo']);
    await page.keyboard.type(' oster');
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Topo Österreich']);
    await expect.poll(() => page.textContent('#matches')).toBe('1 of 10 match');
    await expect.poll(() => page.textContent('#matches-said')).toBe('1 of 10 match');
    expect(new URL(page.url()).search).toBe('?q=TOPO+oster');
    await page.fill('#search-text', 'nothing of the kind');
    await expect.poll(() => page.getByRole('link', { name: 'Add a map that is missing' }).isVisible()).toBe(true);
    await page.click('.filters > summary');
    await expect.poll(() => page.getByRole('combobox', { name: 'Connection' }).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('combobox', { name: 'State' }).isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test('finds the maps of further pages, which links lead to without scripts', async () => {
    const many = Array.from({ length: 160 }, (_, index) => [
      `mapservers/one-${index}.yaml`,
      server(`One ${index}`, 's'),
    ]);
    const site = await serveSite(sitePages({ ...CATALOG, ...Object.fromEntries(many) }));
    const { page, complaints } = await browser.open(`${site}?q=wikimedia`);
    await page.waitForSelector(READY);
    await expect.poll(() => page.evaluate(FOUND)).toEqual(['Wikimedia']);
    await expect.poll(() => page.textContent('#matches')).toBe('1 of 170 match');
    expect(await page.locator('.further').count()).toBe(0);
    await page.getByRole('link', { name: 'Wikimedia' }).click();
    await expect.poll(() => page.url()).toBe(`${new URL('mapservers/wiki/', site)}`);
    await page.goto(`${new URL('mapservers/list/2/', site)}`);
    await page.getByRole('link', { name: 'Wikimedia' }).click();
    await expect.poll(() => page.url()).toBe(`${new URL('mapservers/wiki/', site)}`);
    expect(complaints).toEqual([]);
  });

  test('is used by keys alone: arrows walk, Enter opens the page', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    await page.keyboard.press('/');
    await page.keyboard.type('topo');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Relief topo');
    for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('search-text');
    // No row moves away from below the pointer. One whose map cannot be shown has no button for it.
    const before = await page.evaluate(PLACES);
    expect(before).toHaveLength(2);
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByLabel('Show Relief topo').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.server.shown');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Hide Relief topo');
    await expect.poll(() => page.evaluate(PLACES)).toEqual(before);
    await expect.poll(() => page.url()).toContain('base=relief');
    await page.locator('h3').getByRole('link', { name: 'Relief topo' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('/mapservers/relief/');
  });

  test('the Tab key stops once in each list, at the row that was focused last, or at the first result', async () => {
    const { page } = await browser.open(await serveSite(files));
    await page.waitForSelector(READY);
    const stops = `[...document.querySelectorAll('.list :is(a, button, summary)')]
      .filter((one) => one.tabIndex === 0 && one.checkVisibility({ visibilityProperty: true })).map((one) => one.closest('.record').textContent.trim().split('\\n')[0])`;
    const rows = async () => new Set((await page.evaluate<string[]>(stops)).map((text) => text.split(' ')[0]));
    await expect.poll(async () => (await rows()).size).toBe(5);
    await page.getByLabel('Show Topo Österreich').focus();
    await expect.poll(() => rows()).toContain('Topo');
    await page.fill('#search-text', 'relief');
    await expect.poll(async () => [...(await rows())]).toEqual(['Relief']);
    // A new search begins with its first result.
    await page.fill('#search-text', 'topo');
    await page.getByLabel('Show Relief topo').focus();
    await expect.poll(async () => [...(await rows())]).toEqual(['Relief']);
    await page.fill('#search-text', 'top');
    await expect.poll(async () => [...(await rows())]).toEqual(['Topo']);
  });

  test('on a phone on its side, the map is seen beside the list, whose place is kept', async () => {
    const { page } = await browser.open(await serveSite(files), { width: 740, height: 360, reducedMotion: 'reduce' });
    await page.waitForSelector(READY);
    const show = page.getByLabel(/^(?:Show|Hide) Two$/);
    await show.scrollIntoViewIfNeeded();
    const top = async (): Promise<number> => (await show.boundingBox())?.y ?? -1;
    // Rows get their real heights only when they come into view.
    let before = -1;
    const isAtRest = async (): Promise<boolean> => {
      const last = before;
      before = await top();
      return before === last;
    };
    await expect.poll(isAtRest, { interval: 200 }).toBe(true);
    await show.click();
    await page.getByLabel('Opacity of Two').waitFor();
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(100);
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(16);
    const [map, slider] = [
      await page.locator('.map-canvas').boundingBox(),
      await page.getByLabel('Opacity of Two').boundingBox(),
    ];
    expect(map?.height).toBeGreaterThan(200);
    expect((slider?.y ?? 0) + (slider?.height ?? 0)).toBeLessThan(360);
  });

  test.each([
    ['?q=topo&only=https', ['Topo Österreich']],
    ['?kind=overlayserver', ['Two']],
    ['?q=%C3%A5&kind=category', ['Bike ', 'Å']],
    ['?only=token', ['Paid']],
    // Categories lead to no map.
    ['?q=bike', []],
    ['?only=broken', []],
  ])('%s is a list that can be linked', async (search, expected) => {
    const { page } = await browser.open(`${await serveSite(files)}/${search}`);
    await page.waitForSelector(READY);
    await expect.poll(() => page.evaluate(FOUND)).toEqual(expected);
  });

  test.each([
    ['/', {}],
    ['/de/?q=topo', { colorScheme: 'dark', width: 360 }],
    ['/de/mapservers/nasty/', { colorScheme: 'dark', width: 360 }],
    ['/de/about/', { width: 360 }],
    ['/404.html', {}],
  ] as const)('%s %j is accessible, asks nobody, complains of nothing and fits', async (path, options) => {
    const site = await serveSite(files);
    const { page, complaints, requested } = await browser.open(site + path, options);
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    expect(requested.filter((address) => !address.startsWith(site))).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });

  test.skipIf(inFirefox)('without scripts, lists and links are there, and nothing that does not work', async () => {
    const { page } = await browser.open(await serveSite(files), { scripts: false });
    await expect.poll(() => page.isVisible('text=Topo Österreich')).toBe(true);
    await expect.poll(() => page.isVisible('#search-text')).toBe(false);
    await expect.poll(() => page.isVisible('button.show')).toBe(false);
  });
});
