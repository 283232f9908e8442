/** The page of changes: its filter, and what is new since the last visit. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, expectAccessible, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';
import { type MadeCommit, madeCommits } from '../support/made-commits.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const OTHER = ONE.replace('One', 'Other').replaceAll('example.org', 'other.example.org');

const COMMITS: readonly MadeCommit[] = [
  { time: '2026-01-01T10:00:00Z', subject: 'Begin', files: SMALL as Record<string, string> },
  { time: '2026-01-02T10:00:00Z', subject: 'Add another map', files: { 'mapservers/other.yaml': OTHER } },
  {
    time: '2026-01-02T11:00:00Z',
    subject: 'Rename <i>the</i> overlay',
    files: {
      'overlayservers/two.yaml': String(SMALL['overlayservers/two.yaml']).replace('Overlay two', 'x'.repeat(200)),
      'mapservers/one.yaml': ONE.replace('19', '18'),
    },
  },
];

const filesAfter = (count: number): Map<string, Uint8Array> => {
  const commits = COMMITS.slice(0, count);
  const catalog = Object.assign({}, ...commits.map(({ files }) => files));
  return sitePages(catalog, {}, madeCommits(commits));
};

const READY = 'form:not([inert])';

/** The sentences that are shown. */
const shown = (page: Page): Promise<string[]> =>
  page
    .locator('.changes > li:visible')
    .allInnerTexts()
    .then((lines) => lines.map((line) => line.split('\n')[0] as string));
const BEGUN = ['One is new', 'Two is new', '2 downloads are new', 'Offline is new'];
const CHANGED = ['Other is new', 'One has new details (highest zoom)', 'Two has new details (name)'];
const since = (page: Page): Promise<string | null> => page.locator('.since').textContent();

describeInBrowser('the page of changes', (browser) => {
  const files = filesAfter(3);

  test('shows what happened by day, in any window, and to any reader', async () => {
    const { page } = await browser.open(`${await serveSite(files)}/changes/`, { width: 320 });
    await page.waitForSelector(READY);
    expect(await shown(page)).toEqual([...CHANGED, ...BEGUN]);
    expect(await page.locator('h2').allInnerTexts()).toEqual(['2 Jan 2026', '1 Jan 2026']);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.getByRole('link', { name: 'Other', exact: true }).click();
    await expect
      .poll(() => page.locator('.own-changes li').allInnerTexts())
      .toEqual(['2 Jan 2026 Other is new', 'All changes of its file']);
    await page.locator('.own-changes time').click();
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/changes/#d2026-01-02');
  });

  test('filters by kind of record, also by the address', async () => {
    const { page } = await browser.open(`${await serveSite(files)}/changes/`);
    await page.waitForSelector(READY);
    await page.getByLabel('Show').selectOption('Overlays');
    await expect.poll(() => shown(page)).toEqual(['Two has new details (name)', 'Two is new']);
    expect(new URL(page.url()).search).toBe('?kind=overlayserver');
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(['Two has new details (name)', 'Two is new']);
    await page.waitForSelector(READY);
    await page.getByLabel('Show').selectOption('everything');
    await expect.poll(() => shown(page)).toHaveLength(7);
    await page.goto(`${page.url()}?kind=nonsense`);
    await page.waitForSelector(READY);
    await expect.poll(() => shown(page)).toHaveLength(7);
  });

  test('filters by country and kind of map together, and counts what is left in each sentence', async () => {
    const map = (id: string, facts: string): string => `${ONE.replace('id: One', `id: ${id}`)}provider: kv\n${facts}`;
    const commits = [
      {
        time: '2026-01-01T10:00:00Z',
        subject: 'Begin',
        files: {
          ...(SMALL as Record<string, string>),
          'providers/kv.yaml': 'name: Kartverket\nhomepage: https://kv.example.org/\n',
          'mapservers/a.yaml': map('A', 'countries: [NO]\nkind: aerial\n'),
          'mapservers/b.yaml': map('B', 'countries: [NO, SE]\nkind: aerial\n'),
          'mapservers/c.yaml': map('C', 'countries: [SE]\nkind: street\n'),
          ...Object.fromEntries(['D', 'E', 'F'].map((id) => [`mapservers/${id.toLowerCase()}.yaml`, map(id, '')])),
        },
      },
    ];
    const site = sitePages(Object.assign({}, ...commits.map((commit) => commit.files)), {}, madeCommits(commits));
    const { page } = await browser.open(`${await serveSite(site)}/changes/`);
    await page.waitForSelector(READY);
    expect(await shown(page)).toContain('6 maps by Kartverket are new');
    expect(await page.locator('.names > li:visible').allInnerTexts()).not.toContain('A');
    await page.getByLabel('Country').selectOption('Norway');
    await expect.poll(() => shown(page)).toEqual(['2 maps by Kartverket are new']);
    expect(await page.locator('.names > li:visible').allInnerTexts()).toEqual(['A', 'B']);
    const dots = `[...document.querySelectorAll('.names > li:not([hidden])')].map((name) =>
      ['::before', '::after'].map((part) => getComputedStyle(name, part).content).join())`;
    expect(await page.evaluate(dots)).toEqual(['none,none', '"· ",none']);
    await page.getByLabel('Show').selectOption('Street map');
    await expect.poll(() => shown(page)).toEqual([]);
    expect(await since(page)).toBe('Nothing matches');
    expect(new URL(page.url()).search).toBe('?country=NO&kind=street');
    await page.getByLabel('Country').selectOption('Sweden');
    await expect.poll(() => shown(page)).toEqual(['1 map by Kartverket is new']);
    await page.reload();
    await page.waitForSelector(READY);
    expect(await shown(page)).toEqual(['1 map by Kartverket is new']);
    await expectAccessible(page);
  });

  test('shows everything without script', async () => {
    const { page } = await browser.open(`${await serveSite(files)}/changes/?kind=overlayserver`, {
      scripts: false,
    });
    expect(await shown(page)).toEqual([...CHANGED, ...BEGUN]);
    expect(await page.locator('form:visible').count()).toBe(0);
  });

  test('marks what is new since the last visit, which lasts as long as the window', async () => {
    const site = filesAfter(1);
    const address = `${await serveSite(site)}/changes/`;
    const { page } = await browser.open(address, { ofItsOwn: true });
    await page.waitForSelector(READY);
    expect([await since(page), await page.locator('.seen').count()]).toEqual(['', 0]);
    for (const [path, content] of files) site.set(path, content);
    const again = await page.context().newPage();
    await again.goto(address);
    const today = await again.evaluate(() => new Date().toISOString().slice(0, 10));
    for (let times = 0; times < 2; times++) {
      await expect.poll(() => since(again)).toMatch(/^3 changes since your last visit on \d+ \w+ \d{4}\.$/);
      expect(await again.locator('.seen + .day h2').innerText()).toBe('1 Jan 2026');
      await again.reload();
    }
    expect(await again.evaluate("localStorage.getItem('cartalog.changes')")).toContain(today);
    await again.waitForSelector(READY);
    await again.getByLabel('Show').selectOption('Overlays');
    await expect.poll(() => since(again)).toMatch(/^1 change since/);
    const third = await page.context().newPage();
    await third.goto(address);
    await expect.poll(() => since(third)).toMatch(/^Nothing has changed since/);
    expect(await third.locator('.seen').count()).toBe(0);
  });

  test('does not mind what else is kept under its name', async () => {
    const { page } = await browser.open(`${await serveSite(files)}/changes/`);
    await page.evaluate("sessionStorage.setItem('cartalog.changes', '<b> nonsense')");
    await page.reload();
    await page.waitForSelector(READY);
    expect([await since(page), await page.locator('.seen').count()]).toEqual(['', 0]);
  });
});
