import { expect, test } from 'vitest';
import { historyOf } from '../../../../build/model/history.ts';
import { knownServers } from '../../../../build/render/pages/server-facts.ts';
import { serverPage } from '../../../../build/render/pages/server-page.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

function pageOf(mapserver: string): string {
  const catalog = modelled({ ...SMALL, 'mapservers/one.yaml': mapserver });
  const parts = { script: 'assets/main.js', style: 'assets/main.css', files: [] };
  const input = { catalog, history: historyOf(null), parts, fileBytes: null };
  const [known] = knownServers(input);
  if (known === undefined) throw new Error('no server');
  return Buffer.from(serverPage(input, known, 'en').content).toString();
}

const FREE = String(SMALL['mapservers/one.yaml']);

test('offers to show the map', () => {
  const page = pageOf(FREE);
  expect(page).toContain('Show the map</button>');
  expect(page).toContain('Nothing is loaded from a.example.org …');
});

test('says why the map cannot be shown, in place of the button', () => {
  const page = pageOf(FREE.replace('.png', '.png?key=${PAID_KEY}'));
  expect(page).not.toContain('class="show');
  expect(page).toContain('It cannot be shown here.');
  expect(page).toContain('those with an access token (PAID_KEY)');
});
