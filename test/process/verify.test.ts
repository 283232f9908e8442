import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { makeCertificate } from '../support/certificate.ts';
import { environment, cartalog as spawned } from '../support/cli.ts';
import { cartalog } from '../support/in-process.ts';
import { freePort } from '../support/ports.ts';

/** Starts a server on a free port until the test ends. @returns the port */
async function listenOn(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Serves a folder as plain static hosts do: no header rules, no redirects, GET and HEAD alone, lists of folders. */
const staticHost = (site: string): Server =>
  createServer((request, response) => {
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

test('a certificate of one’s own needs a setting, and --resolve asks a host under a name that does not lead to it', async () => {
  const name = 'maps.not-there.invalid';
  const certificate = makeCertificate([name], new Date(Date.now() + 3_600_000));
  const asked = new Set<string>();
  const server = createTlsServer(certificate, ({ headers, socket }, response) => {
    asked.add(`${(socket as TLSSocket).servername} ${headers.host}`);
    response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>');
  });
  const port = await listenOn(server);
  const url = `https://${name}:${port}`;
  const file = join(temporaryFolder(), 'own.pem');
  writeFileSync(file, certificate.cert);
  const args = ['verify', url, '--resolve', `${name}=127.0.0.1`];
  expect(await cartalog(args)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `cartalog: ${url} cannot be reached (its certificate is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT); to trust its authority, set NODE_EXTRA_CA_CERTS=FILE, a file with the certificate in PEM).\n`,
  });
  // Node reads the variable when it starts.
  const { status, stdout, stderr } = await spawned(args, { env: environment({ NODE_EXTRA_CA_CERTS: file }) });
  const sentence = `There is no catalog at ${url}: GET /v1/ answers 404 with text/html, and none of its lists is there. Publish it first, or name the address that it is published at.\n`;
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: sentence, stderr: '' });
  expect([...asked]).toEqual([`${name} ${name}:${port}`]);
});

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
