/** What `cartalog serve` answers with, beside `wrangler pages dev` on the same built folder: status, headers and bytes. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NodeServer, startNodeServer } from '../../commands/catalog/serve/node-server.ts';
import { responseOf, type SiteFile, siteAssets } from '../../commands/catalog/serve/site-assets.ts';
import { sha256Of } from '../../contract/base/sha256.ts';
import { createHandler } from '../../edge/handler.ts';
import { localHandler } from '../../edge/local-handler.ts';
import { SMALL, writeFiles } from '../support/catalogs.ts';
import { cartalog } from '../support/cli.ts';
import { commitAll } from '../support/git.ts';
import { freePort } from '../support/ports.ts';
import { type Runtime, startRuntime } from '../support/runtime.ts';

const PUBLIC: Readonly<Record<string, string>> = {
  'public/club.html': '<!doctype html><title>Club</title>',
  'public/sub/index.html': 'A folder',
  'public/sub/404.html': 'Not here',
  'public/sub/club': 'without an ending',
  'public/hä ü.html': 'Umlaute',
  'public/a b.txt': 'text',
  ...Object.fromEntries(
    'atom avif bin css csv geojson gpx ico js json kml md minisig mjs pdf svg webmanifest webp woff2 xml xsd zip'
      .split(' ')
      .map((ending) => [`public/f.${ending}`, `a file ${ending}`]),
  ),
};

const HEADERS = `/club
  X-Own: one
/*
  ! Referrer-Policy
  X-All: two
https://:host.example.org/*
  X-Host: never
/sub/:name
  X-Name: is :name
  X-All: three
/sub/*
  ! X-All
  X-Splat: :splat
/sub/:twice/:twice
  X-Twice: never
`;

const REDIRECTS = ['/old /club 301', '/plain /club # a comment', '/out https://example.org/x', '/see /club?x=1#y 303'];
const LATER = ['/rw/:name /:name.html 200', '/go/:who/to/* /sub/:who/:splat 307'];

const PATHS = [
  ...String.raw`
    / /index /index.html /index/ /club /club?x=1 /club.html?x=1 /club/ /CLUB /club%2ehtml
    /sub /sub/ /sub/index /sub/index.html /sub/nothing /sub/a/b /sub/404 /sub/club /sub/%2e%2e/club
    /404 /404.html /404/ /nothing /nothing/ /de/nothing /%zz //club //sub /sub%2Findex.html
    /h%C3%A4%20%C3%BC /h%C3%A4%20%C3%BC.html /h%C3%A4%20%C3%BC/ /a%20b.txt /\evil /%5cevil /%2f%2fevil/
    /old?x /plain /out?x /see /see?y /rw/club /rw/nothing /go/a/to/b/c?x /go/a%20b/to/%C3%BC
    /v1 /v1/ /v1/nothing /v1/editions /v1/editions/ /v1/editions/?format=xml /v1/editions/?format=nothing
    /v1/datasources/empty /v1/datasources/empty/ /v1/datasources/%65mpty/?includeSource=true /v1/%zz/
    /v1/all.json /v1/openapi.json /v1/schemas/service-catalog.xsd /v2/maps.geojson /v2/ /v2/404 /v2/at/world.json /v2/mapservers/nothing.json /manifest.json /changes.atom
  `
    .trim()
    .split(/\s+/),
  ...Object.keys(PUBLIC).flatMap((path) => (path.startsWith('public/f.') ? [path.slice('public'.length)] : [])),
];

/** `ETAG` is replaced by that of the first answer. */
const VARIANTS: readonly (readonly [method: string, headers: Readonly<Record<string, string>>])[] = [
  ['GET', {}],
  ['HEAD', {}],
  ['OPTIONS', { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' }],
  ['POST', {}],
  ['DELETE', {}],
  ['GET', { Accept: 'application/xml' }],
  ['GET', { 'Accept-Encoding': 'gzip' }],
  ['GET', { 'Accept-Encoding': 'gzip;q=0.3, br;q=0.5, identity;q=0.1' }],
  ['GET', { 'Accept-Encoding': 'identity, gzip;q=0.5' }],
  ['HEAD', { 'Accept-Encoding': 'gzip' }],
  ['GET', { Range: 'bytes=0-3' }],
  ['GET', { Authorization: 'Basic eDp5' }],
  ['GET', { 'If-None-Match': 'ETAG' }],
  ['GET', { 'If-None-Match': 'W/ETAG', 'Accept-Encoding': 'gzip' }],
  ['GET', { 'If-None-Match': '"other", ETAG' }],
  ['HEAD', { 'If-None-Match': '*' }],
  ['GET', { 'If-Modified-Since': 'Fri, 02 Jan 2099 03:04:05 GMT' }],
];

/** Headers of the connection and of the day; `X-Server-Env` is of the tool alone. */
const APART = ['connection', 'content-length', 'date', 'expires', 'keep-alive', 'transfer-encoding', 'x-server-env'];

type Said = { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly body: string };

/** Asks as no library would: paths and headers are sent as they are. */
const ask = (port: number, path: string, [method, headers]: (typeof VARIANTS)[number]): Promise<Said> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', path, method, headers: { ...headers, Host: 'localhost' } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => {
          const content = Buffer.concat(chunks);
          const decode = { gzip: gunzipSync, br: brotliDecompressSync }[String(response.headers['content-encoding'])];
          const body = decode && content.length > 0 ? decode(content) : content;
          const kept = Object.entries(response.headers).filter(([name]) => !APART.includes(name));
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(kept),
            body: body.toString('latin1'),
          });
        });
      },
    );
    sent.once('error', reject).end();
  });

describe('beside wrangler pages dev', () => {
  let folder = '';
  let runtime: Runtime | undefined;
  let server: NodeServer | undefined;
  const ports = { runtime: 0, server: 0 };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cartalog-test-'));
    writeFiles(folder, { ...PUBLIC, _headers: HEADERS });
    writeFiles(join(folder, 'catalog'), SMALL);
    commitAll(folder, '2026-01-02T03:04:05Z');
    const built = join(folder, 'dist');
    expect(await cartalog(['build', '--service-url', 'http://localhost'], { cwd: folder })).toMatchObject({
      status: 0,
    });
    const redirects = join(built, '_redirects');
    writeFileSync(redirects, [...REDIRECTS, readFileSync(redirects, 'utf8').trim(), ...LATER, ''].join('\n'));
    const entries = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = new Map(
      entries.map(({ parentPath, name }): [string, SiteFile] => {
        const content = readFileSync(join(parentPath, name));
        return [join(parentPath, name).slice(built.length + 1), { content, sha256: sha256Of(content) }];
      }),
    );
    const [, published = ''] = /^const PUBLISHED = (.*);$/m.exec(String(files.get('_worker.js')?.content)) ?? [];
    const handler = createHandler(JSON.parse(published));
    const assets = siteAssets((path) => files.get(path));
    const ASSETS = { fetch: async (asked: Request) => responseOf(await assets(asked)) };
    const documents = (asked: Request) => handler.fetch(asked, { ASSETS });
    const answer = localHandler(documents, assets, [], () => ({ site: '', problems: [], more: 0 }));
    Object.assign(ports, { runtime: await freePort(), server: await freePort() });
    server = await startNodeServer(ports.server, answer);
    runtime = await startRuntime(built, join(folder, 'state'), ports.runtime);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([server?.stop(), runtime?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(VARIANTS)('answers %s with %o alike', { timeout: 60_000 }, async (method, headers) => {
    const isOfIt = Object.values(headers).some((value) => value.includes('ETAG'));
    const answers = (port: number) =>
      Promise.all(
        PATHS.map(async (path): Promise<unknown> => {
          const etag = isOfIt && (await ask(port, path, ['GET', {}])).headers['etag'];
          const sent = Object.entries(headers).map(([name, value]) => [
            name,
            value.replace('ETAG', String(etag || '"x"')),
          ]);
          const said = await ask(port, path, [method, Object.fromEntries(sent)]);
          // The tool takes another hash.
          return {
            path,
            ...said,
            headers: { ...said.headers, etag: String(said.headers['etag']).replace(/[0-9a-f]{32}/, '#') },
          };
        }),
      );
    expect(await answers(ports.server)).toEqual(await answers(ports.runtime));
  });
});
