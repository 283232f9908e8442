/** What pages say of other programs, in a real browser: forms that everybody can read, and buttons that copy them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, inFirefox, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';
import { TYPED_CATALOG } from '../support/typed-site.ts';

const FILES = sitePages({ ...SMALL, 'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n` });
const ONE = 'mapservers/one';

describeInBrowser('the forms for other programs', (browser) => {
  test('begin with the plain address, beside a button and before the facts', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/${ONE}/`);
    await expect
      .poll(() => page.locator('.program-text:visible').allInnerTexts())
      .toEqual([expect.stringMatching(/^https:..a\.example\.org.*\{z\}\/\{x\}\/\{y\}\.png\s+Copy$/)]);
    const text = await page.innerText('main');
    expect(text.indexOf('Use it')).toBeLessThan(text.indexOf('Details'));
    expect(text).not.toMatch(/#\{|_KEY/);
  });

  test.skipIf(inFirefox)('are copied by the keyboard, and screen readers are told', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/${ONE}/`, { ofItsOwn: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('tab', { name: 'QGIS' }).click();
    const button = page.getByRole('button', { name: 'Copy for QGIS' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe('https://a.example.org/{z}/{x}/{y}.png');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Copy for QGIS');
  });

  test('are selected where the browser does not let anything be copied', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/${ONE}/`);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('tab', { name: 'JOSM' }).click();
    await page.getByRole('button', { name: 'Copy for JOSM' }).click();
    await page.getByRole('status').getByText('by hand').waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate('String(getSelection())')).toMatch(/^tms\[0,19\]:https:/);
  });

  test('are tabs, which arrow keys walk; the tab is remembered, and filters no list', async () => {
    const site = await serveSite(FILES);
    const { page } = await browser.open(`${site}/${ONE}/`);
    const [first, chosen] = [page.getByRole('tab').first(), page.getByRole('tab', { selected: true })];
    await first.focus();
    for (const key of Array(4).fill('ArrowRight')) await page.keyboard.press(key);
    await expect.poll(() => chosen.textContent()).toBe('OsmAnd');
    await expect.poll(() => page.getByRole('tabpanel').textContent()).toContain('Open in OsmAnd');
    await page.goto(`${site}/de/${ONE}/`);
    await expect.poll(() => chosen.textContent()).toBe('OsmAnd');
    await page.goto(site);
    const program = page.getByRole('combobox', { name: 'For' });
    await page.waitForSelector('#search > fieldset:enabled');
    expect(await program.inputValue()).toBe('');
    // Which tab is first is chosen by the latest choice.
    await program.selectOption('QGIS');
    await page.goto(`${site}/${ONE}/`);
    await expect.poll(() => chosen.textContent()).toBe('QGIS');
    await page.getByRole('tab', { name: 'JOSM' }).click();
    await page.reload();
    await expect.poll(() => chosen.textContent()).toBe('JOSM');
  });

  test('are chosen in one field on a phone, which begins with the program of the home page', async () => {
    const site = await serveSite(FILES);
    const { page } = await browser.open(site, { width: 390, height: 844 });
    await page.waitForSelector('#search > fieldset:enabled');
    await page.getByRole('combobox', { name: 'For' }).selectOption('JOSM');
    await page.goto(`${site}/${ONE}/`);
    const field = page.getByRole('combobox', { name: 'For' });
    const chosen = () => page.evaluate("document.querySelector('.programs .choice select').selectedOptions[0].text");
    await expect.poll(chosen).toBe('JOSM');
    expect(await page.getByRole('tab').count()).toBe(0);
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(chosen).toBe('RouteConverter');
    await expect.poll(() => page.locator('.program:visible h3').allTextContents()).toEqual(['RouteConverter']);
    await page.reload();
    await expect.poll(chosen).toBe('RouteConverter');
  });

  test.each([
    ['oruxmaps', 'a map that it does not read', 'Not for OruxMaps: maps of this type cannot be shown there.'],
    ['gpxsee', 'a map that lacks an address', 'Not for GPXSee: it needs the address of a tile'],
  ])('of %s are missed by its users on %s: another form is shown, and why', async (program, _, reason) => {
    const site = await serveSite(sitePages(TYPED_CATALOG));
    const { page } = await browser.open(`${site}/maps/drawn/`);
    const whyNot = page.locator('.programs > div > p');
    await page.getByRole('tab', { name: 'MapLibre' }).click();
    expect(await whyNot.count()).toBe(0);
    await page.evaluate(`localStorage.setItem('cartalog.tab', '${program}')`);
    await page.reload();
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('QGIS');
    await expect.poll(() => whyNot.innerText()).toContain(reason);
    await expectAccessible(page);
  });

  test('offer a file of this map, which the page makes', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/${ONE}/`);
    await page.getByRole('tab', { name: 'QGIS' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'File one.qlr' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('one.qlr');
    expect(readFileSync(await download.path(), 'utf8')).toMatch(
      /<datasource>type=xyz&amp;.*zmin=0&amp;zmax=\d+&amp;.*url=https%3A%2F%2Fa\.example\.org%2F%7Bz%7D/,
    );
    for (const [program, ending] of [
      ['Leaflet', '.html'],
      ['GPXSee', '.xml'],
    ] as const) {
      await page.getByRole('tab', { name: program }).click();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page
          .locator('.program:visible')
          .getByRole('link', { name: `Save as ${ending}` })
          .click(),
      ]);
      expect(saved.suggestedFilename()).toBe(`one${ending}`);
      expect(readFileSync(await saved.path(), 'utf8')).toBe(await page.locator('.program:visible code').textContent());
    }
  });

  test.skipIf(inFirefox)('are readable without scripts, and there is no button that does nothing', async () => {
    const { page } = await browser.open(`${await serveSite(FILES)}/${ONE}/`, { scripts: false });
    await expect.poll(() => page.locator('button:visible').count()).toBe(0);
    await expect.poll(() => page.locator('pre:visible').count()).toBe(8);
  });
});
