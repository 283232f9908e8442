import { beforeAll, describe, expect, test } from 'vitest';
import type { HttpResponse } from '../../../../cli/network/http.ts';
import type { HttpRequest } from '../../../../cli/network/transport.ts';
import { discoverDeployment } from '../../../../commands/site/verify/deployment.ts';
import { type Check, problemsOfResponse } from '../../../../commands/site/verify/expectations.ts';
import { CONTRACT } from '../../../../commands/site/verify/verify.ts';
import { V2_FILES } from '../../../../contract/interface/v2-files.ts';
import { SMALL } from '../../../support/catalogs.ts';
import {
  BASE,
  BROKEN_TEXTS,
  correctDeployment,
  QUOTES_OR_CRASHES,
  run,
  withText,
} from '../../../support/correct-deployment.ts';

/** Ways to break a deployment: how each changes a response. */
const BREAKAGES: Readonly<Record<string, (response: HttpResponse) => HttpResponse>> = {
  'every status is 500': (response) => ({ ...response, status: 500 }),
  'every status is 200': (response) => ({ ...response, status: 200 }),
  'every status is 304': (response) => ({ ...response, status: 304 }),
  'no header is sent': (response) => ({ ...response, header: () => null }),
  'every header has a nonsense value': (response) => ({
    ...response,
    header: (name) => (name === 'Last-Modified' ? 'soon' : `nonsense ${Math.random()}`),
  }),
  'Expires is wrong': (response) => ({
    ...response,
    header: (name) => (name === 'Expires' ? 'Thu, 01 Jan 1970 00:00:00 GMT' : response.header(name)),
  }),
  'the body is a page': (response) => withText(response, '<html>'),
  'the JSON is indented': (response) => rewrite(response, (value) => value, 2),
  'lists are reversed': (response) => rewrite(response, (value) => (Array.isArray(value) ? value.toReversed() : value)),
  'keys are reversed': (response) => rewrite(response, reverseKeys),
  'links lead elsewhere': (response) =>
    withText(response, response.text.replaceAll(BASE, 'https://elsewhere.example.org')),
  'ids are changed': (response) =>
    rewrite(response, (value) => (isRecord(value) && 'id' in value ? { ...value, id: 'other' } : value)),
  'minZoom and maxZoom are swapped': (response) =>
    rewrite(response, (value) =>
      isRecord(value) && 'minZoom' in value
        ? { ...value, minZoom: value['maxZoom'], maxZoom: value['minZoom'] }
        : value,
    ),
  'placeholders are renamed': (response) => withText(response, response.text.replaceAll('#{zoom}', '#{z}')),
  'paths lead upwards': (response) => withText(response, response.text.replaceAll('a.zip', '../a.zip')),
  'boxes are upside down': (response) =>
    rewrite(response, (value) =>
      isRecord(value) && 'northEastLatitude' in value ? { ...value, northEastLatitude: -90 } : value,
    ),
  'checksums are reversed': (response) =>
    rewrite(response, (value) =>
      isRecord(value) && 'checksums' in value
        ? { ...value, checksums: (value['checksums'] as unknown[]).toReversed() }
        : value,
    ),
  'child categories are missing': (response) =>
    rewrite(response, (value) => (isRecord(value) && 'parent' in value ? { ...value, categories: [] } : value)),
  'data sources are not listed': (response) =>
    response.request.path === '/v1/datasources/' ? withText(response, '[]\n') : response,
  'responses depend on the query': (response) =>
    response.request.path.includes('?') ? withText(response, `${response.text} `) : response,
};

const correct = correctDeployment();
const STATEMENTS_OF_MAPS = CONTRACT.filter(({ section }) => section === 'Maps').map(({ id }) => id);
const applicable = CONTRACT.filter(({ layer }) => layer !== 'static');

describe('the contract', () => {
  let failing: ReadonlySet<string>;
  beforeAll(async () => {
    const runs = await Promise.all(
      Object.values(BREAKAGES).map((broken) => run(async (request) => broken(await correct(request)))),
    );
    failing = new Set(
      runs
        .flat()
        .filter(({ result }) => result === 'fails')
        .map(({ check }) => check.id),
    );
  });

  test('every check holds on a correct deployment', async () => {
    const verdicts = await run(correct);
    const others = verdicts.filter(({ check, result }) => result !== 'holds' && check.id !== 'static-read-only');
    expect(others.map(({ check, problems }) => [check.id, problems])).toEqual([]);
  });

  test.each(applicable.map(({ id }) => id))('%s fails on a broken deployment', (id) => expect(failing).toContain(id));

  // Each alone: verify.slow.test.ts.
  test.each(BROKEN_TEXTS)('fails and quotes nothing if every document is %s', async (text) => {
    const verdicts = await run(async (request) => withText(await correct(request), text));
    const problems = verdicts.flatMap((verdict) => verdict.problems);
    expect(problems).not.toEqual([]);
    expect(problems.filter((one) => QUOTES_OR_CRASHES.test(one))).toEqual([]);
  });

  test('compares a document before and after a report, even if no other check has read it', async () => {
    const written = new Set<string>();
    const deployment = await discoverDeployment(BASE, async (request) => {
      if (request.method === 'PUT') written.add(request.path);
      const response = await correct(request);
      return request.method === undefined && written.has(request.path)
        ? withText(response, `${response.text} `)
        : response;
    });
    const { asks, expect: expectations } = CONTRACT.find(({ id }) => id === 'data-source-report') as Check;
    const [request] = await asks(deployment);
    const response = await deployment.send(request as HttpRequest);
    expect(await problemsOfResponse(expectations, response, deployment)).toEqual(['the document changed after PUT']);
  });

  test('says where to look if another site answers broken requests', async () => {
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      return request.path.includes('/%zz') ? { ...response, status: 400 } : response;
    });
    const failed = verdicts.filter(({ result }) => result === 'fails');
    expect(failed.map(({ check, problems }) => [check.id, problems])).toEqual([
      ['odd-paths', [expect.stringMatching(/status 400, expected 404; .*docs\/hosts\.md#beside-other-sites$/)]],
    ]);
  });

  test.each(['cache-control', 'access-control-expose-headers'])('notices plain files without %s', async (name) => {
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      if (!/^\/(?:manifest|changes)\./.test(request.path)) return response;
      return { ...response, header: (other) => (other.toLowerCase() === name ? null : response.header(other)) };
    });
    expect(verdicts.filter(({ result }) => result === 'fails').map(({ check }) => check.id)).toEqual(['files-fresh']);
  });

  test('members that the interface does not have yet are accepted, at any place of a record', async () => {
    const renamed = await run(async (request) => {
      const response = await correct(request);
      if (!/^\/v1\/(?!openapi|schemas|all)/.test(request.path) || response.status !== 200) return response;
      return rewrite(response, (value) =>
        isRecord(value) && 'id' in value ? { newer: [1], ...value, last: {} } : value,
      );
    });
    const failed = renamed.filter(({ result }) => result === 'fails').map(({ check }) => check.id);
    // Only what compares bytes, or the documents with each other, sees the difference.
    expect(failed.filter((id) => /^get-|^key-order$|by-id$|^options$/.test(id))).toEqual([]);
  });

  const changing = (change: (map: Record<string, unknown>) => Record<string, unknown>) => (value: unknown) =>
    isRecord(value) && /\/v2\/maps\/vector\.json$/.test(String(value['url'])) ? change(value) : value;
  const inList = ({ request }: HttpResponse): boolean => request.path === V2_FILES.maps.path;
  const inPlaces = ({ request }: HttpResponse): boolean => request.path.startsWith('/v2/at/');

  test.each<[string, (response: HttpResponse) => boolean, ReturnType<typeof changing>, failing: string[]]>([
    ['a type that nobody knows yet', () => true, changing((map) => ({ ...map, type: 'cog' })), []],
    [
      'one type in the list, another in its document',
      inList,
      changing((map) => ({ ...map, type: 'cog' })),
      ['map-documents', 'maps-of-world'],
    ],
    [
      'a type of tile servers among the others',
      () => true,
      changing((map) => ({ ...map, type: 'xyz' })),
      ['maps', 'map-documents', 'maps-of-world'],
    ],
    ['no type in an entry of the world', inPlaces, changing(({ type: _, ...map }) => map), ['maps-of-world']],
    ['members of another type', () => true, changing((map) => ({ ...map, type: 'wms' })), ['maps', 'map-documents']],
    [
      'its document at another address',
      inList,
      changing((map) => ({ ...map, url: `${BASE}/v2/maps/over.json` })),
      ['maps'],
    ],
  ])('a map of another type with %s', async (_, isMeant, change, failing) => {
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      return response.status === 200 && isMeant(response) ? rewrite(response, change) : response;
    });
    const failed = verdicts.filter(({ result }) => result === 'fails').map(({ check }) => check.id);
    expect(failed.filter((id) => STATEMENTS_OF_MAPS.includes(id))).toEqual(failing);
  });

  test('a service without plain files need not have them', async () => {
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      if (/^\/v1\/(?:all|openapi|schemas\/.*)\.json$|^\/(?:manifest|changes)\./.test(request.path))
        return { ...response, status: 404 };
      return { ...response, header: (name) => (name === 'Link' ? null : response.header(name)) };
    });
    expect(verdicts.filter(({ result }) => result === 'fails')).toEqual([]);
    expect(verdicts.filter(({ check, result }) => check.section === 'Plain files' && result === 'holds')).toEqual([]);
  });

  test('one that says it has them must', async () => {
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      return /^\/(?:manifest|changes)\.|all\.json$/.test(request.path) ? { ...response, status: 404 } : response;
    });
    const failed = verdicts.filter(({ result }) => result === 'fails').map(({ check }) => check.id);
    expect(failed).toEqual(expect.arrayContaining(['whole-catalog', 'manifest', 'changes', 'changes-atom']));
  });

  test('ids that the checks take for unknown may be in the catalog', async () => {
    const empty = SMALL['datasources/empty/datasource.yaml'] as string;
    const ids = ['0', '00', 'no-such-id', '99999999'];
    const send = correctDeployment({
      ...SMALL,
      ...Object.fromEntries(
        ids.flatMap((id) => [
          [
            `datasources/${id}/datasource.yaml`,
            empty.replace('/get', `/get-${id}`).replace(': empty', `: other/${id}`),
          ],
          [`editions/${id}.yaml`, 'name: Other\ndatasources: [maps]\n'],
        ]),
      ),
    });
    expect((await send({ path: '/v1/datasources/0/' })).status).toBe(200);
    const verdicts = await run(send);
    expect(verdicts.filter(({ result }) => result === 'fails').map(({ problems }) => problems)).toEqual([]);
  });

  const ofWorld = '[{"id":"mapservers/one","url":"https://catalog.example.org/v2/mapservers/one.json","name":"One"}]';
  const time = /2026-01-02T\d\d:\d\d:\d\dZ/;
  test.each([
    ['changes-atom', 'a feed whose newest item is not its first', /\/changes\.atom/, time, '2000-01-01T00:00:00Z'],
    ['changes', 'a feed whose newest item is not its first', /\/changes\.json/, time, '2000-01-01T00:00:00Z'],
    ['maps-of-world', 'a map of the world that is missing', /\/world\.json/, /\[.*\]/, '[]'],
    ['maps-of-world', 'an address that leads nowhere', /\/at\/5\//, 'world.json', 'none.json'],
    ['hashes', 'a SHA-256 in small letters', /^\/v2\/datasources\//, /ABAB/, 'abab'],
    ['refusal-texts', 'the repository of another catalog', /^\/v1\/datasources\//, 'git.example.org', 'git.alps.net'],
    ['refusal-texts', 'the methods of another resource', /^\/v1\/mapservers\//, 'use GET, HEAD, OPTIONS', 'use GET'],
    ['maps-here', 'a map that is in both files', /\/at\/5\//, /\[\]/, ofWorld],
  ])('%s: %s is found', async (id, _, path, found, replacement) => {
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      return path.test(request.path) ? withText(response, response.text.replace(found, replacement)) : response;
    });
    expect(verdicts.find(({ check }) => check.id === id)?.result).toBe('fails');
  });

  test.each([
    ['the lifetime of another catalog', 'maps', 'max-age=60', ['lifetimes']],
    ['none', 'maps', 'public, max-age=0, must-revalidate', ['lifetimes']],
    ['one that only another catalog has', 'empty', 'max-age=7200', ['lifetimes']],
  ])('lifetimes: %s, of %s, is found', async (_, id, cache, failing) => {
    const wrong = (response: HttpResponse): HttpResponse => {
      const expires = /^max-age=(\d+)$/.exec(cache)?.[1];
      const date = expires ? new Date(Date.now() + Number(expires) * 1000).toUTCString() : null;
      const headers: Readonly<Record<string, string | null>> = { 'Cache-Control': cache, Expires: date };
      return { ...response, header: (name) => (name in headers ? (headers[name] ?? null) : response.header(name)) };
    };
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      return request.path === `/v1/datasources/${id}/` && response.status < 400 ? wrong(response) : response;
    });
    expect(verdicts.filter(({ result }) => result === 'fails').map(({ check }) => check.id)).toEqual(failing);
  });

  test('a deployment of an earlier version states no lifetimes, and none are compared', async () => {
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      return withText(response, response.text.replace(/"maxAge":\d+,/, ''));
    });
    expect(verdicts.find(({ check }) => check.id === 'lifetimes')?.result).toBe('not applicable');
  });

  test('the files of places of an earlier version have the maps of the world', async () => {
    const verdicts = await run(async (request) => {
      const response = await correct(request);
      if (request.path === '/v2/at/world.json') return { ...response, status: 404 };
      const text = response.text.replace(/,"worldUrl":"[^"]+"/, '').replace('"maps":[]', `"maps":${ofWorld}`);
      return /\/at\/5\//.test(request.path) ? withText(response, text) : response;
    });
    const failed = verdicts.filter(({ result }) => result === 'fails').map(({ check }) => check.id);
    // The hash of the files is another.
    expect(failed).toEqual(['manifest-files']);
  });

  test('the ids of the checks are unique', () => {
    const ids = CONTRACT.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Changes every value of a JSON response, starting with the innermost. */
function rewrite(response: HttpResponse, change: (value: unknown) => unknown, indent?: number): HttpResponse {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return change(value.map(walk));
    if (!isRecord(value)) return value;
    return change(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member)])));
  };
  try {
    return withText(response, `${JSON.stringify(walk(JSON.parse(response.text)), null, indent)}\n`);
  } catch {
    return response;
  }
}

const reverseKeys = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value;

describe('a deployment that stops responding', () => {
  const closed = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

  test.each([3, 7, 20])('after %i requests, has failed checks', async (limit) => {
    let count = 0;
    const verdicts = await run(async (request) => {
      if (++count > limit) throw closed();
      return await correct(request);
    });
    const failed = verdicts.filter(({ result }) => result === 'fails');
    expect(verdicts).toHaveLength(CONTRACT.length);
    expect(failed.flatMap(({ problems }) => problems)).toEqual(
      expect.arrayContaining([expect.stringMatching(/: there was no response: the connection was closed$/)]),
    );
  });

  test('once, is asked again', async () => {
    let isFirst = true;
    const deployment = await discoverDeployment(BASE, async (request) => {
      if (request.path !== '/v1/mapservers/' || !isFirst) return await correct(request);
      isFirst = false;
      throw closed();
    });
    await expect(deployment.send({ path: '/v1/mapservers/' })).rejects.toThrow('socket hang up');
    expect((await deployment.send({ path: '/v1/mapservers/' })).status).toBe(200);
  });
});
