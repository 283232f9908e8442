import { describe, expect, test } from 'vitest';
import type { CatalogMap } from '../../../../../build/model/catalog.ts';
import { NO_PROBE_HISTORY, parseProbeHistory } from '../../../../../cli/catalog/probe-history.ts';
import {
  addProbeRun,
  doubtAboutRun,
  historyText,
} from '../../../../../commands/upstream/probe/history/observations.ts';
import type { ProbedMap, ProbeHistory } from '../../../../../contract/generated/reports.types.ts';
import { observed } from '../../../../support/observed.ts';
import { mapOnHosts, probed } from '../../../../support/probed.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T06:00:00Z');

/** The history after runs: each with its day (with parts of days) and the verdict of each host, `+`, `-`, `?`. */
const after = (runs: readonly (readonly [day: number, hosts: string])[], maps: CatalogMap[] = []): ProbeHistory =>
  runs.reduce((history, [day, hosts]) => {
    const answer = probed('One', hosts);
    const all = maps.length > 0 ? maps : [mapOnHosts('One', [...hosts].length)];
    return addProbeRun(history, [answer], { maps: all, now: START + day * DAY });
  }, NO_PROBE_HISTORY);

const deadSince = (history: ProbeHistory): (string | null)[] =>
  history.servers.flatMap((server) => [server.deadSince, ...server.hosts.map((host) => host.deadSince)]);

/** One run a day with these verdicts of the only host; a space is a day without a run. */
const daily = (verdicts: string): [number, string][] =>
  [...verdicts].flatMap((verdict, day): [number, string][] => (verdict === ' ' ? [] : [[day, verdict]]));

describe('a server with one host is dead since', () => {
  test.each<[string, [number, string][], string | null]>([
    ['the first of five', daily('-----'), '2026-03-01'],
    ['the first of five after a good one', daily('+-----'), '2026-03-02'],
    ['never, where it failed again since', daily('------+----'), null],
    ['the first of five runs on five days, with days without a run', daily('-  - -- -'), '2026-03-01'],
    ['never, after five runs on one day', [0, 0.1, 0.2, 0.3, 0.4].map((day) => [day, '-']), null],
    ['never, where one of several runs a day was good', [...daily('----'), [3.1, '+'], [3.2, '-'], [4, '-']], null],
    ['the first of five, where one was unsure', daily('--?--?-'), '2026-03-01'],
    ['long ago, although those days are forgotten', [...daily('-----'), [40, '?'], [41, '-']], '2026-03-01'],
    ['never, where days are too long ago to count', [...daily('----'), [40, '-']], null],
    ['never, while a clock is wrong, after good days', [[8, '+'], [9, '+'], ...daily('------')], null],
    ['the first of five, if a clock was wrong on a good day', [[400, '+'], ...daily('-----')], '2026-03-01'],
  ])('%s', (_, runs, since) => expect(deadSince(after(runs))).toEqual([since, since]));
});

describe('a server with two hosts', () => {
  /** One run a day with these verdicts of both. */
  const each = (days: string): [number, string][] => days.split(' ').map((hosts, day) => [day, hosts]);
  test.each<[string, [number, string][], (string | null)[]]>([
    ['works while one does', each('+- +- +- +- +-'), [null, null, '2026-03-01']],
    [
      'is dead when both failed for five days',
      each('+- +- -- -- -- -- --'),
      ['2026-03-03', '2026-03-03', '2026-03-01'],
    ],
    ['is not when they fail in turn', each('-+ +- -+ +- -+ +-'), [null, null, null]],
  ])('%s', (_, runs, since) => expect(deadSince(after(runs))).toEqual(since));
});

test('of servers and hosts that are no longer listed nothing is kept; of those not probed now all is', () => {
  const both = addProbeRun(NO_PROBE_HISTORY, [probed('One', '--'), probed('Two', '+')], {
    maps: [mapOnHosts('One', 2), mapOnHosts('Two', 1)],
    now: START,
  });
  const one = mapOnHosts('One', 1);
  const next = addProbeRun(both, [probed('One', '-')], { maps: [one], now: START + DAY });
  const kept = next.servers.flatMap(({ id, hosts }) =>
    hosts.map(({ host, days }) => [id, host, Object.keys(days).length]),
  );
  expect(kept).toEqual([['One', 'h0.example.org', 2]]);
  expect(addProbeRun(both, [], { maps: [one, mapOnHosts('Two', 1)], now: START }).servers).toEqual(both.servers);
});

test('a history has a size that is bounded, and one line a server', () => {
  const text = historyText(after(daily('+-'.repeat(50))));
  expect(text.split('\n')).toHaveLength(7);
  expect(text.length).toBeLessThan(500);
  expect(historyText(parseProbeHistory(text))).toBe(text);
  expect(parseProbeHistory(historyText(NO_PROBE_HISTORY))).toEqual(NO_PROBE_HISTORY);
});

const historyUntil = (until: string): string =>
  historyText({ version: 1, servers: [observed('mapserver', '2026-13-13', { until })] });

test.each([
  ['', 'is not JSON'],
  ['{"version": 1, "serv', 'is not JSON'],
  ['[]', 'is not a history of probe: / must be object'],
  ['{"version":2,"servers":[]}', 'is not a history of probe: /version must be equal to constant'],
  ...['2026-02-31', '0000-00-00', '9999-99-99'].map((day) => [historyUntil(day), `has the day ${day}, which does not`]),
  [
    '{"version":1,"servers":[{"kind":"mapserver","id":"A","deadSince":"soon","switchedOff":null,"switchedOn":null,"tile":null,"hosts":[]}]}',
    'is not a history of probe: /servers/0/deadSince must be null',
  ],
])('%s is no history', (text, message) => expect(() => parseProbeHistory(text)).toThrow(message));

describe('doubt', () => {
  const servers = (count: number, verdict: string) =>
    Array.from({ length: count }, (_, index) => probed(`S${verdict}${index}`, verdict));
  const good = servers(10, '+');
  const maps = good.map(({ id }) => mapOnHosts(id, 1));
  const history = addProbeRun(NO_PROBE_HISTORY, good, { maps, now: START });
  const failing = (count: number) => good.map(({ id }, index) => probed(id, index < count ? '-' : '+'));
  const silent = (answers: readonly ProbedMap[]) =>
    answers.map((one) => ({
      ...one,
      hosts: one.hosts.map((host) => (host.verdict === 'good' ? host : { ...host, status: null })),
    }));

  test.each([
    [
      'where most are silent that worked',
      history,
      silent(failing(6)),
      '6 of 10 servers that worked before do not answer',
    ],
    ['where all are silent', NO_PROBE_HISTORY, silent(failing(10)), 'no server answered'],
    ['none where all fail, but answer', history, failing(10), null],
    ['none where most are silent, but nothing is known of them', NO_PROBE_HISTORY, silent(failing(9)), null],
    ['where nobody could be asked to the end', NO_PROBE_HISTORY, silent(servers(3, '?')), 'no server answered'],
  ])('%s', (_, before, answers, doubt) => expect(doubtAboutRun(before, answers)).toBe(doubt));
});
