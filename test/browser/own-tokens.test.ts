/** The user's own access tokens, and other maps on the page of a map, in a real browser. */
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, serveSite, sitePages, tileServer } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';

const AREA = 'area: [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }]\n';

function catalogOn(host: string, site = ''): Files {
  const server = (id: string, query = '', more = ''): string =>
    `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 17\nhosts: [127.0.0.1]\nurlPattern: http://#{host}:${host.split(':')[1]}/map/#{zoom}/#{tilex}/#{tiley}.png${query}\ncopyright: OpenStreetMap\n${more}`;
  return {
    ...SMALL,
    'site.yaml': `${SMALL['site.yaml']}accessTokens: [PAID_KEY]\n${site}`,
    'mapservers/one.yaml': server('One'),
    'mapservers/paid.yaml': server('Paid', '?key=${PAID_KEY}', `provider: example\n${AREA}`),
    'overlayservers/two.yaml': server('Two', '', AREA),
    'providers/example.yaml':
      'name: Example Maps\nhomepage: https://maps.example.org/\nsignUp: https://maps.example.org/sign-up\ntoken: PAID_KEY\n',
  };
}

describeInBrowser('an own access token', (browser) => {
  test('stays in the browser, and goes into the map and the texts for programs', async () => {
    const { host, requests } = await tileServer();
    const site = await serveSite(sitePages(catalogOn(host)));
    const window = await browser.open(`${site}/mapservers/paid/`, { reducedMotion: 'reduce' });
    const { page, requested, complaints } = window;
    const snippet = (): Promise<string> => page.locator('#program-qgis code').innerText();
    await page.getByRole('tab', { name: 'QGIS' }).click();
    await expect.poll(() => snippet()).toMatch(/\?key=YOUR_KEY$/);
    const signUp = page.getByLabel('Map', { exact: true }).getByRole('link', { name: 'Get a key from Example Maps' });
    await expect.poll(() => signUp.getAttribute('href')).toBe('https://maps.example.org/sign-up');
    const field = page.getByLabel('Your key for Example Maps');
    const frame = await page.locator('.map-panel').boundingBox();
    const form = await page.locator('.token').boundingBox();
    const below = (box: typeof form): number => (box ? box.y + box.height : Number.NaN);
    expect(below(frame) - below(form)).toBeGreaterThan(16);
    // The browser says that the field must be filled in.
    for (const nothing of ['', '  ']) {
      await field.fill(nothing);
      await page.getByRole('button', { name: 'Show the map with this key' }).click();
      await expect.poll(() => page.evaluate('document.activeElement.validity.valueMissing')).toBe(true);
      await page.getByRole('heading', { level: 1 }).click();
    }
    await field.fill(' s3cr&t ');
    await page.getByRole('button', { name: 'Show the map with this key' }).click();
    await page.waitForSelector('img.leaflet-tile-loaded');
    expect(requests.every(({ path }) => path.endsWith('?key=s3cr%26t'))).toBe(true);
    await expect.poll(() => snippet()).toMatch(/\?key=s3cr%26t$/);
    const file = (await page.getByRole('link', { name: 'File paid.qlr' }).getAttribute('href')) ?? '';
    const [, source = ''] = /<datasource>(.*)<\/datasource>/.exec(decodeURIComponent(file)) ?? [];
    expect(new URLSearchParams(source.replaceAll('&amp;', '&')).get('url')).toMatch(/\?key=s3cr%26t$/);
    await expect.poll(() => page.locator('.program-text code', { hasText: 's3cr%26t' }).count()).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect
      .poll(() => page.locator('.share .chip').allTextContents())
      .toEqual(['This page', 'Locus Map (all maps)']);
    await expect.poll(() => page.getByLabel('Link', { exact: true }).inputValue()).not.toContain('s3cr');
    expect(requested.filter((address) => address.includes('s3cr') && !address.includes(host))).toEqual([]);
    expect(complaints).toEqual([]);
    // It can be changed while the map is shown; once it is emptied, it is forgotten.
    await page.keyboard.press('Escape');
    await field.fill('other');
    await field.press('Enter');
    await expect.poll(() => requests.at(-1)?.path).toMatch(/\?key=other$/);
    await expect.poll(() => page.locator('.map-layers li').count()).toBe(1);
    await expectAccessible(page);
    await field.fill('');
    await field.press('Enter');
    await expect.poll(() => page.locator('.map-layers li').count()).toBe(0);
    await expect.poll(() => page.isVisible('.map-empty #token')).toBe(true);
    await expect.poll(() => snippet()).toMatch(/\?key=YOUR_KEY$/);
    await field.fill('s3cr&t');
    await field.press('Enter');
    await expect.poll(() => page.locator('.map-layers li').count()).toBe(1);
    await field.fill(' ');
    await field.press('Tab');
    await expect.poll(() => page.locator('.map-layers li').count()).toBe(0);
    await page.goto(`${site}/mapservers/paid/`);
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill('s3cr&t');
    await field.press('Enter');
    await page.waitForSelector('img.leaflet-tile-loaded');
    // The list offers it from now on.
    await page.goto(`${site}/`);
    await page.getByLabel('Show Paid').click();
    await page.waitForSelector('img.leaflet-tile-loaded');
    expect(page.url()).not.toContain('s3cr');
  });

  test('is asked for by a link that shows a map without one', async () => {
    const { host } = await tileServer();
    const { page } = await browser.open(`${await serveSite(sitePages(catalogOn(host)))}/#map=4/10.00/20.00&base=paid`);
    await page.getByRole('link', { name: 'Use your own' }).click();
    await page.waitForURL('**/mapservers/paid/#token');
    const field = page.getByLabel('Your key for Example Maps');
    await field.fill('s3cret');
    await field.press('Enter');
    await page.waitForSelector('img.leaflet-tile-loaded');
  });
});

describeInBrowser('the page of a map', (browser) => {
  test('compares it with others, puts overlays over it, and an overlay over a map', async () => {
    const { host, requests } = await tileServer();
    const site = await serveSite(sitePages(catalogOn(host, 'home: one\n')));
    const listed = `[...document.querySelectorAll('.map-layers li')]
      .sort((a, b) => a.offsetTop - b.offsetTop).map(({ dataset }) => dataset.role)`;
    const { page, complaints } = await browser.open(`${site}/overlayservers/two/`);
    expect(requests).toEqual([]);
    await expect
      .poll(() => page.textContent('.map-empty'))
      .toContain('Nothing is loaded from 127.0.0.1, 127.0.0.1 until');
    await page.getByRole('button', { name: 'Show the map' }).click();
    await page.waitForURL(/#map=\d+\/46\.8\d*\/8\.2\d*&base=one&over=two$/);
    expect(await page.evaluate(listed)).toEqual(['over', 'base']);
    await page.goto(`${site}/mapservers/one/`);
    await page.getByRole('button', { name: 'Show the map' }).click();
    // The list is filled when it is opened.
    await page.getByLabel('Add a map').focus();
    await page.getByLabel('Add a map').selectOption('Two');
    await page.waitForURL(/&base=one&over=two$/);
    expect(await page.evaluate(listed)).toEqual(['base', 'over']);
    await expect.poll(() => page.locator('.map-layer-name').last().getAttribute('href')).toBe('/overlayservers/two/');
    // A link to such a view opens it.
    await page.goto(`${site}/overlayservers/two/#map=4/10.00/20.00&base=one&over=two`);
    await page.waitForSelector('.map-layers li:nth-child(2)');
    await expect.poll(() => page.textContent('.map-remark')).toBe('');
    expect(complaints).toEqual([]);
  });
});

describeInBrowser('the home page', (browser) => {
  test('draws the map that the catalog has chosen, and leaves the address alone', async () => {
    const { host, requests } = await tileServer();
    const site = await serveSite(sitePages(catalogOn(host, 'home: one\n')));
    const { page, complaints } = await browser.open(`${site}/`);
    await page.waitForSelector('img.leaflet-tile-loaded');
    expect(requests.length).toBeGreaterThan(0);
    await page.waitForTimeout(500);
    expect(page.url()).toBe(`${site}/`);
    await expect.poll(() => page.getByLabel('Hide One').isVisible()).toBe(true);
    await page.goto(`${site}/about/`);
    await expect.poll(() => page.textContent('main')).toContain('The home page shows the map One');
    expect(complaints).toEqual([]);
  });
});
