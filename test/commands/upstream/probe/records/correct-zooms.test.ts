import { expect, test } from 'vitest';
import { correctProbedZooms } from '../../../../../commands/upstream/probe/records/correct-zooms.ts';
import { type SwitchMode, withoutNewSwitches } from '../../../../../commands/upstream/probe/records/switching.ts';
import type { ProbeHistory, SizeHistory, ZoomSearch } from '../../../../../contract/generated/reports.types.ts';
import { observed } from '../../../../support/observed.ts';
import { mapOnHosts, probed } from '../../../../support/probed.ts';

const NOW = Date.parse('2026-10-01T06:00:00Z');
const FOUND = { from: 13, to: 13, day: '2026-09-30', weeks: 3 };

test.each<[string, Partial<ZoomSearch>, SwitchMode, { probe?: number; switched?: boolean }, number | undefined]>([
  ['that agrees for three weeks', {}, 'new', {}, 13],
  ['that agrees for two', { found: { ...FOUND, weeks: 2 } }, 'new', {}, undefined],
  ['whose places differ', { found: { ...FOUND, from: 11 } }, 'new', {}, undefined],
  ['that has all zooms', { found: { ...FOUND, from: 19, to: 19 } }, 'new', {}, undefined],
  ['whose record has changed', { maxZoom: 17 }, 'new', {}, undefined],
  ['that a person turned down', { proposed: '2026-09-23' }, 'new', {}, undefined],
  ['whose proposal is open', { proposed: '2026-09-23' }, 'all', {}, 13],
  ['whose own place is deeper', {}, 'new', { probe: 14 }, undefined],
  ['that is switched off', {}, 'new', { switched: false }, undefined],
])('the zoom of a map %s: %s', (_, search, mode, { probe, switched = null }, maxZoom) => {
  const zooms = { maxZoom: 19, begun: '2026-09-25', places: [], found: FOUND, ...search };
  const asked = { day: '2026-10-01', requests: 6 };
  const history: ProbeHistory = { version: 1, servers: [observed('mapserver', 'One', {}, { zooms, asked })] };
  const one = mapOnHosts('One', 1);
  const place = probe === undefined ? {} : { probe: { latitude: 0, longitude: 0, zoom: probe } };
  const maps = [{ ...one, ...place }];
  const answers = [{ ...probed('One', '+'), switched }];
  const corrected = correctProbedZooms({ history, answers }, { maps, mode, now: NOW });
  expect(corrected.answers[0]?.maxZoom).toBe(maxZoom);
  const proposed = corrected.history.servers[0]?.zooms?.proposed;
  expect(proposed).toBe(search.proposed ?? (maxZoom && '2026-10-01'));
  // What could not be proposed is decided again.
  expect(withoutNewSwitches(corrected.history).servers[0]?.zooms?.proposed).toBe(search.proposed);
});

test.each<[string, Partial<SizeHistory>, SwitchMode, boolean | null, number | undefined, object?]>([
  ['for two weeks', {}, 'new', null, 512],
  ['for less', { since: '2026-09-18' }, 'new', null, undefined],
  ['after a day in the future', { since: '2026-12-01' }, 'new', null, undefined],
  ['that a person turned down', { proposed: '2026-09-23' }, 'new', null, undefined],
  ['whose proposal is open', { proposed: '2026-09-23' }, 'all', null, 512],
  ['of a map that is switched off', {}, 'new', false, undefined],
  ['that the record has by now', {}, 'all', null, undefined, { tileSize: 512 }],
  ['that is the usual one', { pixels: 256 }, 'new', null, 256, { tileSize: 512 }],
])('another width of all tiles %s: %s', (_, size, mode, switched, tileSize, record = {}) => {
  const asked = { day: '2026-10-01', requests: 6 };
  const more = { tileSize: { pixels: 512 as const, since: '2026-09-17', ...size }, asked };
  const history: ProbeHistory = { version: 1, servers: [observed('mapserver', 'One', {}, more)] };
  const answers = [{ ...probed('One', '+'), switched }];
  const one = mapOnHosts('One', 1);
  const maps = [{ ...one, ...record }];
  const corrected = correctProbedZooms({ history, answers }, { maps, mode, now: NOW });
  expect([corrected.answers[0]?.tileSize, corrected.answers[0]?.maxZoom]).toEqual([tileSize, undefined]);
  expect(corrected.history.servers[0]?.tileSize?.proposed).toBe(size.proposed ?? (tileSize && '2026-10-01'));
  expect(withoutNewSwitches(corrected.history).servers[0]?.tileSize?.proposed).toBe(size.proposed);
});
