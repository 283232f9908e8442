/** Colours that the system sets, in a real browser: what is chosen is still seen. */
import { expect, test } from 'vitest';
import { accessibilityFaults, describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

describeInBrowser('forced colours', (browser) => {
  test.each(['light', 'dark'] as const)('show which chip and which map is chosen, in %s', async (colorScheme) => {
    const window = await browser.open(await serveSite(sitePages(SMALL)), { forcedColors: 'active', colorScheme });
    const { page } = window;
    await page.route('**/*.example.org/**', (route) => route.abort());
    await page.waitForSelector('#search > fieldset:enabled');
    await page.getByLabel('Show One').click();
    await page.waitForSelector('.show[aria-pressed="true"]');
    const colour = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    await expect
      .poll(() => colour('.chip input:checked + span'))
      .not.toBe(await colour('.chip input:not(:checked) + span'));
    await expect.poll(() => colour('.show[aria-pressed="true"]')).not.toBe(await colour('.show[aria-pressed="false"]'));
    await expect.poll(() => accessibilityFaults(page)).toEqual([]);
  });
});
