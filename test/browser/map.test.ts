/** The live map in a real browser: what is asked of tile servers, what is seen, and what is said. */
import { expect, test } from 'vitest';
import type { PageMap } from '../../contract/pages/page-data.ts';
import {
  describeInBrowser,
  expectAccessible,
  inFirefox,
  serveSite,
  sitePages,
  stripeColour,
  type TestWindow,
  tileColour,
  tileServer,
  type WindowOptions,
} from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

/** A map of a test: what is special about it, and the folder and order of the tile server. */
interface TestMap extends Partial<Omit<PageMap, 'key' | 'kind'>> {
  readonly over?: boolean;
  readonly pattern?: string;
}

const SITE = sitePages(SMALL);

/** A page with these maps in place of what it is about, with everything else that every page has. */
function pageWith(hosts: readonly string[], maps: Readonly<Record<string, TestMap>>): Map<string, Uint8Array> {
  const items = Object.entries(maps).map(
    ([name, { over = false, pattern = 'map/#{zoom}/#{tilex}/#{tiley}.png', ...given }]) => {
      const kind = over ? 'overlayserver' : 'mapserver';
      const map: PageMap = {
        key: `${kind}s/${name}`,
        kind,
        id: name,
        minZoom: 0,
        maxZoom: 19,
        hosts,
        urlPattern: `http://#{host}/${pattern}`,
        copyright: 'OpenStreetMap',
        unset: [],
        page: `${name}/`,
        ...given,
      };
      const data = JSON.stringify(map).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      return `<li class="server" id="${name}" data-server="${data}"><button class="show" aria-pressed="false">show</button> <button class="compare" aria-pressed="false">compare</button></li>`;
    },
  );
  const files = new Map(SITE);
  const index = Buffer.from(files.get('index.html') as Uint8Array).toString();
  const main = `<main id="content"><h1>Maps</h1><ul>${items.join('')}</ul><section class="map-panel" id="panel"><div id="map" class="map"></div></section></main>`;
  const frame = '#panel { height: 80vh; width: 100% }';
  files.set('frame.css', Buffer.from(frame));
  const page = index
    .replace(/<main[\s\S]*<\/main>/, main)
    // It has no search.
    .replace(/<a class="skip" href="#search-text">.*?<\/a>/, '')
    .replace('</head>', '<link rel="stylesheet" href="frame.css"></head>');
  return files.set('index.html', Buffer.from(page));
}

/** What of the map has not been answered, is not yet seen as it will stay, or still moves. */
const UNFINISHED = `(() => {
  const tiles = [...document.querySelectorAll('img.leaflet-tile')];
  const isSeen = ({ complete, style, className }) =>
    complete && (style.opacity === '1' || style.opacity === '' || !className.includes('leaflet-tile-loaded'));
  const unseen = tiles.filter((tile) => !isSeen(tile)).map(({ outerHTML }) => outerHTML);
  const moving = [...document.querySelectorAll('.leaflet-zoom-anim')].map(({ className }) => className);
  return tiles.length === 0 ? 'no tiles' : [...unseen, ...moving].join(' ');
})()`;

/** Waits for that; the address and the list are written a little later. */
async function finished({ page }: TestWindow): Promise<void> {
  await page.waitForTimeout(50);
  await expect.poll(() => page.evaluate(UNFINISHED)).toBe('');
  await page.waitForTimeout(300);
}

/** The colour of the map so many pixels to the right of its middle, and below it. */
async function mapColour({ page, colourAt }: TestWindow, right: number, down: number): Promise<readonly number[]> {
  const box = await page.locator('.map-canvas').boundingBox();
  if (!box) throw new Error('no map');
  return colourAt(Math.round(box.x + box.width / 2 + right), Math.round(box.y + box.height / 2 + down));
}

/** Where the list of what is on the map says something of a map. */
const note = (name: string) => `.map-layers li:has(bdi:text-is("${name}")) .map-note`;

const SMALL_AND_QUIET: WindowOptions = { width: 760, height: 600, reducedMotion: 'reduce' };

describeInBrowser('a map whose script cannot be loaded', ({ open }) => {
  test.skipIf(inFirefox)('says so, once, and works when the page is loaded again', async () => {
    const { host } = await tileServer();
    const files = pageWith([host], { plain: {} });
    const scripts = [...files].filter(([path]) => /assets\/map-view-/.test(path));
    expect(scripts.length).toBe(1);
    for (const [path] of scripts) files.delete(path);
    const { page, complaints } = await open(`${await serveSite(files)}/`, { ...SMALL_AND_QUIET, ofItsOwn: true });
    await page.click('#plain .show');
    await page.waitForSelector('#map .problem:has-text("Reload the page")');
    expect(complaints.length).toBeGreaterThan(0);
    await page.click('#plain .show');
    await expect.poll(() => complaints.filter((text) => /TypeError/.test(text)).length).toBeGreaterThan(1);
    await expect.poll(() => page.locator('#map .problem').count()).toBe(1);
    // Some browsers try again, and this one remembers what it could not load.
    for (const [path, content] of scripts) files.set(path, content);
    await page.reload();
    await page.click('#plain .show');
    await page.waitForSelector('#map img.leaflet-tile-loaded');
  });
});

describeInBrowser('the map', ({ open: openWindow }) => {
  const open = (address: string, options: WindowOptions = {}): Promise<TestWindow> =>
    openWindow(address, { ...SMALL_AND_QUIET, ...options });

  /** Opens a page with these maps, whose tiles come from a server of the test. */
  const openMap = async (maps: Readonly<Record<string, TestMap>>, hash = '', options: WindowOptions = {}) => {
    const tiles = await tileServer();
    const site = await serveSite(pageWith([tiles.host], maps));
    const window = await open(`${site}/${hash}`, options);
    return { ...tiles, ...window, site, window };
  };

  test('asks for nothing before somebody does, and then of both hosts, with the Referer', async () => {
    const { host, port, requests } = await tileServer();
    const site = await serveSite(pageWith([host, `localhost:${port}`], { plain: {} }));
    const window = await open(`${site}/`, { width: 1280, reducedMotion: 'no-preference' });
    await window.page.waitForLoadState('networkidle');
    expect(requests).toEqual([]);
    await window.page.click('#plain .show');
    await finished(window);
    expect(new Set(requests.map(({ referer }) => referer))).toEqual(new Set([`${site}/`]));
    expect(new Set(requests.map((request) => request.host)).size).toBe(2);
    await expect.poll(() => window.page.textContent('.leaflet-control-attribution')).toContain('© OpenStreetMap');
    expect(window.complaints).toEqual([]);
  });

  test('shows the right tiles for each pattern, in the language of the browser, and an overlay over a base map', async () => {
    const maps = {
      plain: {},
      swapped: { pattern: 'swapped/#{zoom}/#{tiley}/#{tilex}.png?lang=#{language}' },
      stripes: { over: true, pattern: 'overlay/#{zoom}/#{tilex}/#{tiley}.png' },
    };
    // The middle of the map is the middle of tile 6/34/22.
    const hash = '#map=6/47.04/14.06&base=swapped';
    const { page, requests, window } = await openMap(maps, hash, { languages: 'de-CH' });
    const tile = [6, 34, 22] as const;
    await finished(window);
    await expect.poll(() => mapColour(window, 0, 60)).toEqual(tileColour(...tile));
    expect(requests.map(({ path }) => path)).toContain('/swapped/6/22/34.png?lang=de');
    await page.click('#plain .show');
    await finished(window);
    await expect.poll(() => mapColour(window, 0, 60)).toEqual(tileColour(...tile));
    await page.click('#stripes .show');
    await finished(window);
    await expect.poll(() => mapColour(window, -100, 0)).toEqual(stripeColour(...tile));
    await expect.poll(() => mapColour(window, 0, 60)).toEqual(tileColour(...tile));
    expect(requests.filter(({ path }) => path === '/overlay/6/34/22.png').length).toBe(1);
    await expect.poll(() => page.getAttribute('#stripes .show', 'aria-pressed')).toBe('true');
    await expect.poll(() => page.getAttribute('#swapped .show', 'aria-pressed')).toBe('false');
    await page.getByLabel('Opacity of stripes').press('Home');
    await page.waitForURL(/&over=stripes:10$/);
    await page.getByLabel('Remove stripes from the map').click();
    await page.waitForURL((url) => !url.hash.includes('over'));
    expect(window.complaints).toEqual([]);
  });

  test.skipIf(inFirefox)('a view comes back in another window', async () => {
    const { window: first } = await openMap({ plain: {}, other: {}, stripes: { over: true } }, '#map=5/40.00/-3.00');
    for (const button of ['#plain .show', '#other .compare', '#stripes .show']) await first.page.click(button);
    await first.page.locator('.map-canvas').focus();
    await first.page.keyboard.press('+');
    await first.page.waitForURL(/#map=6\//);
    await finished(first);
    const address = first.page.url();
    expect(address).toContain('&base=plain&over=stripes&with=other');
    const second = await open(address);
    await finished(second);
    // Nothing moves by itself where people have asked for that.
    await expect.poll(() => second.page.locator('.leaflet-fade-anim').count()).toBe(0);
    expect(second.page.url()).toBe(address);
    const names = (window: TestWindow) => window.page.locator('.map-layer-name').allTextContents();
    await expect.poll(() => names(second)).toEqual(await names(first));
    await expect.poll(() => second.page.locator('#other .compare').getAttribute('aria-pressed')).toBe('true');
  });

  test('says on what terms each of several maps may be used, and credits it as it asks, with links to web pages only', async () => {
    const attribution = [
      { text: '© <b>Office</b>', url: 'https://office.example.org/' },
      { text: 'Nobody', url: 'javascript:alert(1)' },
    ];
    const maps: Readonly<Record<string, TestMap>> = {
      open: { attribution, usage: ['CC BY 4.0', 'https://spdx.org/licenses/CC-BY-4.0.html'] },
      closed: { usage: ['Terms <b>', 'javascript:alert(1)'] },
      unknown: {},
    };
    const { page, complaints } = await openMap(maps, '#base=open&with=closed,unknown');
    const facts = page.locator('.map-facts');
    await expect
      .poll(() => facts.allTextContents())
      .toEqual(['Map · zoom 0 to 19 · CC BY 4.0', 'Compared · zoom 0 to 19 · Terms <b>', 'Compared · zoom 0 to 19']);
    const links = (where: string) =>
      page.locator(where).evaluateAll((found) => found.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(await links('.map-facts a')).toEqual([['CC BY 4.0', 'https://spdx.org/licenses/CC-BY-4.0.html']]);
    const credits = page.locator('.leaflet-control-attribution');
    await expect.poll(async () => (await credits.allTextContents()).join()).toContain('© <b>Office</b>, Nobody');
    expect(await links('.leaflet-control-attribution a[href*="office"]')).toEqual([
      ['© <b>Office</b>', 'https://office.example.org/'],
    ]);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test('compares two base maps, with the keyboard as well', async () => {
    const maps = { left: {}, right: { pattern: 'swapped/#{zoom}/#{tilex}/#{tiley}.png' } };
    const { page, window } = await openMap(maps, '#map=6/47.04/14.06&base=left&with=right');
    await finished(window);
    const [left, right] = [tileColour(6, 34, 22), tileColour(6, 22, 34)];
    await expect.poll(() => mapColour(window, -40, 60)).toEqual(left);
    await expect.poll(() => mapColour(window, 40, 60)).toEqual(right);
    const slider = page.getByLabel('Divide between left and right');
    await slider.press('End');
    await expect.poll(() => mapColour(window, 40, 60)).toEqual(left);
    await slider.press('Home');
    await expect.poll(() => mapColour(window, -40, 60)).toEqual(right);
    await page.getByLabel('Remove right from the map').click();
    await expect.poll(() => slider.count()).toBe(0);
    await expect.poll(() => mapColour(window, 40, 60)).toEqual(left);
  });

  test('shows up to four maps beside each other, which move together, each with its name', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const maps = Object.fromEntries(
      names.map((name) => [name, { pattern: `map/#{zoom}/#{tilex}/#{tiley}.png?${name}` }]),
    );
    const hash = '#map=6/47.04/14.06&base=one&with=two,three';
    const all = { ...maps, stripes: { over: true } };
    const { page, requests, complaints, window } = await openMap(all, hash, { width: 900 });
    await finished(window);
    await expect.poll(() => page.locator('.map-canvas').count()).toBe(3);
    await page.click('#stripes .show');
    await page.click('#four .compare');
    await finished(window);
    await expect
      .poll(() => page.locator('.map-canvas .map-label').allTextContents())
      .toEqual(['one', 'two', 'three', 'four']);
    await page.click('#five .compare');
    await expect.poll(() => page.textContent('.map-remark')).toContain('At most four maps');
    // A map beside is moved by its keys, and the others with it.
    await page.locator('.map-canvas').nth(2).focus();
    await page.keyboard.press('+');
    await page.waitForURL(/#map=7\/47\.0/);
    await finished(window);
    const seen = (name: string) => requests.filter(({ path }) => path.startsWith('/map/7/') && path.endsWith(name));
    for (const name of names.slice(0, 4)) expect([name, seen(name).length > 0]).toEqual([name, true]);
    expect(seen('five')).toEqual([]);
    expect(page.url()).toMatch(/&base=one&over=stripes&with=two,three,four$/);
    // Without the first map, the second takes its place.
    await page.getByLabel('Remove one from the map').click();
    await page.waitForURL(/&base=two&over=stripes&with=three,four$/);
    await page.click('#three .compare');
    await expect.poll(() => page.locator('.map-canvas').count()).toBe(1);
    await expect.poll(() => page.locator('.map-swipe-names .map-label').allTextContents()).toEqual(['two', 'four']);
    expect(complaints).toEqual([]);
  });

  test.skipIf(inFirefox)(
    'fills the screen, has a scale, and asks for the position only when somebody does',
    async () => {
      const { page } = await openMap({ plain: {} }, '#base=plain', { ofItsOwn: true });
      await page.waitForSelector('.leaflet-control-scale-line');
      const button = page.getByRole('button', { name: 'Full screen' });
      const panel = (): Promise<boolean> => page.evaluate('document.querySelector("#panel").matches(".whole")');
      await button.click();
      await expect.poll(panel).toBe(true);
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
      await button.click();
      await expect.poll(panel).toBe(false);
      await page.getByRole('button', { name: 'Show my position' }).click();
      await page.locator('.map-remark').getByText('Your position is not known').waitFor();
      await page.context().grantPermissions(['geolocation']);
      await page.context().setGeolocation({ latitude: 47.05, longitude: 8.31 });
      await page.getByRole('button', { name: 'Show my position' }).click();
      await page.waitForURL(/#map=14\/47\.05\d*\/8\.31/);
      await expect.poll(() => page.textContent('.map-remark')).toBe('');
    },
  );

  test('shares its view as a link and a code, and with programs', async () => {
    const hash = '#map=6/47.04/14.06&base=plain';
    const { page, site, host, requested, complaints } = await openMap({ plain: {} }, hash);
    await page.waitForSelector('#plain .show[aria-pressed=true]');
    expect(requested.filter((path) => /share-/.test(path))).toEqual([]);
    await page.getByRole('button', { name: 'Share' }).click();
    const link = page.getByLabel('Link', { exact: true });
    await expect.poll(() => link.inputValue()).toBe(`${site}/${hash}`);
    const tile = `http://${host}/map/`;
    for (const [program, start, template] of [
      ['OsmAnd', 'https://osmand.net/add-tile-source?name=plain&', `${tile}{0}/{1}/{2}.png`],
      ['JOSM', 'http://127.0.0.1:8111/imagery?title=plain&', `${tile}{zoom}/{x}/{y}.png`],
      [
        'iD',
        'https://www.openstreetmap.org/edit?editor=id#map=6/47.04/14.06&background=custom:',
        `${tile}{zoom}/{x}/{y}.png`,
      ],
    ] as const) {
      await page.getByLabel(program, { exact: true }).check();
      const value = await link.inputValue();
      expect(value.startsWith(start)).toBe(true);
      expect(value.endsWith(encodeURIComponent(template))).toBe(true);
      await expect.poll(() => page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')).toBe(value);
    }
    await page.getByLabel('Locus Map (all maps)').check();
    await expect
      .poll(() => link.inputValue())
      .toBe(`locus-actions://http/${new URL(site).host}/programs/locus-actions.xml`);
    await expect.poll(() => page.getByRole('img', { name: 'QR code' }).locator('path').count()).toBe(2);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.share').count()).toBe(0);
    // Back closes it, too, and both ways leave the page where it was.
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForSelector('.share[open]');
    await page.goBack();
    await expect.poll(() => page.locator('.share').count()).toBe(0);
    expect(page.url()).toBe(`${site}/${hash}`);
    expect(complaints).toEqual([]);
  });

  test('says where a map of the world opens, and which of several maps a program gets', async () => {
    const { page } = await openMap({ plain: { opening: [46.015, 7.745, 12, 'Zermatt'] }, other: {} });
    await page.click('#plain .show');
    await expect.poll(() => page.textContent('.map-zoom')).toBe('Zoom 12 · opened at Zermatt');
    await page.click('#other .compare');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByLabel('iD (only plain)', { exact: true }).check();
    await page.keyboard.press('Escape');
    await page.evaluate("location.hash = '#map=12/47.04/14.06&base=plain'");
    await expect.poll(() => page.textContent('.map-zoom')).toBe('Zoom 12');
  });

  test('opens a map on its area, and stays if that is seen already', async () => {
    const maps = {
      alps: { bounds: [5.9, 45.8, 10.5, 47.9] as const, probe: [47, 8, 12] as const },
      town: { bounds: [8.2, 47, 8.4, 47.2] as const, minZoom: 14, probe: [47.05, 8.31, 14] as const },
      lisbon: { over: true, bounds: [-9.5, 38.6, -9, 38.9] as const },
    };
    const { page } = await openMap(maps);
    await page.click('#alps .show');
    await page.waitForURL(/#map=7\/46\.8\d*\/8\.20*&base=alps$/);
    await page.click('#town .show');
    await page.waitForURL(/#map=14\/47\.05\d*\/8\.31/);
    await page.click('#alps .show');
    await page.waitForURL(/#map=14\/47\.05.*&base=alps$/);
    await page.click('#lisbon .show');
    await page.waitForURL(/#map=\d+\/38\.7\d*\/-9\.2.*&over=lisbon$/);
  });

  test('honours the zoom levels of maps, and says where they end', async () => {
    const maps = {
      town: { minZoom: 5, maxZoom: 7, probe: [47.05, 8.31, 6] as const },
      hills: { over: true, minZoom: 3, maxZoom: 5 },
      valley: { minZoom: 4 },
    };
    // The list is below the map, which gets smaller with it.
    const { page, requests, window } = await openMap(maps, '#map=2/0.00/0.00', { width: 500, height: 740 });
    await page.click('#hills .show');
    await expect.poll(() => page.textContent(note('hills'))).toBe('Its tiles begin at zoom 3. Go to zoom 3');
    expect(requests).toEqual([]);
    // The nearest level that a map has, at the same place, and the list is longer and shorter meanwhile.
    await page.click('#valley .show');
    await page.waitForURL(/#map=4\/0\.00\/0\.00/);
    await page.click('#hills .show');
    await page.click('#hills .show');
    await page.waitForURL(/#map=4\/0\.00\/0\.00&base=valley&over=hills$/);
    await finished(window);
    const before = requests.length;
    // Its levels do not have that of the map, so the map goes to a place that it covers.
    await page.click('#town .show');
    await page.waitForURL(/#map=6\/47\.05\/8\.31/);
    await finished(window);
    await expect.poll(() => page.textContent(note('hills'))).toBe('Its tiles end at zoom 5. Go to zoom 5');
    const canvas = page.locator('.map-canvas');
    for (const key of ['+', '+', '+']) {
      await canvas.press(key);
      await finished(window);
    }
    await expect.poll(() => page.textContent('.map-zoom')).toBe('Zoom 7');
    await expect.poll(() => page.getByLabel('Zoom in').getAttribute('aria-disabled')).toBe('true');
    const later = requests.slice(before);
    expect(new Set(later.map(({ path }) => path.split('/')[2]))).toEqual(new Set(['6', '7']));
  });

  test('tiles that fail are counted, with the reason as far as a page may know it', async () => {
    const reasons = [
      ['403', 'The server answers 403.'],
      ['text', 'The server answers 200, but with no picture that a browser can show.'],
      ['500', 'The server did not answer, or this page may not read its answer.'],
      ['cut', 'The server did not answer, or this page may not read its answer.'],
    ] as const;
    const pattern = (folder: string) => ({ pattern: `${folder}/#{zoom}/#{tilex}/#{tiley}.png` });
    const maps = Object.fromEntries(reasons.map(([folder]) => [`bad-${folder}`, pattern(folder)]));
    const { page, host, window } = await openMap(maps, '', { colorScheme: 'dark' });
    for (const [folder, why] of reasons) {
      await page.click(`#bad-${folder} .show`);
      const said = page.locator(note(`bad-${folder}`));
      await said.getByText(why).waitFor();
      await expect.poll(() => said.textContent()).toMatch(/^(\d+) of \1 tiles could not be loaded\. /);
      await expect.poll(() => said.getByRole('link').first().getAttribute('href')).toMatch(`http://${host}/${folder}/`);
    }
    const land = await page.evaluate("getComputedStyle(document.querySelector('.land')).fill");
    expect(`rgb(${(await mapColour(window, 0, 0)).join(', ')})`, 'countries are drawn').toBe(land);
    await expectAccessible(page);
    const last = page.locator(note('bad-cut'));
    expect(await last.getByRole('link', { name: 'Other maps' }).getAttribute('href')).toBe('bad-cut/#alternatives');
    // The same message again would look as if nothing had been tried.
    await last.getByRole('button', { name: 'Try again' }).click();
    expect(await last.textContent()).toBe('Trying again …');
    await last.getByText('The server did not answer, or this page may not read its answer.').waitFor();
  });

  test.skipIf(inFirefox)(
    'without a connection, no server is to blame, and all tiles can be asked for again',
    async () => {
      const hash = '#map=5/40.00/8.00&base=plain&with=other';
      const { page } = await openMap({ plain: {}, other: {} }, hash, { ofItsOwn: true });
      await page.waitForSelector('img.leaflet-tile-loaded');
      await page.context().setOffline(true);
      await page.evaluate('location.hash = "#map=9/10.00/20.00&base=plain&with=other"');
      for (const name of ['plain', 'other'])
        await expect
          .poll(() => page.textContent(note(name)))
          .toMatch(/^(\d+) of \1 tiles could not be loaded\. This browser has no/);
      await expectAccessible(page);
      await page.context().setOffline(false);
      await page.locator(note('plain')).getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => page.textContent(note('plain'))).toBe('');
      await expect.poll(() => page.locator('.map-canvas:focus').count()).toBe(1);
    },
  );

  test('an address that means nothing is named, and the page is whole', async () => {
    const hash = '#map=99/x&base=<img src=x>&over=none,"&with=%';
    const hostile = '<img src=x onerror=alert(1)>"\u202e';
    const long = 'x'.repeat(200);
    const maps = { plain: { id: hostile, copyright: hostile }, wide: { over: true, id: long, copyright: long } };
    const { page, requests, complaints, window } = await openMap(maps, hash, { width: 360, height: 740 });
    const remark = page.locator('.map-remark');
    await remark.getByText('“map=99/x” in the address means nothing here.').waitFor();
    await expect.poll(() => remark.textContent()).toContain('This page has no map “<img src=x>”');
    expect(requests).toEqual([]);
    await page.click('#plain .show');
    await finished(window);
    await expect.poll(() => remark.textContent()).toBe('');
    await expect.poll(() => page.textContent('.map-layer-name')).toBe(hostile);
    await expect.poll(() => page.textContent('.leaflet-control-attribution')).toContain(hostile);
    await expect.poll(() => page.locator('img[src="x"]').count()).toBe(0);
    await page.click('#wide .show');
    for (const part of ['.leaflet-control-attribution', '.map-layers']) {
      const { x, width } = (await page.locator(part).boundingBox()) ?? { x: -1, width: 0 };
      expect([part, x >= 0, x + width <= 360]).toEqual([part, true, true]);
      const widths = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("${part}"))`;
      expect([part, await page.evaluate(widths)]).toEqual([part, 0]);
    }
    expect(complaints).toEqual([]);
  });

  test('an address that is changed in the window changes the map, and a link to a part of the page does not', async () => {
    const { page } = await openMap({ plain: {}, other: {} }, '#base=plain');
    await page.waitForSelector('#plain .show[aria-pressed=true]');
    await page.evaluate(`location.hash = "#map=4/10.00/20.00&base=other"`);
    await page.waitForSelector('#other .show[aria-pressed=true]');
    await page.evaluate(`location.hash = "#content"`);
    await expect.poll(() => page.getAttribute('#other .show', 'aria-pressed')).toBe('true');
    await expect.poll(() => page.textContent('.map-zoom')).toBe('Zoom 4');
  });
});
