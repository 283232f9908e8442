/** What servers of all kinds show, day by day, and what is kept of it. */

import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import type { CatalogMap } from '../../../../../build/model/catalog.ts';
import { NO_PROBE_HISTORY, parseProbeHistory } from '../../../../../cli/catalog/probe-history.ts';
import type { MapLook } from '../../../../../commands/upstream/probe/ask/map-look.ts';
import { addMapLooks } from '../../../../../commands/upstream/probe/history/daily-status.ts';
import { addProbeRun, historyText } from '../../../../../commands/upstream/probe/history/observations.ts';
import type { FoundMap } from '../../../../../commands/upstream/probe/probe.ts';
import type { ProbeHistory } from '../../../../../contract/generated/reports.types.ts';
import { type CodedReason, reasonInWords } from '../../../../../contract/words/probe-reasons.ts';
import { type AnswerTile, drawing, mapServer } from '../../../../support/map-server.ts';
import { ProbePlace, probedRecord } from '../../../../support/probe-place.ts';
import { mapOnHosts, probed } from '../../../../support/probed.ts';
import { tileBytes } from '../../../../support/tiles.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T06:00:00Z');

/** A GIF of one pixel a frame, 256 by 256. */
function gifOf(frames: number): Buffer {
  const header = Buffer.from('GIF89a\0\x01\0\x01\x80\0\0', 'latin1');
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([header, palette, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

const always =
  (answer: ReturnType<AnswerTile>): AnswerTile =>
  () =>
    answer;
const HUGE = PNG.sync.write(new PNG({ width: 1, height: 1 }));
HUGE.writeUInt32BE(20_000, 16);
HUGE.writeUInt32BE(20_000, 20);
HUGE.writeUInt32BE(crc32(HUGE.subarray(12, 29)), 29);
const JPEG = tileBytes('baseline.jpg');

/** A server that gives its only tile at once, so that the network is not in doubt. */
const goodRecord = (url: string): string => probedRecord('Good', url).replace('maxZoom: 19', 'maxZoom: 0');

const WEATHER: readonly (readonly [name: string, answer: AnswerTile, verdict: string, reason: RegExp | null])[] = [
  ['a map', drawing(), 'works', null],
  ['that hangs', always(null), 'unsure', /no answer|timed out|within/],
  ['with a picture of 20,000 pixels', always({ body: HUGE }), 'unsure', /20000 × 20000 pixels, too large/],
  ['with a GIF of a thousand frames', always({ body: gifOf(1_000) }), '', /./],
  [
    'that is busy after the first tile',
    (path) => (path.startsWith('/0/') ? drawing()(path, 0) : { status: 429 }),
    'unsure',
    /^it answers 429 for 1 of 2 tiles$/,
  ],
  ['that asks for a key', always({ body: '{"error":"API key required"}' }), 'refused', /asks for a key/],
  ['that answers 403', always({ status: 403 }), 'refused', /403/],
  ['with the same picture everywhere', always({ body: tileBytes('palette.png') }), 'notice', /same/],
  [
    'that refuses after the first tile',
    (path) => (/^\/0\//.test(path) ? drawing()(path, 0) : { status: 403 }),
    'refused',
    /it answers 403 for 5 of 6 tiles/,
  ],
  [
    'that redirects',
    (path) => (path.startsWith('/r/r/') ? drawing()(path, 0) : { status: 302, headers: { Location: `/r${path}` } }),
    'works',
    null,
  ],
];

test.each([
  ['that hangs', 150],
  ['that answers', 5_000],
])('bad weather: each server %s', async (group, timeoutMs) => {
  // Those that answer are probed together: a run takes longer than its tiles.
  const weather = WEATHER.filter(([name]) => (name === 'that hangs') === (group === 'that hangs'));
  const servers = await Promise.all(weather.map(([, answer], index) => mapServer(index + 2, answer)));
  const good = await mapServer(1, always({ body: JPEG }));
  const files = servers.map(({ url }, index) => [`mapservers/m${index}.yaml`, probedRecord(`M${index}`, url)]);
  const place = new ProbePlace({ ...Object.fromEntries(files), 'mapservers/good.yaml': goodRecord(good.url) });
  place.timeoutMs = timeoutMs;
  const { status, servers: probedServers } = await place.run(0);
  expect(status).toBe(0);
  for (const [index, [name, , verdict, reason]] of weather.entries()) {
    const found = probedServers.find(({ id }) => id === `M${index}`)?.status;
    const seen = [name, verdict && found?.verdict, verdict && found?.reason, found?.since];
    expect(seen).toEqual([name, verdict, verdict && reason && expect.stringMatching(reason), '2026-03-01']);
  }
  const isWithinLimit = ({ paths }: { paths: readonly string[] }): boolean => paths.length <= 8;
  expect([...servers, good].map(isWithinLimit)).not.toContain(false);
  // Another run on the same day: at most 8 requests in all.
  await place.run(0.1);
  expect([...servers, good].map(isWithinLimit)).not.toContain(false);
});

test('a server is unsure while it fails, dead on the fifth day, and works again', async () => {
  const [server, other] = [await mapServer(1), await mapServer(2, always({ body: JPEG }))];
  const place = new ProbePlace({
    'mapservers/one.yaml': probedRecord('One', server.url),
    'mapservers/good.yaml': goodRecord(other.url),
  });
  place.timeoutMs = 5_000;
  const shown: string[] = [];
  for (let day = 0; day <= 7; day++) {
    server.answer = day === 0 || day === 7 ? drawing() : always({ status: 500 });
    const { servers } = await place.run(day, { switch: null });
    const { verdict, since } = servers.find(({ id }) => id === 'One')?.status ?? {};
    shown.push(`${verdict} ${since?.slice(5)}`);
  }
  const unsure = Array(4).fill('unsure 03-02');
  expect(shown).toEqual(['works 03-01', ...unsure, 'dead 03-02', 'dead 03-02', 'works 03-08']);
  const one = parseProbeHistory(place.file('history.json')).servers.find(({ id }) => id === 'One');
  expect(one?.status).toMatchObject({ days: 'wddddddw', until: '2026-03-08', lastGood: '2026-03-08' });
});

function observedOn(history: ProbeHistory, day: number, maps: CatalogMap[], found: FoundMap[]): ProbeHistory {
  const run = { maps, now: START + day * DAY, providers: new Map([['maps', 'Good Maps']]) };
  const answers = found.map(({ answer }) => answer);
  return addMapLooks(addProbeRun(history, answers, run), found, run);
}

test.each<[string, readonly string[], boolean, string]>([
  ['an answer that stays', ['yes', 'yes', 'yes'], true, '2026-03-01'],
  ['two others in a row', ['yes', 'no', 'no', 'yes'], true, '2026-03-01'],
  ['others now and then', ['yes', 'no', 'yes', 'no', 'no', 'yes', 'no'], true, '2026-03-01'],
  ['three others', ['no', 'yes', 'yes', 'yes'], true, '2026-03-02'],
  ['three others with days without an answer', ['yes', 'no', '', 'no', '', 'no'], false, '2026-03-02'],
  ['the same day three times', ['yes', 'no no no'], true, '2026-03-01'],
  ['one host of two', ['yes+no'], false, '2026-03-01'],
])('CORS, %s', (_, days, allowed, since) => {
  let history: ProbeHistory = NO_PROBE_HISTORY;
  for (const [day, runs] of days.entries())
    for (const run of runs.split(' ')) {
      const answer = probed('One', run.includes('+') ? '++' : run === '' ? '-' : '+');
      const hosts = answer.hosts.map((host, index) => ({
        ...host,
        allowsOrigin: run === '' ? null : run.split('+')[index] === 'yes',
      }));
      const found = { answer: { ...answer, hosts }, requests: 1, look: null, dates: [] };
      history = observedOn(history, day, [mapOnHosts('One', 2)], [found]);
    }
  expect(parseProbeHistory(historyText(history)).servers[0]?.cors).toMatchObject({ allowed, since });
});

describe('a new look of several servers of a provider', () => {
  const look = (print: string): MapLook => ({
    verdict: 'works',
    reason: null,
    isFailure: false,
    prints: { '0/0/0': print.repeat(64) },
    picture: null,
  });
  let reason: string | null = '';
  /** The verdicts of each day. @param looks a print for each server and day */
  function daily(looks: readonly string[]): string[] {
    let history: ProbeHistory = NO_PROBE_HISTORY;
    return looks.map((prints, day) => {
      const maps = [...prints].map((_, index) => ({ ...mapOnHosts(`S${index}`, 1), provider: 'maps' }));
      const found = [...prints].map((print, index) => ({
        answer: probed(`S${index}`, '+'),
        requests: 6,
        look: look(print),
        dates: [],
      }));
      history = observedOn(history, day, maps, found);
      const kept = history.servers.at(-1)?.status?.reason;
      reason = kept ? reasonInWords(kept, 'en') : reason;
      return history.servers.map(({ status }) => status?.verdict.charAt(0)).join('');
    });
  }
  const times = (count: number, prints: string): string[] => Array<string>(count).fill(prints);

  test('makes them unsure for a week, then it is the usual one', () => {
    const found = daily([...times(4, '0000'), ...times(9, '0fff')]);
    expect(found).toEqual([...times(4, 'wwww'), ...times(7, 'wuuu'), 'wwww', 'wwww']);
    expect(reason).toBe('its tiles look different, like the tiles of 3 maps of Good Maps');
  });

  test.each([
    ['of two', [...times(4, '0000'), '00ff']],
    ['that change each day, as the weather does', ['000', 'fff', '000', 'fff', '000', 'fff']],
  ])('is none %s', (_, looks) => expect(daily(looks).join('')).toMatch(/^w+$/));
});

describe('the letters of days', () => {
  const run = (history: ProbeHistory, day: number, verdict: MapLook['verdict'] = 'works', count = 1): ProbeHistory => {
    const maps = Array.from({ length: count }, (_, index) => mapOnHosts(`Server ${index}`, 1));
    const tiles = ['0/0/0', ...Array.from({ length: 5 }, (_, n) => `12/210${n}/1340`)];
    const prints = Object.fromEntries(tiles.map((tile) => [tile, 'f'.repeat(64)]));
    const reason: CodedReason | null = verdict === 'works' ? null : ['same-picture', 6];
    const look = { verdict, reason, isFailure: false, prints, picture: null };
    const found = maps.map(({ id }) => ({ answer: probed(id, '+'), requests: 6, look, dates: [] }));
    return observedOn(history, day, maps, found);
  };
  const daysOf = ({ servers }: ProbeHistory): string | undefined => servers[0]?.status?.days;

  test('are at most 40 bytes a server and day, for 400 days', () => {
    let history = NO_PROBE_HISTORY;
    for (let day = 0; day < 403; day++) history = run(history, day, day % 7 === 0 ? 'notice' : 'works', 3);
    const bytes = Buffer.byteLength(historyText(history));
    expect(daysOf(history)).toHaveLength(400);
    expect(bytes / (400 * 3)).toBeLessThan(40);
    expect(parseProbeHistory(historyText(history))).toEqual(history);
  });

  test('have a dot for each day without a run', () =>
    expect(daysOf(run(run(run(NO_PROBE_HISTORY, 0), 3, 'blank'), 4))).toBe('w..bw'));

  test.each([
    [20, 'wwwww'],
    [4_000, 'w'],
    [-1, 'w....w'],
  ])('end today after a run with a clock that is wrong by %s days', (wrong, days) => {
    const before = [0, 1, 2, 3].reduce((history, day) => run(history, day), NO_PROBE_HISTORY);
    const after = run(run(before, wrong), 4);
    expect(daysOf(after)).toBe(days);
    expect(after.servers[0]?.status).toMatchObject({ lastGood: '2026-03-05', until: '2026-03-05' });
  });
});
