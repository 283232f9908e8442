import { expect, test } from 'vitest';
import { historyOf } from '../../../../build/model/history.ts';
import { statusesIn } from '../../../../build/model/statuses.ts';
import { knownServers, serverData, serverFlags } from '../../../../build/render/pages/server-facts.ts';
import { EN } from '../../../../contract/page-texts/en.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';
import { observed } from '../../../support/observed.ts';

const PARTS = { script: '', style: '', files: [] };
const times = new Map([['mapservers/one.yaml', Date.UTC(2026, 8, 19, 23, 59) / 1000]]);
const history = historyOf({ times, uncommitted: new Set() });

test('a server is known by its file, and by the history of probes', () => {
  const dead = { verdict: 'dead', reason: null, since: '2026-09-01', lastGood: null, days: 'd' } as const;
  const statuses = statusesIn({
    version: 1,
    servers: [
      observed('overlayserver', 'Two', { ...dead, until: '2026-09-02' }),
      // One that is no longer in the catalog, and one of the other kind.
      observed('mapserver', 'Two', { ...dead, until: '2026-09-03' }),
      observed('mapserver', 'One', { ...dead, verdict: 'works', days: 'w', until: '2026-09-03' }),
    ],
  });
  const known = knownServers({ catalog: modelled(SMALL), history, parts: PARTS, statuses });
  expect(known.map(({ server, changed, status }) => [server.id, changed, status?.probed])).toEqual([
    ['One', '2026-09-19', '2026-09-03'],
    ['Two', null, '2026-09-02'],
  ]);
  expect(known.map(serverFlags)).toEqual([
    'base active https no-token works',
    'overlay inactive http no-token language broken',
  ]);
});

test.each<[string, readonly number[] | undefined]>([
  ['', undefined],
  ['area: world', undefined],
  ['countries: [CH]', [5.9, 45.8, 10.5, 47.9]],
  // One box around both would be the Atlantic, or the whole world.
  ['countries: [FR, GF, RE]', [-6.3, 41, 10.1, 51.6]],
  [
    'area: [{ west: 170, south: -20, east: 180, north: -10 }, { west: -180, south: -20, east: -175, north: -10 }]',
    [170, -20, 180, -10],
  ],
  ['area: [{ west: 1, south: 2, east: 3, north: 4 }, { west: 3, south: 4, east: 5, north: 6 }]', [1, 2, 5, 6]],
])('%s is the box %j', (area, bounds) => {
  const { mapservers } = modelled({ ...SMALL, 'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}${area}\n` });
  const [server] = mapservers;
  const data = server && serverData({ link: () => '', texts: EN }, 'mapserver', server);
  expect(JSON.parse(data ?? '').bounds).toEqual(bounds);
});

test.each([
  ['', undefined, undefined],
  [
    'licence: CC-BY-SA-4.0\nterms: https://a.example.org/\n',
    ['CC BY-SA 4.0', 'https://spdx.org/licenses/CC-BY-SA-4.0.html'],
    undefined,
  ],
  ['licence: https://a.example.org/own\n', ['Own licence', 'https://a.example.org/own'], undefined],
  ['terms: https://a.example.org/\n', ['Terms of use', 'https://a.example.org/'], undefined],
  [
    'attribution: [{ text: A, url: https://a.example.org/ }]\n',
    undefined,
    [{ text: 'A', url: 'https://a.example.org/' }],
  ],
])('scripts know on what terms a map may be used, and its attribution: %j', (members, usage, attribution) => {
  const [server] = modelled({
    ...SMALL,
    'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}${members}`,
  }).mapservers;
  const data = JSON.parse(server ? serverData({ link: () => '', texts: EN }, 'mapserver', server) : '');
  expect([data.usage, data.attribution]).toEqual([usage, attribution]);
});
