/** How much of a page a browser styles again: what changes often must not concern each row of a long list. */
import type { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, inFirefox, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

const ROWS = 150;

const map = (id: string): string =>
  `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 17\nhosts: [tiles.example.org]\nurlPattern: https://#{host}/${id}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: Owner\n`;

const maps = Array.from({ length: ROWS }, (_, index) => [`mapservers/m${index}.yaml`, map(`m${index}`)]);

/** A map that is shown has about a hundred elements of its own; a page with this many rows has more than a thousand. */
const MOST = 100;

const toggle = (name: string): string => `document.documentElement.classList.toggle('${name}')`;

/** Each is done and undone. */
const CHANGES = {
  ...Object.fromEntries(
    'asking,based,beside,beside-many,bound,comparing,listed,listing,map-closed,mapped,mapping,ordering,showing'
      .split(',')
      .map((name) => [`class ${name} of the root`, toggle(name)]),
  ),
  'an element before the lists': `(() => {
    const finder = document.querySelector('.finder');
    if (finder.firstElementChild.id === 'tried') finder.firstElementChild.remove();
    else finder.prepend(Object.assign(document.createElement('div'), { id: 'tried' }));
  })()`,
  'a row before the others': `document.querySelector('.list .records').prepend(document.querySelector('.list .records').lastElementChild)`,
  'the fields of the search': `(() => { const fields = document.querySelector('#search > fieldset'); fields.disabled = !fields.disabled; })()`,
};

describeInBrowser('a long list on a phone', (browser) => {
  test.skipIf(inFirefox)('is not styled again when something else on the page changes', async () => {
    const site = await serveSite(sitePages({ ...SMALL, ...Object.fromEntries(maps) }));
    const { page } = await browser.open(`${site}/#map=9/47.00000/8.00000&base=m1&with=m2`, { width: 390, height: 844 });
    await page.waitForSelector('html.beside #search > fieldset:enabled');
    const session = await page.context().newCDPSession(page);
    const styled: Record<string, number> = {};
    for (const [name, change] of Object.entries(CHANGES)) {
      for (const _ of ['done', 'undone']) {
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))');
        const counts: number[] = [];
        await traced(session, () => page.evaluate(`${change}; void document.body.offsetTop`), counts);
        styled[name] = Math.max(styled[name] ?? 0, ...counts);
      }
    }
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeGreaterThan(1000);
    expect(Object.fromEntries(Object.entries(styled).filter(([, elements]) => elements > MOST))).toEqual({});
  });
});

type Session = Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>['newBrowserCDPSession']>>;

/** @param counts gets the number of elements of each computation of styles */
async function traced(session: Session, act: () => Promise<unknown>, counts: number[]): Promise<void> {
  const collect = ({ value }: { readonly value: readonly object[] }): void => {
    for (const event of value as readonly { readonly name: string; readonly args: { elementCount?: number } }[])
      if (event.name === 'UpdateLayoutTree') counts.push(event.args.elementCount ?? 0);
  };
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await act();
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  session.off('Tracing.dataCollected', collect);
}
