/** `cartalog verify` as a process, against a plain static host. */
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog } from '../support/in-process.ts';
import { freePort } from '../support/ports.ts';

/** Serves a folder as plain static hosts do: no header rules, no redirects, GET and HEAD alone, lists of folders. */
function staticHost(site: string): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const path = join(site, pathname === '/' ? 'index.html' : pathname);
    const kind = statSync(path, { throwIfNoEntry: false });
    const send = (status: number, type: string, body: string | Buffer): void => {
      response.writeHead(status, { 'Content-Type': type }).end(request.method === 'HEAD' ? undefined : body);
    };
    if (!['GET', 'HEAD'].includes(request.method ?? '')) send(501, 'text/html', 'Unsupported method');
    else if (kind?.isFile()) send(200, pathname === '/' ? 'text/html' : 'application/json', readFileSync(path));
    else send(kind ? 200 : 404, 'text/html', '<ul><li>index.json</li></ul>');
  });
}

test('a static host that lists its folders fails, with every failure repeated, the cause and the total', async () => {
  const folder = temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  writeFiles(join(folder, 'catalog'), SMALL);
  const site = join(folder, 'site');
  const built = await cartalog(['build', '--out', site, '--service-url', url], { cwd: folder });
  expect(built.status).toBe(0);
  const server = staticHost(site).listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  const { status, stdout, stderr } = await cartalog(['verify', '--static', url]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  const [table = '', failures = ''] = stdout.split('\nFailures\n');
  const rows = (text: string): string[] => (text.match(/^FAILS {2}.*$/gm) ?? []).sort();
  expect(rows(failures)).toEqual(rows(table));
  expect(rows(table)).toContainEqual(expect.stringMatching(/^FAILS {2}vary /));
  expect(failures).toMatch(/^Response headers: https:\/\/\S+\/blob\/main\/docs\/interface\.md#response-headers$/m);
  expect(failures).toMatch(
    /\n\nCause: .*answers 200 with text\/html.*\n\n\d+ hold, \d+ fail, \d+ not applicable \(\d+ requests\)\n$/,
  );
});
