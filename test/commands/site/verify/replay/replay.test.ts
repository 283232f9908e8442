/** The replay passes on a correct deployment, and fails in the right step where the deployment has a fault. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyOf } from '../../../../../build/model/history.ts';
import { listFiles } from '../../../../../build/read/read.ts';
import { catalogFolder } from '../../../../../cli/files.ts';
import type { Fetch } from '../../../../../cli/http.ts';
import { readXmlSchemas } from '../../../../../cli/program-parts.ts';
import { replay } from '../../../../../commands/site/verify/replay/replay.ts';
import type { Verdict } from '../../../../../commands/site/verify/verdict.ts';
import { ROOT } from '../../../../support/cli.ts';
import { deploymentOf } from '../../../../support/live-service.ts';

const BASE = 'https://catalog.example.org';
const input = catalogFolder(join(ROOT, 'test', 'golden', 'corners', 'input'));
const times = new Map(listFiles(input).files.map(({ path }) => [path, 1_767_323_045]));
const respond = deploymentOf(input, BASE, historyOf({ times, uncommitted: new Set(), log: [] }));

/** Changes a response, given the path and query of the request, its method, and the correct response. */
type Fault = (path: string, method: string, response: Response) => Response | Promise<Response>;

function run(fault: Fault = (_, __, response) => response): Promise<Verdict[]> {
  const fetch: Fetch = async (url, init) => {
    const request = new Request(url, init);
    return fault(url.slice(BASE.length), request.method, await respond(request));
  };
  return replay(BASE, fetch, readXmlSchemas());
}

const nameOf = ({ check }: Verdict): string => check.says.replace('The desktop client: ', '');

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

const SOURCES = 'data sources of the editions';
const SECOND = 'second start, every response a 304';
const offline = (fault: Fault): Fault => only('/v1/editions/offline/', fault);
const servers = (fault: Fault): Fault => only('/v1/mapservers/', fault);
const withoutChecksums = changed(/<checksum\/>|id="tiles"/g, (found) => (found.startsWith('id') ? 'id="srtm3"' : ''));

test.each<[fault: string, Fault, step: string, detail: RegExp]>([
  ['a wrong namespace', servers(changed('mapserver-catalog', 'mapserver')), 'map servers', /namespace/],
  ['no namespace', only('/v1/editions/?', changed(/ xmlns="[^"]*"/, '')), 'editions', /namespace \(none\)/],
  ['a page in place of XML', only('/v1/overlayservers/', () => page()), 'overlay servers', /text\/html/],
  ['JSON in place of XML', servers(() => Response.json([])), 'map servers', /application\/json/],
  ['an edition that is missing', offline(() => notFound()), 'known editions', /404/],
  [
    'XML without a charset',
    servers(sending('Content-Type', 'application/xml')),
    'map servers',
    /not as .*charset=utf-8/,
  ],
  [
    'a tile without a checksum',
    only('/v1/datasources/tiles/', withoutChecksums),
    SOURCES,
    /2 lists without a checksum/,
  ],
  ['no ETag', servers(without('ETag', 200)), 'map servers', /without ETag/],
  ['a time that is not a date', sending('Last-Modified', 'yesterday'), 'map servers', /Last-Modified/],
  ['a 304 without ETag', without('ETag', 304), SECOND, /repeat ETag/],
  ['a 304 without Last-Modified', without('Last-Modified', 304), SECOND, /repeat Last-M/],
  ['no 304', (_, __, response) => (response.status === 304 ? page() : response), SECOND, /304/],
  ['a link with a query', offline(changed('/corners/"', '/corners/?a=b"')), 'known editions', /href/],
  ['a link without a slash', offline(changed('/corners/"', '/corners"')), 'known editions', /href/],
  ['a link elsewhere', changed(/href="[^"]*\/corners\//, 'href="https://x.org/'), SOURCES, /is not below/],
  ['a data source without directory', changed(/ directory="[^"]*"/, ''), SOURCES, /directory/],
  ['a category that is missing', only('/v1/categories/2/', () => notFound()), 'categories', /404/],
  ['a login', (_, method, response) => (method === 'PUT' ? notFound(401) : response), 'a reported download', /401/],
  ['only 404s', () => notFound(), SECOND, /fetched no document/],
  ['no network', () => Promise.reject(new TypeError('fetch failed')), 'map servers', /fetch failed/],
])('%s makes its step fail', async (_, fault, step, detail) => {
  const found = (await run(fault)).find((verdict) => nameOf(verdict) === step);
  expect(found).toMatchObject({ result: 'fails', problems: expect.arrayContaining([expect.stringMatching(detail)]) });
});

function page(): Response {
  return new Response('<!DOCTYPE html><html></html>', { headers: { 'Content-Type': 'text/html', ETag: '"a"' } });
}

function notFound(status = 404): Response {
  return new Response('{}', { status, headers: { 'Content-Type': 'application/json' } });
}

function sending(name: string, value: string): Fault {
  return (_, __, response) => {
    response.headers.set(name, value);
    return response;
  };
}
