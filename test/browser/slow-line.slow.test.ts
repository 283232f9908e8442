/** The search of the front page on slow and broken lines, and what it says about words that it does not know. */
import { expect, test } from 'vitest';
import { accessibilityFaults, describeInBrowser, expectSteady, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

const READY = '#search > fieldset:enabled';

const map = (id: string): string =>
  `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 17\nhosts: [tiles.example.org]\nurlPattern: https://#{host}/${id}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\n`;

/** So many that the list goes on on another page. */
const MANY = Array.from({ length: 160 }, (_, index) => [`mapservers/one-${index}.yaml`, map(`One-${index}`)]);
const FILES = sitePages({
  ...SMALL,
  'mapservers/swiss.yaml': `${map('National')}kind: topographic\ncountries: [CH]\n`,
  ...Object.fromEntries(MANY),
});

/** The longest chain of requests that each began after the one before it had ended. */
const ROUND_TRIPS = `(() => {
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType !== 'css')];
  const depth = ({ startTime }) => 1 + Math.max(0, ...all.filter(({ responseEnd }) => responseEnd <= startTime).map(depth));
  return Math.max(...all.map(depth));
})()`;

describeInBrowser('the search on a slow line', (browser) => {
  test.each([
    [2, 'one page', sitePages(SMALL)],
    [3, 'further pages', FILES],
  ])('answers after %i round trips with all maps of %s, and knows places after one more', async (trips, _, files) => {
    // A large screen also loads the map.
    const { page } = await browser.open('about:blank', { width: 390, height: 844 });
    // Each answer takes longer than the page needs to ask for all that it knows of.
    await page.route('**/*', async (route) => {
      const response = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.fulfill({ response });
    });
    await page.goto(await serveSite(files));
    await page.waitForSelector(READY);
    expect(await page.evaluate(ROUND_TRIPS)).toBe(trips);
    // More than six at a time wait for each other.
    const scripts = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length`;
    expect(await page.evaluate(scripts)).toBe(2);
    await page.fill('#search-text', 'zermatt');
    await expect.poll(() => page.textContent('#matches')).toContain('place: Zermatt, Switzerland');
    expect(await page.evaluate(ROUND_TRIPS)).toBe(trips + 1);
  });

  test.each(['', '?q=swiss', '#map=5/46.80/8.20&base=swiss&with=one-1'])(
    'is painted before its script is there, and then nothing moves: /%s',
    async (address) => {
      const { page } = await browser.open('about:blank', { width: 390, height: 844 });
      let answer = (): void => {};
      const isPainted = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/*.js', async (route) => {
        await isPainted;
        await route.continue();
      });
      await page.goto(`${await serveSite(FILES)}/${address}`, { waitUntil: 'commit' });
      const paints = `performance.getEntriesByName('first-contentful-paint').length`;
      await expect.poll(() => page.evaluate(paints)).toBe(1);
      answer();
      await page.waitForSelector(READY);
      await page.waitForSelector('html:not(.searching, .mapped)');
      await expectSteady(page);
    },
  );

  test('says that places are loaded, and does without them if they cannot be, until the next letter', async () => {
    const { page } = await browser.open(await serveSite(FILES));
    let isBroken = true;
    let answer = (): void => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/places-*.txt', async (route) => {
      if (!isBroken) return route.continue();
      await isAnswered;
      await route.abort();
    });
    await page.waitForSelector(READY);
    await page.fill('#search-text', 'zermatt');
    await expect.poll(() => page.textContent('#matches')).toBe('Loading places…');
    expect(await page.isVisible('#no-matches')).toBe(false);
    await page.fill('#search-text', 'topographic zermatt');
    await expect.poll(() => page.textContent('#matches')).toContain('1 of 165 match · Loading places…');
    answer();
    await expect.poll(() => page.textContent('#search-notes')).toContain('The list of places could not be loaded.');
    await expect.poll(() => page.textContent('#matches')).toBe('1 of 165 match');
    isBroken = false;
    await page.fill('#search-text', 'topographic matterhorn');
    await expect.poll(() => page.textContent('#matches')).toContain('place: Matterhorn');
    await expect.poll(() => page.textContent('#search-notes')).toBe('');
  });

  test('names the words that it does not know, suggests others, and lets one point at a place', async () => {
    const { page } = await browser.open(await serveSite(FILES));
    await page.waitForSelector(READY);
    await page.fill('#search-text', 'topographic map of Zerma');
    const notes = page.locator('#search-notes');
    await expect.poll(() => notes.textContent()).toContain('Without ‘Zerma’, which we do not know, there are these:');
    await expect.poll(() => page.textContent('#matches-said')).toContain('Without ‘Zerma’');
    await expect.poll(() => accessibilityFaults(page)).toEqual([]);
    await notes.getByRole('button', { name: 'Zermatt' }).click();
    await expect.poll(() => page.inputValue('#search-text')).toBe('topographic map of Zermatt');
    await expect.poll(() => page.textContent('#matches')).toContain('place: Zermatt, Switzerland');
    await page.fill('#search-text', 'xyzzyx');
    await expect.poll(() => notes.textContent()).toContain('We do not know ‘xyzzyx’.');
    await notes.getByRole('button', { name: 'Choose a place on the map' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('leaflet-container');
  });
});
