/** `cartalog probe` as a process. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, type Outcome } from '../support/cli.ts';
import { startFaultyServer } from '../support/faulty-server.ts';
import { cartalog, hurried } from '../support/in-process.ts';
import { TILE_ANSWER } from '../support/tiles.ts';

hurried();

const SITE = `${SMALL['site.yaml']}accessTokens: [MAPS_API_KEY]\n`;

/** A catalog with a server that is good and one whose token is refused. */
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
