/** Two catalogs, and a mirror of a third with the address of its original, on one server. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL, writeFiles } from '../support/catalogs.ts';
import { commitAll } from '../support/git.ts';
import { cartalog } from '../support/in-process.ts';
import { readableFolder, SERVER_NAMES, type ServerName, serverCommand, startServer } from '../support/own-server.ts';
import { freePort } from '../support/ports.ts';
import type { Runtime } from '../support/runtime.ts';

/** What tells the sites apart: the lifetime of a data source that all have, and a map that only one has removed. */
const SITES = {
  alps: { maxAge: 7200, repository: 'https://github.com/alps/maps', gone: false },
  jura: { maxAge: null, repository: 'https://github.com/jura/maps', gone: true },
  eifel: { maxAge: 60, repository: 'https://github.com/eifel/maps', gone: false },
} as const;
type Name = keyof typeof SITES;
const NAMES = Object.keys(SITES) as Name[];
const MIRROR = 'eifel';

const SMALL_ONES = Object.fromEntries(
  Object.entries(SMALL).map(([path, text]) => [path, String(text).replaceAll('example.org', 'maps.net')]),
);

const hostOf = (name: Name): string => `maps.${name}.net`;

/** How each server is configured for several sites, as docs/hosts.md tells: the name of a file, and its text. */
const CONFIGURED: Readonly<Record<ServerName, (folder: string, port: number) => readonly string[]>> = {
  nginx: (folder, port) => [
    'nginx.conf',
    'daemon off;',
    `error_log stderr;\npid ${folder}/nginx.pid;\nevents { }\nhttp {`,
    ...NAMES.map(
      (name) =>
        `include ${folder}/${name}/nginx/http.conf;\nserver {\nlisten 127.0.0.1:${port};\nserver_name ${hostOf(name)};\n` +
        `root ${folder}/${name}/site;\ninclude ${folder}/${name}/nginx/server.conf;\n}`,
    ),
    '}',
  ],
  caddy: (folder, port) => [
    'Caddyfile',
    '{\nadmin off\nauto_https off\n}',
    ...NAMES.map(
      (name) =>
        `http://${hostOf(name)}:${port} {\nroot * ${folder}/${name}/site\nimport ${folder}/${name}/caddy/cartalog.caddy\n}`,
    ),
  ],
  apache: (folder, port) => [
    'httpd.conf',
    // The configuration of one of them, for all but what belongs into a virtual host.
    readFileSync(join(folder, 'alps/apache/httpd.conf'), 'utf8').replace(/^(?:Include|DocumentRoot) .*$/gm, ''),
    ...NAMES.map(
      (name) =>
        `<VirtualHost *:${port}>\nServerName ${hostOf(name)}\nDocumentRoot ${folder}/${name}/site\n` +
        `Include ${folder}/${name}/apache/cartalog.conf\n</VirtualHost>`,
    ),
  ],
};

function ask(port: number, name: Name, path: string, method = 'GET'): Promise<readonly [string, string]> {
  const options = { host: '127.0.0.1', port, path, method, headers: { Host: `${hostOf(name)}:${port}` } };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve([`${response.statusCode} ${response.headers['cache-control']}`, text]));
    });
    sent.once('error', reject).end();
  });
}

/** A catalog with a history, in which one map may have been removed. */
function catalogIn(folder: string, name: Name): string {
  const { maxAge, repository, gone } = SITES[name];
  const catalog = join(folder, 'catalog');
  const source = String(SMALL_ONES['datasources/maps/datasource.yaml']).replace(/maxAge.*\n/, '');
  const map = String(SMALL_ONES['mapservers/one.yaml'])
    .replace('id: One', 'id: Gone')
    .replace('#{zoom}', 'gone/#{zoom}');
  writeFiles(catalog, {
    ...SMALL_ONES,
    'site.yaml': `title: ${name}\nserviceUrl: https://${hostOf(name)}\nrepository: ${repository}\n`,
    'datasources/maps/datasource.yaml': source + (maxAge === null ? '' : `maxAge: ${maxAge}\n`),
    'mapservers/gone.yaml': map,
  });
  commitAll(catalog, '2026-01-02T03:04:05Z');
  if (gone) rmSync(join(catalog, 'mapservers/gone.yaml'));
  commitAll(catalog, '2026-01-02T03:05:05Z');
  return catalog;
}

describe.each(SERVER_NAMES)('%s', (server) => {
  if (serverCommand(server) === null) return test.skip('is not installed here', () => {});

  const folder = readableFolder();
  let running: Runtime;
  let port = 0;

  const succeed = async (...args: string[]): Promise<void> => {
    const { status, stderr } = await cartalog(args);
    if (status !== 0) throw new Error(stderr);
  };

  beforeAll(async () => {
    port = await freePort();
    const originalPort = await freePort();
    for (const name of NAMES) {
      const out = join(folder, name === MIRROR ? 'original' : name);
      const catalog = catalogIn(join(folder, `of-${name}`), name);
      const listen = name === MIRROR ? originalPort : port;
      await succeed(
        'build',
        '--catalog',
        catalog,
        '--out',
        out,
        '--target',
        server,
        '--no-fsync',
        '--listen',
        `127.0.0.1:${listen}`,
      );
    }
    const original = await startServer(server, join(folder, 'original'), originalPort);
    try {
      await succeed('mirror', original.url, join(folder, MIRROR), '--target', server);
    } finally {
      await original.stop();
    }
    const [file = '', ...lines] = CONFIGURED[server](folder, port);
    mkdirSync(join(folder, 'all', server), { recursive: true });
    writeFileSync(join(folder, 'all', server, file), lines.join('\n'));
    running = await startServer(server, join(folder, 'all'), port);
  });

  afterAll(async () => {
    await running?.stop();
    const scratch = readdirSync('/tmp').filter((entry) => entry.startsWith(`cartalog-${server}-maps.`));
    for (const path of [folder, ...scratch]) rmSync(join('/tmp', path), { recursive: true, force: true });
  });

  return test.each(NAMES)('%s answers with its own lifetimes, texts and removals', async (name) => {
    const { maxAge, repository, gone } = SITES[name];
    const cache = maxAge === null ? 'public, max-age=0, must-revalidate' : `max-age=${maxAge}`;
    expect((await ask(port, name, '/v1/datasources/maps/'))[0]).toBe(`200 ${cache}`);
    expect((await ask(port, name, '/v1/'))[1]).toContain(`https://${hostOf(name)}/v1/`);
    const [status, refusal] = await ask(port, name, '/v1/datasources/maps/', 'DELETE');
    expect([status, JSON.parse(refusal).detail]).toEqual(['403 no-store', expect.stringContaining(`: ${repository}`)]);
    expect((await ask(port, name, '/v2/mapservers/gone.json'))[0]).toMatch(gone ? /^410 / : /^200 /);
    expect((await ask(port, name, '/v2/mapservers/never.json'))[0]).toMatch(/^404 /);
  });
});
