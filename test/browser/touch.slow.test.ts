/** What a finger hits on a phone: links and buttons that are large enough, and apart. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { type Files, SMALL } from '../support/catalogs.ts';
import { madeCommits } from '../support/made-commits.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const LONG_NAME = 'Geospatial Information Authority of Japan, optimised vector tiles, grey';
const CATALOG: Files = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n`,
  'mapservers/one.yaml': `${ONE}countries: [CH]\nkind: topographic\nlicence: CC-BY-4.0\n`,
  'mapservers/long.yaml': ONE.replace('id: One', `id: ${LONG_NAME}`),
};
const COMMITS = madeCommits([
  { time: '2026-01-01T00:00:00Z', subject: 'a', files: { 'mapservers/one.yaml': ONE } },
  {
    time: '2026-01-02T00:00:00Z',
    subject: 'b',
    files: { 'mapservers/one.yaml': CATALOG['mapservers/one.yaml'] as string },
  },
]);

/** Each target that is seen: what it is, and its edges. Links in a text are as high as its lines. */
const TARGETS = `[...document.querySelectorAll('a[href], button, summary, select, input, textarea')].flatMap((one) => {
  const target = one.matches('[type=checkbox], [type=radio]') ? one.closest('label') : one;
  const { left, top, right, bottom, width, height } = target.getBoundingClientRect();
  const isHidden = !one.checkVisibility({ visibilityProperty: true }) || Math.min(width, height) <= 1 ||
    one.closest('[inert], .visually-hidden, .skip') || getComputedStyle(one).clipPath !== 'none';
  const isInText = (one.matches('.map-text-button') || one.matches('a') && getComputedStyle(one).display === 'inline') &&
    one.closest('p, li, td, th, dd, .leaflet-control-attribution')?.textContent.trim() !== one.textContent.trim();
  // Its area is the card around it.
  const isCard = getComputedStyle(one, '::after').inset === '0px' && one.closest('.record');
  return isHidden || isInText || isCard ? [] : [[one.outerHTML.slice(0, 80), left, top, right, bottom]];
})`;

type Target = [name: string, left: number, top: number, right: number, bottom: number];

async function faultsIn(page: Page): Promise<string[]> {
  const targets = await page.evaluate<Target[]>(TARGETS);
  const small = targets.filter(([name, left, top, right, bottom]) => {
    const isControl = /^<(?:button|select|input|textarea)/.test(name);
    return bottom - top < (isControl ? 39.5 : 0) && (isControl || right - left < 39.5);
  });
  const narrow = targets.filter(([, left, top, right, bottom]) => Math.max(right - left, bottom - top) < 39.5);
  const overlapping = targets.flatMap(([name, left, top, right, bottom], index) =>
    targets
      .slice(index + 1)
      .filter(
        (other) =>
          Math.min(right, other[3]) - Math.max(left, other[1]) > 1 &&
          Math.min(bottom, other[4]) - Math.max(top, other[2]) > 1,
      )
      .map(([other]) => `${name} overlaps ${other}`),
  );
  return [
    ...new Set(
      [...small, ...narrow].map(
        ([name, left, top, right, bottom]) => `${name}: ${Math.round(right - left)} x ${Math.round(bottom - top)}`,
      ),
    ),
    ...overlapping,
  ];
}

describeInBrowser('a finger hits what it means', (browser) => {
  const files = sitePages(CATALOG, {}, COMMITS);

  test.each([
    ['', '#search > fieldset:enabled'],
    ['?q=Zurich', '#search > fieldset:enabled'],
    ['#map=9/46/7.7&base=one', '.map-layers li'],
    ['#map=9/46/7.7&base=one&with=long', '.map-layers li:nth-child(2)'],
    ['mapservers/one/', '[role=tabpanel]'],
    ['datasources/maps/', '.file-rows'],
    ['add/', 'form.add:not([inert])'],
    ['changes/', '.changes'],
    ['about/', 'h1'],
    ['categories/1/', 'h1'],
  ])('on /%s', async (path, ready) => {
    const site = await serveSite(files);
    const { page } = await browser.open(`${site}/about/`, { width: 390, height: 844 });
    for (const language of ['', 'de/']) {
      await page.goto(`${site}/${language}${path}`);
      await page.waitForSelector(ready);
      await expect.poll(() => faultsIn(page), { timeout: 4000 }).toEqual([]);
    }
    const isCut =
      '[...document.querySelectorAll(".map-layer-name")].some((one) => one.scrollHeight > one.clientHeight + 1)';
    expect(await page.evaluate(isCut)).toBe(false);
  });
});
