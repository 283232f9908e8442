import { expect, test } from 'vitest';
import { editionPage } from '../../../../build/render/pages/edition-page.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

const PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };

function pageOf(edition: string): string {
  const catalog = modelled({ ...SMALL, 'editions/offline.yaml': edition });
  const [first] = catalog.editions;
  if (!first) throw new Error('no edition');
  const history = { lastChange: () => null, log: [] };
  const input = { catalog, history, parts: PARTS, fileBytes: null };
  return new TextDecoder().decode(editionPage(input, first, 'en').content);
}

test('lists its data sources, and what they have', () => {
  const page = pageOf('name: "Off <i>line</i>"\ndatasources: [maps, empty]\n');
  expect(page).toContain('<h1 dir="auto">Off &lt;i&gt;line&lt;/i&gt;</h1>');
  expect(page).toContain('<a href="../../datasources/maps/"><bdi>Maps</bdi></a> <span class="soft">2 maps</span>');
  expect(page).toContain('<a href="../../datasources/empty/"><bdi>Empty</bdi></a> <span class="soft">0 files</span>');
  expect(page).toContain('href="../../v1/editions/offline/"');
});

test('says where there are none', () => {
  expect(pageOf('name: Offline\ndatasources: []\n')).toContain('This edition offers no downloads.');
});
