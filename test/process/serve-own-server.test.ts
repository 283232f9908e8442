/** `cartalog serve` of a catalog for a server of one's own: the whole contract, in this process and by the server itself. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Network } from '../../cli/http.ts';
import { serverCommand } from '../../cli/own-server.ts';
import { runContract } from '../../commands/site/verify/verify.ts';
import { HOSTS } from '../../contract/hosts.ts';
import { LIVE_FILE } from '../../contract/pages.ts';
import { RENDITIONS } from '../../contract/renditions.ts';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog } from '../support/cli.ts';
import { commitAll } from '../support/git.ts';
import { descendants, running, until, workerdsBelow } from '../support/processes.ts';
import { freePort } from '../support/server.ts';
import { type Served, serving } from '../support/serving.ts';

const DATA_SOURCE = 'catalog/datasources/empty/datasource.yaml';

/** Serves the small catalog, with a page of its owner. */
async function servingClub(...args: string[]): Promise<Served & { url: string; pid: number }> {
  const folder = temporaryFolder();
  // A server that root starts runs as somebody else.
  chmodSync(folder, 0o755);
  writeFiles(folder, { 'public/club.html': '<p>Club</p>', 'public/a b.txt': 'text' });
  writeFiles(join(folder, 'catalog'), SMALL);
  commitAll(join(folder, 'catalog'), '2026-01-02T03:04:05Z');
  const server = await serving({}, args, folder);
  return { ...server, url: `http://127.0.0.1:${server.port}`, pid: server.child.pid as number };
}

/** The checks of the contract that fail. */
async function failing(url: string): Promise<string[]> {
  const verdicts = await runContract(new Network().sender(url), { serviceUrl: url, layer: 'edge' });
  expect(verdicts.length).toBeGreaterThan(70);
  return verdicts.filter(({ result }) => result === 'fails').map(({ check, problems }) => `${check.id}: ${problems}`);
}

/** Waits until a changed lifetime is served. */
async function afterChange(folder: string, url: string): Promise<void> {
  writeFiles(folder, { [DATA_SOURCE]: `${SMALL['datasources/empty/datasource.yaml']}maxAge: 60\n` });
  const lifetime = async (): Promise<string | null> =>
    fetch(`${url}/v1/datasources/empty/`).then(
      ({ headers }) => headers.get('Cache-Control'),
      () => null,
    );
  await until(async () => (await lifetime()) === 'max-age=60', 'the new lifetime');
}

test('of nginx holds the whole contract in this process', async () => {
  const { folder, url, pid } = await servingClub('--target', 'nginx', '--allow-host', 'my.example.org');
  expect(workerdsBelow(pid)).toEqual([]);

  const send = new Network().sender(url);
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { status, header, text } = await send({ path, headers, method });
    return [status, header('Location') ?? header('Content-Type'), text.slice(0, 20)];
  };
  expect(await get('/club')).toEqual([200, 'text/html; charset=utf-8', '<p>Club</p>']);
  expect(await get('/a%20b.txt')).toEqual([200, 'text/plain; charset=utf-8', 'text']);
  expect(await get('/a%20b.txt', { Range: 'bytes=1-2' })).toEqual([206, 'text/plain; charset=utf-8', 'ex']);
  expect((await get('/a%20b.txt', { Range: 'bytes=9-' }))[0]).toBe(416);
  for (const path of ['/', '/v1/all.json']) {
    for (const [coding, sent] of Object.entries({ 'br, gzip': 'gzip', 'gzip;q=0': null, identity: null })) {
      const { header, text } = await send({ path, headers: { 'Accept-Encoding': coding } });
      expect([header('Content-Encoding'), header('Vary')]).toEqual([sent, expect.stringMatching('Accept-Encoding')]);
      if (sent === null) expect(text).toBe(await (await fetch(url + path)).text());
    }
  }
  expect((await get('/about?x=1')).slice(0, 2)).toEqual([308, '/about/?x=1']);
  expect((await get('/v1?x=1')).slice(0, 2)).toEqual([308, '/v1/?x=1']);
  expect((await get('/club', {}, 'POST')).slice(0, 2)).toEqual([405, 'application/json']);
  for (const path of ['/nothing', '/_worker.js', '/..%2f..%2fcatalog%2fsite.yaml', '/%00', '/%zz']) {
    expect((await get(path)).slice(0, 2), path).toEqual([404, 'text/html; charset=utf-8']);
  }
  expect((await get('/', { Host: 'evil.example.org' }))[0]).toBe(403);
  expect((await get('/', { Host: 'my.example.org' }))[0]).toBe(200);
  for (const Host of [
    'a b',
    '[::1',
    '127.0.0.1/x?',
    '127.0.0.1#',
    '127.0.0.1\\x',
    'u@localhost',
    'localhost:x',
    'localhost:99999',
  ])
    expect((await get('/v1/', { Host }))[0], Host).toBe(400);
  expect((await get(`/${LIVE_FILE}`))[0]).toBe(200);

  await afterChange(folder, url);
  expect(await failing(url)).toEqual([]);
});

test.each(['nginx', 'caddy', 'apache'] as const)('--server runs %s with what was built for it', async (target) => {
  if (serverCommand(target) === null) return;
  const { folder, url, pid, output } = await servingClub(
    '--target',
    target,
    '--server',
    '--allow-host',
    'my.example.org',
  );
  // At once: Apache has weak ETags for files that are new.
  const { exceptions } = HOSTS[target];
  const isException = (failed: string): boolean => exceptions.some((id) => failed.startsWith(`${id}: `));
  expect((await failing(url)).filter((failed) => !isException(failed))).toEqual([]);
  const page = await new Network().sender(url)({ path: '/', headers: { 'Accept-Encoding': 'gzip' } });
  expect(page.header('Content-Encoding')).toBe('gzip');
  expect((await fetch(`${url}/v1/editions/?format=xml`)).headers.get('Content-Type')).toBe(RENDITIONS.xml.contentType);
  expect((await fetch(`${url}/club`)).status).toBe(200);
  // Every web page of this machine could read it.
  expect((await fetch(`${url}/${LIVE_FILE}`)).status).toBe(404);
  const send = new Network().sender(url);
  for (const path of ['/', '/v1/', '/about']) {
    const answer = await send({ path, headers: { Host: 'evil.example.org' } });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('--allow-host')]);
  }
  for (const Host of ['localhost', 'LOCALHOST:1234', '[::1]:80', 'my.example.org'])
    expect((await send({ path: '/v1/', headers: { Host } })).status, Host).toBe(200);
  await afterChange(folder, url);
  expect(output()).toContain('The host or its configuration has changed; the server is started again.');
  const started = descendants(pid).map((process) => process.pid);
  expect(started.length).toBeGreaterThan(1);
  process.kill(pid, 'SIGKILL');
  await until(() => running(started).length === 0, 'the end of the server with its parent');
});

test('--server says what it needs', async () => {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'catalog'), SMALL);
  const args = ['serve', '--server', '--port', String(await freePort())];
  const ofPages = await cartalog(args, { cwd });
  expect(ofPages.status).toBe(2);
  expect(ofPages.stderr).toContain(
    'cartalog: --server runs nginx, Caddy or Apache, but the catalog is for Cloudflare Pages; set target in site.yaml, or --target.\n',
  );
  expect(ofPages.stderr).not.toContain('Built ');
  const missing = await cartalog([...args, '--target', 'caddy'], { cwd, env: { PATH: cwd } });
  expect(missing.status).toBe(2);
  expect(missing.stderr).toContain('cartalog: Caddy is not installed here; install it, or leave out --server.\n');
});
