/** Up to which zoom servers on loopback have pictures, as the program finds out day by day. */
import { describe, expect, test } from 'vitest';
import { parseProbeHistory } from '../../../../../cli/catalog/probe-history.ts';
import { Canvas, encoded, seeded } from '../../../../support/drawn-tiles.ts';
import { type AnswerTile, drawing, type MapServer, mapServer } from '../../../../support/map-server.ts';
import { ProbePlace, probedRecord } from '../../../../support/probe-place.ts';

const map = drawing();
const BLANK = { body: encoded(new Canvas(256).fill([240, 240, 230]), 'png') };
const NOTICE = { body: encoded(new Canvas(256).fill([200, 200, 200]).noise(seeded(7), 100), 'png') };
const zoomOf = (path: string): number => Number(/^\/(\d+)\//.exec(path)?.[1]);
const isWest = (path: string): boolean => Number(/^\/\d+\/(\d+)\//.exec(path)?.[1]) < 2 ** (zoomOf(path) - 1);

/** Whether a tile is where a search looks first at zoom 19. */
const isLake = (path: string): boolean => Number(/^\/\d+\/(\d+)\//.exec(path)?.[1]) % 2 ** (zoomOf(path) - 15) === 0;
const MOVED = (path: string) => ({ status: 302, headers: { Location: `/r${path}` } });

const from =
  (zoom: number, answer: ReturnType<AnswerTile>, isThere = (_: string) => true): AnswerTile =>
  (path, before) =>
    zoomOf(path) >= zoom && isThere(path) ? answer : map(path, before);

/** That letters are on no tile takes longest to find out, and is not what these tests ask. */
const UNREAD = 'watermark: true\n';

class Days {
  readonly place: ProbePlace;
  readonly server: MapServer;

  constructor(server: MapServer, hosts: string[], edit = (record: string) => record) {
    this.server = server;
    this.place = new ProbePlace({ 'mapservers/one.yaml': edit(probedRecord('One', server.url, { hosts }) + UNREAD) });
    this.place.timeoutMs = 5_000;
  }

  static async of(answer: AnswerTile): Promise<Days> {
    const server = await mapServer(1, answer);
    return new Days(server, [new URL(server.url).hostname]);
  }

  async run(day: number): Promise<void> {
    const before = this.server.paths.length;
    await this.place.run(day);
    expect(this.server.paths.length - before).toBeLessThanOrEqual(8);
  }

  get kept() {
    return parseProbeHistory(this.place.file('history.json')).servers[0];
  }

  /** Runs until the places have ended. @returns the day, and what was found */
  async until(last: number): Promise<string> {
    for (let day = 0; day <= last; day++) {
      await this.run(day);
      const { found } = this.kept?.zooms ?? {};
      if (found) return `day ${day}: ${found.from} to ${found.to}`;
    }
    return 'unknown';
  }
}

/** Servers by their names, and when what was found of them. All are probed together: a run takes longer than its tiles. */
const SERVERS: Readonly<Record<string, readonly [AnswerTile, string]>> = {
  'with all zooms': [map, 'day 1: 19 to 19'],
  'that is blank from zoom 14 on': [from(14, BLANK), 'day 5: 13 to 13'],
  'that is blank from zoom 14 on in the west, and from 16 on elsewhere': [
    (path, before) => (zoomOf(path) >= (isWest(path) ? 14 : 16) ? BLANK : map(path, before)),
    'day 5: 13 to 15',
  ],
  'without tiles from zoom 18 on': [from(18, { status: 404 }), 'day 5: 17 to 17'],
  'that refuses from zoom 18 on': [from(18, { status: 403 }), 'day 5: 17 to 17'],
  'with the same picture from zoom 15 on': [from(15, NOTICE), 'day 6: 14 to 14'],
  'with a lake in each place at zooms 17 and 19': [from(17, BLANK, isLake), 'day 7: 19 to 19'],
  'that redirects': [(path, before) => (path.startsWith('/r') ? map(path, before) : MOVED(path)), 'unknown'],
  'that fails from zoom 14 on': [from(14, { status: 503 }), 'unknown'],
  'that has pictures in one place up to zoom 6': [from(7, BLANK, isWest), 'day 5: 6 to 19'],
  'that has pictures in two places': [from(1, BLANK, isWest), 'unknown'],
};

describe('a server', () => {
  test('of each kind', async () => {
    const names = Object.keys(SERVERS);
    const servers = await Promise.all(Object.values(SERVERS).map(([answer], index) => mapServer(index + 1, answer)));
    const files = servers.map(({ url }, index) => [
      `mapservers/m${index}.yaml`,
      probedRecord(`m${index}`, url) + UNREAD,
    ]);
    const place = new ProbePlace(Object.fromEntries(files));
    place.timeoutMs = 5_000;
    const found = new Map<string, string>();
    for (let day = 0; day <= 8; day++) {
      // Those of which nothing is found would be found on day 5, if an answer that is not clear ended a search.
      const asked = names.filter((name) => !found.has(name) && (day <= 5 || SERVERS[name]?.[1] !== 'unknown'));
      const before = servers.map(({ paths }) => paths.length);
      await place.run(day, { ids: asked.map((name) => `m${names.indexOf(name)}`) });
      for (const [index, { paths }] of servers.entries())
        expect(paths.length - (before[index] ?? 0)).toBeLessThanOrEqual(8);
      for (const { id, zooms } of parseProbeHistory(place.file('history.json')).servers) {
        const name = names[Number(id.slice(1))] ?? id;
        if (zooms?.found && !found.has(name)) found.set(name, `day ${day}: ${zooms.found.from} to ${zooms.found.to}`);
      }
    }
    const seen = names.map((name) => [name, found.get(name) ?? 'unknown']);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(names.map((name) => [name, SERVERS[name]?.[1]])));
  });

  test('with three hosts has three tiles for the verdict, and three for the zoom', async () => {
    const server = await mapServer(1, from(14, BLANK), '0.0.0.0');
    const days = new Days(server, ['127.0.0.1', '127.0.0.2', '127.0.0.3']);
    expect(await days.until(8)).toBe('day 5: 13 to 13');
    expect(days.kept?.status?.days).toBe('wwwwww');
  });

  test('that is an overlay is not asked', async () => {
    const server = await mapServer(1);
    const place = new ProbePlace({ 'overlayservers/one.yaml': probedRecord('One', server.url) });
    place.timeoutMs = 5_000;
    for (const day of [0, 1]) await place.run(day);
    expect(server.paths.filter((path) => zoomOf(path) > 12)).toEqual([]);
  });
});

test('the record is corrected once, after three weeks', async () => {
  const server = await mapServer(1, from(14, BLANK));
  // One zoom more than there are: the search takes fewer days.
  const days = new Days(server, [new URL(server.url).hostname], (record) =>
    record.replace('maxZoom: 19', 'maxZoom: 14 # as they say'),
  );
  const file = 'catalog/mapservers/one.yaml';
  const before = days.place.file(file);
  // In each week, the days that the search takes.
  const asked = [0, 7, 14].flatMap((week) => [0, 1, 2, 3, 4].map((day) => week + day));
  for (const day of asked.slice(0, -1)) await days.run(day);
  expect(days.place.file(file)).toBe(before);
  const { servers } = await days.place.run(18, { format: 'markdown' }).then(() => days.place.run(18));
  expect(servers[0]?.deepest).toEqual({ from: 13, to: 13, maxZoom: 14, day: '2026-03-19' });
  expect(days.place.printed).toContain(
    'mapservers/one.yaml (One): tiles to zoom 13 (record: 14), seen in three places until 2026-03-19',
  );
  expect(days.place.file(file)).toBe(before.replace('maxZoom: 14 #', 'maxZoom: 13 #'));
  // A person turned it down: it is not proposed again, but while the proposal is open.
  days.place.write({ [file]: before });
  await days.run(20);
  expect(days.place.file(file)).toBe(before);
  await days.place.run(20.5, { switch: 'all' });
  expect(days.place.file(file)).toContain('maxZoom: 13 #');
  // With the new record, the search begins anew, and finds nothing odd.
  for (const day of [21, 22]) await days.run(day);
  expect(days.kept?.zooms).toMatchObject({ maxZoom: 13, found: { from: 13, to: 13, weeks: 1 } });
});

test('of several servers of a host, none gets more than 8 requests in a day', async () => {
  const server = await mapServer(1, (path, before) => from(14, BLANK)(path.replace(/^\/m\d+/, ''), before));
  const names = ['m0', 'm1', 'm2'];
  const files = names.map((name) => [`mapservers/${name}.yaml`, probedRecord(name, `${server.url}/${name}`) + UNREAD]);
  const place = new ProbePlace(Object.fromEntries(files));
  place.timeoutMs = 5_000;
  for (const day of [0, 1]) {
    const before = server.paths.length;
    await place.run(day, { maxTime: 60 });
    const paths = server.paths.slice(before);
    for (const name of names) {
      const ofOne = paths.filter((path) => path.startsWith(`/${name}/`)).length;
      expect(ofOne).toBeGreaterThan(0);
      expect(ofOne).toBeLessThanOrEqual(8);
    }
  }
});
