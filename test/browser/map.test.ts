/** The live map in a real browser: what is asked of tile servers, what is seen, and what is said. */
import { expect, test } from 'vitest';
import type { PageServer } from '../../contract/pages.ts';
import {
  describeInBrowser,
  serveSite,
  sitePages,
  type TestWindow,
  tileColour,
  tileServer,
} from '../support/browser.ts';
import { SMALL } from '../support/catalogs.ts';

/** A server of a test: what is special about it, and the folder and order of the tile server. */
interface TestServer extends Partial<Omit<PageServer, 'key' | 'kind'>> {
  readonly over?: boolean;
  readonly pattern?: string;
}

/** A page with these servers in place of what it is about, with everything else that every page has. */
function pageWith(hosts: readonly string[], servers: Readonly<Record<string, TestServer>>): Map<string, Uint8Array> {
  const items = Object.entries(servers).map(
    ([name, { over = false, pattern = 'map/#{zoom}/#{tilex}/#{tiley}.png', ...given }]) => {
      const kind = over ? 'overlayserver' : 'mapserver';
      const server: PageServer = {
        key: `${kind}s/${name}`,
        kind,
        id: name,
        minZoom: 0,
        maxZoom: 19,
        hosts,
        urlPattern: `http://#{host}/${pattern}`,
        copyright: 'OpenStreetMap',
        unset: [],
        page: `${name}/`,
        ...given,
      };
      const data = JSON.stringify(server).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      return `<li class="server" id="${name}" data-server="${data}"><button class="show" aria-pressed="false">show</button> <button class="compare" aria-pressed="false">compare</button></li>`;
    },
  );
  const files = sitePages(SMALL);
  const index = Buffer.from(files.get('index.html') as Uint8Array).toString();
  const main = `<main id="content"><ul>${items.join('')}</ul><section class="map-panel" id="panel"><div id="map" class="map"></div></section></main>`;
  const frame = '#panel { height: 80vh; width: 100% }';
  files.set('frame.css', Buffer.from(frame));
  const page = index
    .replace(/<main[\s\S]*<\/main>/, main)
    .replace('</head>', '<link rel="stylesheet" href="frame.css"></head>');
  return files.set('index.html', Buffer.from(page));
}

/** The colour of the map at a place of its element, from 0 to 1. */
async function mapColour({ page, colourAt }: TestWindow, across: number, down: number): Promise<readonly number[]> {
  const box = await page.locator('.map-canvas').boundingBox();
  if (!box) throw new Error('no map');
  return colourAt(Math.round(box.x + box.width * across), Math.round(box.y + box.height * down));
}

/** Which tile is in the middle of the map, a little below and to the right of it. */
function tileAt(zoom: number, latitude: number, longitude: number): readonly [number, number, number] {
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
  return [zoom, Math.floor(((longitude + 180) / 360) * 2 ** zoom), Math.floor(((1 - north) / 2) * 2 ** zoom)];
}

const note = (name: string) => `.map-layers li:has(bdi:text-is("${name}")) .map-note`;

describeInBrowser('the map', (browser) => {
  test('asks for nothing before somebody does, and then for the right tiles, with the Referer', async () => {
    const { host, port, requests } = await tileServer();
    const site = await serveSite(pageWith([host, `localhost:${port}`], { plain: {} }));
    const window = await browser.open(`${site}/`);
    await window.page.waitForLoadState('networkidle');
    expect(requests).toEqual([]);
    await window.page.click('#plain .show');
    await window.page.waitForSelector('.leaflet-tile-loaded[src*="/map/"]');
    await window.page.waitForLoadState('networkidle');
    await window.picture('map-one');
    expect(new Set(requests.map(({ referer }) => referer))).toEqual(new Set([`${site}/`]));
    expect(new Set(requests.map((request) => request.host)).size).toBe(2);
    expect(window.complaints).toEqual([]);
  });
});
void [mapColour, tileAt, note, tileColour];
