/**
 * The picture in README shows the catalog on drawn tiles. It is compared by what it was drawn with, not by its pixels or by
 * the catalog. With PICTURE=write, it is drawn anew.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TilePosition } from '../../commands/upstream/probe/ask/sample-tiles.ts';
import { describeInBrowser, serveSite, sitePages } from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';
import { ROOT } from '../support/cli.ts';
import { Canvas, type Colour, encoded } from '../support/drawn-tiles.ts';
import { contentOf } from '../support/files.ts';
import { OUR_CATALOG } from './our-catalog.ts';

const PICTURE = join(ROOT, 'docs', 'catalog.png');
const LOOKS = join(import.meta.dirname, 'picture.json');

/** A hash of the templates and styles. */
function looksOfPages(): string {
  const html = Buffer.from(sitePages(SMALL).get('index.html') ?? []).toString();
  return createHash('sha256')
    .update(html.replaceAll(/[\w-]+\.js\b|sha256-[\w+/=]+/g, ''))
    .digest('hex');
}

/** Hills with contours and shadows. */
function hills({ zoom, x, y }: TilePosition): Buffer {
  const heightAt = (px: number, py: number): number => {
    const [east, south] = [x + px / 256, y + py / 256];
    return [1, 2, 3, 4, 5].reduce((sum, octave) => {
      const turn = octave * 2.4;
      const along = east * Math.cos(turn) + south * Math.sin(turn);
      const across = south * Math.cos(turn) - east * Math.sin(turn);
      return sum + Math.sin(along * octave * 2.1 + Math.sin(across * octave * 1.3 + zoom)) / octave;
    }, 0);
  };
  const canvas = new Canvas(256).shade((px, py) => {
    const [height, beside] = [heightAt(px, py), heightAt(px + 1, py + 1)];
    const shadow = (beside - height) * 900;
    const isContour = Math.floor(height * 6) !== Math.floor(beside * 6);
    const [red, green, blue]: Colour = isContour ? [190, 150, 110] : height > 0 ? [226, 226, 205] : [205, 222, 190];
    return [red + shadow, green + shadow, blue + shadow].map((part) =>
      Math.min(255, Math.max(0, part)),
    ) as unknown as Colour;
  });
  return encoded(canvas, 'png');
}

describeInBrowser('the picture in README', (browser) => {
  test.runIf(process.env['PICTURE'] === 'write')('is drawn', async () => {
    const site = await serveSite(sitePages(contentOf(OUR_CATALOG)));
    const { page } = await browser.open('about:blank', { width: 1366, height: 768, ofItsOwn: true });
    await page.route(
      (address) => !address.href.startsWith(site),
      (route) => {
        const [zoom = 0, x = 0, y = 0] = (/(\d+)\/(\d+)\/(\d+)\.\w+$/.exec(route.request().url()) ?? [])
          .slice(1)
          .map(Number);
        return route.fulfill({ contentType: 'image/png', body: hills({ zoom, x, y }) });
      },
    );
    await page.goto(`${site}/?q=Zermatt`);
    await page.getByText('for this country or region').first().waitFor();
    await page.locator('.show:visible').first().click();
    await page.waitForSelector('.map-layers li');
    await page.waitForLoadState('networkidle');
    await page.mouse.move(0, 0);
    writeFileSync(PICTURE, await page.screenshot());
    writeFileSync(LOOKS, `${JSON.stringify({ looks: looksOfPages() }, null, 2)}\n`);
  });
});

test('the picture in README was drawn with these templates and styles', () => {
  const { looks } = JSON.parse(readFileSync(LOOKS, 'utf8'));
  expect(looks, 'Draw it anew: PICTURE=write npm run check:catalog -- picture').toBe(looksOfPages());
});
