import { expect, test } from 'vitest';
import { type ListedServer, probeServers } from '../../../commands/probe/probe.ts';
import { listedServer } from '../../support/probed.ts';
import { TILE } from '../../support/tiles.ts';
import { VirtualWeb } from '../../support/virtual-web.ts';

const server = (id: string, hosts: [string, ...string[]], urlPattern?: string): ListedServer => {
  const { record, ...rest } = listedServer(id, 1);
  return { ...rest, record: { ...record, hosts, ...(urlPattern ? { urlPattern } : {}) } };
};

test('a host gets one request a second, whatever servers it belongs to; hosts are asked together', async () => {
  const virtual = new VirtualWeb(() => ({ body: [TILE.toString('latin1')], afterMs: 700 }));
  const web = virtual.open({ ignoreRobots: true, pace: { connections: 1, perSecond: 1 } });
  const pattern = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}?key=${A_KEY}&more=${B_TOKEN}';
  const servers = [
    server('One', ['a.example.org', 'b.example.org']),
    server('Two', ['a.example.org']),
    server('Three', ['c.example.org', 'a.example.org']),
    server('Keyless', ['a.example.org'], pattern),
  ];
  const progress: [number, number, string][] = [];
  const answers = await virtual.run(
    probeServers(servers, {
      web,
      environment: {},
      origin: 'https://catalog.example.org',
      now: 0,
      knownTile: ({ record }) => (record.id === 'Two' ? { zoom: 5, x: 6, y: 7 } : null),
      onProgress: (...done) => progress.push(done),
    }),
  );
  expect(virtual.requests.map(({ at, url }) => [at, url.hostname, url.pathname])).toEqual([
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
  expect(progress.map(([done, total]) => [done, total])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});
