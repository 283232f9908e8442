/** Announced ends of maps, in the feeds and on the page of changes. */
import { describe, expect, test } from 'vitest';
import { type History, historyOf, type ToldChange } from '../../../../build/history/history.ts';
import { changesJson } from '../../../../build/render/changes/change-feeds.ts';
import { endingsOf, knownDay } from '../../../../build/render/changes/endings.ts';
import { changesPage } from '../../../../build/render/pages/changes-page.ts';
import type { ChangesFeed } from '../../../../contract/generated/v1.types.ts';
import { catalogOf, xyzMap } from '../../../support/xyz-maps.ts';

const ends = { date: '2026-12-01', source: 'https://a.example.org/end' };
const CATALOG = catalogOf([xyzMap({ provider: 'a', ends }), xyzMap({ id: 'Two', fileName: 'two' })]);
const at = (day: string): number => Date.parse(day) / 1000;

/** A history with one commit that announced an end, seen by a build on a day. */
function historyAt(today: string, kind: ToldChange['role'], name: string, change: ToldChange['change']): History {
  const cause = { commit: 'c'.repeat(40), time: at('2026-10-01'), subject: 'The end' };
  const told: ToldChange = {
    cause,
    role: kind,
    name,
    label: null,
    change,
    reason: null,
    fields: change === 'added' ? [] : [['ends.date', null, ends.date]],
    entries: null,
  };
  const log = [{ commit: 'b'.repeat(40), time: at('2026-09-01'), subject: 'x', title: null, files: [] }];
  const records = { told: [told], ofRecord: new Map(), reasons: new Map(), withdrawn: [] };
  return { ...historyOf(null), log, records, builtAt: at(today) } as unknown as History;
}

describe.each([
  ['mapserver', 'one', 'changed'],
  ['provider', 'a', 'changed'],
  ['mapserver', 'one', 'added'],
] as const)('%s %s, %s', (kind, name, change) => {
  test.each([
    ['2026-10-31', ['2026-10-01']],
    ['2026-11-01', ['2026-11-01', '2026-10-01']],
    ['2027-01-01', ['2026-11-01', '2026-10-01']],
  ])('the feed of %s has items of %j', (today, days) => {
    const history = historyAt(today, kind, name, change);
    const endings = endingsOf(CATALOG, history, knownDay(history, null));
    const { items } = JSON.parse(changesJson(CATALOG, { ...history, page: null, endings })) as ChangesFeed;
    expect(items.map(({ date_published: time }) => time.slice(0, 10))).toEqual(days);
    expect(new Set(items.map(({ title }) => title))).toEqual(new Set(['One ends on 2026-12-01']));
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });
});

test.each([
  ['2026-10-31', null, false],
  ['2026-11-01', null, true],
  ['2026-10-31', '2026-11-30', true],
  ['2026-12-02', null, false],
])('a build of %s, with a status of %s, lists it on the page: %s', (today, until, is) => {
  const history = historyAt(today, 'mapserver', 'one', 'changed');
  const statuses = until === null ? null : { until, changed: 0, byMap: new Map() };
  const parts = { script: 'a.js', style: 'a.css', files: [] };
  const page = Buffer.from(changesPage({ catalog: CATALOG, history, parts, statuses }, 'en').content).toString();
  expect(page.includes('id="endings"')).toBe(is);
  expect(page).toContain('announced: it ends on 2026-12-01');
});

test('without a history and a status, nothing is soon', () => {
  const history = historyOf(null);
  expect(endingsOf(CATALOG, history, knownDay(history, null))).toMatchObject([{ date: ends.date, soon: null }]);
});
