import { expect, test } from 'vitest';
import { historyOf } from '../../../../build/model/history.ts';
import { knownServers, serverFlags } from '../../../../build/render/pages/server-facts.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

const PARTS = { script: '', style: '', files: [] };
const times = new Map([['mapservers/one.yaml', Date.UTC(2026, 8, 19, 23, 59) / 1000]]);
const history = historyOf({ times, uncommitted: new Set() });

test('a server is known by its file, and by the history of probes', () => {
  const deadServers = [
    { kind: 'overlayserver', id: 'Two', deadSince: '2026-09-01' },
    // One that is no longer in the catalog, and one of the other kind.
    { kind: 'mapserver', id: 'Two', deadSince: '2026-09-02' },
  ] as const;
  const known = knownServers({ catalog: modelled(SMALL), history, parts: { ...PARTS, deadServers }, fileBytes: null });
  expect(known.map(({ server, changed, brokenSince }) => [server.id, changed, brokenSince])).toEqual([
    ['One', '2026-09-19', null],
    ['Two', null, '2026-09-01'],
  ]);
  expect(known.map(serverFlags)).toEqual([
    'base active https no-token',
    'overlay inactive http no-token language broken',
  ]);
});
