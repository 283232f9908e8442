import type { Page } from 'playwright-core';

/** With all that is folded opened. */
export async function openedForm(page: Page): Promise<void> {
  await page.waitForSelector('#add:not([inert])');
  await page.evaluate('for (const folded of document.querySelectorAll(".add-fields > details")) folded.open = true;');
}
