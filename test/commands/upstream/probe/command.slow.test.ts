/** `cartalog probe` against servers on loopback, with a clock that is set. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProbeOptions } from '../../../../commands/upstream/probe/command.ts';
import type { ProbeHistory } from '../../../../contract/generated/reports.types.ts';
import { writeFiles } from '../../../support/catalogs.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { Canvas, doubled, encoded, seeded } from '../../../support/drawn-tiles.ts';
import { type Behaviour, type FaultyServer, startFaultyServer } from '../../../support/faulty-server.ts';
import { type AnswerTile, drawing, mapServer } from '../../../support/map-server.ts';
import { DAY_MS, ProbePlace, probedRecord, START } from '../../../support/probe-place.ts';
import { TILE, TILE_ANSWER } from '../../../support/tiles.ts';

const SECRET = 'se+cret/Token1';

const TILES: Behaviour = TILE_ANSWER;
const MAP: Record<string, Behaviour> = Object.fromEntries(
  ['0/0/0', '12/2200/1343', '6/34/20', '12/1205/1540', '6/18/24', '12/3637/1612'].map((tile) => {
    const body = Buffer.from(drawing()(tile, 0)?.body ?? '');
    return [`/${tile}.png`, { body, headers: { 'Content-Type': 'image/png' } }];
  }),
);
const server = (last: number, otherwise: Behaviour = TILES): Promise<FaultyServer> =>
  startFaultyServer({}, { host: `127.0.0.${last}`, otherwise });

describe('ten servers on loopback, of which three die', () => {
  /** @param place what the record of the one that answers 404 states */
  async function ten(place = ''): Promise<{ place: ProbePlace; servers: FaultyServer[]; stop: () => Promise<void> }> {
    const servers = await Promise.all(Array.from({ length: 10 }, (_, index) => server(index + 1)));
    // Those that live are asked for one tile.
    const zoomsOf = (index: number): string => ([1, 4, 8].includes(index) ? 'maxZoom: 19' : 'maxZoom: 0');
    const files = servers.map(({ url }, index) => [
      `mapservers/s${index}.yaml`,
      probedRecord(`S${index}`, url, { more: index === 4 ? place : '' }).replace('maxZoom: 19', zoomsOf(index)),
    ]);
    const stop = async (): Promise<void> => {
      await servers[1]?.stop();
      servers[4]?.change({ '/0/0/0.png': { status: 404 }, ...elsewhere({ status: 404 }) });
      servers[8]?.change({ '/0/0/0.png': { body: '<!doctype html><title>Domain for sale</title>' } });
    };
    return { place: new ProbePlace(Object.fromEntries(files)), servers, stop };
  }

  const elsewhere = (how: Behaviour): Record<string, Behaviour> =>
    Object.fromEntries(['6/34/20', '6/18/24', '6/56/25', '6/58/38'].map((tile) => [`/${tile}.png`, how]));

  test('they are found on the fifth day, and none before', async () => {
    const { place, stop } = await ten();
    expect((await place.run(0)).status).toBe(0);
    await stop();
    for (const day of [1, 2, 3, 4]) {
      const { status, servers } = await place.run(day);
      expect(servers.filter(({ verdict }) => verdict === 'fails').map(({ id }) => id)).toEqual(['S1', 'S4', 'S8']);
      expect(servers.filter(({ deadSince, switched }) => deadSince !== null || switched !== null)).toEqual([]);
      expect(status).toBe(0);
    }
    // Another run on the same day counts no day.
    expect((await place.run(4.5)).servers.every(({ deadSince }) => deadSince === null)).toBe(true);
    const before = place.file('catalog/mapservers/s4.yaml');
    const { status, servers } = await place.run(5);
    const dead = servers.filter(({ deadSince }) => deadSince === '2026-03-02');
    expect(dead.map(({ id, switched }) => `${id} ${switched}`)).toEqual(['S1 false', 'S4 false', 'S8 false']);
    expect(status).toBe(0);
    expect(place.file('catalog/mapservers/s4.yaml')).toBe(
      before.replace('maxZoom: 19\n', 'maxZoom: 19\nactive: false\n'),
    );
    expect(place.file('catalog/mapservers/s3.yaml')).not.toContain('active');
    // Where nobody keeps that, it is not said again.
    writeFiles(place.path, { 'catalog/mapservers/s4.yaml': before });
    const next = await place.run(6);
    expect([next.status, next.servers.filter(({ switched }) => switched !== null)]).toEqual([0, []]);
    expect(place.file('catalog/mapservers/s4.yaml')).toBe(before);
  });

  test('one that is back is switched on again, and its file is as it was', async () => {
    const { place, servers, stop } = await ten();
    await stop();
    const before = place
      .file('catalog/mapservers/s8.yaml')
      .replace('maxZoom: 19\n', 'maxZoom: 19\nactive: true # by hand\n');
    writeFiles(place.path, { 'catalog/mapservers/s8.yaml': before });
    for (const day of [0, 1, 2, 3, 4]) await place.run(day);
    expect(place.file('catalog/mapservers/s8.yaml')).toContain('active: false # by hand\n');
    const off = place.file('catalog/mapservers/s8.yaml');
    writeFiles(place.path, {
      'catalog/mapservers/s8.yaml': off.replace(/^active.*\n/m, '$&offReason: { en: Dead. }\n'),
    });
    // The same tile everywhere is a notice: it stays off.
    servers[8]?.change({ '/0/0/0.png': TILES });
    const { servers: noticed } = await place.run(5);
    expect([noticed[8]?.status?.verdict, noticed[8]?.switched]).toEqual(['notice', null]);
    servers[8]?.change(MAP);
    const { servers: found } = await place.run(6);
    expect(found.filter(({ switched }) => switched !== null).map(({ id, switched }) => [id, switched])).toEqual([
      ['S8', true],
    ]);
    expect(place.file('catalog/mapservers/s8.yaml')).toBe(before);
  });

  test('where the network of this machine fails, nothing is recorded', async () => {
    const { place, servers } = await ten();
    await place.run(0);
    const [history] = [place.file('history.json')];
    await Promise.all(servers.slice(0, 7).map((one) => one.stop()));
    expect((await place.run(1)).status).toBe(2);
    expect(place.printed).toContain(
      '7 of 10 servers that worked before do not answer: it may be the network of this machine',
    );
    await Promise.all(servers.slice(7).map((one) => one.stop()));
    expect((await place.run(7)).status).toBe(2);
    expect(place.printed).toContain('no server answered: it may be the network of this machine');
    // But for the requests, which count as those of the day.
    const withoutRequests = (text: string): string => text.replaceAll(/"asked":\{.*?\}/g, '');
    expect(withoutRequests(place.file('history.json'))).toBe(withoutRequests(history));
    expect(place.file('history.json')).toContain('"asked":{"day":"2026-03-08","requests":');
  });
});

test('of servers that are all switched off, as those of a new catalog are, no tile is expected', async () => {
  const gone = await server(1);
  const off = `${probedRecord('Gone', gone.url)}active: false\n`;
  const place = new ProbePlace({ 'mapservers/off.yaml': off });
  await gone.stop();
  const { status, servers } = await place.run(0);
  expect([status, servers.map(({ verdict }) => verdict)]).toEqual([0, ['fails']]);
  expect(place.file('catalog/mapservers/off.yaml')).toBe(off);
});

test('maps of other types have days, parts, switches and pictures', async () => {
  const style = JSON.stringify({
    version: 8,
    sources: { a: { type: 'vector', tiles: ['{z}/{x}/{y}?${MAPS_API_KEY}'] } },
    layers: [{}],
  });
  const vector = await startFaultyServer({ '/style.json': { body: style } }, { otherwise: { status: 401 } });
  const flipped = await mapServer(2);
  const provider = 'providers/maps.yaml';
  const place = new ProbePlace({
    [provider]: 'name: Maps\nhomepage: https://maps.example.org/\npictures: allowed\n',
    'maps/vector.yaml': `type: vector\nname: Vector tiles # its own\nstyle: ${vector.url}/style.json\ncopyright: X\n`,
    'maps/flipped.yaml': probedRecord('x', flipped.url, { more: '\nprovider: maps' }).replace(
      /^.*\nid: x\nname: .*\n/,
      'type: tms\nname: Flipped rows\n',
    ),
  });
  for (const day of [0, 1, 2, 3, 4]) await place.run(day, { pictures: 'pictures' });
  expect(readdirSync(join(place.path, 'pictures/maps'))).toEqual(['flipped.png']);
  // The tile of Berlin in a city of the north is in a row of the south.
  expect(flipped.paths).toContain('/6/34/43.png');
  const { servers } = JSON.parse(place.file('history.json')) as ProbeHistory;
  const seen = servers.map(({ kind, id, status, deadSince }) => [kind, id, status?.verdict, status?.part, deadSince]);
  expect(seen).toEqual([
    ['map', 'Flipped rows', 'works', undefined, null],
    ['map', 'Vector tiles', 'refused', 'tiles', '2026-03-01'],
  ]);
  expect(place.file('catalog/maps/vector.yaml')).toMatch(/^name: Vector tiles # its own\n(?:.*\n)*active: false$/m);
});

describe('the width of tiles', () => {
  const large = new Map<string, Buffer>();
  const wide: AnswerTile = (path, before) => {
    const body = large.get(path) ?? doubled(Buffer.from(drawing()(path, before)?.body ?? ''));
    large.set(path, body);
    return { body };
  };
  const mixed: AnswerTile = (path, before) => (path.startsWith('/6/') ? wide : drawing())(path, before);
  const notice: AnswerTile = () => ({ body: doubled(TILE) });
  const placeWith = (files: Readonly<Record<string, string>>): ProbePlace =>
    Object.assign(new ProbePlace(files), { timeoutMs: 5_000 });

  test.each<[string, AnswerTile, string, string[]]>([
    ['another', wide, '', ['its tiles are 512 pixels wide: the record needs tileSize: 512']],
    ['the stated one', wide, '\ntileSize: 512', []],
    ['the usual one, which is stated', drawing(), '\ntileSize: 256', []],
    ['the usual one', drawing(), '\ntileSize: 512', ['its tiles are 256 pixels wide: the record needs tileSize: 256']],
    ['several', mixed, '', []],
    ['that of a notice', notice, '', []],
  ])('is noted if all have one that the record does not state: %s', async (_, answer, more, notes) => {
    const { url } = await mapServer(2, answer);
    const { servers } = await placeWith({ 'mapservers/m.yaml': probedRecord('M', url, { more }) }).run(0);
    expect(servers[0]?.hosts[0]?.notes).toEqual(notes);
  });

  test('is written into the record after two weeks, once', async () => {
    const [one, usual, flipped] = [await mapServer(2, wide), await mapServer(3), await mapServer(4, wide)];
    const record = probedRecord('M', one.url);
    const place = placeWith({
      'mapservers/m.yaml': record,
      'mapservers/u.yaml': probedRecord('U', usual.url, { more: '\ntileSize: 512 # as they say' }),
      'maps/f.yaml': probedRecord('x', flipped.url).replace(/^.*\nid: x\nname: .*\n/, 'type: tms\nname: F\n'),
    });
    const corrected = async (day: number, mode: 'new' | 'all' = 'new'): Promise<unknown[]> =>
      (await place.run(day, { switch: mode })).servers.flatMap(({ id, tileSize }) =>
        tileSize ? [[id, tileSize]] : [],
      );
    expect(await corrected(0)).toEqual([]);
    const all = ['M', 'U', 'F'].map((id) => [id, id === 'U' ? 256 : 512]);
    expect(await corrected(14)).toEqual(all);
    expect(place.file('catalog/mapservers/m.yaml')).toBe(`${record}tileSize: 512\n`);
    expect(place.file('catalog/mapservers/u.yaml')).toContain('\ntileSize: 256 # as they say\n');
    expect(place.file('catalog/maps/f.yaml')).toContain('\ntileSize: 512\n');
    // What a person turns down is not written again.
    place.write({ 'catalog/mapservers/m.yaml': record });
    expect(await corrected(15)).toEqual([]);
    const { servers } = JSON.parse(place.file('history.json')) as ProbeHistory;
    expect(servers.map(({ tileSize }) => tileSize)).toEqual([
      { pixels: 512, since: '2026-03-01', proposed: '2026-03-15' },
      undefined,
      undefined,
    ]);
    expect(await corrected(16, 'all')).toEqual([['M', 512]]);
  });
});

test('of a server with many hosts three are asked a day, all in turn, and it works', async () => {
  const hosts = Array.from({ length: 10 }, (_, index) => `127.0.0.${index + 1}`);
  const map = await startFaultyServer(MAP, { host: '0.0.0.0' });
  const place = new ProbePlace({ 'mapservers/one.yaml': probedRecord('One', map.url, { hosts }) });
  place.timeoutMs = 5_000;
  const seen: string[] = [];
  for (const day of [0, 1, 2, 3]) {
    const { servers } = await place.run(day);
    expect(servers[0]?.status?.verdict).toBe('works');
    expect(map.requests.length).toBeLessThanOrEqual(8 * (day + 1));
    seen.push(...(servers[0]?.hosts.map(({ host }) => host) ?? []));
  }
  expect([seen.length, new Set(seen).size]).toEqual([12, 10]);
  const [kept] = JSON.parse(place.file('history.json')).servers;
  expect(kept.hosts.map(({ host }: { host: string }) => host)).toEqual(hosts);
});

test('a private address is not asked unless that is allowed', async () => {
  const one = await server(1);
  const place = new ProbePlace({ 'mapservers/one.yaml': probedRecord('One', one.url) });
  const { servers } = await place.run(0, { allowPrivate: false });
  expect(servers[0]?.reason).toBe('127.0.0.1 is not a public address (--allow-private requests it too)');
  expect(one.requests).toEqual([]);
  expect(existsSync(join(place.path, 'history.json'))).toBe(false);
});

test('a certificate is looked at', async () => {
  const until = new Date(START + 10.5 * DAY_MS);
  const certificate = makeCertificate(['127.0.0.1'], new Date(Date.now() + 20 * DAY_MS));
  const one = await startFaultyServer({}, { certificate, otherwise: TILES });
  const place = new ProbePlace({ 'mapservers/one.yaml': probedRecord('One', one.url) });
  expect((await place.run(0, { history: null, switch: null })).servers[0]?.reason).toMatch(
    /^its certificate is not accepted/,
  );
  place.certificateAuthority = certificate.cert;
  const days = (Date.now() + 20 * DAY_MS - until.getTime()) / DAY_MS;
  const { servers } = await place.run(days, { history: null, switch: null });
  expect(servers[0]?.hosts[0]).toMatchObject({ verdict: 'good', certificateDays: 10 });
  expect(servers[0]?.hosts[0]?.notes).toEqual(['its certificate is good for 10 more days']);
});

test('access tokens are sent, and are in no output, whatever a server makes of them', async () => {
  const lower = SECRET.toLowerCase().replace(/[^a-z0-9]/g, '');
  const encoded = encodeURIComponent(SECRET);
  const key = `?key=\${MAPS_API_KEY}`;
  const echo = { body: TILE, headers: { 'Content-Type': `image/png`, 'X-Key': SECRET } };
  const routes: readonly Behaviour[] = [
    echo,
    { ...echo, headers: { 'Content-Type': `image/${lower}` } },
    { body: `{"error":"the key ${SECRET} is not known"}` },
    { redirect: `http://${lower}.invalid/` },
    { redirect: `ftp://x/${encoded}` },
  ];
  const servers = await Promise.all(routes.map((route, index) => server(index + 1, route)));
  const files = servers.map(({ url }, index) => [
    `mapservers/s${index}.yaml`,
    probedRecord(`S${index}`, url, { more: key }),
  ]);
  const unset = probedRecord('Unset', servers[0]?.url ?? '', { more: '?key=${UNSET_API_KEY}' });
  const place = new ProbePlace({ ...Object.fromEntries(files), 'mapservers/unset.yaml': unset });
  // What the environment holds otherwise is read for no pattern.
  Object.assign(place.env, { MAPS_API_KEY: lower, OTHER_TOKEN: 'another-secret' });
  for (const format of ['json', 'text', 'markdown'] as const) await place.run(0, { format });
  expect(place.printed).not.toContain(lower);
  Object.assign(place.env, { MAPS_API_KEY: SECRET });
  const { servers: found } = await place.run(1);
  expect(servers[0]?.requests.at(-6)?.path).toBe(`/0/0/0.png?key=${encoded}`);
  expect(servers[0]?.requests.at(-1)?.path).toMatch(new RegExp(`^/12/.*\\?key=${encoded}$`));
  const reason = 'UNSET_API_KEY is not set';
  expect(found.at(-1)).toMatchObject({ id: 'Unset', verdict: 'not-probed', reason, hosts: [] });
  expect(found[0]?.hosts[0]?.address).toBe(
    `http://127.0.0.1:${new URL(servers[0]?.url ?? '').port}/0/0/0.png?key=\${MAPS_API_KEY}`,
  );
  for (const secret of [SECRET, encoded, 'another-secret']) expect(place.printed).not.toContain(secret);
});

describe('it cannot run', () => {
  const BELOW_A_FILE = { history: 'catalog/site.yaml/new/history.json' };
  test.each<[string, Partial<ProbeOptions>, string | null, string]>([
    ['an unknown id', { ids: ['Onne'] }, null, 'There is no map "Onne"; did you mean "One"?'],
    ['a history of something else', {}, '{}', 'history.json is not a history of probe: '],
    ['a history below a file', BELOW_A_FILE, null, 'catalog/site.yaml/new/history.json cannot be written: '],
  ])('%s', async (_, options, history, message) => {
    const one = await server(1);
    const place = new ProbePlace({ 'mapservers/one.yaml': probedRecord('One', one.url) });
    if (history !== null) writeFileSync(join(place.path, 'history.json'), history);
    expect((await place.run(0, options)).status).toBe(2);
    expect(place.printed).toContain(message);
    expect(one.requests).toEqual([]);
    if (history !== null) expect(place.file('history.json')).toBe(history);
  });

  test('a person stops it before any request', async () => {
    const one = await server(1);
    const place = new ProbePlace({ 'mapservers/one.yaml': probedRecord('One', one.url) });
    place.stop.abort();
    expect((await place.run(0)).status).toBe(2);
    expect(existsSync(join(place.path, 'history.json'))).toBe(false);
  });

  test('a person stops it again and again: its requests count', async () => {
    const place = new ProbePlace({});
    const one = await mapServer(1, (path, before) => {
      if (before === 1 || before === 4) place.stop.abort();
      return drawing()(path, before);
    });
    place.timeoutMs = 5_000;
    place.write({ 'catalog/mapservers/one.yaml': probedRecord('One', one.url) });
    for (const requests of [2, 5]) {
      expect((await place.run(0)).status).toBe(2);
      expect(place.printed).toContain('Error: Stopped; nothing was recorded but the requests.\n');
      const kept = JSON.parse(place.file('history.json')).servers;
      expect(kept).toMatchObject([{ id: 'One', asked: { day: '2026-03-01', requests }, hosts: [] }]);
      place.stop = new AbortController();
    }
    expect((await place.run(0)).servers[0]?.status?.verdict).toBe('works');
    expect(one.paths).toHaveLength(8);
  });

  test('it is killed: no other run asks on that day, and the next day is as before', async () => {
    const one = await mapServer(1);
    const place = new ProbePlace({ 'mapservers/one.yaml': probedRecord('One', one.url) });
    place.timeoutMs = 5_000;
    await place.run(0);
    let atRequest = '';
    one.answer = (path) => {
      atRequest ||= place.file('history.json');
      return drawing()(path, 0);
    };
    await place.run(1);
    writeFileSync(join(place.path, 'history.json'), atRequest);
    const requests = one.paths.length;
    const { status, servers } = await place.run(1);
    expect([status, servers[0]?.reason, one.paths.length]).toEqual([
      0,
      'it already got all requests of today',
      requests,
    ]);
    expect((await place.run(2)).servers[0]?.status).toMatchObject({ verdict: 'works', since: '2026-03-01' });
    expect(JSON.parse(place.file('history.json')).servers[0].status.days).toBe('w.w');
  });

  test('another run has the same history, also below a new folder', async () => {
    const one = await server(1);
    const place = new ProbePlace({ 'mapservers/one.yaml': probedRecord('One', one.url) });
    const options = { history: 'new/history.json' };
    const runs = await Promise.all([place.run(0, options), place.run(0, options)]);
    expect(runs.map(({ status }) => status).sort()).toEqual([0, 2]);
    expect(place.printed).toContain('new/history.json is being used by another probe; wait until it has ended.');
    expect(one.requests.length).toBeLessThanOrEqual(8);
    expect(readdirSync(join(place.path, 'new'))).toEqual(['history.json']);
  });

  test('its clock is wrong: the letters of other days stay', async () => {
    const one = await server(1);
    const place = new ProbePlace({ 'mapservers/one.yaml': probedRecord('One', one.url) });
    for (const day of [0, 1]) await place.run(day);
    const history = place.file('history.json');
    for (const day of [10 * 365, -6 * 365]) {
      expect((await place.run(day)).status).toBe(2);
      expect(place.file('history.json')).toBe(history);
    }
    expect(place.printed).toContain(
      'Error: The clock of this machine may be wrong: it says 2036-02-27, and 1 of 1 host another day; nothing was recorded.',
    );
    expect((await place.run(2)).status).toBe(0);
    expect(JSON.parse(place.file('history.json')).servers[0].status.days).toHaveLength(3);
    // After a pause of months, the clocks of the servers confirm the day.
    expect((await place.run((Date.now() - START) / DAY_MS)).status).toBe(0);
  });
});

test('only the servers that are named are asked, and the history of the others stays', async () => {
  const [one, two] = [await server(1), await server(2)];
  const place = new ProbePlace({
    'mapservers/one.yaml': probedRecord('One', one.url),
    'overlayservers/two.yaml': probedRecord('Two', two.url),
  });
  await place.run(0);
  await place.run(1, { ids: ['Two'] });
  expect([one.requests.length, two.requests.length]).toEqual([6, 12]);
  const kept = JSON.parse(place.file('history.json')).servers as { hosts: { days: object }[] }[];
  const days = kept.map(({ hosts }) => Object.keys(hosts[0]?.days ?? {}));
  expect(days).toEqual([['2026-03-01'], ['2026-03-01', '2026-03-02']]);
});

test('a server that sends another picture each time is unsure; one whose look is known is not asked twice', async () => {
  const [changing, steady] = [await mapServer(1), await mapServer(2)];
  changing.answer = (_, before) => {
    const grey = (before * 97) % 200;
    const canvas = new Canvas(256).fill([grey, grey, grey]).noise(seeded(before), 100);
    return { body: encoded(canvas, 'png') };
  };
  const place = new ProbePlace({
    'mapservers/one.yaml': probedRecord('One', changing.url),
    'mapservers/two.yaml': probedRecord('Two', steady.url),
  });
  place.timeoutMs = 5_000;
  const asked = [];
  for (const day of [0, 1]) {
    const before = steady.paths.length;
    const { servers } = await place.run(day);
    asked.push(steady.paths.length - before);
    expect(servers.map(({ status }) => [status?.verdict, status?.reason])).toEqual([
      ['unsure', 'it sends another picture of the same place each time'],
      ['works', null],
    ]);
  }
  expect(asked).toEqual([(asked[1] as number) + 1, asked[1]]);
});

test('a refusal may be a picture: a server that needs a Referer works if its record, or its provider, says so', async () => {
  const server = await mapServer(1);
  const seen = new Set<string | undefined>();
  server.answer = (path, before, referer) => {
    seen.add(referer);
    return referer === 'https://catalog.example.org/' ? drawing()(path, before) : { body: TILE };
  };
  const record = (id: string, members = ''): string => probedRecord(id, server.url) + members;
  const place = new ProbePlace({
    'mapservers/a.yaml': record('A', 'needs: [referer]\n'),
    'mapservers/b.yaml': record('B', 'provider: strict\n').replace('/#{zoom}', '/b/#{zoom}'),
    'mapservers/c.yaml': record('C').replace('/#{zoom}', '/c/#{zoom}'),
    'mapservers/d.yaml': record('D', 'needs: [referer]\nforbids: [other-referer]\n').replace('/#{zoom}', '/d/#{zoom}'),
    'providers/strict.yaml': 'name: Strict\nhomepage: https://strict.example.org/\nneeds: [referer]\n',
  });
  place.timeoutMs = 5_000;
  const { servers } = await place.run(0);
  expect(servers.map(({ status }) => status?.verdict)).toEqual(['works', 'works', 'notice', 'notice']);
  expect([...seen]).toEqual(['https://catalog.example.org/', undefined]);
});
