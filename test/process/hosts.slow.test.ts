/** The whole contract, on every server that is installed here, with the configuration that the build wrote for it. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Network } from '../../cli/network/http.ts';
import type { Verdict } from '../../commands/site/verify/verdict.ts';
import { CONTRACT, runContract } from '../../commands/site/verify/verify.ts';
import { HOSTS, type HostName } from '../../contract/hosts.ts';
import { ANSWERS, allowOf, answerBody } from '../../contract/interface/http-answers.ts';
import { publishedLookup } from '../../contract/interface/published.ts';
import { RENDITIONS } from '../../contract/interface/v1-renditions.ts';
import { READ, READ_STATIC } from '../../contract/interface/v1-routes.ts';
import { ASSETS_LIFETIME } from '../../contract/pages/pages.ts';
import { type Intent, intentOf } from '../../edge/intent.ts';
import { writeFiles } from '../support/catalogs.ts';
import { ROOT } from '../support/cli.ts';
import { contentOf } from '../support/files.ts';
import { commitAll } from '../support/git.ts';
import { cartalog } from '../support/in-process.ts';
import { observed } from '../support/observed.ts';
import { readableFolder, SERVER_NAMES, serverCommand, startServer } from '../support/own-server.ts';
import { freePort } from '../support/ports.ts';
import type { Runtime } from '../support/runtime.ts';
import { tilePng } from '../support/tile-picture.ts';
import { textsIn } from '../support/words.ts';

const LONG_ID = `a${'-b'.repeat(31)}`;

const DEBIAN_TYPES = '/etc/apache2/mods-available/mime.conf';

/** Requests that no check of the contract sends; the answer of each is what the edge handler would answer. */
const QUERIES = textsIn(`
  ?format=xml& | ?x=1&format=xml | ?%66ormat=xml | ?format=%78m%6C | ?format=xml&format=json | ?format=json&format=xml
  ?FORMAT=xml | ?format=XML | ?format=xml; | ?format=xml%20 | ?format=+xml | ?format | ?format=% | ?format=%ff
  ?;format=xml | ?&&format=xml&includeSource=true | ?format=xml&includeSource=True | ?includeSource=true
  ?format[]=xml`);
const ACCEPTS = textsIn(`
  text/xml;q=1.0 | application/xml, */* | application/xml, */*;q=0.1 | application/xml;charset="utf-8" | APPLICATION/XML
  application/xml, application/json;q=0.5, */*`);
const WRITES = ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'OPTIONS'];

const PLAIN = ['/v1/openapi.json', '/v1/all.json', '/v1/schemas/service-catalog.xsd'];
const RESOURCES = ['/v1/', '/v1/datasources/corners/', `/v1/datasources/${LONG_ID}/`, '/v1/categories/1/'];
const UNPUBLISHED = ['/v1/nix/', '/v1/nix', '/v1/mapservers/index.json', '/v1/datasources/nix/'];

type Sent = { readonly method: string; readonly path: string; readonly headers: Readonly<Record<string, string>> };

const REQUESTS: readonly Sent[] = [...RESOURCES, ...PLAIN, ...UNPUBLISHED].flatMap((path) => [
  ...QUERIES.map((query) => ({ path: path + query, method: 'GET', headers: {} })),
  ...ACCEPTS.map((Accept) => ({ path, method: 'GET', headers: { Accept } })),
  ...WRITES.map((method) => ({ path: `${path}?format=nothing`, method, headers: {} })),
]);

const LOOKUP = publishedLookup({
  repository: '',
  ids: { datasource: ['corners', LONG_ID], category: ['1'], edition: ['offline'] },
  withSource: ['corners'],
  files: PLAIN,
});

/** What the handler says of a request: the file that it sends or null, the status, the type and `Allow`, and the text of a 404. */
function handled(intent: Intent): {
  readonly file: string | null;
  readonly said: string;
  readonly text?: string | undefined;
} {
  const allow = intent.found ? allowOf(intent.found.subject) : '';
  if ('answer' in intent) {
    const { status, hasAllow } = ANSWERS[intent.answer];
    const text = status === 404 ? JSON.stringify(answerBody(intent.answer, {})) : undefined;
    return { file: null, said: [status, RENDITIONS.json.contentType, hasAllow ? allow : ''].join(' '), text };
  }
  const { contentType } = /[.](?:xml|xsd)$/.test(intent.send) ? RENDITIONS.xml : RENDITIONS.json;
  return { file: intent.send, said: [200, contentType, allow].join(' ') };
}

/** A page of the owner, long enough for compressed copies. */
const CLUB = `<!doctype html><title>Club</title><p>${'Maps since 1999. '.repeat(100)}</p>`;

const PICTURE = tilePng(64, 64);

const ROOT_FILES = ['/manifest.json', '/changes.json', '/changes.atom'];
const PAGES = ['/', '/index.html', '/404.html'];

/** What each server refuses itself: what it is sent, and the status where it can be told to say so in JSON. */
const REFUSED: readonly (readonly [what: string, head: string, status: Partial<Record<HostName, number>>])[] = [
  ['no host', 'GET /v1/ HTTP/1.1', { nginx: 400, apache: 400 }],
  ['a broken header', 'GET /v1/ HTTP/1.1\r\nHost: a\r\nA B: c', { nginx: 400, apache: 400 }],
  ['a broken length', 'PUT /v1/ HTTP/1.1\r\nHost: a\r\nContent-Length: x', { nginx: 400, apache: 400 }],
  ['a broken path of the page', 'GET /%zz HTTP/1.1\r\nHost: a', { nginx: 400, apache: 400 }],
  ['a path that leads out', 'GET /v1/../../ HTTP/1.1\r\nHost: a', { nginx: 400, apache: 400 }],
  ['a long address', `GET /v1/?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a`, { nginx: 414, apache: 414 }],
  ['a long header', `GET /v1/ HTTP/1.1\r\nHost: a\r\nA: ${'x'.repeat(40_000)}`, { nginx: 431, apache: 400 }],
  ['another version', 'GET /v1/ HTTP/3.7\r\nHost: a', { nginx: 505 }],
  ['an unknown coding', 'PUT /v1/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x', { nginx: 501, apache: 400 }],
  ['an expectation', 'GET /v1/ HTTP/1.1\r\nHost: a\r\nExpect: x', { apache: 417 }],
  ['another version of the document', 'GET /v1/ HTTP/1.1\r\nHost: a\r\nIf-Match: "x"', { nginx: 412 }],
];

const sendHead = (port: number, head: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`));
    socket.on('data', (chunk) => (text += chunk));
    socket.once('close', () => resolve(text));
    socket.once('error', (error) => (text === '' ? reject(error) : resolve(text)));
  });

/** The golden catalog with every corner, with its own history, and a data source whose id is as long as it may be. */
function catalogIn(folder: string): string {
  const catalog = join(folder, 'catalog');
  cpSync(join(ROOT, 'test', 'golden', 'corners', 'input'), catalog, { recursive: true });
  const source = readFileSync(join(catalog, 'datasources', 'no-files', 'datasource.yaml'), 'utf8');
  writeFiles(catalog, { [`datasources/${LONG_ID}/datasource.yaml`]: `${source.trimEnd()}\nmaxAge: 60\n` });
  writeFiles(catalog, {
    'providers/pictured.yaml': 'name: Pictured\nhomepage: https://pictured.example.org/\npictures: allowed\n',
    'mapservers/pictured.yaml':
      'id: Pictured\nname: A map with a picture\nminZoom: 0\nmaxZoom: 9\nhosts: [pictured.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\nprovider: pictured\n',
  });
  const picture = readFileSync(join(catalog, 'mapservers', 'pictured.yaml'), 'utf8');
  writeFiles(catalog, { 'mapservers/gone.yaml': picture.replaceAll('ictured', 'one').replace('id: Pone', 'id: Gone') });
  commitAll(catalog, '2026-01-02T03:04:05Z');
  rmSync(join(catalog, 'mapservers', 'gone.yaml'));
  commitAll(catalog, '2026-01-02T03:05:05Z');
  const history = { version: 1, servers: [observed('mapserver', 'Pictured', {})] };
  writeFiles(folder, { 'history.json': JSON.stringify(history), 'pictures/mapservers/pictured.png': PICTURE });
  writeFiles(folder, { 'public/club.html': CLUB, 'public/été/2026.html': CLUB });
  return catalog;
}

describe.each(SERVER_NAMES)('%s', (name) => {
  if (serverCommand(name) === null) return test.skip('is not installed here', () => {});

  let folder = '';
  let built = '';
  let build = async (): Promise<void> => {};
  const network = new Network();
  let server: Runtime | undefined;
  let url = '';
  let verdicts: readonly Verdict[] = [];

  beforeAll(async () => {
    folder = readableFolder();
    built = join(folder, 'dist');
    url = `http://127.0.0.1:${await freePort()}`;
    const { host } = new URL(url);
    const address = ['--service-url', url, '--listen', host];
    const catalog = catalogIn(folder);
    const probed = ['--probe-history', join(folder, 'history.json'), '--pictures', join(folder, 'pictures')];
    const args = ['build', '--catalog', catalog, '--out', built, ...address, '--target', name, ...probed];
    build = async () => {
      const { status, stderr } = await cartalog([...args, '--no-fsync']);
      if (status !== 0) throw new Error(stderr);
    };
    await build();
    server = await startServer(name, built, Number(new URL(url).port));
    const options = { serviceUrl: url, layer: 'edge', checksXml: true } as const;
    verdicts = await runContract(network.sender(url), options);
  });

  afterAll(async () => {
    await server?.stop();
    const scratch = `cartalog-${name}-${new URL(url).host.replace(':', '_')}`;
    const left = readdirSync('/tmp').filter((entry) => entry.startsWith(scratch));
    for (const path of [folder, ...left]) rmSync(join('/tmp', path), { recursive: true, force: true });
  });

  const elsewhere = (file: string, other: number): string => {
    const { port } = new URL(url);
    return readFileSync(file, 'utf8').replaceAll(`1:${port}`, `1:${other}`).replaceAll(`_${port}`, `_${port}_${other}`);
  };

  test('holds every statement but its exceptions, which docs/hosts.md explains', () => {
    expect(CONTRACT.length).toBeGreaterThan(70);
    const failing = verdicts.filter(({ result }) => result === 'fails');
    const { exceptions } = HOSTS[name];
    const page = readFileSync(join(ROOT, 'docs', 'hosts.md'), 'utf8');
    for (const id of exceptions) expect(page).toContain(`\`${id}\``);
    expect(failing.filter(({ check }) => !exceptions.includes(check.id))).toEqual([]);
    expect(failing.map(({ check }) => check.id)).toEqual(exceptions);
    expect(verdicts.filter(({ result }) => result === 'not applicable').map(({ check }) => check.id)).toEqual([
      'static-read-only',
    ]);
  });

  test('answers as the handler would, however a request is written', async () => {
    const send = network.sender(url);
    const wrong: string[] = [];
    for (const request of REQUESTS) {
      const { method, path, headers } = request;
      const accept = headers['Accept'] ?? null;
      const intent = intentOf({ method, url: new URL(path, url), accept }, LOOKUP);
      const response = await send(request);
      const said = [response.status, response.header('Content-Type'), response.header('Allow')].join(' ');
      const { file, said: wanted, text: said404 } = handled(intent);
      if (said404 !== undefined && response.text !== said404) wrong.push(`${method} ${path}: ${response.text}`);
      const text = file && readFileSync(join(built, HOSTS[name].root, file), 'utf8');
      if (said !== wanted) wrong.push(`${method} ${path} ${accept}: ${said}, not ${wanted}`);
      if (text !== null && text !== response.text) wrong.push(`${method} ${path} ${accept}: not ${file}`);
    }
    expect(wrong).toEqual([]);
  });

  test('answers other methods of what is outside of the interface, too', async () => {
    const send = network.sender(url);
    const origin = { Origin: 'https://map.example.org', 'Access-Control-Request-Method': 'GET' };
    const wanted = [...ROOT_FILES, ...PAGES].flatMap((path) =>
      WRITES.map((method) => {
        const isFile = ROOT_FILES.includes(path);
        const status = isFile && method === 'OPTIONS' ? 200 : 405;
        return [method, path, status, (isFile ? READ : READ_STATIC).join(', '), isFile && method === 'OPTIONS'];
      }),
    );
    const responses = wanted.map(async ([method, path]) => {
      const response = await send({ method: String(method), path: String(path), headers: origin });
      expect(response.header('Content-Type')).toBe('application/json');
      expect(response.json()).toHaveProperty(response.status === 200 ? 'renders' : 'detail');
      const mayRead = response.status === 200 && response.header('Access-Control-Allow-Methods') === READ.join(', ');
      return [method, path, response.status, response.header('Allow'), mayRead];
    });
    expect(await Promise.all(responses)).toEqual(wanted);
  });

  test.each(REFUSED.flatMap(([what, head, status]) => (status[name] ? [[what, head, status[name]] as const] : [])))(
    'refuses %s in JSON',
    async (_, head, status) => {
      const [, code, rest = ''] =
        /^HTTP\/1\.[01] (\d+)([\s\S]*)/.exec(await sendHead(Number(new URL(url).port), head)) ?? [];
      expect(code).toBe(String(status));
      expect(rest).toMatch(/\r\nContent-Type: application\/json\r\n/i);
      expect(rest).toMatch(/\r\n\r\n(?:[0-9a-f]+\r\n)?\{"detail":"[^"]+"\}/);
    },
  );

  test('sends documents whole, and only to nginx is If-Match a condition', async () => {
    const send = network.sender(url);
    for (const path of ['/v1/', '/v1/?format=xml', ...PLAIN, ...ROOT_FILES]) {
      const { text } = await send({ path });
      for (const headers of [{ Range: 'bytes=0-3' }, { Range: 'bytes=99999999-' }, { 'If-Match': '"x"' }]) {
        const response = await send({ path, headers });
        const isRefused = name === 'nginx' && 'If-Match' in headers;
        expect([response.status, isRefused || response.text === text], path).toEqual([isRefused ? 412 : 200, true]);
      }
    }
  });

  test('serves nothing but what is published', async () => {
    const send = network.sender(url);
    const paths = [
      '/site-manifest.json',
      '/../site-manifest.json',
      `/${name}/`,
      ...textsIn(`
      /.git/config | /v1/404.html | /v1/405.json | /v1/405.public.json | /v1/mapservers/index.json
      /v1/datasources/corners/index.xml | /v1/datasources/corners/index.xml.gz | /v1/schemas/ | /v1/datasources/*/
      /v1/datasources/corner?/ | /v1/datasources/corners/..%2findex.xml | /nothing | /nothing/`),
    ];
    const responses = await Promise.all(paths.map((path) => send({ path })));
    expect(responses.map(({ status, request }) => `${status} ${request.path}`)).toEqual(
      paths.map((path) => `${path.startsWith('/../') ? responses[1]?.status : 404} ${path}`),
    );
    expect([400, 404]).toContain(responses[1]?.status);
    for (const response of responses.slice(4, 14)) expect(response.header('Content-Type')).toBe('application/json');
    expect(responses.at(-1)?.header('Content-Type')).toMatch(/^text\/html/);
  });

  test('says that a removed map is gone, below /v2/ and as a page', async () => {
    const send = network.sender(url);
    const answered = async (path: string) => {
      const { status, header, text } = await send({ path });
      return [path, status, header('Content-Type'), /<title|{"detail":"[^"]+"}/.exec(text)?.[0]];
    };
    const json = (status: number, answer: 'removed' | 'unknownPath') => {
      return [status, 'application/json', JSON.stringify(answerBody(answer, {}))];
    };
    const page = ['text/html; charset=utf-8', '<title'];
    const wanted = [
      ['/v2/mapservers/gone.json', ...json(410, 'removed')],
      ['/v2/mapservers/never.json', ...json(404, 'unknownPath')],
      ['/v2/mapservers/', ...json(404, 'unknownPath')],
      ['/v2/overlayservers/gone.json', ...json(404, 'unknownPath')],
      ...['/mapservers/gone/', '/de/mapservers/gone/', '/mapservers/gone'].map((path) => [path, 410, ...page]),
      ['/mapservers/never/', 404, ...page],
    ];
    expect(await Promise.all(wanted.map(([path]) => answered(String(path))))).toEqual(wanted);
  });

  test('never redirects to another host', async () => {
    const sent = 'GET //evil.example/..//de/about HTTP/1.1\r\nHost: a';
    const text = await sendHead(Number(new URL(url).port), sent);
    expect(text).toMatch(/^HTTP\/1\.1 308 /);
    expect(new URL(/^location: (.*)$/im.exec(text)?.[1] ?? '', url).origin).toBe(url);
  });

  test('a mirror has the configuration of the build', async () => {
    const copy = join(folder, 'copy');
    const args = ['mirror', url, copy, '--target', name, '--listen', new URL(url).host];
    expect(await cartalog(args)).toMatchObject({ status: 0 });
    expect(contentOf(join(copy, name))).toEqual(contentOf(join(built, name)));
  });

  test('sends the picture of a map as it is, to be kept', async () => {
    const [file] = readdirSync(join(built, HOSTS[name].root, 'assets', 'mapservers'));
    expect(file).toMatch(/^pictured-[0-9a-f]{8}\.png$/);
    const response = await fetch(`${url}/assets/mapservers/${file}`, { headers: { 'Accept-Encoding': 'gzip, br' } });
    const headers = ['Content-Type', 'Content-Encoding', 'Cache-Control'].map((header) => response.headers.get(header));
    expect([response.status, ...headers]).toEqual([200, 'image/png', null, ASSETS_LIFETIME]);
    expect(Buffer.from(await response.arrayBuffer()).equals(PICTURE)).toBe(true);
  });

  test('gives a page its address without .html, as Cloudflare does', async () => {
    const send = network.sender(url);
    for (const path of ['/club', '/club.html', '/%C3%A9t%C3%A9/2026', '/club?x=1']) {
      const { status, header, text } = await send({ path });
      expect([status, header('Content-Type'), text], path).toEqual([200, 'text/html; charset=utf-8', CLUB]);
    }
    const { header } = await send({ path: '/club', headers: { 'Accept-Encoding': 'gzip' } });
    expect(header('Content-Encoding')).toBe('gzip');
    const { status, header: ofPost } = await send({ path: '/club', method: 'POST' });
    expect([status, ofPost('Allow')]).toEqual([405, 'GET, HEAD']);
    for (const path of ['/clu', '/club.htm', '/club/x']) expect((await send({ path })).status, path).toBe(404);
  });

  test('redirects to the folder of a page on the address that the client knows', async () => {
    const headers = { 'X-Forwarded-Host': 'catalog.example.org', 'X-Forwarded-Proto': 'https' };
    for (const path of ['/about', '/editions/offline', '/de']) {
      const { status, header } = await network.sender(url)({ path, headers });
      expect(status).toBe(308);
      expect([`${path}/`, `${url}${path}/`]).toContain(header('Location'));
    }
  });

  test('says each header of a refusal once, and no entity tag', async () => {
    const { port } = new URL(url);
    for (const head of [
      'GET /club HTTP/1.1\r\nHost: a\r\nRange: bytes=99999999-',
      'POST /club HTTP/1.1\r\nHost: a\r\nContent-Length: 0',
      'POST /v1/ HTTP/1.1\r\nHost: a\r\nContent-Length: 0',
    ]) {
      const answer = await sendHead(Number(port), head);
      const names = [...answer.replace(/\r\n\r\n.*/s, '').matchAll(/^([\w-]+):/gm)].map(([, name = '']) =>
        name.toLowerCase(),
      );
      expect(
        names.filter((name, index) => names.indexOf(name) !== index),
        answer,
      ).toEqual([]);
      if (!head.startsWith('GET')) expect(names, answer).not.toContain('etag');
    }
  });

  test('sends compressed copies to clients that can read them, with ETags of their own', async () => {
    const send = network.sender(url);
    const files = readdirSync(join(built, HOSTS[name].root), { recursive: true, encoding: 'utf8' });
    const folder = files.find((file) => file.endsWith('/index.xml.gz'))?.replace(/index.*/, '');
    for (const path of [`/${folder}?format=xml`, '/', '/index.html', '/manifest.json']) {
      const [plain, gzip, refused] = await Promise.all(
        ['identity', 'gzip', 'br;q=0, gzip;q=0'].map((coding) =>
          send({ path, headers: { 'Accept-Encoding': coding } }),
        ),
      );
      expect([gzip?.header('Content-Encoding'), refused?.header('Content-Encoding')], path).toEqual(['gzip', null]);
      expect(gzip?.header('Content-Type')).toBe(plain?.header('Content-Type'));
      expect(gzip?.header('ETag')).not.toBe(plain?.header('ETag'));
      expect(gzip?.header('Vary')).toMatch(/Accept-Encoding/);
      for (const response of [plain, refused]) expect(response?.header('Vary')).toBe(gzip?.header('Vary'));
      expect(refused?.text).toBe(plain?.text);
    }
  });

  test.runIf(name === 'apache' && existsSync(DEBIAN_TYPES))(
    'sends the same with the types and languages that Debian gives to endings',
    async () => {
      const debian = join(folder, 'debian');
      cpSync(built, debian, { recursive: true, preserveTimestamps: true });
      const file = join(debian, 'apache', 'httpd.conf');
      const port = await freePort();
      const text = elsewhere(file, port).replace('TypesConfig /dev/null', `Include ${DEBIAN_TYPES}`);
      writeFileSync(file, text);
      const other = await startServer(name, debian, port);
      try {
        for (const path of [...PLAIN, '/v1/datasources/corners/', '/v1/datasources/corners/?format=xml'])
          for (const coding of ['gzip', 'br']) {
            const request = { path, headers: { 'Accept-Encoding': coding } };
            const [response, wanted] = [
              await network.sender(`http://127.0.0.1:${port}`)(request),
              await network.sender(url)(request),
            ];
            for (const header of ['Content-Type', 'Content-Encoding', 'Content-Language'])
              expect(response.header(header), `${header} of ${path}`).toBe(wanted.header(header));
            expect(response.header('Content-Type')).toMatch(/^application\/(?:json|xml; charset=utf-8)$/);
            expect(response.header('Content-Encoding')).toBe(coding);
          }
      } finally {
        await other.stop();
      }
    },
  );

  test('keeps a lifetime for an id of any length', async () => {
    const response = await network.sender(url)({ path: `/v1/datasources/${LONG_ID}/` });
    expect(response.header('Cache-Control')).toBe('max-age=60');
  });

  test('sends the same dates with a 304 as with the document, also where no commit tells them', async () => {
    const send = network.sender(url);
    for (const path of [
      '/v1/',
      ...PLAIN,
      '/v1/mapservers/',
      '/v1/categories/1/',
      '/manifest.json',
      '/changes.json',
      '/changes.atom',
    ]) {
      const first = await send({ path });
      const again = await send({ path, headers: { 'If-None-Match': first.header('ETag') ?? '' } });
      expect(again.status).toBe(304);
      expect(again.header('Last-Modified'), path).toBe(first.header('Last-Modified'));
      expect(first.header('Cache-Control'), path).toBe('public, max-age=0, must-revalidate');
    }
  });

  test('serves what a later build changed, without being told', async () => {
    const file = join(folder, 'catalog', 'datasources', LONG_ID, 'datasource.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^name:.*$/m, 'name: Changed later'));
    await build();
    const { status, text } = await network.sender(url)({ path: `/v1/datasources/${LONG_ID}/` });
    expect({ status, text }).toMatchObject({ status: 200, text: expect.stringContaining('Changed later') });
  });

  return test('has nothing to say about its configuration', () => {
    // Caddy warns of what its Caddyfile wants: no HTTPS, and no port to change it by.
    const said = server
      ?.output()
      .replaceAll(/.*(?:admin endpoint disabled|automatic HTTPS is completely disabled).*/g, '');
    expect(said).not.toMatch(/\[(?:warn|emerg|alert|crit)\]|"level":"(?:warn|error)"/);
  });
});
