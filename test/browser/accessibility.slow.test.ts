/** Every kind of page, as axe-core sees it: in light and dark, on a phone and at a desk, in English and German. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFaults, describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';
import { madeCommits } from '../support/made-commits.ts';
import { TYPED_CATALOG } from '../support/typed-site.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const map = (id: string): string =>
  `${ONE.replace('id: One', `id: ${id}`)}provider: office\ncountries: [CH]\nkind: topographic\nlicence: CC-BY-NC-4.0\n`;
const CATALOG: Files = {
  ...TYPED_CATALOG,
  'providers/office.yaml': 'name: Office\nhomepage: https://office.example.org/\n',
  ...Object.fromEntries(['Grey', 'Winter', 'Colour'].map((id) => [`mapservers/${id.toLowerCase()}.yaml`, map(id)])),
};
const many = (copyright: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: 4 }, (_, at) => [
      `mapservers/m${at}.yaml`,
      `${map(`M${at}`)}# ${copyright}\nupdates: ${copyright}\n`,
    ]),
  );
const COMMITS = madeCommits([
  { time: '2026-01-01T00:00:00Z', subject: 'a', files: many('daily') },
  { time: '2026-01-02T00:00:00Z', subject: 'b', files: many('weekly') },
]);
const READY = 'html:not(.searching) #search > fieldset:enabled';

const WMS =
  'https://ows.example.org/wms?SERVICE=WMS&REQUEST=GetMap&VERSION=1.1.1&SRS=EPSG:3857&FORMAT=image/jpeg&LAYERS=wald';

const PAGES: readonly (readonly [path: string, ready: string, act?: (page: Page) => Promise<unknown>])[] = [
  ['', READY],
  ['', READY, (page) => page.locator('.filters > summary').click()],
  ['?q=Switzerland', '.variants'],
  ['?q=Switzerland', '.variants', (page) => page.locator('.variants button').first().click()],
  ['?q=qqqqqq', '#no-matches:not([hidden])'],
  ['#map=9/46/7.7&base=one', '.map-layers li'],
  ['#map=9/46/7.7&base=one&with=grey', '.map-swipe'],
  ['#map=9/46/7.7&base=one&with=grey,winter', '.map-stage.many'],
  ['?shows=topographic', READY],
  ['mapservers/one/', '[role=tabpanel]'],
  ['mapservers/one/', '[role=tabpanel]', chooseProgram],
  ['mapservers/grey/', '[role=tabpanel]', (page) => page.locator('.map-empty .show').click()],
  ['maps/drawn/', '[role=tabpanel]'],
  ['maps/paid/', '[role=tabpanel]'],
  ['datasources/maps/', '.file-rows'],
  ['editions/offline/', 'h1'],
  ['categories/1/', 'h1'],
  ['add/', 'form.add:not([inert])'],
  ['add/', 'form.add:not([inert])', paste('https://tiles.example.org/{z}/{x}/{y}.png')],
  ['add/', 'form.add:not([inert])', paste(WMS)],
  ['changes/', '.changes'],
  ['about/', 'h1'],
  ['404.html', 'h1'],
];

function paste(address: string) {
  return async (page: Page): Promise<void> => {
    await page.locator('input.add-url').fill(address);
    await page.locator('#add-notes > *').first().waitFor();
  };
}

async function chooseProgram(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'OsmAnd' });
  if (await tab.isVisible()) await tab.click();
  else await page.locator('.programs .choice select').selectOption('OsmAnd');
}

describeInBrowser('nobody is kept from', (browser) => {
  const files = sitePages(CATALOG, {}, COMMITS);

  test.each([
    ['', 'light', 320],
    ['de/', 'dark', 390],
    ['de/', 'light', 1366],
    ['', 'dark', 1366],
  ] as const)('a page of /%s in %s colours, %i pixels wide', async (language, colorScheme, width) => {
    const site = await serveSite(files);
    const { page } = await browser.open(`${site}/about/`, { width, height: 800, colorScheme });
    page.setDefaultTimeout(5_000);
    for (const [path, ready, act] of PAGES) {
      await page.goto(`${site}/about/`);
      await page.goto(`${site}/${path === '404.html' ? '' : language}${path}`);
      await page.waitForSelector(ready, { state: 'attached' });
      await act?.(page);
      await expect.poll(() => accessibilityFaults(page), { message: path, timeout: 5_000 }).toEqual([]);
    }
  });
});
