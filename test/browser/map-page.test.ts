/** The page of a map in a real browser: what somebody sees first, on a desk and on a phone. */
import { expect, test } from 'vitest';
import {
  describeInBrowser,
  expectAccessible,
  expectSteady,
  serveSite,
  sitePages,
  tileServer,
} from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';
import { statusesOfAll } from '../support/observed.ts';

/** The site of maps of which everything is known, one of them retired. */
async function openSite(isProbed = true): Promise<string> {
  const { port } = await tileServer();
  const map = (id: string, more: string) =>
    `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 17\nhosts: [127.0.0.1]\nurlPattern: http://#{host}:${port}/map/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\nkind: topographic\ncountries: [AT]\nneeds: [referer, user-agent]\nquota: { tiles: 100, per: day, source: "https://a.example.org/" }\n${more}`;
  const files = {
    ...SMALL,
    'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n`,
    'mapservers/known.yaml': map('Known', 'ends: { date: "2036-12-20", source: "https://a.example.org/" }\n'),
    'mapservers/retired.yaml': map('Retired', 'active: false\noffReason: { en: It is over. }\n'),
    'mapservers/other.yaml': map('Other', 'licence: CC-BY-SA-4.0\n'),
    'mapservers/swiss.yaml': map('Swiss', '').replace('[AT]', '[CH]'),
    'mapservers/world.yaml': map('World', '').replace('countries: [AT]', 'area: world'),
    'overlayservers/ways.yaml': map('Ways', ''),
  };
  const days = { verdict: 'works', days: 'w'.repeat(30), until: '2026-11-24' } as const;
  return serveSite(
    sitePages(files, {}, null, (catalog) => (isProbed ? { statuses: statusesOfAll(catalog, days) } : {})),
  );
}

const HOSTS = {
  ...SMALL,
  'mapservers/one.yaml': String(SMALL['mapservers/one.yaml']).replace(
    /^hosts: .*$/m,
    `hosts: [${[...'abcd'].map((one) => `${one}.tile-cyclosm.example.org`).join(', ')}]`,
  ),
};

/** What of these is not whole in the window, or below something else. */
const UNSEEN = (selectors: readonly string[]): string => `${JSON.stringify(selectors)}.filter((selector) => {
  const one = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  const { x, y, width, height, bottom } = one?.getBoundingClientRect() ?? {};
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return !(y >= 0 && bottom <= innerHeight && (one === found || one.contains(found)));
})`;

describeInBrowser('the page of a map', (browser) => {
  test.each([
    ['mapservers/known/', ['.verdict', '.conditions strong', '#programs-title', '.program pre']],
    ['de/mapservers/known/', ['.verdict', '.conditions strong', '#programs-title', '.program pre']],
    ['mapservers/retired/', ['.verdict.off', '#alternatives', '.alternatives li:last-child a']],
  ])('%s shows on the first screen what matters', async (path, seen) => {
    const { page, complaints } = await browser.open(`${await openSite()}/${path}`, { width: 1366, height: 657 });
    await page.waitForSelector('[role="tablist"]');
    await expect.poll(() => page.evaluate(UNSEEN(seen))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('says of each map to use instead what its row in lists says, and whether it works', async () => {
    const site = await openSite();
    const { page } = await browser.open(`${site}/mapservers/retired/`);
    const summary = (item: string): string => `document.querySelector('${item} .summary').textContent`;
    const said = await page.evaluate<string>(summary('.alternatives li:has([href$="other/"])'));
    expect(said).toMatch(/Austria · zoom 0–17 · CC.BY-SA.4\.0 · commercial use allowed · no.key$/);
    expect(await page.getAttribute('.alternatives .dot', 'title')).toMatch(/^Works\. /);
    expect(await page.textContent('#alternatives')).toBe('What to take instead');
    await page.goto(`${site}/mapservers/known/`);
    expect(await page.textContent('#alternatives')).toBe('Similar maps');
    await page.goto(site);
    expect(await page.evaluate(summary('.record[data-id="mapservers/other"]'))).toBe(said);
  });

  test('on a phone, breaks no name of a server that fits into a line', async () => {
    const { page } = await browser.open('about:blank', { width: 390, height: 844 });
    await page.goto(`${await serveSite(sitePages(HOSTS))}/mapservers/one/`);
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('dd > code')].map((one) => one.getBoundingClientRect().height)",
    );
    expect(heights).toHaveLength(4);
    expect(new Set(heights).size).toBe(1);
  });

  test.each([
    [390, 844],
    [320, 568],
  ])('in a window of %i by %i, the buttons of the map are seen', async (width, height) => {
    const { page } = await browser.open(`${await openSite()}/mapservers/known/`, { width, height });
    await page.click('.show');
    await page.waitForSelector('.map-actions');
    await page.evaluate("document.querySelector('.map-panel').scrollIntoView({ block: 'end', behavior: 'instant' })");
    const seen = ['.map-layer-name', '.map-actions select', '.map-actions button'];
    await expect.poll(() => page.evaluate(UNSEEN(seen))).toEqual([]);
  });

  test.each(['mapservers/known/', 'de/mapservers/known/', 'overlayservers/ways/'])(
    'on a phone, the map of %s leaves the first screen to what is known of it',
    async (path) => {
      const { page } = await browser.open(`${await openSite()}/${path}`, { width: 390, height: 844 });
      const expectRoom = async (): Promise<void> => {
        expect((await page.locator('.map-panel').boundingBox())?.height).toBeLessThanOrEqual(0.45 * 844);
        await expect.poll(() => page.evaluate(UNSEEN(['h1', '.verdict', '.conditions']))).toEqual([]);
      };
      await expectRoom();
      await page.evaluate("document.querySelector('.show').click()");
      await page.waitForSelector('.map-actions');
      await page.evaluate('scrollTo(0, 0)');
      await expectRoom();
    },
  );
});

describeInBrowser('the page of a map that is not checked', (browser) => {
  test.each([
    ['mapservers/known/', ' (this copy of the site does not check maps)', ' (its tiles load here now)'],
    ['de/mapservers/known/', ' (auf dieser Kopie der Website wird nicht geprüft)', ' (hier kommen gerade Kacheln an)'],
  ])('%s says what its own map shows, while it shows it, and moves nothing', async (path, unobserved, observed) => {
    const { page } = await browser.open(`${await openSite(false)}/${path}`);
    const said = page.locator('.verdict output');
    await expect.poll(() => said.textContent()).toBe(unobserved);
    const lines = (await page.locator('.verdict').boundingBox())?.height;
    await page.click('.show');
    await expect.poll(() => said.textContent()).toBe(observed);
    expect((await page.locator('.verdict').boundingBox())?.height).toBe(lines);
    await page.click('.map-remove');
    await expect.poll(() => said.textContent()).toBe(unobserved);
    await page.goto(`${page.url().replace(/#.*/, '')}#base=other`);
    await page.waitForSelector('img.leaflet-tile-loaded');
    expect(await said.textContent(), 'of another map').toBe(unobserved);
  });

  test.each([404, 200])('does not say so of tiles that are no pictures: %s', async (status) => {
    const { page } = await browser.open('about:blank');
    await page.route('**/map/**', (route) => route.fulfill({ status, body: 'none' }));
    await page.goto(`${await openSite(false)}/mapservers/known/#map=7/47.00/13.00&base=known`);
    await page.getByText('tiles could not be loaded').waitFor();
    expect(await page.textContent('.verdict output')).toBe(' (this copy of the site does not check maps)');
  });
});

describeInBrowser('an address of two maps', (browser) => {
  test('asks for their tiles before the lists of all maps, and then nothing moves', async () => {
    const site = await openSite();
    const { page, requested, complaints } = await browser.open('about:blank', { width: 390, height: 844 });
    await page.goto(`${site}/mapservers/known/#base=known&with=other`);
    await expect.poll(() => requested.includes(`${site}/`)).toBe(true);
    const before = requested.slice(0, requested.indexOf(`${site}/`));
    expect(before.filter((address) => address.includes('/map/')).length).toBeGreaterThan(2);
    expect(before).toContain(`${site}/mapservers/other/`);
    await expectSteady(page);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test('shows the map at the place of the search that led to it, and otherwise all of its area', async () => {
    const { page } = await browser.open(`${await openSite()}/mapservers/known/#near=9/47.270/11.390`);
    await page.click('.show');
    await page.waitForURL(/#map=9\/47\.270\/11\.390&base=known$/);
    await page.goto('about:blank');
    await page.goto(`${await openSite()}/mapservers/known/`);
    await page.click('.show');
    await page.waitForURL(/#map=[67]\/47\.\d+\/13\.\d+&base=known$/);
  });

  test('offers the other maps by place, those in view first', async () => {
    const { page } = await browser.open(`${await openSite()}/overlayservers/ways/`);
    await page.click('.show');
    await page.waitForSelector('.map-layers li');
    const groups = `(() => {
      const select = document.querySelector('.map-actions select');
      select.blur();
      select.focus();
      return [...select.querySelectorAll('optgroup')].map(({ label, children }) => [label, ...[...children].map(({ text }) => text)]);
    })()`;
    await expect
      .poll(() => page.evaluate(groups))
      .toEqual([
        ['Compare with · here', 'Known', 'Other', 'Retired'],
        ['Compare with · the whole world', 'World'],
        ['Compare with · elsewhere', 'One', 'Swiss'],
        ['Overlay · here', 'Ways'],
        ['Overlay · elsewhere', 'Two'],
      ]);
  });
});

describeInBrowser('a preview', (browser) => {
  test.each([
    ['a nautical map of the world', 'kind: nautical\narea: world\n', /#map=12\/54\.37\d+\/10\.1[78]\d+&/],
    ['a hiking map of the world that ends early', 'kind: outdoor\narea: world\n', /#map=9\/46\.0\d+\/7\.7\d+&/, 9],
    ['a map of a country', 'kind: nautical\ncountries: [CH]\n', /#map=[78]\/46\.\d+\/8\.\d+&/],
  ])('of %s opens where it says most', async (_, more, view, maxZoom = 17) => {
    const { port } = await tileServer();
    const map = `id: M\nname: M\nminZoom: 0\nmaxZoom: ${maxZoom}\nhosts: [127.0.0.1]\nurlPattern: http://#{host}:${port}/map/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: M\n`;
    const site = await serveSite(sitePages({ ...SMALL, 'mapservers/m.yaml': map + more }));
    const { page } = await browser.open(`${site}/mapservers/m/`, { width: 1366, height: 768 });
    await page.click('.show');
    await page.waitForURL(view);
  });
});

describeInBrowser('the page of an address where nothing is', (browser) => {
  const site = sitePages({ ...SMALL, 'site.yaml': `${SMALL['site.yaml']}languages: [de, en]\n` });
  const withdrawn = [
    { list: 'mapservers', file: 'gone', id: 'Gone & <b>', withdrawn: 'removed', reason: 'No <i>tiles</i>.' },
  ];
  const page404 = site.get('404.html') as Uint8Array;

  test.each([
    ['mapservers/gone/', 'Gone & <b> wurde aus dem Katalog entfernt', 'No <i>tiles</i>.', '/?q=Gone%20%26%20%3Cb%3E'],
    ['mapservers/never/', 'Nicht gefunden', 'Unter dieser Adresse ist nichts veröffentlicht.', '/?q=never'],
  ])('%s says %j', async (path, title, text, search) => {
    const files = new Map(site).set(`${path}index.html`, page404);
    files.set('v2/withdrawn.json', Buffer.from(JSON.stringify({ withdrawn })));
    const address = await serveSite(files);
    const { page, requested, complaints } = await browser.open(`${address}/${path}`, { languages: 'de-CH' });
    await expect.poll(() => requested.some((one) => one.endsWith('/v2/withdrawn.json'))).toBe(true);
    await expect.poll(() => page.textContent('h1')).toBe(title);
    expect(await page.textContent('h1 + p')).toBe(text);
    expect(await page.evaluate('document.querySelector("main a.main").href')).toBe(address + search);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['en', 'hiking_map-Alps.html', 'Not found', 'Search for “hiking map Alps”', '/en/?q=hiking%20map%20Alps'],
    ['de', 'Z%C3%BCrich/karte', 'Nicht gefunden', 'Nach „Zürich karte“ suchen', '/?q=Z%C3%BCrich%20karte'],
    ['de', 'en/maps/x/', 'Not found', 'Search for “x”', '/en/?q=x'],
    ['fr', '%E0%A4%A', 'Nicht gefunden', 'Nach „%E0%A4%A“ suchen', '/?q=%25E0%25A4%25A'],
  ])(
    'for a reader of %s, %s is in one language, and searches for its words',
    async (languages, path, title, text, href) => {
      const { page } = await browser.open('about:blank', { languages });
      const address = await serveSite(site);
      await page.route(`${address}/${path}`, (route) =>
        route.fulfill({ status: 404, contentType: 'text/html', body: Buffer.from(page404) }),
      );
      await page.goto(`${address}/${path}`);
      const link = page.locator('main a.main');
      await expect.poll(() => link.textContent()).toBe(text);
      expect(await page.locator(':is(h1, h2)').allTextContents()).toEqual([title]);
      expect(await page.evaluate('document.querySelector("main a.main").href')).toBe(address + href);
    },
  );
});
