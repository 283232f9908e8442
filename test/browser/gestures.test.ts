/** Gestures in a real browser: the page scrolls over the map of a record, and two fingers move the map. */
import { expect, test } from 'vitest';
import { describeInBrowser, inFirefox, serveSite, sitePages, type TestWindow } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

async function middle({ page }: TestWindow): Promise<{ x: number; y: number }> {
  const box = await page.locator('.map-canvas').boundingBox();
  if (!box) throw new Error('no map');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

describeInBrowser('gestures on a map', (browser) => {
  const files = sitePages(SMALL);

  const openMap = async (hasTouch: boolean): Promise<TestWindow> => {
    const site = await serveSite(files);
    const window = await browser.open(`${site}/mapservers/one/`, {
      width: 390,
      height: 700,
      hasTouch,
      ofItsOwn: true,
      reducedMotion: 'reduce',
    });
    await window.page.getByRole('button', { name: 'Show the map' }).click();
    await window.page.waitForURL(/#map=/);
    await window.page.evaluate('document.activeElement.blur()');
    return window;
  };

  test.skipIf(inFirefox)('the wheel scrolls the page, and with Ctrl or after a click it zooms', async () => {
    const window = await openMap(false);
    const { page } = window;
    const zoom = (): Promise<string | null> => page.textContent('.map-zoom');
    const before = await zoom();
    const { x, y } = await middle(window);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(50);
    await page.getByText('hold Ctrl').waitFor();
    await expect.poll(() => zoom()).toBe(before);
    await page.evaluate('scrollTo(0, 0)');
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await expect.poll(zoom).not.toBe(before);
    const closer = await zoom();
    await page.mouse.click(x, y);
    await page.mouse.wheel(0, -200);
    await expect.poll(zoom).not.toBe(closer);
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  });

  test.skipIf(inFirefox)('one finger scrolls the page, and two move the map', async () => {
    const window = await openMap(true);
    const { page } = window;
    const { x, y } = await middle(window);
    const view = page.url();
    const session = await page.context().newCDPSession(page);
    /** Moves so many fingers, each from its place by steps of this size. */
    const slide = async (fingers: readonly number[], right: number, down: number): Promise<void> => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number, places = fingers): Promise<unknown> =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: places.map((place, id) => ({ x: x + place + step * right, y: y + step * down, id })),
        });
      await touch('touchStart', 0);
      for (let step = 1; step < 12; step++) await touch('touchMove', step);
      await touch('touchEnd', 0, []);
    };
    await slide([0], 0, -15);
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(80);
    await page.getByText('Two fingers').waitFor();
    expect(page.url()).toBe(view);
    // The page may still scroll on from the first finger.
    const slideTwo = async (): Promise<string> => {
      await page.evaluate('scrollTo(0, 0)');
      await slide([-30, 30], 8, 0);
      return page.url();
    };
    await expect.poll(slideTwo).not.toBe(view);
  });
});
