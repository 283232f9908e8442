import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ProbeReport } from '../../contract/generated/reports.types.ts';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, type Outcome } from '../support/cli.ts';
import { startFaultyServer } from '../support/faulty-server.ts';
import { cartalog, hurried } from '../support/in-process.ts';
import { TILE_ANSWER } from '../support/tiles.ts';

hurried();

const SITE = `${SMALL['site.yaml']}accessTokens: [MAPS_API_KEY]\n`;

async function place(): Promise<{ cwd: string; run: (...args: string[]) => Promise<Outcome> }> {
  const cwd = temporaryFolder();
  const good = await startFaultyServer({}, { otherwise: TILE_ANSWER });
  const bad = await startFaultyServer({}, { host: '127.0.0.2', otherwise: { status: 401, body: 'bad key s3cret' } });
  const record = (id: string, url: string, query = ''): string => {
    const { hostname, port } = new URL(url);
    return `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 19\nhosts: [${hostname}]\nurlPattern: http://#{host}:${port}/#{zoom}/#{tilex}/#{tiley}${query}\ncopyright: X\nprobe: { latitude: 46.95, longitude: 7.45, zoom: 12 }\n`;
  };
  writeFiles(join(cwd, 'catalog'), {
    'site.yaml': SITE,
    'mapservers/good.yaml': record('Good', good.url),
    'overlayservers/bad.yaml': record('Bad', bad.url, '?key=${MAPS_API_KEY}'),
  });
  const env = environment({ MAPS_API_KEY: 's3cret' });
  return { cwd, run: (...args) => cartalog(['probe', '--allow-private', ...args], { cwd, env }) };
}

test('a failing server is exit status 1; no output holds a token', async () => {
  const { run } = await place();
  const { status, stdout, stderr } = await run();
  expect(stdout).toMatch(/^Good {4}127\.0\.0\.1 {2}good {4}12\/2132\/1441 {2}png 256 {2}\d+ ms +yes$/m);
  expect(stdout).toContain('overlayservers/bad.yaml (Bad): it answers 401, http://127.0.0.2:');
  expect(stdout).toContain('?key=${MAPS_API_KEY}');
  expect(stderr).toMatch(
    /^1 good, 1 fail, 0 unsure and 0 not probed, of 2 servers; verdicts: 1 notice, 1 refused; \d+ requests, 8,325 bytes\.\n$/,
  );
  expect([status, `${stdout}${stderr}`.includes('s3cret')]).toEqual([1, false]);
});

const EXCEPTION =
  '<ServiceExceptionReport><ServiceException code="LayerNotDefined">s3cret</ServiceException></ServiceExceptionReport>';

test.each<[string, string, string]>([
  [
    'wms',
    'service: URL/wms\nlayers: [a]\nformat: image/png\nversion: 1.3.0\ncrs: [EPSG:3857]\nminZoom: 0\nmaxZoom: 9',
    'capabilities: it reports the error LayerNotDefined',
  ],
  ['vector', 'style: URL/style.json?key=${MAPS_API_KEY}', 'style: it is XML and not a style'],
  ['pmtiles', 'url: URL/a.pmtiles', 'header: it is XML and not a PMTiles archive'],
  [
    'tms',
    'hosts: [127.0.0.1]\nurlPattern: http://#{host}:PORT/#{zoom}/#{tilex}/#{tiley}\nminZoom: 0\nmaxZoom: 9',
    'it is XML and not an image',
  ],
])('a map of the type %s that fails is named with its part', async (type, lines, reason) => {
  const cwd = temporaryFolder();
  const { url } = await startFaultyServer({}, { otherwise: { body: EXCEPTION } });
  const record = lines.replaceAll('URL', url).replace('PORT', new URL(url).port);
  writeFiles(join(cwd, 'catalog'), {
    'site.yaml': SITE,
    'maps/one.yaml': `type: ${type}\nname: One map\n${record}\ncopyright: X\n`,
  });
  const env = environment({ MAPS_API_KEY: 's3cret' });
  const { status, stdout, stderr } = await cartalog(['probe', '--allow-private', 'One map'], { cwd, env });
  expect(stdout).toContain(`maps/one.yaml (One map): ${reason}, http://127.0.0.1:`);
  expect([status, `${stdout}${stderr}`.includes('s3cret')]).toEqual([1, false]);
});

test('vector maps are seen as a browser sees them', async () => {
  const cwd = temporaryFolder();
  const tile = Buffer.from('\x1a\x09\x0a\x01a\x12\x02\x18\x01\x78\x02', 'latin1');
  const style = (more: object): string => {
    const source = { type: 'vector', tiles: ['{z}/{x}/{y}'], maxzoom: 0, ...more };
    return `\uFEFF${JSON.stringify({ version: 8, sources: { a: source }, layers: [{}] })}`;
  };
  const gzip = { 'Content-Encoding': 'gzip' };
  const { url, requests } = await startFaultyServer({
    '/said/style': { body: gzipSync(style({})), headers: gzip },
    '/said/0/0/0': { body: gzipSync(tile), headers: gzip },
    '/unsaid/style': { body: style({}) },
    '/unsaid/0/0/0': { body: gzipSync(tile) },
    '/mlt/style': { body: style({ encoding: 'mlt' }) },
    '/mlt/0/0/0': { body: '\x07\x01\x05water' },
    '/m.mlt/0/0/0.mlt': { body: '\x07\x01\x05water' },
  });
  const record = (name: string, address: string): [string, string] => [
    `maps/${name}.yaml`,
    `type: vector\nname: ${name}\n${address}\nminZoom: 0\nmaxZoom: 0\ncopyright: X\n`,
  ];
  const styled = ['said', 'unsaid', 'mlt'].map((name) => record(name, `style: ${url}/${name}/style`));
  const files = Object.fromEntries([
    ...styled,
    record('template', `tiles: ${url}/m.mlt/{z}/{x}/{y}.mlt\nschema: other`),
  ]);
  writeFiles(join(cwd, 'catalog'), { 'site.yaml': SITE, ...files });
  const { stdout } = await cartalog(['probe', '--allow-private', '--format', 'json'], { cwd });
  const report: ProbeReport = JSON.parse(stdout);
  expect(report.servers.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual([
    ['mlt', 'good', null],
    ['said', 'good', null],
    ['template', 'good', null],
    ['unsaid', 'fails', 'tiles: it is compressed without Content-Encoding'],
  ]);
  expect(new Set(requests.map(({ headers }) => headers['accept-encoding']))).toEqual(new Set(['gzip, br']));
});
