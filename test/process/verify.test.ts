/** `cartalog verify` as a process, against a plain static host. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL, writeFiles } from '../support/catalogs.ts';
import { cartalog } from '../support/in-process.ts';
import { freePort } from '../support/server.ts';

/** How a host answers for a folder without `index.html`. */
type FolderAnswer = 'listing' | 'forbidden' | 'index.json';

/** Serves a folder as plain static hosts do: no header rules, no redirects, GET and HEAD alone. */
function staticHost(site: string, folderAnswer: FolderAnswer): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(site, pathname);
    const kind = statSync(path, { throwIfNoEntry: false });
    const send = (status: number, type: string, body: string | Buffer): void => {
      response.writeHead(status, { 'Content-Type': type }).end(request.method === 'HEAD' ? undefined : body);
    };
    if (!['GET', 'HEAD'].includes(request.method ?? '')) send(501, 'text/html', 'Unsupported method');
    else if (pathname === '/') send(200, 'text/html', readFileSync(join(site, 'index.html')));
    else if (kind?.isFile()) send(200, 'application/json', readFileSync(path));
    else if (!kind) send(404, 'text/html', 'Not found');
    else if (folderAnswer === 'listing') send(200, 'text/html', '<ul><li>index.json</li></ul>');
    else if (folderAnswer === 'forbidden') send(403, 'text/html', 'Forbidden');
    else send(200, 'application/json', readFileSync(join(path, 'index.json')));
  });
}

describe.each([
  ['listing', /^Cause: .*answers 200 with text\/html/m],
  ['forbidden', /^Cause: .*answers 403 with text\/html/m],
  ['index.json', null],
] as const)('a static host that answers for a folder with: %s', (folderAnswer, cause) => {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-verify-'));
  let server: Server | undefined;
  let stdout = '';
  let stderr = '';
  let status: number | null = null;

  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    writeFiles(join(folder, 'catalog'), SMALL);
    const site = join(folder, 'site');
    const built = await cartalog(['build', '--out', site, '--service-url', url], { cwd: folder });
    expect(built.status).toBe(0);
    server = staticHost(site, folderAnswer).listen(port, '127.0.0.1');
    ({ status, stdout, stderr } = await cartalog(['verify', '--static', url]));
  });
  afterAll(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('fails, and prints everything to standard output', () => {
    expect(status).toBe(1);
    expect(stderr).toBe('');
  });

  test('names the one cause at the end, before the total', () => {
    const lines = stdout.split('\n').filter((line) => line.startsWith('Cause: '));
    expect(lines.length).toBe(cause === null ? 0 : 1);
    if (cause === null) return;
    expect(stdout).toMatch(cause);
    const position = stdout.indexOf('\nCause: ');
    expect(stdout.slice(position)).toMatch(/^\nCause: .*\n\n\d+ hold, .*\n$/);
  });

  test('repeats every failure after the table, with a link, before the total', () => {
    const [table = '', failures = ''] = stdout.split('\nFailures\n');
    const rows = (text: string): string[] => (text.match(/^FAILS {2}.*$/gm) ?? []).sort();
    expect(rows(failures)).toEqual(rows(table));
    expect(rows(table)).toContainEqual(expect.stringMatching(/^FAILS {2}vary /));
    expect(failures).toMatch(/^Response headers: https:\/\/\S+\/blob\/main\/docs\/interface\.md#response-headers$/m);
    expect(failures).toMatch(/\n\n\d+ hold, \d+ fail, \d+ not applicable \(\d+ requests\)\n$/);
  });
});
