/**
 * The whole contract holds for a small catalog in the Cloudflare runtime: on Pages, with the handler and without it, and on
 * Workers. XML on Pages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Network } from '../../cli/network/http.ts';
import type { Verdict } from '../../commands/site/verify/verdict.ts';
import { CONTRACT, runContract } from '../../commands/site/verify/verify.ts';
import type { ObservedMap } from '../../contract/generated/reports.types.ts';
import type { Manifest } from '../../contract/generated/v1.types.ts';
import { type Files, MAPPED, writeFiles } from '../support/catalogs.ts';
import { commitAll } from '../support/git.ts';
import { serveCatalog, type TestServer } from '../support/server.ts';

const FILES = 'datasources/maps/maps.yaml';
const MAP = `${MAPPED['mapservers/one.yaml']}kind: street\n`;

const WHOLE: Files = {
  ...MAPPED,
  'mapservers/one.yaml': MAP,
  'mapservers/other.yaml': MAP.replace('id: One', 'id: Other')
    .replace('name: Server one', 'name: Another')
    .replace('#{host}/', '#{host}/other/'),
  [FILES]: String(MAPPED[FILES]).replace(/sha1: "\w+"/, `$&, sha256: "${'F'.repeat(64)}"`),
};

const dataSource = (n: number): string =>
  `name: A\nbaseUrl: https://files.example.org/a${n}/\ndirectory: a${n}\naction: Copy\nmaxAge: ${n}\n`;

/** A catalog with more resources of their own headers than the host takes rules. */
const OVER_THE_RULES: Files = {
  ...WHOLE,
  ...Object.fromEntries(
    Array.from({ length: 110 }, (_, n) => [
      [`datasources/a${n}/datasource.yaml`, dataSource(n)],
      [`datasources/a${n}/maps.yaml`, WHOLE[FILES]],
    ]).flat(),
  ),
};

const PROBED: ObservedMap = {
  kind: 'mapserver',
  id: 'One',
  deadSince: null,
  switchedOff: null,
  switchedOn: null,
  tile: null,
  hosts: [],
  status: {
    verdict: 'notice',
    reason: 'the same letters or signs are on 6 different tiles',
    since: '2026-01-01',
    lastGood: null,
    until: '2026-01-02',
    days: 'nn',
  },
};

/** A catalog with its own git history, so that commit times are known wherever the tests run. */
function catalogWithHistory(files: Files): { folder: string; probeHistory: string; remove: () => void } {
  const own = mkdtempSync(join(tmpdir(), 'cartalog-contract-'));
  const folder = join(own, 'catalog');
  const probeHistory = join(own, 'history.json');
  writeFiles(own, { 'history.json': JSON.stringify({ version: 1, servers: [PROBED] }) });
  writeFiles(folder, files);
  commitAll(folder, '2026-01-02T03:04:05Z');
  return { folder, probeHistory, remove: () => rmSync(own, { recursive: true, force: true }) };
}

function withHandlerXml(url: () => string): void {
  test('XML has the headers of the JSON, but for its ETag', async () => {
    for (const path of ['/v1/', '/v1/datasources/maps/', '/v1/datasources/empty/', '/v1/categories/10/']) {
      const [json, ...forms] = await Promise.all(
        ['', '?format=xml', '?format=xml&includeSource=true'].map((query) => fetch(url() + path + query)),
      );
      for (const { headers } of forms) {
        for (const name of ['Allow', 'Cache-Control', 'Last-Modified', 'Vary'])
          expect([path, headers.get(name)]).toEqual([path, json?.headers.get(name)]);
        expect(headers.get('ETag')).not.toBe(json?.headers.get('ETag'));
      }
    }
  });
}

function staticXml(url: () => string): void {
  test.each([
    ['/v1/schemas/datasource-catalog.xsd', 200, 'application/xml; charset=utf-8'],
    ['/v1/schemas/unknown-catalog.xsd', 404, 'application/json'],
    ['/v1/editions/index.xml', 200, 'application/xml; charset=utf-8'],
    ['/v1/datasources/index.xml', 200, 'application/xml; charset=utf-8'],
    ['/v1/datasources/maps/index.xml', 200, 'application/xml; charset=utf-8'],
    ['/v1/datasources/maps/index.source.xml', 200, 'application/xml; charset=utf-8'],
    ['/v1/datasources/maps/', 200, 'application/json'],
    ['/v1/datasources/maps/?format=xml', 200, 'application/json'],
    ['/v1/categories/1/', 200, 'application/json'],
  ])('%s: %i %s', async (path, status, type) => {
    const response = await fetch(url() + path);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, type]);
    await response.arrayBuffer();
  });
}

describe.each([
  { name: 'with the handler', layer: 'edge', target: 'pages', catalog: WHOLE },
  { name: 'with the handler, as a Worker', layer: 'edge', target: 'workers', catalog: OVER_THE_RULES },
  { name: 'static files alone', layer: 'static', target: 'pages', catalog: WHOLE },
] as const)('$name', ({ layer, target, catalog }) => {
  let server: TestServer | undefined;
  let verdicts: readonly Verdict[] = [];
  const { folder, probeHistory, remove } = catalogWithHistory(catalog);

  beforeAll(async () => {
    server = await serveCatalog({ catalog: folder, probeHistory, withHandler: layer === 'edge', target });
    verdicts = await runContract(new Network().sender(server.url), { serviceUrl: server.url, layer });
  });

  afterAll(async () => {
    await server?.stop();
    remove();
  });

  const url = (): string => server?.url ?? '';
  if (layer === 'static') staticXml(url);
  else if (target === 'pages') withHandlerXml(url);

  const applicable = CONTRACT.filter((check) => (check.layer ?? layer) === layer);
  test.each(applicable.map((check) => [check.id, check.says]))('%s: %s', (id) => {
    const verdict = verdicts.find(({ check }) => check.id === id);
    expect(verdict).toMatchObject({ problems: [], result: 'holds' });
  });

  test('plain files have the time in the manifest', async () => {
    const { files } = (await (await fetch(`${server?.url}/manifest.json`)).json()) as Manifest;
    const dated = files.filter(({ url }) => /^\/v1\/(?:all\.json|\?.*)?$|^\/changes\./.test(url));
    expect(dated.map(({ url }) => url)).toEqual(expect.arrayContaining(['/v1/', '/v1/all.json', '/changes.atom']));
    for (const { url, lastModified } of dated) {
      if (layer === 'static' && url.includes('?')) continue;
      const sent = (await fetch(`${server?.url}${url}`)).headers.get('Last-Modified');
      expect([url, Date.parse(sent ?? '')]).toEqual([url, Date.parse(lastModified ?? '')]);
    }
  });

  test('the runtime accepts every header and redirect rule', () => {
    expect(server?.greeting).toMatch(/Parsed \d+ valid header rules?/);
    expect(server?.greeting).toMatch(/Parsed \d+ valid redirect rules?/);
    expect(server?.greeting).not.toMatch(/invalid|ignored|error/i);
  });

  test('browsers are told to trust the type of a page', async () => {
    for (const path of ['/', '/about/', '/robots.txt', '/v1/']) {
      const response = await fetch(`${server?.url}${path}`);
      expect([path, response.status, response.headers.get('X-Content-Type-Options')]).toEqual([path, 200, 'nosniff']);
    }
  });

  test.runIf(catalog === OVER_THE_RULES)('the handler sends the headers for which there is no rule', async () => {
    const response = await fetch(`${server?.url}/v1/datasources/a99/?format=xml`);
    expect(response.headers.get('Cache-Control')).toBe('max-age=99');
    expect(response.headers.get('Last-Modified')).toBe('Fri, 02 Jan 2026 03:04:05 GMT');
  });
});
