/** The controls of the map in windows of every size: nothing covers them, and no name is covered. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../support/browser.ts';
import { openHomeOfFour } from '../support/home-of-four.ts';

const COVERED = `(() => {
  scrollTo(0, 0);
  const map = document.querySelector('.map');
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
  const controls = [...map.querySelectorAll('button, select, input, .leaflet-control-zoom a')].filter(isSeen);
  const topmost = (x, y) => document.elementFromPoint(x, y);
  const hidden = controls.filter((one) => {
    if (one.closest('.map-layers')) one.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = one.getBoundingClientRect();
    const found = topmost(x + width / 2, y + height / 2);
    return found !== one && !one.contains(found);
  });
  const boxes = [...map.querySelectorAll('.map-label, .leaflet-control-attribution, .leaflet-control-scale, .leaflet-control-zoom, .map-tools button, .map-here')]
    .filter(isSeen).map((one) => [one, one.getBoundingClientRect()]);
  const meets = ([, a], [, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const pairs = boxes.flatMap((one, index) => boxes.slice(index + 1).filter((other) => meets(one, other)).map((other) => [one, other]));
  return [...hidden.map((one) => 'covered: ' + one.outerHTML.slice(0, 60)),
    ...pairs.map(([[a], [b]]) => a.className + ' meets ' + b.className)];
})()`;

const SIZES = [
  [360, 640],
  [390, 844],
  [660, 800],
  [740, 360],
  [1280, 800],
] as const;

describeInBrowser('the controls of the map', (browser) => {
  test('in windows of every size, nothing covers those of one to four maps', async () => {
    const { page } = await browser.open(`${await openHomeOfFour()}/#map=5/46.80/8.20&base=map0`, {
      reducedMotion: 'reduce',
    });
    await page.waitForSelector('.map-here');
    for (const maps of [1, 2, 3, 4]) {
      const others = [1, 2, 3].slice(0, maps - 1).map((index) => `map${index}`);
      if (maps > 1) await page.evaluate(`location.hash = '#map=5/46.80/8.20&base=map0&with=${others.join(',')}'`);
      await expect.poll(() => page.locator('.map-layers li').count()).toBe(maps);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const message = `${maps} in ${width} by ${height}`;
        await expect.poll(() => page.evaluate(COVERED), { message }).toEqual([]);
        if (width < 640 && maps > 1) {
          const part = '(document.querySelector(".map-stage").clientHeight / innerHeight)';
          await expect.poll(() => page.evaluate(part), { message }).toBeGreaterThan(0.45);
          const panel = '(document.querySelector(".map-panel").clientHeight / innerHeight)';
          await expect.poll(() => page.evaluate(panel), { message }).toBeLessThan(maps === 2 ? 0.7 : 0.85);
        }
      }
    }
  });
});
