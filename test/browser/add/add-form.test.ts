/** From the address of a tile to the finished file, in a real browser. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatYaml } from '../../../build/format/standard-text.ts';
import { newFileLink } from '../../../contract/base/repository-links.ts';
import {
  describeInBrowser,
  expectAccessible,
  inFirefox,
  serveSite,
  sitePages,
  tileServer,
} from '../../support/browser.ts';
import { SMALL } from '../../support/catalogs.ts';
import { openedForm } from '../../support/opened-form.ts';
import { picture } from '../../support/typed-site.ts';

const REPOSITORY = 'https://github.com/example/maps';
const CATALOG = {
  ...SMALL,
  'site.yaml': `title: Maps\nserviceUrl: https://maps.example.org\nrepository: ${REPOSITORY}\nlanguages: [en, de]\n`,
};

const FILES = sitePages(CATALOG);
/** Where each licence must be listed, if the page does not know it. */
const UNLISTED = {
  'FOO-1.0': ['https://spdx.org/licenses/FOO-1.0.html'],
  'CC-BY-NC-4.0': [],
  'MADE-UP-2.1': ['https://spdx.org/licenses/MADE-UP-2.1.html'],
  'ODbL-1.0': [],
  'dl-de/by-2-0': [],
  'https://alps.net/licence': [],
};
const KEY = '0123456789abcdef0123456789abcdef';
const TILE = picture([0, 0, 200]);

describeInBrowser('the form that adds a map', (browser) => {
  test('ends in the file that cartalog new writes, and in the page of the repository for it', async () => {
    const site = await serveSite(FILES);
    const { page, complaints, requested } = await browser.open(`${site}/add/`);
    await openedForm(page);
    await page.route('https://tile.example.org/**', (route) => route.fulfill({ contentType: 'image/png', body: TILE }));
    await page.fill('#add-url', `https://tile.example.org/{z}/{x}/{y}.png?apikey=${KEY}`);
    await page.fill('#add-id', 'One');
    await page.locator('#add-id').dispatchEvent('change', {});
    await expect.poll(() => page.textContent('#add-id-problem')).toContain('the file of another map has this name');
    await expect.poll(() => page.getAttribute('#add-id', 'aria-invalid')).toBe('true');
    for (const [name, value] of Object.entries({ 'max-zoom': '17', copyright: 'A' }))
      await page.fill(`#add-${name}`, value);
    await page.locator('#add-waiting').getByRole('link', { name: 'Label' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('add-id');
    await page.fill('#add-copyright', '');
    await expect.poll(() => page.textContent('#add-notes')).toContain('is written in its place');
    await page.fill('#add-id', 'Hikes: "Alps"');
    await expect.poll(() => page.textContent('#add-waiting')).toBe('Still missing: Copyright.');
    await page.fill('#add-copyright', 'OpenStretMap contributors');
    await page.locator('#add-copyright').dispatchEvent('change', {});
    await expect
      .poll(() => page.textContent('#add-copyright-problem'))
      .toBe('Note: Did you mean OpenStreetMap contributors? If not, leave it as it is.');
    await page.getByRole('button', { name: 'OpenStreetMap contributors' }).click();
    await expect.poll(() => page.textContent('#add-copyright-problem')).toBe('');
    expect(await page.inputValue('#add-copyright')).toBe('OpenStreetMap contributors');
    const text = (await page.textContent('#add-yaml')) as string;
    const path = 'mapservers/hikes-alps.yaml';
    expect(text).toBe(formatYaml({ path, role: 'mapserver' }, text));
    expect(text).toContain('urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?apikey=${EXAMPLE_API_KEY}');
    await expect.poll(() => page.textContent('#add-tasks')).toContain('how one gets a key for EXAMPLE_API_KEY');
    await expect
      .poll(() => page.getAttribute('#add-propose', 'href'))
      .toBe(newFileLink({ repository: REPOSITORY, branch: 'main' }, `catalog/${path}`, text).href);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#add-save')]);
    expect(download.suggestedFilename()).toBe('hikes-alps.yaml');
    expect(readFileSync(await download.path(), 'utf8')).toBe(text);
    // The map is asked with the key that was typed, which is nowhere else, once the user wants it.
    expect(requested.filter((address) => address.includes('tile.example.org'))).toEqual([]);
    await page.getByRole('button', { name: 'Ask with the key' }).click();
    await page.waitForSelector('#add-tiles:has-text("Your key was sent only to this server")');
    const others = requested.filter((address) => !address.startsWith(site));
    expect(others.every((address) => /^https:..tile.example.org.\d+.\d+.\d+.png[?]apikey=/.test(address))).toBe(true);
    expect(others.length).toBeGreaterThan(0);
    expect(await page.evaluate(`document.querySelector('main').outerHTML.replace(/<img[^>]*>/g, '')`)).not.toContain(
      KEY,
    );
    await page.fill('#add-url', 'https://tile.example.org/{z}/{x}/{y}.png?apikey={key}');
    await page.waitForSelector('#add-tiles:has-text("EXAMPLE_API_KEY")');
    expect(complaints).toEqual([]);
  });

  test('has what a message suggests as a button, which fills the field', async () => {
    const { page } = await browser.open('about:blank');
    await page.goto(`${await serveSite(FILES)}/de/add/`);
    await openedForm(page);
    const fields = {
      url: 'https://ows.example.net/?service=WMS&request=GetMap&layers=a',
      crs: 'EPSG 3857, 4326',
      licence: 'CC BY',
      covers: 'DE, Jura',
    };
    for (const [name, value] of Object.entries(fields)) await page.fill(`#add-${name}`, value);
    await page.locator('#add-covers').dispatchEvent('change', {});
    const chosen = { crs: 'EPSG:3857', licence: 'CC-BY-4.0', covers: 'Schweiz (CH)' };
    for (const [name, text] of Object.entries(chosen)) {
      await page.locator(`#add-${name}-problem`).getByRole('button', { name: text }).click();
      await expect.poll(() => page.textContent(`#add-${name}-problem`)).toBe('');
    }
    const filled = Object.keys(chosen).map((name) => page.inputValue(`#add-${name}`));
    expect(await Promise.all(filled)).toEqual(['EPSG:3857, 4326', 'CC-BY-4.0', 'DE, CH']);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('add-covers');
    await expectAccessible(page);
  });

  test('proposes a label from the address, and what other maps of the domain have', async () => {
    const other = String(SMALL['overlayservers/two.yaml']).replace('example.org', 'example.net');
    const { page } = await browser.open(
      `${await serveSite(sitePages({ ...CATALOG, 'overlayservers/two.yaml': other }))}/add/`,
    );
    await openedForm(page);
    await page.route('**/*.example.org/**', (route) => route.abort());
    await page.fill('#add-url', 'https://ows.example.org/?SERVICE=WMS');
    await page.fill('#add-layers', 'ch.office.winter-hikes');
    await page.locator('#add-layers').dispatchEvent('change', {});
    await page.locator('#add-id-problem').getByRole('button', { name: 'Winter hikes' }).click();
    await expect.poll(() => page.textContent('#add-copyright-problem')).toMatch('Other maps of example.org have: ');
    await expectAccessible(page);
    await page.locator('#add-copyright-problem').getByRole('button').click();
    await expect.poll(() => page.textContent('#add-next')).toBe('The file is ready: see it');
    expect(await page.textContent('#add-yaml')).toContain('name: Winter hikes\n');
  });

  test('keeps what is pressed in its place until it is released', async () => {
    const { page } = await browser.open('about:blank');
    await page.route('**/*.example.net/**', (route) => route.abort());
    await page.goto(`${await serveSite(FILES)}/add/`);
    await openedForm(page);
    await page.fill('#add-url', 'https://ows.example.net/?service=WMS&request=GetMap&layers=a');
    await page.fill('#add-crs', 'EPSG 3857');
    await page.locator('#add-crs').dispatchEvent('change', {});
    await page.waitForSelector('#add-asked:has-text("no answer")');
    await page.getByRole('button', { name: 'EPSG:3857' }).hover();
    await page.mouse.down();
    // As what a server answers meanwhile.
    await page.locator('#add-licence').evaluate((field) => {
      Object.assign(field, { value: 'CC BY' }).dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.waitForTimeout(900);
    expect(await page.textContent('#add-licence-problem')).toBe('');
    await page.mouse.up();
    await expect.poll(() => page.inputValue('#add-crs')).toBe('EPSG:3857');
    await expect.poll(() => page.textContent('#add-licence-problem')).toContain('CC-BY-4.0');
  });

  test('takes the address of a WMS apart, and shows the fields and the file of its type', async () => {
    const { page, complaints } = await browser.open('about:blank');
    await page.goto(`${await serveSite(FILES)}/de/add/`);
    await openedForm(page);
    await expect.poll(() => page.isVisible('#add-layers')).toBe(false);
    const address =
      'https://ows.example.net/wms?SERVICE=WMS&REQUEST=GetMap&VERSION=1.1.1&SRS=EPSG:3857&FORMAT=image/jpeg';
    await page.fill('#add-name', 'Wald und Wege');
    await page.fill('#add-url', address);
    await expect.poll(() => page.isVisible('#add-layers')).toBe(true);
    await expect.poll(() => page.isVisible('#add-name')).toBe(true);
    await expect.poll(() => page.textContent('#add-name-problem')).toContain('nur eine Bezeichnung');
    await page.fill('#add-name', '');
    await expect.poll(() => page.isVisible('#add-name')).toBe(false);
    await expect.poll(() => page.textContent('#add-notes')).toContain('Erkannt: WMS');
    await expect.poll(() => page.inputValue('#add-format')).toBe('image/jpeg');
    await page.fill('#add-id', 'Wald');
    await page.fill('#add-copyright', 'Esri');
    await expect.poll(() => page.textContent('#add-waiting')).toBe('Es fehlt noch: Ebenen.');
    await page.fill('#add-layers', 'wald, wege');
    await page.getByLabel('Overlay, das über einer Karte liegt').check();
    await expect.poll(() => page.textContent('#add-yaml')).toContain('type: wms\nname: Wald\noverlay: true\n');
    expect(await page.textContent('#add-path')).toBe('catalog/maps/wald.yaml');
    const text = (await page.textContent('#add-yaml')) as string;
    expect(text).toBe(formatYaml({ path: 'maps/wald.yaml', role: 'map' }, text));
    expect(text).toContain('layers: [wald, wege]\nformat: image/jpeg\nversion: 1.1.1\ncrs: [EPSG:3857]\n');
    await expect.poll(() => page.getAttribute('#add-propose', 'href')).toContain('wald.yaml');
    // Without such a map in the catalog, there is nothing that draws it.
    await page.fill('#add-url', 'https://tiles.example.net/style.json');
    await page.waitForSelector('#add-tiles:has-text("noch keine Karte dieser Art")');
    await expect.poll(() => page.isVisible('#add-layers')).toBe(false);
    await expect.poll(() => page.textContent('#add-yaml')).toContain('style: https://tiles.example.net/style.json');
    await page.fill('#add-url', 'mapbox://styles/a/b');
    await expect.poll(() => page.textContent('#add-url-problem')).toContain('Schlüssel von Mapbox');
    expect(complaints.filter((one) => !one.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([]);
  });

  test('says at once that the catalog has a map already, and takes names of countries', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/de/add/`);
    await openedForm(page);
    await page.fill('#add-url', 'https://tile.example.org/12/2138/1447.png');
    await expect.poll(() => page.textContent('#add-notes')).toContain('Zoom 12, Spalte 2138, Zeile 1447 gelesen');
    await page.fill('#add-url', 'https://{s}.example.org/{z}/{x}/{y}.png');
    await expect.poll(() => page.textContent('#add-notes')).toContain('Schon im Katalog: One');
    await expect.poll(() => page.textContent('#add-waiting')).toContain('nichts hinzuzufügen');
    await page.fill('#add-id', 'One');
    await expect.poll(() => page.textContent('#add-id-problem')).toContain('Wahrscheinlich schon im Katalog: One');
    await page.fill('#add-covers', 'Bayern');
    await expect.poll(() => page.textContent('#add-covers-problem')).toContain('vielleicht Deutschland (DE)');
    await page.fill('#add-covers', 'Östereich');
    await expect.poll(() => page.textContent('#add-covers-problem')).toContain('vielleicht Österreich (AT)');
    await page.fill('#add-covers', 'Schweiz und Portugal');
    await expect.poll(() => page.getAttribute('#add-covers', 'aria-invalid')).toBe('false');
    await expectAccessible(page);
    await page.click('#add-notes a');
    await page.waitForURL('**/de/mapservers/one/');
  });

  test('takes licence, terms and a new provider, and moves to the chosen country', async () => {
    const { page, complaints } = await browser.open(`${await serveSite(FILES)}/add/`);
    await openedForm(page);
    await expect.poll(() => page.isVisible('#add-website')).toBe(false);
    const fields = {
      url: 'https://tile.alps.net/{z}/{x}/{y}.png',
      id: 'Alps',
      'max-zoom': '17',
      copyright: 'OpenStreetMap',
    };
    const more = { covers: 'CH', provider: 'Alpine Club', licence: 'CC-BY-4.0', terms: 'https://alps.net/terms' };
    for (const [name, value] of Object.entries({ ...fields, ...more })) await page.fill(`#add-${name}`, value);
    await expect.poll(() => page.textContent('#add-waiting')).toBe('Still missing: Website of the provider.');
    await page.fill('#add-website', 'https://alps.net/');
    await page.fill('#add-licence', 'FOO');
    await expect.poll(() => page.textContent('#add-tasks')).toContain('Not taken: “FOO”');
    const problem = page.locator('#add-licence-problem');
    for (const [licence, href] of Object.entries(UNLISTED)) {
      await page.fill('#add-licence', licence);
      await expect.poll(() => problem.getByRole('link').evaluateAll((all) => all.map((a) => a.href))).toEqual(href);
    }
    await page.fill('#add-licence', more.licence);
    await expect.poll(() => page.textContent('#add-tasks')).toBe('');
    const end = 'countries: [CH]\nprovider: alpine-club\nterms: https://alps.net/terms\nlicence: CC-BY-4.0\n';
    await expect.poll(() => page.textContent('#add-yaml')).toContain(end);
    await expect.poll(() => page.textContent('#add-provider-path')).toBe('catalog/providers/alpine-club.yaml');
    await expect
      .poll(() => page.textContent('#add-provider-yaml'))
      .toContain('name: Alpine Club\nhomepage: https://alps.net/\n');
    await expect.poll(() => page.locator('#map .area-mark').count()).toBe(1);
    await expectAccessible(page);
    expect(complaints.filter((text) => !text.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([]);
  });

  test('shows the map as one types', async () => {
    const [site, { host, requests }] = [await serveSite(FILES), await tileServer()];
    const { page, complaints } = await browser.open('about:blank', { colorScheme: 'dark' });
    await page.route('http://tiles.example.net/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `http://${host}${pathname}` }) });
    });
    await page.goto(`${site}/de/add/`);
    await openedForm(page);
    await page.fill('#add-url', 'http://tiles.example.net/map/{z}/{x}');
    await page.waitForTimeout(900);
    expect(requests).toEqual([]);
    await page.fill('#add-url', 'http://tiles.example.net/map/{z}/{x}/{y}.png');
    await page.waitForSelector('#map img.leaflet-tile-loaded');
    await expect.poll(() => page.textContent('#map .leaflet-control-attribution')).toBe('Leaflet');
    expect(requests.every(({ path }) => /^\/map\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true);
    await page.waitForSelector('#add-tiles:has-text("Kacheln kommen")');
    expect(complaints).toEqual([]);
  });

  test('marks what is required, and keeps the map away from the file, which opens in a new tab', async () => {
    const { page } = await browser.open('about:blank', { width: 1366, height: 768 });
    await page.goto(`${await serveSite(FILES)}/add/`);
    await openedForm(page);
    const required = () => page.locator('#add :required:visible').evaluateAll((all) => all.map(({ id }) => id));
    await expect.poll(required).toEqual(['add-url', 'add-id', 'add-copyright']);
    const long = 'a'.repeat(200);
    const fields = { url: `https://t.example.net/${long}/{z}/{x}/{y}.png?v=${long}`, id: 'A', 'max-zoom': '9' };
    for (const [name, value] of Object.entries({ ...fields, copyright: 'OpenStreetMap' }))
      await page.fill(`#add-${name}`, value);
    await page.waitForSelector('#add-result:visible');
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    // Measured at one moment: what is said of the address moves both.
    const [map, file] = (await page.evaluate(`(() => {
      const box = (of) => document.querySelector(of).getBoundingClientRect();
      return [box('.map-panel').bottom, box('.add-end').top];
    })()`)) as [number, number];
    expect(map).toBeLessThanOrEqual(file);
    await page.context().route('https://github.com/**', (route) => route.fulfill({ body: 'The repository' }));
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.click('#add-propose')]);
    await opened.close();
    expect(await page.inputValue('#add-id')).toBe('A');
    await page.fill('#add-url', 'http://192.168.1.4/{z}/{x}/{y}.png');
    await page.locator('#add-url').dispatchEvent('change', {});
    await expect.poll(() => page.textContent('#add-url-problem')).toContain('others cannot reach it');
    await expect.poll(() => page.isVisible('#add-propose')).toBe(false);
  });

  test('opens what is folded where something in it is wrong, as after going back', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/add/`);
    const problem = page.locator('#add-file-problem');
    await page.waitForSelector('#add:not([inert])');
    await expect.poll(() => problem.isVisible()).toBe(false);
    // As browsers do when somebody comes back: the text is there, and what was unfolded is not.
    await page.evaluate('document.querySelector("#add-file").value = "Not a name"');
    await page.fill('#add-id', 'Alps');
    await problem.getByText('Error:').waitFor();
  });

  test('complains about an address once it is left, not while it is typed', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/add/`);
    await openedForm(page);
    await page.locator('#add-url').pressSequentially('https://tile.exam');
    await page.waitForTimeout(900);
    await expect.poll(() => page.textContent('#add-url-problem')).toBe('');
    await page.keyboard.press('Tab');
    await page.locator('#add-url-problem').getByText('Error:').waitFor();
    await page.locator('#add-url').pressSequentially('p');
    await expect.poll(() => page.textContent('#add-url-problem')).toBe('');
  });

  test.each([
    ['https://tile.example.net/maps/{z}/{x}', '', ''],
    [
      'https://tile.example.net/maps/{z}/{x}/{y}.png',
      'Hinweis: Erkannt: Kacheln.',
      'Es fehlt noch: Bezeichnung, Urheber.',
    ],
    [
      'https://{s}.example.net/{z}/{x}/{y}@2x.png',
      'Hinweis: Erkannt: Kacheln.',
      'Es fehlt noch: Bezeichnung, Urheber.',
    ],
    ['https://ows.example.net/?SERVICE=WMS', 'Hinweis: Erkannt: WMS.', 'Es fehlt noch: Ebenen, Bezeichnung, Urheber.'],
    ['https://tile.example.net/style', '', ''],
    ['http://192.168.1.4/{z}/{x}/{y}.png', '', ''],
  ])('says while %s is typed what it is and what is missing, and moves nothing', async (address, notes, next) => {
    const { page } = await browser.open('about:blank', { width: 390, height: 844, ofItsOwn: true });
    await page.route('**/*.example.net/**', (route) => route.abort());
    await page.goto(`${await serveSite(FILES)}/de/add/`);
    await openedForm(page);
    const labelAt = () => page.evaluate('document.querySelector("#add-id").getBoundingClientRect().top + scrollY');
    const at = await labelAt();
    await page.locator('#add-url').pressSequentially(address);
    await expect.poll(() => page.textContent('#add-notes')).toMatch(notes || /^$/);
    await expect.poll(() => page.textContent('#add-next')).toBe(next);
    if (!address.includes('WMS')) expect(await labelAt()).toBe(at);
  });

  test('has the address on the first screen of a phone, after one sentence, and the map at the area', async () => {
    const { page } = await browser.open('about:blank', { width: 390, height: 844, ofItsOwn: true });
    await page.goto(`${await serveSite(FILES)}/de/add/`);
    await openedForm(page);
    const [before, top, order] = (await page.evaluate(`(() => {
      const top = (of) => document.querySelector(of).getBoundingClientRect().top;
      const all = document.createRange();
      all.setStart(document.querySelector('main'), 0);
      all.setEndBefore(document.querySelector('#add-url'));
      const parts = ['#add-url', '#add-id', '#add-copyright', '#add-covers', '#add-provider', '.add-map', '.add-end'];
      const hidden = ['noscript', 'details .hint'].map((of) => document.querySelector(of).textContent);
      return [hidden.reduce((rest, one) => rest.replace(one, ''), all.toString()).trim().split(/\\s+/), top('#add-url'), parts.map(top)];
    })()`)) as [string[], number, number[]];
    expect(before.length).toBeLessThan(21);
    expect(top).toBeLessThan(400);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test('leads the keys from the address to the next field, past the preview', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/add/`);
    await openedForm(page);
    await page.fill('#add-url', 'https://tile.example.net/{z}/{x}/{y}.png');
    await page.waitForSelector('#add .leaflet-container');
    await expect.poll(() => page.locator('#add-next a').first().textContent()).toBe('Label');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('add-id');
    await page.locator('#add-next a').nth(1).click();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('add-copyright');
  });

  test.each([
    ['https://{s}.example.org/{z}/{x}/{y}.jpg', { notes: 'One' }, ['id', 'copyright', 'covers']],
    ['https://tile.example.net/{z}/{x}/{y}.png', { id: 'One' }, ['id', 'copyright', 'covers']],
    ['https://ows.example.net/?SERVICE=WMS', {}, ['layers', 'id', 'copyright', 'covers']],
  ])('leads Tab from %s to field after field, past links to known maps', async (address, links, stops) => {
    const { page } = await browser.open('about:blank', { width: 1366, height: 768 });
    await page.route('**/*.example.{net,org}/**', (route) => route.abort());
    await page.goto(`${await serveSite(FILES)}/add/`);
    await page.waitForSelector('#add:not([inert])');
    await page.locator('#add-url').pressSequentially(address);
    await expect.poll(() => page.textContent('#add-next')).toContain('Still missing');
    for (const stop of stops) {
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(`add-${stop}`);
      await page.keyboard.type(stop === 'id' && 'id' in links ? 'One' : stop === 'covers' ? 'CH' : 'Wald');
      await page.waitForTimeout(800);
    }
    for (const [name, text] of Object.entries(links))
      expect(await page.textContent(name === 'notes' ? '#add-notes a' : `#add-${name}-problem a`)).toBe(text);
    // Keys reach the link beside the file.
    const reached = page.locator('.add-end a:visible').filter({ hasText: 'One' });
    expect(await reached.evaluateAll((all) => all.map((a) => a.tabIndex))).toEqual(Object.keys(links).map(() => 0));
    await expectAccessible(page);
  });

  test.each([
    { width: 390, height: 844 },
    { width: 1366, height: 768 },
  ])('leads to the file in a bar of $width pixels, which covers no field in use and not the file', async (size) => {
    const { page } = await browser.open('about:blank', { ...size, ofItsOwn: true });
    await page.route('**/*.example.net/**', (route) => route.abort());
    await page.goto(`${await serveSite(FILES)}/de/add/`);
    await page.waitForSelector('#add:not([inert])');
    await page.fill('#add-url', 'https://tile.example.net/{z}/{x}/{y}.png');
    await page.fill('#add-id', 'Wald');
    await page.locator('#add-copyright').focus();
    await page.evaluate('scrollBy(0, document.activeElement.getBoundingClientRect().bottom - innerHeight)');
    const covered = () =>
      page.evaluate(`(() => {
        const box = (one) => one.getBoundingClientRect();
        return box(document.activeElement).bottom - box(document.querySelector('#add-ready')).top;
      })()`);
    await page.keyboard.type('Wald');
    await page.waitForSelector('#add-ready:visible');
    await expect.poll(covered).toBeLessThan(0);
    const [bar, column] = (await page.evaluate(
      "['#add-ready', '.add-fields'].map((of) => document.querySelector(of).getBoundingClientRect().width)",
    )) as [number, number];
    expect(bar).toBe(column);
    for (let stop = 0; stop < 6; stop++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate('document.activeElement.matches(".add-fields *")'))
        await expect.poll(covered).toBeLessThan(0);
    }
    await page.locator('#add-ready a').click();
    await expect.poll(() => page.locator('#add-propose').isVisible()).toBe(true);
    await expect.poll(() => page.locator('#add-ready').isVisible()).toBe(false);
    await page.locator('#add-id').focus();
    await expect.poll(() => page.locator('#add-ready').isVisible()).toBe(true);
  });

  test('moves nothing when a suggestion is taken', async () => {
    const { page } = await browser.open('about:blank', { width: 390, height: 844, ofItsOwn: true });
    await page.route('**/*.example.net/**', (route) => route.abort());
    await page.goto(`${await serveSite(FILES)}/de/add/`);
    await openedForm(page);
    await page.fill('#add-url', 'https://tile.example.net/winterkarte/{z}/{x}/{y}.png');
    await page.locator('#add-url').dispatchEvent('change', {});
    const at = () => page.evaluate("document.querySelector('#add-copyright').getBoundingClientRect().top + scrollY");
    const button = page.locator('#add-id-problem').getByRole('button');
    await button.waitFor();
    await page.waitForSelector('#add-asked:has-text("antwortet dieser Seite nicht"), #add-tiles:has-text("Vorschau")');
    const before = await at();
    await button.click();
    await expect.poll(() => button.count()).toBe(0);
    expect(await at()).toBe(before);
  });

  test.each([
    ['https://tile.example.net/{z}/{x}/{y}.png', ['', 'id', 'copyright', 'covers', 'heading']],
    ['https://{s}.example.net/{z}/{x}/{-y}.png', ['', 'id', 'copyright', 'covers', 'heading']],
    ['https://maps.example.net/arcgis/rest/services/A/MapServer', ['…', 'id', 'copyright', 'covers', 'heading']],
    ['https://ows.example.net/?SERVICE=WMS', ['…', 'layers', 'id', 'copyright', 'covers', 'heading']],
  ])('leads Enter from %s to what is missing, and to the file', async (address, [asks, ...stops]) => {
    const { page, complaints } = await browser.open('about:blank', { width: 390, height: 844, ofItsOwn: true });
    await page.route('**/*.example.net/**', (route) => route.abort());
    await page.goto(`${await serveSite(FILES)}/de/add/`);
    await page.waitForSelector('#add:not([inert])');
    await page.locator('#add-url').pressSequentially(address);
    await page.keyboard.press('Enter');
    if (asks) {
      await page.waitForSelector('#add-asked:has-text("antwortet dieser Seite nicht")');
      await page.keyboard.press('Enter');
    }
    for (const stop of stops) {
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(`add-${stop}`);
      if (stop === 'heading') break;
      await page.keyboard.type(stop === 'covers' ? 'Österreich' : '© Wald');
      const isMissing = () => page.locator('#add-waiting').innerHTML();
      await expect.poll(isMissing).not.toContain(`"#add-${stop}"`);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => page.locator('#add-propose').isVisible()).toBe(true);
    const [top, bar] = (await page.evaluate(
      "['#add-propose', '#add-ready a'].map((of) => document.querySelector(of).getBoundingClientRect())",
    )) as { bottom: number; height: number }[];
    expect(top?.bottom).toBeLessThan(844);
    expect(bar?.height).toBeGreaterThanOrEqual(40);
    // A server without an answer is no error, and its map is not between the fields and the file.
    await expect.poll(() => page.textContent('#add-tiles')).toBe('Keine Vorschau: Der Server antwortet hier nicht.');
    expect(await page.locator('#add-tiles.bad').count()).toBe(0);
    const tops =
      'document.querySelector(".add-map").getBoundingClientRect().top - document.querySelector(".add-end").getBoundingClientRect().top';
    await expect.poll(() => page.evaluate(tops)).toBeGreaterThan(0);
    await expectAccessible(page);
    expect(complaints.filter((one) => !one.includes('ERR_FAILED'))).toEqual([]);
  });

  test('takes the code of another map in place of an address', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/add/`);
    await openedForm(page);
    const url = 'https://{s}.tile.example.org/{z}/{x}/{y}.png';
    await page.fill('#add-url', `L.tileLayer('${url}', { maxZoom: 17 })`);
    await page.locator('#add-url').dispatchEvent('change', {});
    await expect.poll(() => page.inputValue('#add-url')).toBe(url);
    await expect.poll(() => page.inputValue('#add-max-zoom')).toBe('17');
    await expect.poll(() => page.textContent('#add-url-problem')).toBe('');
    await page.fill('#add-url', 'https://other.example.org/{z}/{x}/{y}.png');
    await expect.poll(() => page.inputValue('#add-max-zoom')).toBe('18');
    expect(await page.textContent('#add-max-zoom-problem')).toContain('Assumed');
  });

  test.each([
    ['https://ows.example.net/?SERVICE=WMS roads', 'https://ows.example.net/?SERVICE=WMS', 'roads', ''],
    ['https://ows.example.net/?SERVICE=WMS Ebene roads', 'https://ows.example.net/?SERVICE=WMS', 'roads', ''],
    ['https://tile.example.net/{z}/{x}/{y}.png Wald', '', '', 'Bitte nur eine Adresse angeben, ohne Text daneben.'],
    ['https://ows.example.net/?SERVICE=WMS a grey map', '', '', 'Bitte nur eine Adresse angeben, ohne Text daneben.'],
  ])('reads a layer behind the address of a service: %s', async (text, url, layers, problem) => {
    const { page } = await browser.open('about:blank');
    await page.route('**/*.example.net/**', (route) => route.abort());
    await page.goto(`${await serveSite(FILES)}/de/add/`);
    await page.waitForSelector('#add:not([inert])');
    await page.locator('#add-url').pressSequentially(text);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.inputValue('#add-url')).toBe(url || text);
    await expect.poll(() => page.inputValue('#add-layers')).toBe(layers);
    await expect.poll(() => page.textContent('#add-url-problem')).toMatch(problem || /^$/);
  });

  test('assumes the label of a service of ArcGIS, whose layers may stay empty', async () => {
    const { page } = await browser.open('about:blank');
    await page.route('**/*.example.net/**', (route) => route.abort());
    await page.goto(`${await serveSite(FILES)}/de/add/`);
    await page.waitForSelector('#add:not([inert])');
    await page.fill('#add-url', 'https://maps.example.net/arcgis/rest/services/World_Topo_Map/MapServer');
    await expect.poll(() => page.inputValue('#add-id')).toBe('World Topo Map');
    await expect.poll(() => page.textContent('#add-id-problem')).toContain('Angenommen');
    expect(await page.getAttribute('#add-layers', 'placeholder')).toBe('leer: alle');
    await expect.poll(() => page.textContent('#add-next')).toBe('Es fehlt noch: Urheber.');
    await page.fill('#add-copyright', 'Esri');
    await expect.poll(() => page.textContent('#add-yaml')).toContain('name: World Topo Map\n');
    // Each name is typed anew for another address; what nobody typed is not kept.
    await page.fill('#add-url', 'https://ows.example.net/?SERVICE=WMS');
    await expect.poll(() => page.inputValue('#add-id')).toBe('');
    expect(await page.getAttribute('#add-layers', 'placeholder')).toBe('z. B. roads, names');
  });

  test('moves nothing while it is loaded', async () => {
    const { page } = await browser.open('about:blank', { width: 390, height: 800, ofItsOwn: true });
    await page.addInitScript(
      'new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shift = (window.shift ?? 0) + value; }).observe({ type: "layout-shift", buffered: true });',
    );
    await page.goto(`${await serveSite(FILES)}/add/`);
    await page.waitForSelector('#add:not([inert])');
    await page.waitForTimeout(500);
    await expect.poll(() => page.evaluate('window.shift ?? 0')).toBeLessThan(0.01);
  });

  test.skipIf(inFirefox)('says without scripts how a map is added', async () => {
    const site = await serveSite(FILES);
    const { page } = await browser.open(`${site}/add/`, { scripts: false });
    await expect.poll(() => page.isVisible('form#add')).toBe(false);
    await expect.poll(() => page.textContent('noscript')).toContain('CONTRIBUTING.md');
  });
});
