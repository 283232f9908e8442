/** The XML of a deployment follows its schemas, and a fault in one document is found. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import { listCatalogFiles } from '../../../../build/read/list-files.ts';
import { catalogFolderAt } from '../../../../cli/catalog/catalog-folder.ts';
import { discoverDeployment } from '../../../../commands/site/verify/deployment.ts';
import { xmlVerdict } from '../../../../commands/site/verify/v1-xml.ts';
import type { Verdict } from '../../../../commands/site/verify/verdict.ts';
import { ROOT } from '../../../support/cli.ts';
import { deploymentOf } from '../../../support/live-service.ts';

const BASE = 'https://catalog.example.org';
const input = catalogFolderAt(join(ROOT, 'test', 'golden', 'corners', 'input'));
const times = new Map(listCatalogFiles(input).files.map(({ path }) => [path, 1_767_323_045]));
const respond = deploymentOf(input, BASE, catalogHistoryOf({ times, uncommitted: new Set() }));

/** Changes the text of a document, given its path and query; null for an answer of 404. */
type Fault = (text: string, path: string) => string | null;

async function run(fault: Fault = (text) => text, untyped = 'none'): Promise<Verdict> {
  const deployment = await discoverDeployment(BASE, async (request) => {
    const response = await respond(new Request(BASE + request.path, { headers: request.headers ?? {} }));
    const text = await response.text();
    const changed = request.path.includes('format=xml') ? fault(text, request.path) : text;
    const status = changed === null ? 404 : response.status;
    const isUntyped = request.path.startsWith(untyped);
    const header = (name: string): string | null => (isUntyped ? 'text/html' : response.headers.get(name));
    return { request, status, header, text: changed ?? '{}', json: () => JSON.parse(changed ?? '{}') };
  });
  return xmlVerdict(deployment);
}

test('holds on a correct deployment, whose remarks are about content', async () => {
  const { result, remarks, requestCount } = await run();
  expect(result).toBe('holds');
  expect(requestCount).toBeGreaterThan(20);
  expect(remarks).toEqual([
    expect.stringContaining('"R&D <unknown>"'),
    expect.stringContaining('"Over"'),
    expect.stringContaining('/profiles/?format=xml has 1 list without'),
  ]);
});

const at =
  (start: string, from: string | RegExp, to: string): Fault =>
  (text, path) =>
    path.startsWith(start) ? text.replace(from, to) : text;

test.each<[fault: string, Fault, problem: RegExp]>([
  ['a wrong namespace', at('/v1/mapservers/', 'mapserver-catalog', 'mapserver'), /mapservers.*namespace/],
  ['no namespace', at('/v1/editions/?', / xmlns="[^"]*"/, ''), /editions.*namespace \(none\)/],
  ['a page', at('/v1/overlayservers/', /^.*$/s, '<!DOCTYPE html><p>'), /overlayservers.*does not follow its schema/],
  ['JSON', at('/v1/categories/', /^.*$/s, '[]'), /categories.*does not follow its schema/],
  ['a document that is missing', (text, path) => (path.includes('/offline/') ? null : text), /offline.*404/],
  ['another element', at('/v1/datasources/tiles/', /<file /, '<fil '), /tiles.*does not follow its schema/],
  ['no directory', at('/v1/datasources/tiles/', / directory="[^"]*"/, ''), /tiles.*directory/],
  ['broken text', at('/v1/editions/offline/', /name="[^"]/, 'name="\uFFFD'), /offline.*is not UTF-8/],
  [
    'a tile without a checksum',
    (text, path) =>
      path.includes('/tiles/') ? text.replace(/<checksum\/>/g, '').replace('id="tiles"', 'id="srtm3"') : text,
    /2 lists without a checksum/,
  ],
])('%s is found', async (_, fault, problem) => {
  const { result, problems } = await run(fault);
  expect({ result, problems }).toEqual({
    result: 'fails',
    problems: expect.arrayContaining([expect.stringMatching(problem)]),
  });
});

test('a document that is sent as something else is found', async () => {
  const { result, problems } = await run(undefined, '/v1/categories/3/');
  expect([result, problems]).toEqual(['fails', ['/v1/categories/3/?format=xml has the Content-Type text/html']]);
});

test('without the network, every document is a problem', async () => {
  const deployment = await discoverDeployment(BASE, () => Promise.reject(new TypeError('fetch failed')));
  const { result, problemCount } = await xmlVerdict(deployment);
  expect([result, problemCount]).toEqual(['fails', deployment.lists.length]);
});
