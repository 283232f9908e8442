/** What servers say of their maps fills in the form, in a real browser. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, serveSite, sitePages } from '../../support/browser.ts';
import { SMALL } from '../../support/catalogs.ts';
import { openedForm } from '../../support/opened-form.ts';

const FILES = sitePages(SMALL);

const wmsLayer = (name: string, content: string): string => `<Layer><Name>${name}</Name>${content}</Layer>`;
const wms = (layers: string, crs = 'EPSG:3857', encoding = 'UTF-8'): string =>
  `<?xml version="1.0" encoding="${encoding}"?><WMS_Capabilities xmlns="http://www.opengis.net/wms" version="1.3.0">
<Service><ContactInformation><ContactPersonPrimary><ContactOrganization>Survey, Dept. 3</ContactOrganization></ContactPersonPrimary></ContactInformation></Service>
<Capability><Request><GetMap><Format>image/jpeg</Format></GetMap></Request>
<Layer><Title>All</Title><CRS>EPSG:4326</CRS><CRS>${crs}</CRS>${layers}</Layer></Capability></WMS_Capabilities>`;

const TWO = `${wmsLayer('roads', '<Title>Straßen</Title>')}${wmsLayer('topo', '<Title>Topo</Title><Attribution><Title>© Land, Office</Title></Attribution><MinScaleDenominator>5000</MinScaleDenominator>')}`;

const matrices = [0, 1, 2, 3].map(
  (zoom) =>
    `<TileMatrix><ows:Identifier>EPSG:3857:${zoom}</ows:Identifier><ScaleDenominator>${559_082_264.03 / 2 ** zoom}</ScaleDenominator></TileMatrix>`,
);
const WMTS = `<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1">
<ows:ServiceProvider><ows:ProviderName>Office, Topography</ows:ProviderName></ows:ServiceProvider><ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://maps.example.net/geo/wmts?"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata><Contents>
<Layer><ows:Title>National</ows:Title><ows:Identifier>nat.map</ows:Identifier><Style isDefault="true"><ows:Identifier>usual</ows:Identifier></Style>
<Dimension><ows:Identifier>Time</ows:Identifier><Default>now</Default></Dimension>
<TileMatrixSetLink><TileMatrixSet>swiss</TileMatrixSet></TileMatrixSetLink>
<TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet><TileMatrixSetLimits><TileMatrixLimits><TileMatrix>EPSG:3857:1</TileMatrix></TileMatrixLimits>
<TileMatrixLimits><TileMatrix>EPSG:3857:2</TileMatrix></TileMatrixLimits></TileMatrixSetLimits></TileMatrixSetLink>
<ResourceURL resourceType="tile" template="https://maps.example.net/n/{Style}/{Time}/{TileMatrixSet}/{TileMatrix}/{TileCol}/{TileRow}.png"/></Layer>
<TileMatrixSet><ows:Identifier>swiss</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::2056</ows:SupportedCRS></TileMatrixSet>
<TileMatrixSet><ows:Identifier>web</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>${matrices.join('')}</TileMatrixSet>
</Contents></Capabilities>`;

/** Opens the form, and answers what it asks maps.example.net: a document, or null if the browser may not read it. */
async function withAnswer(page: Page, answer: string | Buffer | null, url: string): Promise<void> {
  await page.route('**/*.png', (route) => route.abort());
  await page.route(/maps\.example\.net.*GetMap/, (route) => route.abort());
  await page.route(/maps\.example\.net.*(?:GetCapabilities|WMTSC)/, (route) => {
    expect(route.request().headers()).not.toHaveProperty('referer');
    return answer === null
      ? route.abort()
      : route.fulfill({ body: answer, headers: { 'Access-Control-Allow-Origin': '*' } });
  });
  await page.goto(`${await serveSite(FILES)}/add/`);
  await openedForm(page);
  await page.fill('#add-url', url);
}

const STYLE = JSON.stringify({
  version: 8,
  name: 'Hills of Home',
  sources: { a: { type: 'vector', tiles: [], attribution: 'Home' } },
});
const TILES = JSON.stringify({ name: 'Rivers of Home', tiles: ['https://maps.example.net/{z}/{x}/{y}.png'] });

const CREDITLESS = wms(
  `${wmsLayer('topo', '<Title>Topographic map 1:25000</Title><EX_GeographicBoundingBox><westBoundLongitude>12</westBoundLongitude><eastBoundLongitude>19</eastBoundLongitude><southBoundLatitude>48.5</southBoundLatitude><northBoundLatitude>51.1</northBoundLatitude></EX_GeographicBoundingBox>')}`,
).replace(
  '<Service>',
  '<Service><Title>Office of Surveying</Title><Fees>none</Fees><AccessConstraints>CC BY 4.0</AccessConstraints>',
);

describeInBrowser('what a server says of its maps', (browser) => {
  test('is asked of a WMS, whose layers one chooses', async () => {
    const { page } = await browser.open('about:blank');
    await withAnswer(page, wms(TWO), 'https://maps.example.net/ows?map=a');
    await expect.poll(() => page.textContent('#add-asked')).toContain('maps.example.net was asked, and has 2 maps');
    await expectAccessible(page);
    expect(await page.locator('#add-choice option').allTextContents()).toEqual(['– choose –', 'Straßen', 'Topo']);
    await page.selectOption('#add-choice', { label: 'Topo' });
    await expect.poll(() => page.textContent('#add-asked')).toContain('and stated: Label');
    const text = `type: wms\nname: Land, Office, Topo\nminZoom: 0\nmaxZoom: 16\nservice: https://maps.example.net/ows?map=a\nlayers: [topo]
format: image/jpeg\nversion: 1.3.0\ncrs: [EPSG:3857, EPSG:4326]\ncopyright: Land, Office\n`;
    await expect.poll(() => page.textContent('#add-yaml')).toContain(text);
    await page.fill('#add-id', 'My own');
    await page.fill('#add-terms', 'https://maps.example.net/terms');
    await page.selectOption('#add-choice', { label: 'Straßen' });
    await expect.poll(() => page.textContent('#add-yaml')).toMatch(/^name: My own\n.*^layers: \[roads\]/ms);
    await expect.poll(() => page.textContent('#add-yaml')).toContain('copyright: Survey, Dept. 3');
    // The same service is asked anew if its address is pasted again, and its layers stay.
    await page.fill('#add-layers', 'roads, topo');
    await page.fill('#add-url', 'https://maps.example.net/ows?map=a');
    await expect.poll(() => page.textContent('#add-asked')).toContain('has 2 maps');
    expect(await page.textContent('#add-url-problem')).toBe('');
    await page.selectOption('#add-choice', { label: 'Topo' });
    await expect.poll(() => page.textContent('#add-yaml')).toContain('layers: [roads, topo]');
    await page.fill('#add-url', 'https://other.example.net/{z}/{x}/{y}.png');
    await expect.poll(() => page.inputValue('#add-copyright')).toBe('');
    const emptied = 'Emptied, because it belonged to the earlier address: Copyright, Layers.';
    await expect.poll(() => page.textContent('#add-asked')).toContain(emptied);
    await expect.poll(() => page.textContent('#add-kept')).toContain('Kept: Label, Terms');
    await expect.poll(() => page.inputValue('#add-layers')).toBe('');
    await expect.poll(() => page.inputValue('#add-id')).toBe('My own');
    await expect.poll(() => page.inputValue('#add-terms')).toBe('https://maps.example.net/terms');
    await expect.poll(() => page.isVisible('#add-found')).toBe(false);
    // The question stays until it is answered, but not for what the server states, too.
    await page.fill('#add-copyright', 'Land, Office');
    await page.fill('#add-url', 'https://maps.example.net/ows?map=b');
    await page.selectOption('#add-choice', { label: 'Topo' });
    await expect.poll(() => page.textContent('#add-asked')).toContain('and stated: Address');
    expect(await page.textContent('#add-kept')).toContain('Kept: Label, Terms');
    await page.fill('#add-terms', 'https://maps.example.net/b');
    await page.press('#add-terms', 'Tab');
    await expect.poll(() => page.textContent('#add-kept')).toMatch(/^Kept: Label\. /);
    await page.click('#add-kept >> text=Empty them');
    await expect.poll(() => page.inputValue('#add-id')).toBe('Land, Office, Topo');
    expect(await page.textContent('#add-kept')).toBe('');
    expect(await page.inputValue('#add-terms')).toBe('https://maps.example.net/b');
  });

  test('is offered beside what one kept for another server, and the file waits for the answer', async () => {
    const { page } = await browser.open('about:blank');
    await page.route(/example\.net/, (route) => {
      const [, server] = /\/\/(\w)\.maps.*(?:json|GetCapabilities)/.exec(route.request().url()) ?? [];
      const answer = {
        name: `Hills ${server}`,
        attribution: `© Office\n ${server}`,
        maxzoom: 9,
        tiles: [`https://${server}.maps.example.net/{z}/{x}/{y}.png`],
      };
      return server ? route.fulfill({ json: answer, headers: { 'Access-Control-Allow-Origin': '*' } }) : route.abort();
    });
    await page.goto(`${await serveSite(FILES)}/add/`);
    await openedForm(page);
    const [credit, said, isReady] = [
      () => page.inputValue('#add-copyright'),
      () => page.textContent('#add-copyright-problem'),
      () => page.isVisible('#add-result'),
    ];
    const paste = async (server: string): Promise<void> => {
      await page.fill('#add-url', `https://${server}.maps.example.net/tiles.json`);
      await expect.poll(() => page.textContent('#add-asked')).toContain(`${server}.maps.example.net was asked`);
    };
    // What nobody typed follows the server, even if it has a line break.
    await paste('a');
    expect(await credit()).toBe('Office a');
    await paste('b');
    expect(await credit()).toBe('Office b');
    expect(await said()).toBe('');
    await page.fill('#add-copyright', 'Mine');
    await paste('c');
    await expect.poll(said).toBe('Note: The server says: Office c Use this Keep yours');
    expect(await page.textContent('#add-waiting')).toBe('Still to be confirmed or replaced: Copyright.');
    expect(await isReady()).toBe(false);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep yours' }).click();
    await expect.poll(isReady).toBe(true);
    expect([await credit(), await said(), await page.textContent('#add-kept')]).toEqual(['Mine', '', '']);
    await paste('d');
    await expect.poll(isReady).toBe(false);
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.poll(isReady).toBe(true);
    expect(await credit()).toBe('Office d');
    await paste('e');
    expect(await credit()).toBe('Office e');
    // A browser restores what is in the fields when one returns.
    await page.goto('about:blank');
    await page.goBack();
    await openedForm(page);
    await paste('f');
    await expect.poll(() => page.textContent('#add-waiting')).toMatch(/replaced: Label, .*Copyright\.$/);
  });

  test.each(['wms?map=a', '{z}/{x}/{y}.png?v=1'])(
    'is asked with a possible key in %s only if the user wants it',
    async (end) => {
      const { page, requested } = await browser.open('about:blank');
      const asked = () => requested.filter((address) => address.startsWith('https://maps.example.net/'));
      await withAnswer(page, CREDITLESS, `https://maps.example.net/key/abc123def/${end}`);
      await expect.poll(() => page.textContent('#add-asked')).toContain('because of the key');
      await page.fill('#add-id', 'Mine');
      await page.waitForTimeout(900);
      expect(asked()).toEqual([]);
      await page.click('#add-asked >> text=Ask with the key');
      await expect.poll(() => asked().length).toBeGreaterThan(0);
      await expect.poll(() => page.textContent('#add-asked')).not.toContain('because of the key');
    },
  );

  test('is asked with a key only if the user wants it, and the file has no key', async () => {
    const { page } = await browser.open('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const key = 'a1B2c3D4e5F6g7H8i9J0';
    await withAnswer(page, CREDITLESS, `https://maps.example.net/wms?apikey=${key}`);
    await expect.poll(() => page.textContent('#add-asked')).toContain('because of the key');
    expect(await page.textContent('#add-url-problem')).toBe('');
    expect(asked.filter((url) => url.includes(key))).toEqual([]);
    await page.click('#add-asked >> text=Ask with the key');
    await expect.poll(() => page.textContent('#add-asked')).toContain('and stated: Label');
    expect(asked.find((url) => url.includes(key))).toMatch(/^https:\/\/maps\.example\.net\/wms\?/);
    const text = () => page.textContent('#add-yaml');
    await expect.poll(text).toMatch(/^service: https:\/\/maps\.example\.net\/wms\?apikey=\$\{\w+\}$/m);
    expect(await text()).not.toContain(key);
  });

  test.each([
    [
      'https://maps.example.net/ows?REQUEST=GetMap&LAYERS=roads,topo&CRS=EPSG:3857&FORMAT=image/png',
      Buffer.from(wms(TWO, 'EPSG:3857', 'ISO-8859-1'), 'latin1'),
      'name: Survey, Dept. 3, Straßen\nminZoom: 0\nmaxZoom: 18\nservice: https://maps.example.net/ows\nlayers: [roads, topo]\nformat: image/png\n',
    ],
    [
      'https://maps.example.net/ows',
      CREDITLESS,
      `name: Office of Surveying, Topographic map 1:25000\nminZoom: 0\nmaxZoom: 18\nservice: https://maps.example.net/ows\nlayers: [topo]
format: image/jpeg\nversion: 1.3.0\ncrs: [EPSG:3857, EPSG:4326]\ncopyright: Survey, Dept. 3
area:\n  - { west: 12, south: 48.5, east: 19, north: 51.1 }\nlicence: CC-BY-4.0\n`,
    ],
    [
      'https://maps.example.net/1.0.0/WMTSCapabilities.xml',
      WMTS.replace(
        '<ows:ServiceProvider>',
        '<ows:ServiceIdentification><ows:Title>Geoportal</ows:Title></ows:ServiceIdentification>$&',
      ).replace('>National<', '>Basemap<'),
      'name: Geoportal, Basemap\nminZoom: 1\nmaxZoom: 2\nhosts: [maps.example.net]\nurlPattern: https://#{host}/n/usual/now/web/EPSG:3857:#{zoom}/#{tilex}/#{tiley}.png\ncopyright: Office, Topography',
    ],
    [
      'https://maps.example.net/geo/wmts',
      WMTS.replace(/<ResourceURL[^>]*>/, '<Format>image/png</Format>'),
      'urlPattern: https://#{host}/geo/wmts?SERVICE=WMTS&VERSION=1.0.0&REQUEST=GetTile&LAYER=nat.map&FORMAT=image%2Fpng&STYLE=usual&TILEMATRIXSET=web&TILEMATRIX=EPSG:3857:#{zoom}&TILEROW=#{tiley}&TILECOL=#{tilex}',
    ],
  ])('fills in the form for %s', async (url, answer, text) => {
    const { page } = await browser.open('about:blank');
    await withAnswer(page, answer, url);
    await expect.poll(() => page.textContent('#add-yaml')).toContain(text);
  });

  test('is asked while one types, if the address is complete, and of any address on Enter', async () => {
    const { page } = await browser.open('about:blank');
    const asked: string[] = [];
    await page.route('https://maps.example.net/**', (route) => {
      asked.push(route.request().url());
      const answers = { '/style.json': STYLE, '/tiles.json': TILES };
      const body = answers[new URL(route.request().url()).pathname as keyof typeof answers];
      return body ? route.fulfill({ body, headers: { 'Access-Control-Allow-Origin': '*' } }) : route.abort();
    });
    await page.goto(`${await serveSite(FILES)}/add/`);
    await openedForm(page);
    const address = page.locator('#add-url');
    const label = () => page.inputValue('#add-id');
    await address.focus();
    await page.keyboard.type('https://maps.example.net/');
    await page.waitForTimeout(1_200);
    expect(asked).toEqual([]);
    await page.keyboard.type('style.json');
    await expect.poll(label).toBe('Hills of Home');
    await page.waitForTimeout(1_800);
    expect(asked).toEqual(['https://maps.example.net/style.json']);
    await expect.poll(() => page.textContent('#add-url-problem')).toBe('');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('add-url');
    // The address that the answer has follows when one leaves the field.
    await address.fill('');
    await page.keyboard.type('https://maps.example.net/tiles.json');
    await expect.poll(label).toBe('Rivers of Home');
    expect(await address.inputValue()).toBe('https://maps.example.net/tiles.json');
    await page.keyboard.press('Enter');
    await expect.poll(() => address.inputValue()).toBe('https://maps.example.net/{z}/{x}/{y}.png');
    expect(await label()).toBe('Rivers of Home');
    // What may become another address is not refused.
    asked.length = 0;
    await address.fill('');
    await page.keyboard.type('https://maps.example.net/other/style.json');
    await expect.poll(() => asked.length).toBe(1);
    await expect.poll(() => page.textContent('#add-asked')).not.toContain('Asking');
    expect(await page.textContent('#add-asked')).not.toContain('no answer');
    expect(await page.textContent('#add-asked')).toContain('has not answered yet');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.textContent('#add-asked')).toContain('no answer');
    expect(asked.length).toBe(1);
    // Nor does the user have to leave the field.
    await address.fill('');
    await page.keyboard.type('https://maps.example.net/third/style.json');
    await expect.poll(() => page.textContent('#add-asked'), { timeout: 9_000 }).toContain('no answer');
  });

  test('may come late: the form says so, leads to the next field, and still takes it', async () => {
    const { page } = await browser.open('about:blank', { width: 390, height: 844, ofItsOwn: true });
    let answer = (): void => {};
    await page.route(/maps\.example\.net/, async (route) => {
      if (!route.request().url().includes('GetCapabilities')) await route.abort();
      else answer = () => void route.fulfill({ body: CREDITLESS, headers: { 'Access-Control-Allow-Origin': '*' } });
    });
    await page.goto(`${await serveSite(FILES)}/add/`);
    await openedForm(page);
    const kindAt = () =>
      page.evaluate('document.querySelector(".add-fields + .add-fields").getBoundingClientRect().top + scrollY');
    const at = await kindAt();
    await page.fill('#add-url', 'https://maps.example.net/?SERVICE=WMS');
    const [asked, next] = [() => page.textContent('#add-asked'), () => page.textContent('#add-next')];
    await expect.poll(asked).toContain('Asking maps.example.net');
    expect(await next()).toBe('Still missing: Layers, Label, Copyright.');
    await expect.poll(asked, { timeout: 8_000 }).toContain('maps.example.net has not answered yet');
    await expect.poll(next).toBe('Still missing: Layers, Label, Copyright.');
    expect(await kindAt()).toBe(at);
    await expectAccessible(page);
    await page.locator('#add-next').getByRole('link', { name: 'Layers' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('add-layers');
    await page.keyboard.type('topo');
    answer();
    await expect.poll(asked).toContain('and stated: Label');
    await expect.poll(next).toBe('The file is ready: see it');
    await page.locator('#add-next').getByRole('link').click();
    expect(await page.inputValue('#add-layers')).toBe('topo');
  });

  test('says that the tiles of a service of ArcGIS are used, or may be there', async () => {
    const { page } = await browser.open('about:blank');
    const service = 'https://maps.example.net/arcgis/rest/services/Topo/MapServer';
    await withAnswer(page, null, service);
    await page.getByRole('button', { name: '…/tile/{z}/{y}/{x}' }).click();
    await expect.poll(() => page.inputValue('#add-url')).toBe(`${service}/tile/{z}/{y}/{x}`);
    await expect.poll(() => page.textContent('#add-asked')).toMatch(/no answer.* yourself\.$/);
    expect(await page.textContent('#add-asked')).toMatch(/^The address is now the address of its tiles\. Back to /);
    await page.getByRole('button', { name: service, exact: true }).click();
    await expect.poll(() => page.inputValue('#add-url')).toBe(service);
    await expect.poll(() => page.textContent('#add-asked')).toMatch(/ready: .*$/);
    await page.getByRole('button', { name: '…/tile/{z}/{y}/{x}' }).click();
    await expect.poll(() => page.textContent('#add-asked')).toMatch(/Back to .*\/MapServer /);
    const lods = [0, 1].map((level) => ({ level, scale: 591_657_527.59 / 2 ** level }));
    const answer = { currentVersion: 11, tileInfo: { spatialReference: { wkid: 102_100 }, lods } };
    await page.route(/f=json/, (route) =>
      route.fulfill({ json: answer, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await page.fill('#add-url', `${service}/`);
    await expect.poll(() => page.inputValue('#add-url')).toBe(`${service}/tile/{z}/{y}/{x}`);
    await expect.poll(() => page.textContent('#add-asked')).toContain('the address is now the address of these tiles');
  });

  test.each([
    [null, 'maps.example.net gives this page no answer, but may give programs one'],
    ['<!doctype html><p style="color: red">Maps</p>', 'its answer describes no map'],
    ['<kml/>', 'its answer describes no map'],
    [wms(TWO, 'EPSG:25832'), 'has no map in Web Mercator'],
    [' '.repeat(17 * 1024 * 1024), 'gives this page no answer'],
  ])('is not there, and nothing breaks: %#', async (answer, said) => {
    const { page, complaints } = await browser.open('about:blank');
    await withAnswer(page, answer, 'https://maps.example.net/ows?SERVICE=WMS&REQUEST=GetCapabilities');
    await expect.poll(() => page.textContent('#add-asked')).toContain(said);
    await expect.poll(() => page.inputValue('#add-crs')).toBe(/Mercator/.test(said) ? '' : 'EPSG:3857');
    await page.fill('#add-id', 'Mine');
    await expect.poll(() => page.inputValue('#add-id')).toBe('Mine');
    expect(complaints.filter((text) => !/CORS|ERR_FAILED|Access-Control/.test(text))).toEqual([]);
  });
});
