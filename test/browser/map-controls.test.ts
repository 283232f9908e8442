/** The controls of a map with others beside it: what is seen of each. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../support/browser.ts';
import { openHomeOfFour } from '../support/home-of-four.ts';

describeInBrowser('the controls of the map', (browser) => {
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
