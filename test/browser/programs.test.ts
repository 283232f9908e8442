/** What pages say of other programs, in a real browser: forms that everybody can read, and buttons that copy them. */
import { expect, test } from 'vitest';
import type { PageParts, TileServer } from '../../build/pipeline.ts';
import { html } from '../../build/render/pages/html.ts';
import { pageAsset, pageContext } from '../../build/render/pages/page-layout.ts';
import { programsOverview, programsSection } from '../../build/render/pages/programs-section.ts';
import { readSiteParts } from '../../cli/package.ts';
import type { Language } from '../../contract/pages.ts';
import { accessibilityFaults, describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';
import { modelled } from '../support/check.ts';

/** A site with the forms of one map on a page, and the table of all programs on another, in both languages. */
function site(): Promise<string> {
  const catalog = modelled({ ...SMALL, 'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n` });
  const files = sitePages(SMALL);
  const add = (page: 'about' | 'add', language: Language): void => {
    const context = pageContext(catalog, readSiteParts().page as PageParts, page, language);
    const server = catalog.mapservers[0] as TileServer;
    const section =
      page === 'add' ? programsSection(context, { kind: 'mapserver', server }) : programsOverview(context);
    const body = html`<div class="text-page"><h1>One</h1>${section}</div>`;
    const { path, content } = pageAsset(context, { page, title: 'One', description: 'One', body });
    files.set(path, content);
  };
  for (const language of ['en', 'de'] as const) {
    add('about', language);
    add('add', language);
  }
  return serveSite(files);
}

describeInBrowser('the forms for other programs', (browser) => {
  test.each([
    ['add', { width: 1440, height: 900 }],
    ['de/add', { width: 360, height: 800, colorScheme: 'dark' }],
    ['about', { width: 800, height: 800, colorScheme: 'dark' }],
    ['de/about', { width: 360, height: 800 }],
  ] as const)('%s has no barriers, complaints or sideways scrolling', async (path, options) => {
    const window = await browser.open(`${await site()}/${path}/`, options);
    await window.picture(`programs-${path.replace('/', '-')}-${options.width}`, { fullPage: true });
    expect(await accessibilityFaults(window.page)).toEqual([]);
    expect(window.complaints).toEqual([]);
    expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBe(options.width);
  });

  test('are copied by the keyboard, and screen readers are told', async () => {
    const { page } = await browser.open(`${await site()}/add/`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = page.getByRole('button', { name: 'Copy for QGIS' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('https://a.example.org/{z}/{x}/{y}.png');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Copy for QGIS');
  });

  test('are selected where the browser does not let anything be copied', async () => {
    const { page } = await browser.open(`${await site()}/add/`);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy for JOSM' }).click();
    await page.getByRole('status').getByText('by hand').waitFor({ state: 'attached' });
    expect(await page.evaluate('String(getSelection())')).toMatch(/^tms\[0,19\]:https:/);
  });

  test('are readable without scripts, and there is no button that does nothing', async () => {
    const { page } = await browser.open(`${await site()}/add/`, { scripts: false });
    expect(await page.locator('button:visible').count()).toBe(0);
    expect(await page.locator('pre:visible').count()).toBe(5);
  });
});
