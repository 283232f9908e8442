/** Colours that the system sets, in a real browser: what is chosen is still seen. */
import { expect, test } from 'vitest';
import { accessibilityFaults, describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

describeInBrowser('forced colours', (browser) => {
  test('show which chip and which map is chosen, in light and in dark', async () => {
    const { page } = await browser.open(await serveSite(sitePages(SMALL)), { forcedColors: 'active' });
    await page.waitForSelector('#search > fieldset:enabled');
    await page.getByLabel('Show One').click();
    await page.waitForSelector('.shown .show');
    await page.getByRole('button', { name: 'Overlays' }).click();
    const colour = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await expect
        .poll(() => colour('.chip[aria-pressed="true"]'))
        .not.toBe(await colour('.chip[aria-pressed="false"]'));
      await expect.poll(() => colour('.shown .show')).not.toBe(await colour('.server:not(.shown) .show'));
      await expect.poll(() => accessibilityFaults(page)).toEqual([]);
    }
  });
});
