/** The page of a data source in a browser: all files in a list, what covers a place, what is inside an archive. */
import { expect, test } from 'vitest';
import {
  describeInBrowser,
  expectAccessible,
  inFirefox,
  serveSite,
  sitePages,
  type TestWindow,
} from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

/** Many times what is seen at once. */
const COUNT = 1_400;

const HASH = '483AF8EEF96B20864776F019D4537B3750C1173D';

/** Files of one degree each, with an archive's contents and two versions. */
const entries = Array.from({ length: COUNT }, (_, index) => {
  const [south, west] = [Math.floor(index / 40) - 20, (index % 40) - 20];
  const name = `${south < 0 ? 'S' : 'N'}${Math.abs(south)}${west < 0 ? 'W' : 'E'}${Math.abs(west)}`;
  const box = { southWestLatitude: south, southWestLongitude: west };
  return [
    `tiles/${name}.zip`,
    {
      checksums: [
        { lastModified: '2024-05-01T00:00:00Z', contentLength: 10, sha1: null },
        { lastModified: '2025-06-01T00:00:00Z', contentLength: 1000 + index, sha1: HASH },
      ],
      fragments: { [`${name}.hgt`]: [{ lastModified: '2024-05-01T00:00:00Z', contentLength: 25_934_402, sha1: null }] },
      boundingbox: { ...box, northEastLatitude: south + 1, northEastLongitude: west + 1 },
    },
  ];
});

const CATALOG = {
  ...SMALL,
  'datasources/empty/files.yaml': entries.map(([path, entry]) => `${path}: ${JSON.stringify(entry)}\n`).join(''),
  'datasources/hostile/datasource.yaml':
    'name: "<b>\'\\"</b> مصر 🗺️"\nbaseUrl: https://files.example.org/\ndirectory: hostile\naction: Copy\n',
  'datasources/hostile/maps.yaml': JSON.stringify({
    [`${'long'.repeat(49)}.map`]: {},
    '<img src=x onerror=alert(1)>.map': {
      fragments: { '<i>inside</i>': [] },
      boundingbox: {
        southWestLatitude: -20,
        southWestLongitude: 175,
        northEastLatitude: -10,
        northEastLongitude: -175,
      },
    },
    'مصر 🗺️.map': {},
  }),
};

const FILES = sitePages(CATALOG);

/** What a window must not have: complaints, and requests to anybody else. */
function expectQuiet({ complaints, requested }: TestWindow, site: string): void {
  expect(complaints).toEqual([]);
  expect(requested.filter((address) => !address.startsWith(`${site}/`))).toEqual([]);
}

describeInBrowser('the page of a data source', (browser) => {
  test('has its list where the map of it cannot be loaded, and says which of them is missing', async () => {
    const files = new Map([...FILES].filter(([path]) => !/assets\/coverage-map-/.test(path)));
    const { page } = await browser.open(`${await serveSite(files)}/datasources/empty/`, { ofItsOwn: true });
    await page.waitForSelector('.coverage-map .problem:has-text("The map could not be loaded")');
    await expect.poll(() => page.locator('.problem').count()).toBe(1);
    await expect.poll(() => page.getAttribute('.files table', 'aria-rowcount')).toBe(String(COUNT + 1));
  });

  test('lists all files, of which it makes few rows, and scrolls to the last of them', async () => {
    const site = await serveSite(FILES);
    const window = await browser.open(`${site}/datasources/empty/`);
    const { page, requested } = window;
    await page.waitForSelector(`table[aria-rowcount="${COUNT + 1}"]`);
    expect(requested).toContain(`${site}/datasources/empty/files.json`);
    expect(requested.filter((address) => address.includes('/v1/'))).toEqual([]);
    const rows = page.locator('.file-rows tbody tr:not(.spacer)');
    await expect.poll(() => rows.count()).toBeLessThan(100);
    // The table is higher once its rows are measured.
    const last = page.locator(`tr[aria-rowindex="${COUNT + 1}"]`);
    const scrollToEnd = (): Promise<void> =>
      page.locator('.file-rows').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await expect.poll(() => scrollToEnd().then(() => last.count())).toBe(1);
    await expect.poll(() => rows.count()).toBeLessThan(100);
    const height = await page.locator('.file-rows table').evaluate((table) => table.clientHeight);
    expect(height).toBeGreaterThan(COUNT * 40);
    await page.getByRole('button', { name: 'Size' }).click();
    await expect.poll(() => page.locator('th[aria-sort="descending"]').textContent()).toBe('Size');
    await expect.poll(() => rows.first().textContent()).toContain('N14E19.zip');
    await page.waitForSelector('.boxes canvas');
    expectQuiet(window, site);
  });

  test('says which file covers a place, of a click and of what is typed', async () => {
    const site = await serveSite(FILES);
    const window = await browser.open(`${site}/datasources/empty/`);
    const { page } = window;
    await page.waitForSelector('.boxes canvas');
    await page.getByLabel('Find files').fill('8.7, -9.1');
    await expect.poll(() => page.locator('output').textContent()).toBe('1 file covers 8.7°\u00a0N, 9.1°\u00a0W');
    const names = page.locator('.file-rows tbody a');
    await expect.poll(() => names.allTextContents()).toEqual(['tiles/N8W10.zip']);
    await expect
      .poll(() => page.locator('.file-box').textContent())
      .toContain('8°\u00a0N to 9°\u00a0N, 10°\u00a0W to 9°\u00a0W');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#find=8.7%2C%20-9.1');
    await expect
      .poll(() => page.locator('.file-facts').textContent())
      .toMatch(/^2\.1.kB · .* 2025 · 2 versions · 1 file inside$/);
    const [link, button] = [names, page.getByRole('link', { name: /^Download \(2\.1.kB\)$/ })];
    expect(await button.getAttribute('href')).toBe(await link.getAttribute('href'));
    await page.waitForSelector('.pointed-box');

    // Enter on the map asks for its middle, which is where it has moved; so does a click there.
    await page.getByLabel('Find files').fill('');
    const map = page.locator('.coverage-map');
    await map.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('output:has-text("cover")');
    await expect.poll(() => map.getAttribute('class')).toContain('by-keyboard');
    await page.getByLabel('Find files').fill('');
    await map.click();
    await page.waitForSelector('output:has-text("cover")');
    await expect.poll(() => map.getAttribute('class')).not.toContain('by-keyboard');

    // A file of another name says why it is there.
    for (const [typed, count, note] of [
      ['accra', '1 file of Accra, Ghana', 'also covers Accra'],
      ['Kalahari', '3 files of Kalahari', 'also covers Kalahari, or a part of it'],
    ] as const) {
      await page.getByLabel('Find files').fill(typed);
      await expect.poll(() => page.locator('output').textContent()).toBe(count);
      await expect.poll(async () => new Set(await page.locator('.also').allTextContents())).toEqual(new Set([note]));
      const height = 'document.querySelector(".file-rows tr:has(.also)").clientHeight';
      await expect.poll(() => page.evaluate(height)).toBe(44);
    }
    await expectAccessible(page);
    await page.getByLabel('Find files').fill('n14e19');
    await expect.poll(() => names.allTextContents()).toEqual(['tiles/N14E19.zip']);
    expectQuiet(window, site);

    // At the width of a tablet the map is beside the list, so that the box of a file is in sight.
    const { page: sent } = await browser.open(`${site}/datasources/empty/#find=8.7%2C%20-9.1`, { width: 800 });
    await sent.waitForSelector('table[aria-rowcount="2"]');
    const tops = await sent
      .locator('.file-rows, .coverage-map')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(100);
  });

  test('loads what is inside the archives when somebody asks for it', async () => {
    const site = await serveSite(FILES);
    const window = await browser.open(`${site}/datasources/empty/`);
    const { page, requested } = window;
    const contents = `${site}/datasources/empty/contents.json`;
    await page.getByLabel('Find files').fill('N0E0.');
    expect(requested).not.toContain(contents);
    await page.getByRole('button', { name: 'What is inside tiles/N0E0.zip' }).click();
    await page.waitForSelector('.chosen li');
    await expect.poll(() => page.locator('.chosen li').allTextContents()).toEqual(['N0E0.hgt 26\u00a0MB']);
    await expect.poll(() => page.locator('.chosen code').textContent()).toBe(HASH);
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('chosen');
    expectQuiet(window, site);
  });

  test('shows names with markup, of any direction and length, as they are', async () => {
    const site = await serveSite(FILES);
    const window = await browser.open(`${site}/datasources/hostile/`, { width: 360, height: 740, colorScheme: 'dark' });
    const { page } = window;
    await page.waitForSelector('table[aria-rowcount="4"]');
    await page.getByLabel('Find files').fill('-15, 178');
    await page.getByRole('button', { name: 'What is inside' }).click();
    await page.waitForSelector('.chosen li');
    await expect.poll(() => page.locator('.chosen li').textContent()).toBe('<i>inside</i>');
    await expect.poll(() => page.locator('.file-name').textContent()).toBe('<img src=x onerror=alert(1)>.map');
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const install = page.getByRole('link', { name: /^Install on a phone/ });
    await expect.poll(() => install.getAttribute('href')).toMatch(/^mf-v4-map:\/\/[^<]*%3Cimg%20src=x/);
    expectQuiet(window, site);
  });

  test.skipIf(inFirefox)('scrolls by the wheel over a list that fits', async () => {
    const options = { width: 1200, height: 400 };
    const { page } = await browser.open(`${await serveSite(FILES)}/datasources/hostile/`, options);
    await page.locator('.file-rows tbody tr').nth(1).hover();
    const before = await page.evaluate('scrollY');
    await page.mouse.wheel(0, 100);
    await expect.poll(() => page.evaluate('scrollY')).not.toBe(before);
  });

  test.skipIf(inFirefox)('keeps the first rows where the list cannot be loaded, and without scripts', async () => {
    const without = new Map(FILES);
    without.delete('datasources/empty/files.json');
    const { page } = await browser.open(`${await serveSite(without)}/datasources/empty/`);
    await expect.poll(() => page.locator('.problem').textContent()).toContain('could not be loaded');
    await expect.poll(() => page.locator('.file-rows tbody tr').count()).toBe(100);

    const site = await serveSite(FILES);
    const window = await browser.open(`${site}/datasources/empty/`, { scripts: false });
    await expect.poll(() => window.page.locator('.file-rows tbody tr').count()).toBe(100);
    await expect.poll(() => window.page.locator('.rest').textContent()).toContain('The first 100 of 1,400 files.');
    expectQuiet(window, site);
  });
});
