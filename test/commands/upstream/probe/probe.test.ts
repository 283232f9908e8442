import { expect, test } from 'vitest';
import { type CatalogMap, mapId } from '../../../../build/model/catalog.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { probeMaps } from '../../../../commands/upstream/probe/probe.ts';
import { probedMaps, probePlacesOf, providerNames } from '../../../../commands/upstream/probe/records/probed-maps.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { OPTIONS } from '../../../support/check.ts';
import { mapOnHosts } from '../../../support/probed.ts';
import { TILE } from '../../../support/tiles.ts';
import { VirtualWeb } from '../../../support/virtual-web.ts';

const on = (id: string, hosts: readonly string[], urlPattern?: string): CatalogMap => ({
  ...mapOnHosts(id, 1),
  hosts,
  ...(urlPattern ? { urlPattern } : {}),
});

test('a host gets one request a second, whatever maps it belongs to; hosts are asked together', async () => {
  const virtual = new VirtualWeb(() => ({ body: [TILE.toString('latin1')], afterMs: 700 }));
  const web = virtual.open({ ignoreRobots: true, pace: { connections: 1, perSecond: 1 } });
  const pattern = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}?key=${A_KEY}&more=${B_TOKEN}';
  const maps = [
    on('One', ['a.example.org', 'b.example.org']),
    on('Two', ['a.example.org']),
    on('Three', ['c.example.org', 'a.example.org']),
    on('Keyless', ['a.example.org'], pattern),
  ];
  const progress: [number, number, string][] = [];
  const plans: [string, number][] = [];
  const found = await virtual.run(
    probeMaps(maps, {
      web,
      environment: {},
      origin: 'https://maps.example.org',
      now: 0,
      earlierOf: ({ id }) => ({ tile: id === 'Two' ? { zoom: 5, x: 6, y: 7 } : null, requests: 0, prints: {} }),
      onPlan: (...plan) => plans.push(plan),
      onProgress: (...done) => progress.push(done),
    }),
  );
  const answers = found.map(({ answer }) => answer);
  expect(virtual.requests.slice(0, 5).map(({ at, url }) => [at, url.hostname, url.pathname])).toEqual([
    [0, 'a.example.org', '/0/0/0.png'],
    [0, 'b.example.org', '/0/0/0.png'],
    [0, 'c.example.org', '/0/0/0.png'],
    [1_000, 'a.example.org', '/5/6/7.png'],
    [2_000, 'a.example.org', '/0/0/0.png'],
  ]);
  expect(answers.map(({ id, verdict, hosts }) => [id, verdict, hosts.map(({ host }) => host)])).toEqual([
    ['One', 'good', ['a.example.org', 'b.example.org']],
    ['Two', 'good', ['a.example.org']],
    ['Three', 'good', ['c.example.org', 'a.example.org']],
    ['Keyless', 'not-probed', []],
  ]);
  expect(answers[3]?.reason).toBe('A_KEY and B_TOKEN are not set');
  const ofHost = virtual.requests.filter(({ url }) => url.hostname === 'a.example.org').length;
  // Then one more, because its picture is new.
  expect(plans).toEqual([['a.example.org', ofHost - 1]]);
  // Five hosts, then more tiles of the three servers that work.
  expect(progress.map(([, total]) => total)).toEqual([...Array(5).fill(5), ...Array(3).fill(3)]);
});

test('the name of a provider, and whether an area is known', () => {
  const folder = memoryFolder({
    ...SMALL,
    'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}area: world\nprovider: maps\n`,
    'mapservers/two.yaml': `${SMALL['mapservers/one.yaml']}`.replace('id: One', 'id: Two'),
    'providers/maps.yaml': 'name: Good Maps\nhomepage: https://maps.example.org/\n',
  });
  const { content } = checkCatalog(folder, OPTIONS);
  const found = probedMaps(content).filter((map) => /^mapservers\/(?:one|two)$/.test(mapId(map)));
  const names = providerNames(content);
  expect(found.map(({ provider = '' }) => names.get(provider) ?? null)).toEqual(['Good Maps', null]);
  expect(found.map((map) => probePlacesOf(map).hasArea)).toEqual([true, false]);
});

test.each<[string, string, [number, number] | null]>([
  ['a file', 'area: alps', [7.5, 46.5]],
  ['countries', 'countries: [VA]', [12.45, 41.9]],
  ['the world', 'area: world', null],
])('the middle of a map whose area is %s', (_, line, middle) => {
  const folder = memoryFolder({
    ...SMALL,
    'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}${line}\n`,
    'areas/alps.geojson': '{"type":"Polygon","coordinates":[[[5,45],[10,45],[10,48],[5,48],[5,45]]]}',
  });
  const one = probedMaps(checkCatalog(folder, OPTIONS).content).find(({ id }) => id === 'One');
  expect(probePlacesOf(one as CatalogMap).middle?.map((degrees) => Math.round(degrees * 20) / 20) ?? null).toEqual(
    middle,
  );
});
