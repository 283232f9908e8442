/** Maps of other types than those of `/v1/`, in a real browser: their list and their pages. */
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';
import { answering, TYPED_CATALOG } from '../support/typed-site.ts';

describeInBrowser('maps of other types', (browser) => {
  test('are in the lists, with a tag and a filter, and are found by the words for their type', async () => {
    const site = await serveSite(sitePages(TYPED_CATALOG));
    const { page, complaints } = await browser.open(`${site}/`);
    const listed = (): Promise<string[]> => page.locator('.list .server:visible h3 a').allTextContents();
    await expect.poll(async () => (await listed()).length).toBe(10);
    await expect.poll(() => page.locator('#overlayservers .server').allTextContents()).toHaveLength(2);
    await page.getByPlaceholder('Place, kind or name').fill('wms');
    await expect.poll(listed).toEqual(['Polar', 'Service']);
    await expect.poll(() => page.locator('.server:visible .tag.type').allTextContents()).toEqual(['WMS', 'WMS']);
    await page.getByPlaceholder('Place, kind or name').fill('');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Type').selectOption('pmtiles');
    await expect.poll(listed).toEqual(['Archive', 'Gone']);
    await page.goto(`${site}/de/?type=vector`);
    await expect.poll(listed).toEqual(['Drawn', 'Paid']);
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
      'exported',
      '#map=2/0.00/0.00&base=maps/exported',
      [
        [-60, 20, [0, 0, 200]],
        [60, 20, [200, 200, 0]],
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
    await page.goto(`${await serveSite(sitePages(TYPED_CATALOG))}/maps/${name}/${hash}`);
    await page.waitForSelector('img.leaflet-tile-loaded');
    const box = await page.locator('#map').boundingBox();
    for (const [x, y, colour] of places) {
      const at = [(box?.x ?? 0) + (box?.width ?? 0) / 2 + x, (box?.y ?? 0) + (box?.height ?? 0) / 2 + y] as const;
      await expect.poll(() => colourAt(...at)).toEqual(colour);
    }
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test('say in words why a service cannot be shown, and that a browser has no WebGL', async () => {
    const { page } = await browser.open('about:blank');
    await answering(page, []);
    const site = await serveSite(sitePages(TYPED_CATALOG));
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
    const { page, requested } = await browser.open(`${await serveSite(sitePages(TYPED_CATALOG))}/maps/drawn/`);
    await page.getByRole('button', { name: 'Show the map' }).waitFor();
    expect(requested.filter((address) => address.includes('frame'))).toEqual([]);
    expect([...sitePages(SMALL).keys()].filter((path) => /frame(?:\/|-[A-Z0-9]{8}\.)/.test(path))).toEqual([]);
  });
});
