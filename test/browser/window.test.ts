/** What the tests of pages rest on: a browser, a site on loopback, and tiles that say which ones they are. */
import { expect, test } from 'vitest';
import { describeInBrowser, serveSite, sitePages, stripeColour, tileColour, tileServer } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

describeInBrowser('a window', (browser) => {
  test('opens a page of a site, and says what was asked for', async () => {
    const site = await serveSite(sitePages(SMALL));
    const { page, complaints, requested, picture } = await browser.open(`${site}/`);
    expect(await page.textContent('h1')).toBe('Test');
    expect(requested.filter((address) => !address.startsWith(`${site}/`))).toEqual([]);
    expect(complaints).toEqual([]);
    await picture('window');
  });

  test('shows of each tile its colour', async () => {
    const { host, requests } = await tileServer();
    const image = (path: string): string => `<img src="http://${host}/${path}" alt="" width="256" height="256">`;
    const style = '<style>body { margin: 0; background: #fff } img { display: block }</style>';
    const html = `<!doctype html>${style}${image('map/6/31/22.png')}${image('overlay/6/32/22.png')}`;
    const { colourAt, picture } = await browser.open(`${await serveSite({ 'index.html': html })}/`);
    expect(await colourAt(20, 20)).toEqual(tileColour(6, 31, 22));
    expect(await colourAt(20, 256 + 128)).toEqual(stripeColour(6, 32, 22));
    expect(await colourAt(20, 256 + 20)).toEqual([255, 255, 255]);
    expect(requests.map(({ path }) => path).sort()).toEqual(['/map/6/31/22.png', '/overlay/6/32/22.png']);
    await picture('tiles');
  });
});
