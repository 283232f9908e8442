import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../../build/history/history.ts';
import { catalogMaps } from '../../../../../build/model/catalog.ts';
import { indexPage } from '../../../../../build/render/pages/lists/index-page.ts';
import { listPages } from '../../../../../build/render/pages/lists/list-pages.ts';
import { type Files, SMALL } from '../../../../support/catalogs.ts';
import { modelled } from '../../../../support/check.ts';

const [first = ''] = Object.keys(SMALL).filter((path) => path.startsWith('mapservers/'));

function mapsOf(count: number): Files {
  const others = Object.entries(SMALL).filter(([path]) => !/^(map|overlay)servers\//.test(path));
  const maps = Array.from({ length: count }, (_, index) => {
    const text = String(SMALL[first])
      .replace(/^id: .*$/m, `id: Map ${index}`)
      .replace(/^name: .*$/m, `name: Map ${index}`);
    return [`mapservers/map-${index}.yaml`, text];
  });
  return Object.fromEntries([...others, ...maps]);
}

test.each([
  [0, 0, []],
  [150, 150, []],
  [151, 150, ['mapservers/list/2/index.html 1']],
  [301, 150, ['mapservers/list/2/index.html 150', 'mapservers/list/3/index.html 1']],
])('%i maps: %i on the home page, and the rest on pages that it links to', (count, onHome, further) => {
  const parts = { script: 'assets/main.js', style: 'assets/main.css', files: [] };
  const input = { catalog: modelled(mapsOf(count)), history: catalogHistoryOf(null), parts };
  const maps = catalogMaps(input.catalog);
  const rows = (content: Uint8Array): number =>
    Buffer.from(content).toString().split('data-kind="mapserver"').length - 1;
  const home = indexPage(input, maps, 'en').content;
  expect(rows(home)).toBe(onHome);
  const pages = [...listPages(input, maps, 'en')];
  expect(pages.map(({ path, content }) => `${path} ${rows(content)}`)).toEqual(further);
  for (const { path } of pages) expect(Buffer.from(home).toString()).toContain(`"./${path.replace('index.html', '')}"`);
});
