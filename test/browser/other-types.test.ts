/** Maps of other types than those of `/v1/`, in a real browser: their list, their pages, and how they are drawn. */
import type { Page, Route } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { accessibilityFaults, describeInBrowser, serveSite, sitePages, whyNoWebGl } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';
import { mapProxy, whyNoMapProxy } from '../support/map-proxy.ts';
import { mapServer } from '../support/map-server.ts';
import { pmtilesArchive } from '../support/pmtiles.ts';

const COMMON = 'copyright: OpenStreetMap\n';
const CATALOG: Files = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\naccessTokens: [PAID_KEY]\n`,
  'maps/flipped.yaml': `type: tms\nname: Flipped\nminZoom: 0\nmaxZoom: 17\nhosts: [flipped.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\n${COMMON}`,
  'maps/service.yaml': `type: wms\nname: Service\nminZoom: 0\nmaxZoom: 19\nservice: https://wms.example.org/ows?map=a\nlayers: [roads, names]\nformat: image/png\nversion: 1.3.0\ncrs: [EPSG:3857]\n${COMMON}`,
  'maps/polar.yaml': `type: wms\nname: Polar\nminZoom: 0\nmaxZoom: 19\nservice: https://wms.example.org/polar\nlayers: [ice]\nformat: image/png\nversion: 1.1.1\ncrs: [EPSG:3413]\n${COMMON}`,
  'maps/drawn.yaml': `type: vector\nname: Drawn\nstyle: https://style.example.org/style.json\n${COMMON}`,
  'maps/paid.yaml': `type: vector\nname: Paid\nstyle: https://paid.example.org/style.json?key=\${PAID_KEY}\n${COMMON}`,
  'maps/archive.yaml': `type: pmtiles\nname: Archive\nurl: https://archive.example.org/map.pmtiles\n${COMMON}`,
  'maps/gone.yaml': `type: pmtiles\nname: Gone\noverlay: true\nurl: https://archive.example.org/gone.pmtiles\n${COMMON}`,
};

/** A picture of one colour. */
function picture(colour: readonly [number, number, number], size = 256): Buffer {
  const png = new PNG({ width: size, height: size });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([...colour, 255], at);
  return PNG.sync.write(png);
}

const square = [
  [-180, -85],
  [180, -85],
  [180, 85],
  [-180, 85],
  [-180, -85],
];

/** A style whose only layer is the whole world in a colour. @param others more sources */
const style = (colour: string, others: object = {}): string =>
  JSON.stringify({
    version: 8,
    sources: {
      world: {
        type: 'geojson',
        attribution: 'Made by <b>Somebody</b>',
        data: { type: 'Polygon', coordinates: [square] },
      },
      ...others,
    },
    layers: [
      { id: 'world', type: 'fill', source: 'world', paint: { 'fill-color': colour, 'fill-antialias': false } },
      ...Object.keys(others).map((source) => ({ id: source, type: 'raster', source })),
    ],
  });

/** A vector tile whose only layer, `water`, has one area: all of it. */
const WATER_TILE = ((): Buffer => {
  // To the corner, three lines of the length of a tile, and back.
  const geometry = [9, 0, 0, 26, 0x80, 0x40, 0, 0, 0x80, 0x40, 0xff, 0x3f, 0, 15];
  const feature = [0x18, 3, 0x22, geometry.length, ...geometry];
  const layer = [0x0a, 5, ...Buffer.from('water'), 0x12, feature.length, ...feature, 0x28, 0x80, 0x20, 0x78, 2];
  return Buffer.from([0x1a, layer.length, ...layer]);
})();

/** A style that draws it from an archive. */
const WATER_STYLE = JSON.stringify({
  version: 8,
  sources: { archive: { type: 'vector', url: 'pmtiles://https://archive.example.org/water.pmtiles' } },
  layers: [
    { id: 'water', type: 'fill', source: 'archive', 'source-layer': 'water', paint: { 'fill-color': '#005a00' } },
  ],
});

/** The servers of the catalog: what was asked for is written down. */
async function answering(page: Page, asked: string[]): Promise<void> {
  const archive = pmtilesArchive({ tile: picture([20, 30, 200]), type: 2 });
  const water = pmtilesArchive({ tile: WATER_TILE, type: 1, metadata: { vector_layers: [{ id: 'water' }] } });
  const cors = { 'Access-Control-Allow-Origin': '*' };
  const ranges = (route: Route, body: Buffer) => {
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? [];
    const part = body.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`;
    return route.fulfill({ status: 206, headers: { ...cors, 'Content-Range': range }, body: part });
  };
  await page.route(/example\.org/, async (route: Route) => {
    const { host, pathname, searchParams } = new URL(route.request().url());
    asked.push(route.request().url());
    const png = (body: Buffer) => route.fulfill({ headers: cors, contentType: 'image/png', body });
    const json = (body: string) => route.fulfill({ headers: cors, contentType: 'application/json', body });
    if (host === 'water.example.org') return json(WATER_STYLE);
    if (host === 'slow.example.org') return;
    if (host === 'style.example.org') return json(style('#c81e1e'));
    if (host === 'faulty.example.org') return json('{"version": 8, "sources": {}, "layers": [{"id": "none"}]}');
    if (host === 'plain.example.org' && pathname === '/tiles.json') {
      const tiles = ['https://plain.example.org/{z}/{x}/{y}.pbf'];
      return json(
        JSON.stringify({ tilejson: '3.0.0', tiles, maxzoom: 4, vector_layers: [{ id: 'water', fields: {} }] }),
      );
    }
    if (host === 'plain.example.org') return route.fulfill({ headers: cors, body: WATER_TILE });
    if (pathname.endsWith('/water.pmtiles')) return ranges(route, water);
    if (host === 'paid.example.org') {
      const others = { other: { type: 'raster', tiles: ['https://other.example.org/{z}/{x}/{y}.png'] } };
      return json(style('#1ec81e', others));
    }
    if (pathname.endsWith('/map.pmtiles')) return ranges(route, archive);
    if (host === 'wms.example.org') {
      // West or east of Greenwich.
      const isEast = Number(searchParams.get('BBOX')?.split(',')[0]) >= 0;
      return png(picture(isEast ? [200, 0, 0] : [0, 0, 200]));
    }
    // The northern row of the first zoom level is number 1 from the south.
    if (host === 'flipped.example.org') return png(picture(pathname.endsWith('/1.png') ? [0, 200, 0] : [0, 0, 0]));
    return route.fulfill({ status: host === 'other.example.org' ? 403 : 404, headers: cors });
  });
}

const { webgl }: { webgl: boolean } = { webgl: true };

describeInBrowser('maps of other types', (browser) => {
  test('are in the lists, with a tag and a filter, and are found by the words for their type', async () => {
    const site = await serveSite(sitePages(CATALOG));
    const { page, complaints } = await browser.open(`${site}/`);
    const listed = (): Promise<string[]> => page.locator('.list .server:visible h3 a').allTextContents();
    await expect.poll(async () => (await listed()).length).toBe(9);
    await expect.poll(() => page.locator('#overlayservers .server').allTextContents()).toHaveLength(2);
    await page.getByPlaceholder('Place, kind of map or name').fill('wms');
    await expect.poll(listed).toEqual(['Polar', 'Service']);
    await expect.poll(() => page.locator('.server:visible .tag.type').allTextContents()).toEqual(['WMS', 'WMS']);
    await page.getByPlaceholder('Place, kind of map or name').fill('');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Type').selectOption('pmtiles');
    await expect.poll(listed).toEqual(['Archive', 'Gone']);
    await page.goto(`${site}/de/?type=vector`);
    await expect.poll(listed).toEqual(['Drawn', 'Paid']);
    await expect.poll(() => accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each<[string, string, [x: number, y: number, colour: readonly number[]][]]>([
    // The map is about 1,000 pixels wide, its middle is Greenwich on the equator.
    [
      'service',
      '#map=2/0.00/0.00&base=maps/service',
      [
        [-60, 20, [0, 0, 200]],
        [60, 20, [200, 0, 0]],
      ],
    ],
    [
      'flipped',
      '#map=1/0.00/0.00&base=maps/flipped',
      [
        [10, -60, [0, 200, 0]],
        [10, 60, [0, 0, 0]],
      ],
    ],
  ])('of pictures are drawn from each tile: %s', async (name, hash, places) => {
    const { page, colourAt, complaints } = await browser.open('about:blank');
    const asked: string[] = [];
    await answering(page, asked);
    await page.goto(`${await serveSite(sitePages(CATALOG))}/maps/${name}/${hash}`);
    await page.waitForSelector('img.leaflet-tile-loaded');
    const box = await page.locator('#map').boundingBox();
    for (const [x, y, colour] of places) {
      const at = [(box?.x ?? 0) + (box?.width ?? 0) / 2 + x, (box?.y ?? 0) + (box?.height ?? 0) / 2 + y] as const;
      await expect.poll(() => colourAt(...at)).toEqual(colour);
    }
    await expect.poll(() => accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.skipIf(whyNoMapProxy)('of a service that others have written are in their places: MapProxy', async () => {
    // Only the tile north-west of the middle is red.
    const { url } = await mapServer(1, (path) => ({
      body: picture(path === '/2/1/1.png' ? [200, 0, 0] : [0, 0, 200]),
    }));
    const record = `type: wms\nname: Real\nminZoom: 0\nmaxZoom: 19\nservice: ${await mapProxy(url)}\nlayers: [a map]\nformat: image/png\nversion: 1.3.0\ncrs: [EPSG:3857]\n${COMMON}`;
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

  test('say in words why a service cannot be shown, and that a browser has no WebGL', async () => {
    const { page } = await browser.open('about:blank');
    await answering(page, []);
    const site = await serveSite(sitePages(CATALOG));
    await page.goto(`${site}/maps/polar/`);
    await page.locator('.map-empty').getByText('Its service does not draw in Web Mercator').waitFor();
    expect(await page.locator('.show').count()).toBe(0);
    await page.goto(`${site}/?#base=maps/polar`);
    await page.locator('.map-layers').getByText('Its service does not draw in Web Mercator').waitFor();
    expect(await page.locator('[data-id="maps/polar"] button').count()).toBe(0);
    await page.goto(`${site}/de/maps/drawn/#base=maps/drawn`);
    await page.getByText('Ihm fehlt WebGL').waitFor();
  });

  test('load the script that draws them only when one is shown', async () => {
    const { page, requested } = await browser.open(`${await serveSite(sitePages(CATALOG))}/maps/drawn/`);
    await page.getByRole('button', { name: 'Show the map' }).waitFor();
    expect(requested.filter((address) => address.includes('frame'))).toEqual([]);
    expect([...sitePages(SMALL).keys()].filter((path) => /frame(?:\/|-[A-Z0-9]{8}\.)/.test(path))).toEqual([]);
  });
});

describe.skipIf(whyNoWebGl)(whyNoWebGl ? `with WebGL (skipped: ${whyNoWebGl})` : 'with WebGL', () => {
  describeInBrowser('maps from data', (browser) => {
    const show = async (hash: string, path = '', options = {}, more: Files = {}) => {
      const window = await browser.open('about:blank', { webgl, ...options });
      const asked: string[] = [];
      await answering(window.page, asked);
      await window.page.goto(`${await serveSite(sitePages({ ...CATALOG, ...more }))}/${path}${hash}`);
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
      const styled = { 'maps/styled.yaml': `type: pmtiles\nname: Styled\n${where}\n${COMMON}` };
      const { page, colour } = await show('#map=2/0.00/0.00&base=maps/styled', '', {}, styled);
      await expect.poll(() => colour()).toEqual([0, 90, 0]);
      await expect.poll(() => page.locator('.map-note').textContent()).toBe('');
    });

    test.each([
      ['type: vector', 'tiles: https://plain.example.org/tiles.json\nschema: other'],
      ['type: vector', 'tiles: https://plain.example.org/{z}/{x}/{y}.pbf\nschema: openmaptiles'],
      ['type: pmtiles', 'url: https://archive.example.org/water.pmtiles'],
    ])('without a style are drawn plainly, and that is said: %s, %s', async (type, where) => {
      const plain = { 'maps/plain.yaml': `${type}\nname: Plain\n${where}\n${COMMON}` };
      const { page, colour } = await show('#map=2/0.00/0.00&base=maps/plain', '', {}, plain);
      await page.getByText('It has no style of its own').waitFor();
      // The colour of water over that of the ground, which browsers round in their ways.
      const isWater = (found: readonly number[]): boolean =>
        [209, 221, 225].every((value, at) => Math.abs(value - (found[at] ?? 0)) <= 1);
      await expect.poll(colour).toSatisfy(isWater);
    });

    test('say that they load, as long as nothing is drawn', async () => {
      const tiles = `tiles: https://slow.example.org/tiles.json\nschema: other\n${COMMON}`;
      const slow = { 'maps/slow.yaml': `type: vector\nname: Slow\nmaxZoom: 4\n${tiles}` };
      const { page, colour } = await show('#map=2/0.00/0.00&base=maps/slow', '', {}, slow);
      await page.getByText('It is loading.').waitFor();
      await expect.poll(() => page.locator('.map-facts').textContent()).toBe('Map');
      await page.evaluate('location.hash = location.hash.replace("maps/slow", "maps/drawn"); null');
      await expect.poll(() => colour()).toEqual([200, 30, 30]);
      await expect.poll(() => page.locator('.map-note').textContent()).toBe('');
    });

    test.each([
      ['style: https://faulty.example.org/style.json', 'Its style could not be loaded.'],
      ['tiles: https://plain.example.org/{z}/{x}/{y}.pbf\nschema: other', 'nor a list of what is in its tiles'],
    ])('say what keeps them from being drawn: %s', async (where, said) => {
      const faulty = { 'maps/faulty.yaml': `type: vector\nname: Faulty\n${where}\n${COMMON}` };
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
      await page.getByRole('button', { name: 'Show the map with it' }).click();
      await expect.poll(() => colour()).toEqual([30, 200, 30]);
      await expect.poll(() => asked.some((address) => address.startsWith('https://other.example.org/'))).toBe(true);
      const withToken = [...asked, ...requested].filter((address) => address.includes('s3cr'));
      expect(new Set(withToken)).toEqual(new Set(['https://paid.example.org/style.json?key=s3cr%26t']));
      await page.getByText('Some of its tiles, characters or symbols could not be loaded.').waitFor();
      expect(page.url()).not.toContain('s3cr');
    });
  });
});
