import { describe, expect, test } from 'vitest';
import { mapStatusesAt, mapStatusesIn, type Statuses } from '../../../build/model/statuses.ts';
import type { ObservedStatus } from '../../../contract/generated/reports.types.ts';
import { observed } from '../../support/observed.ts';

function statusOf(status: Partial<ObservedStatus>) {
  const servers = [observed('mapserver', 'A', status), observed('mapserver', 'B', {})];
  return mapStatusesIn({ version: 1, servers })?.byMap.get('mapservers A');
}

describe('a status', () => {
  test.each<[string, Partial<ObservedStatus>, string, string, number | null]>([
    ['of every day', { days: `${'w'.repeat(27)}nnn` }, `${'w'.repeat(27)}nnn`, '2026-09-30', 0.9],
    ['of more days than are shown', { days: `${'d'.repeat(10)}${'w'.repeat(30)}` }, 'w'.repeat(30), '2026-09-30', 0.75],
    ['that ends before', { days: 'ww', until: '2026-09-27' }, `${'.'.repeat(25)}ww...`, '2026-09-27', 1],
    ['with days at the end on which nobody looked', { days: 'ww..' }, `${'.'.repeat(26)}ww..`, '2026-09-28', 1],
    ['of one who is never sure', { days: 'uu' }, `${'.'.repeat(28)}uu`, '2026-09-30', null],
  ])('%s', (_, status, days, probed, share) => expect(statusOf(status)).toMatchObject({ days, probed, share }));

  test.each([
    ['2026-09-23', false],
    ['2026-09-22', true],
  ])('that ends on %s is old: %s', (until, isOld) => expect(statusOf({ until, days: 'w' })?.isOld).toBe(isOld));

  test('is none without a letter', () => expect(statusOf({ days: '...' })).toBe(undefined));

  test('has the reason of the history, which becomes words where it is printed', () => {
    for (const reason of ['it answers 404', ['answers', 404] as [string, number]])
      expect(statusOf({ reason })?.reason).toEqual(reason);
  });
});

test('a history without statuses says nothing', () =>
  expect(mapStatusesIn({ version: 1, servers: [observed('mapserver', 'Unknown')] })).toBe(null));

test.each([
  ['2026-10-07T23:59:59Z', undefined],
  ['2026-10-08T00:00:00Z', Date.UTC(2026, 9, 8) / 1000],
])('a history that ends long before the commit of %s says nothing about that day', (commit, changed) => {
  const servers = [observed('mapserver', 'A', {})];
  const seen = mapStatusesAt(mapStatusesIn({ version: 1, servers }) as Statuses, Date.parse(commit) / 1000);
  const isOld = changed !== undefined;
  expect(seen.byMap.get('mapservers A')).toMatchObject({ isOld, verdict: 'works', probed: '2026-09-30' });
  expect(seen).toMatchObject({ until: '2026-09-30', changed: changed ?? Date.UTC(2026, 8, 30) / 1000 });
});
