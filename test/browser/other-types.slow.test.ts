/** Maps of other types in a real browser: drawn with WebGL, and of a service that others have written. */
import { describe, expect, test } from 'vitest';
import { accessibilityFaults, describeInBrowser, serveSite, sitePages, whyNoWebGl } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';
import { mapProxy, whyNoMapProxy } from '../support/map-proxy.ts';
import { mapServer } from '../support/map-server.ts';
import { answering, CREDIT, picture, TYPED_CATALOG } from '../support/typed-site.ts';

const { webgl }: { webgl: boolean } = { webgl: true };

describeInBrowser('a map of another type', (browser) => {
  test.skipIf(whyNoMapProxy)('of a service that others have written are in their places: MapProxy', async () => {
    // Only the tile north-west of the middle is red.
    const { url } = await mapServer(1, (path) => ({
      body: picture(path === '/2/1/1.png' ? [200, 0, 0] : [0, 0, 200]),
    }));
    const record = `type: wms\nname: Real\nminZoom: 0\nmaxZoom: 19\nservice: ${await mapProxy(url)}\nlayers: [a map]\nformat: image/png\nversion: 1.3.0\ncrs: [EPSG:3857]\n${CREDIT}`;
    const site = await serveSite(sitePages({ ...SMALL, 'maps/real.yaml': record }));
    const { page, colourAt } = await browser.open(`${site}/maps/real/#map=2/0.00/0.00&base=maps/real`);
    await page.waitForSelector('img.leaflet-tile-loaded');
    const box = await page.locator('#map').boundingBox();
    const colour = (x: number, y: number): Promise<readonly number[]> =>
      colourAt((box?.x ?? 0) + (box?.width ?? 0) / 2 + x, (box?.y ?? 0) + (box?.height ?? 0) / 2 + y);
    await expect.poll(() => colour(-60, -40)).toEqual([200, 0, 0]);
    await expect.poll(() => colour(60, -40)).toEqual([0, 0, 200]);
    await expect.poll(() => colour(-60, 40)).toEqual([0, 0, 200]);
  });
});

describe.skipIf(whyNoWebGl)(whyNoWebGl ? `with WebGL (skipped: ${whyNoWebGl})` : 'with WebGL', () => {
  describeInBrowser('maps from data', (browser) => {
    const show = async (hash: string, path = '', options = {}, more: Files = {}) => {
      const window = await browser.open('about:blank', { webgl, ...options });
      const asked: string[] = [];
      await answering(window.page, asked);
      await window.page.goto(`${await serveSite(sitePages({ ...TYPED_CATALOG, ...more }))}/${path}${hash}`);
      /** The colour of the middle of the map, a bit aside of the handle of a comparison. */
      const colour = async (aside = 20): Promise<readonly number[]> => {
        const box = await window.page.locator('#map').boundingBox();
        return window.colourAt((box?.x ?? 0) + (box?.width ?? 0) / 2 + aside, (box?.y ?? 0) + 200);
      };
      return { ...window, asked, colour };
    };

    test('are drawn in a frame without an origin, which follows the map, with what their sources credit', async () => {
      const { page, colour, complaints } = await show('#map=3/20.00/10.00&base=maps/drawn', 'maps/drawn/');
      await expect.poll(() => colour()).toEqual([200, 30, 30]);
      await expect.poll(() => page.textContent('.verdict output')).toBe(' (its tiles load here now)');
      const frame = page.locator('iframe.map-frame');
      expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
      const origin = page.frames().find((one) => one.url().endsWith('/frame/'));
      expect(await origin?.evaluate('self.origin')).toBe('null');
      await expect.poll(() => page.locator('.leaflet-control-attribution').innerText()).toContain('Made by Somebody');
      await page.keyboard.press('Tab');
      await page.locator('.leaflet-container').focus();
      await page.keyboard.press('+');
      await expect.poll(() => page.url()).toContain('map=4/');
      await expect.poll(() => colour()).toEqual([200, 30, 30]);
      // Once, however often the map was drawn.
      await page.getByRole('button', { name: 'Remove Drawn from the map' }).click();
      await expect
        .poll(() => page.locator('.leaflet-control-attribution').textContent())
        .not.toContain('Made by Somebody');
      // Of what draws without a graphics card.
      expect(complaints.filter((one) => !one.includes('GL Driver Message'))).toEqual([]);
      await expect.poll(() => accessibilityFaults(page)).toEqual([]);
    });

    test('of an archive are read in parts, and one that is gone is said', async () => {
      const { page, colour } = await show('#map=2/0.00/0.00&base=maps/archive&over=maps/gone');
      await expect.poll(() => colour()).toEqual([20, 30, 200]);
      await page.getByText('Its archive could not be read.').waitFor();
      await page.getByText('The server answers 404.').waitFor();
      await page.getByText('Try again').click();
      await page.getByText('The server answers 404.').waitFor();
    });

    test('of an archive are drawn by its style', async () => {
      const where = 'url: https://archive.example.org/water.pmtiles\nstyle: https://water.example.org/style.json';
      const styled = { 'maps/styled.yaml': `type: pmtiles\nname: Styled\n${where}\n${CREDIT}` };
      const { page, colour } = await show('#map=2/0.00/0.00&base=maps/styled', '', {}, styled);
      await expect.poll(() => colour()).toEqual([0, 90, 0]);
      await expect.poll(() => page.locator('.map-note').textContent()).toBe('');
    });

    test.each([
      ['type: vector', 'tiles: https://plain.example.org/tiles.json\nschema: other'],
      ['type: vector', 'tiles: https://plain.example.org/{z}/{x}/{y}.pbf\nschema: openmaptiles'],
      ['type: pmtiles', 'url: https://archive.example.org/water.pmtiles'],
    ])('without a style are drawn plainly, and that is said: %s, %s', async (type, where) => {
      const plain = { 'maps/plain.yaml': `${type}\nname: Plain\n${where}\n${CREDIT}` };
      const { page, colour } = await show('#map=2/0.00/0.00&base=maps/plain', '', {}, plain);
      await page.getByText('It has no style of its own').waitFor();
      // The colour of water over that of the ground, which browsers round in their ways.
      const isWater = (found: readonly number[]): boolean =>
        [209, 221, 225].every((value, at) => Math.abs(value - (found[at] ?? 0)) <= 1);
      await expect.poll(colour).toSatisfy(isWater);
    });

    test('say that they load, as long as nothing is drawn', async () => {
      const tiles = `tiles: https://slow.example.org/tiles.json\nschema: other\n${CREDIT}`;
      const slow = { 'maps/slow.yaml': `type: vector\nname: Slow\nmaxZoom: 4\n${tiles}` };
      const { page, colour } = await show('#map=2/0.00/0.00&base=maps/slow', '', {}, slow);
      await page.getByText('It is loading.').waitFor();
      await expect.poll(() => page.locator('.map-facts').textContent()).toBe('Map · ODbL (OSM)');
      await page.evaluate('location.hash = location.hash.replace("maps/slow", "maps/drawn"); null');
      await expect.poll(() => colour()).toEqual([200, 30, 30]);
      await expect.poll(() => page.locator('.map-note').textContent()).toBe('');
    });

    test.each([
      ['style: https://faulty.example.org/style.json', 'Its style could not be loaded.'],
      ['tiles: https://plain.example.org/{z}/{x}/{y}.pbf\nschema: other', 'nor a list of what is in its tiles'],
    ])('say what keeps them from being drawn: %s', async (where, said) => {
      const faulty = { 'maps/faulty.yaml': `type: vector\nname: Faulty\n${where}\n${CREDIT}` };
      const { page } = await show('#map=2/0.00/0.00&base=maps/faulty', '', {}, faulty);
      await page.getByText(said).waitFor();
    });

    test('are compared in two frames', async () => {
      const { colour } = await show('#map=2/0.00/0.00&base=maps/drawn&with=maps/archive');
      await expect.poll(() => colour(-100)).toEqual([200, 30, 30]);
      await expect.poll(() => colour(100)).toEqual([20, 30, 200]);
    });

    test('get an own token, which goes to the server of the record only', async () => {
      const { page, asked, requested, colour } = await show('', 'maps/paid/');
      await page.getByLabel('Your key for Paid').fill('s3cr&t');
      await page.getByRole('button', { name: 'Show the map with this key' }).click();
      await expect.poll(() => colour()).toEqual([30, 200, 30]);
      await expect.poll(() => asked.some((address) => address.startsWith('https://other.example.org/'))).toBe(true);
      const withToken = [...asked, ...requested].filter((address) => address.includes('s3cr'));
      expect(new Set(withToken)).toEqual(new Set(['https://paid.example.org/style.json?key=s3cr%26t']));
      await page.getByText('Some of its tiles, characters or symbols could not be loaded.').waitFor();
      expect(page.url()).not.toContain('s3cr');
    });
  });
});
