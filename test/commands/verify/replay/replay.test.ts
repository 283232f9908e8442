/** The replay passes on a correct deployment, and fails in the right step where the deployment has a fault. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modelOf } from '../../../../build/model/model.ts';
import { checkCatalog } from '../../../../build/pipeline.ts';
import { catalogFolder } from '../../../../cli/files.ts';
import type { Fetch } from '../../../../cli/http.ts';
import { readXmlSchemas } from '../../../../cli/package.ts';
import { replay } from '../../../../commands/verify/replay/replay.ts';
import type { Verdict } from '../../../../commands/verify/verdict.ts';
import { createHandler, type HandlerEnvironment } from '../../../../edge/handler.ts';
import { ROOT } from '../../../support/cli.ts';
import { renderDocuments } from '../../../support/whole-site.ts';

const BASE = 'https://catalog.example.org';
const input = catalogFolder(join(ROOT, 'test', 'golden', 'corners', 'input'));
const { content } = checkCatalog(input, { environment: {}, requireTokens: false });
const catalog = modelOf(content, { serviceUrl: null, environment: {} });
const assets = new Map([...renderDocuments(catalog)].map((asset) => [`/${asset.path}`, asset.content]));

const handler = createHandler({
  repository: catalog.repository,
  ids: {
    datasource: catalog.datasources.map(({ id }) => id),
    category: catalog.categories.map(({ id }) => String(id)),
    edition: catalog.editions.map(({ id }) => id),
  },
  withSource: ['corners'],
  files: [],
});

const environment: HandlerEnvironment = {
  ASSETS: {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const bytes = assets.get(pathname);
      if (!bytes) return new Response(null, { status: 404 });
      return new Response(Buffer.from(bytes), {
        headers: {
          'Content-Type': pathname.endsWith('.xml') ? 'application/xml; charset=utf-8' : 'application/json',
          ETag: `"${pathname}"`,
          'Last-Modified': 'Sat, 19 Sep 2026 01:03:00 GMT',
        },
      });
    },
  },
};

/** Changes a response, given the path and query of the request, its method, and the correct response. */
type Fault = (path: string, method: string, response: Response) => Response | Promise<Response>;

function run(fault: Fault = (_, __, response) => response): Promise<Verdict[]> {
  const fetch: Fetch = async (url, init) => {
    const request = new Request(url, init);
    return fault(url.slice(BASE.length), request.method, await handler.fetch(request, environment));
  };
  return replay(BASE, fetch, readXmlSchemas());
}

const nameOf = ({ check }: Verdict): string => check.statement.replace('The desktop client: ', '');

test('every step holds on a correct deployment', async () => {
  const steps = await run();
  expect(steps.filter(({ result }) => result !== 'holds')).toEqual([]);
  expect(steps.map(nameOf)).toEqual([
    'map servers',
    'overlay servers',
    'editions',
    'known editions',
    'data sources of the editions',
    'the list /v1/',
    'the list /v1/datasources/',
    'the list /v1/categories/',
    'categories',
    'data sources with their source',
    'second start, every response a 304',
    'a reported download',
  ]);
});

test('remarks are about content, and fail no step', async () => {
  const withRemarks = (await run()).filter(({ remarks }) => remarks.length > 0);
  expect(withRemarks.map((step) => [nameOf(step), step.remarks])).toEqual([
    ['map servers', [expect.stringContaining('"R&D <unknown>"')]],
    ['overlay servers', [expect.stringContaining('"Over"')]],
    ['data sources of the editions', [expect.stringContaining('/profiles/?format=xml has 1 list without')]],
  ]);
});

const changed =
  (from: string | RegExp, to: string | ((found: string) => string)): Fault =>
  async (_, __, response) =>
    response.status === 200 ? new Response((await response.text()).replace(from, to as string), response) : response;

const without =
  (name: string, status: number): Fault =>
  (_, __, response) => {
    if (response.status === status) response.headers.delete(name);
    return response;
  };

const only =
  (start: string, fault: Fault): Fault =>
  (path, method, response) =>
    path.startsWith(start) ? fault(path, method, response) : response;

describe('a fault makes its step fail', () => {
  test.each<[fault: string, Fault, step: string, detail: RegExp]>([
    [
      'a wrong namespace',
      only('/v1/mapservers/', changed('mapserver-catalog', 'mapserver')),
      'map servers',
      /namespace/,
    ],
    ['no namespace', only('/v1/editions/?', changed(/ xmlns="[^"]*"/, '')), 'editions', /namespace \(none\)/],
    ['a page instead of XML', only('/v1/overlayservers/', () => page()), 'overlay servers', /text\/html/],
    ['JSON instead of XML', only('/v1/mapservers/', () => Response.json([])), 'map servers', /application\/json/],
    ['an edition that is missing', only('/v1/editions/offline/', () => notFound()), 'known editions', /404/],
    [
      'XML without a charset',
      only('/v1/mapservers/', untyped),
      'map servers',
      /not as application\/xml; charset=utf-8/,
    ],
    [
      'an elevation tile without a checksum',
      only(
        '/v1/datasources/tiles/',
        changed(/<checksum\/>|id="tiles"/g, (found) => (found.startsWith('id') ? 'id="srtm3"' : '')),
      ),
      'data sources of the editions',
      /has 2 lists without a checksum element/,
    ],
    ['no ETag', only('/v1/mapservers/', without('ETag', 200)), 'map servers', /without ETag/],
    ['a Last-Modified that is not a date', lastModified('yesterday'), 'map servers', /Last-Modified/],
    ['a 304 without ETag', without('ETag', 304), 'second start, every response a 304', /repeat ETag/],
    [
      'a 304 without Last-Modified',
      without('Last-Modified', 304),
      'second start, every response a 304',
      /repeat Last-M/,
    ],
    [
      'no 304',
      (_, __, response) => (response.status === 304 ? page() : response),
      'second start, every response a 304',
      /304/,
    ],
    [
      'a link with a query',
      only('/v1/editions/offline/', changed('/corners/"', '/corners/?a=b"')),
      'known editions',
      /href/,
    ],
    [
      'a link without a slash',
      only('/v1/editions/offline/', changed('/corners/"', '/corners"')),
      'known editions',
      /href/,
    ],
    [
      'a link elsewhere',
      changed(/href="[^"]*\/corners\//, 'href="https://x.org/'),
      'data sources of the editions',
      /is not below/,
    ],
    ['a data source without directory', changed(/ directory="[^"]*"/, ''), 'data sources of the editions', /directory/],
    ['a category that is missing', only('/v1/categories/2/', () => notFound()), 'categories', /404/],
    [
      'a login is required',
      (_, method, response) => (method === 'PUT' ? notFound(401) : response),
      'a reported download',
      /401/,
    ],
    ['every response is a 404', () => notFound(), 'second start, every response a 304', /fetched no document/],
    ['no network', () => Promise.reject(new TypeError('fetch failed')), 'map servers', /fetch failed/],
  ])('%s', async (_, fault, step, detail) => {
    const found = (await run(fault)).find((verdict) => nameOf(verdict) === step);
    expect(found).toMatchObject({
      result: 'fails',
      problems: expect.arrayContaining([expect.stringMatching(detail)]),
    });
  });
});

function page(): Response {
  return new Response('<!DOCTYPE html><html></html>', { headers: { 'Content-Type': 'text/html', ETag: '"a"' } });
}

function notFound(status = 404): Response {
  return new Response('{}', { status, headers: { 'Content-Type': 'application/json' } });
}

function untyped(_: string, __: string, response: Response): Response {
  response.headers.set('Content-Type', 'application/xml');
  return response;
}

function lastModified(value: string): Fault {
  return (_, __, response) => {
    response.headers.set('Last-Modified', value);
    return response;
  };
}
