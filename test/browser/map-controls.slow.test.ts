/** The controls of the map in windows of every size: nothing covers them, and what is seen of each beside others. */
import { expect, test } from 'vitest';
import { describeInBrowser, serveSite, sitePages, tileServer } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

const IDS = ['swisstopo Landeskarte farbig', 'OpenTopoMap', 'CyclOSM', '4UMaps'];

/** Serves the home page with four maps, whose credits are as long as those of real ones. */
async function openHomeOfFour(): Promise<string> {
  const { port } = await tileServer();
  const servers = IDS.map((id, index) => [
    `mapservers/map${index}.yaml`,
    `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 17\nhosts: [127.0.0.1]\nurlPattern: http://#{host}:${port}/map/#{zoom}/#{tilex}/#{tiley}.png?${index}\ncopyright: ${id} (CC-BY-SA), OpenStreetMap\n`,
  ]);
  return serveSite(sitePages({ ...SMALL, ...Object.fromEntries(servers) }));
}

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

  test.each([2, 4])(
    '%i maps: each is seen whole, with its whole credits and the chosen place; nothing moves',
    async (maps) => {
      const others = [1, 2, 3].slice(0, maps - 1).map((index) => `map${index}`);
      const { page } = await browser.open('about:blank', { reducedMotion: 'reduce', ofItsOwn: true });
      // The press asks for another list, so what moves by it is no fault.
      await page.addInitScript(
        'new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift = (window.shift ?? 0) + value; }).observe({ type: "layout-shift", buffered: true });',
      );
      const address = `${await openHomeOfFour()}/#map=5/46.80/8.20&base=map0&with=${others.join(',')}`;
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto('about:blank');
        await page.goto(address);
        await page.getByRole('button', { name: 'Maps here' }).click();
        await expect.poll(() => page.locator('.place-mark').count()).toBe(maps === 2 ? 1 : maps);
        const seen = `[...document.querySelectorAll('.map-canvas')].every((map) => {
        const { left, right, top, bottom } = map.getBoundingClientRect();
        const list = document.querySelector('.map-layers').getBoundingClientRect();
        return list.top >= bottom || list.left >= right;
      }) && document.querySelector('.map-actions button').getBoundingClientRect().bottom <= document.querySelector('.map').getBoundingClientRect().bottom`;
        await expect.poll(() => page.evaluate(seen)).toBe(true);
        const cut = `[...document.querySelectorAll('.leaflet-control-attribution')].filter((one) => one.scrollHeight > one.clientHeight + 1).length`;
        await expect.poll(() => page.evaluate(cut)).toBe(0);
        const topmost = `(([mark]) => { const { x, y, width } = mark.getBoundingClientRect(); return document.elementsFromPoint(x + width / 2, y + width / 2)[0].className; })(document.querySelectorAll('.place-mark'))`;
        if (maps === 2) expect(await page.evaluate(topmost)).not.toBe('map-swipe-line');
        expect(
          await page.evaluate(
            'Math.min(...[...document.querySelectorAll(".map-layer-name")].map((one) => one.offsetHeight))',
          ),
        ).toBeGreaterThanOrEqual(24);
        expect(await page.evaluate('window.shift ?? 0')).toBeLessThan(0.05);
      }
    },
  );

  test.each([1280, 360])('the place below the divider is searched in a window of %d pixels', async (width) => {
    const { page } = await browser.open(`${await openHomeOfFour()}/#map=5/46.80/8.20&base=map0&with=map1`, { width });
    await page.getByRole('button', { name: 'Maps here' }).click();
    await expect.poll(() => page.inputValue('#search-text')).toMatch(/^46\.\d+, 8\.\d+$/);
  });
});
