import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Commits, catalogHistoryOf } from '../../../../build/history/history.ts';
import { documentChangeTimes } from '../../../../build/render/core/document-sources.ts';
import { headerRules, programRules, splitRules } from '../../../../build/render/hosts/headers.ts';
import { allowOf, DOCUMENT_POLICY, EVERY_ANSWER } from '../../../../contract/interface/http-answers.ts';
import { RENDITIONS } from '../../../../contract/interface/v1-renditions.ts';
import { ROUTES } from '../../../../contract/interface/v1-routes.ts';
import { V2_FILES } from '../../../../contract/interface/v2-files.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';
import { ROOT } from '../../../support/cli.ts';

const OLD = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000;
const NEW = OLD + 86_400;
const OLD_TEXT = 'Fri, 02 Jan 2026 03:04:05 GMT';

/** The rules of the small catalog, all files of which were committed at one time, and some changed later. */
function rules(changed: readonly string[] = [], uncommitted: readonly string[] = []): Map<string, object> {
  const times = new Map(Object.keys(SMALL).map((path) => [path, changed.includes(path) ? NEW : OLD]));
  const commits: Commits = { times, uncommitted: new Set(uncommitted) };
  return new Map(
    headerRules(modelled(), catalogHistoryOf(commits)).map(({ path, headers }) => [path, Object.fromEntries(headers)]),
  );
}

const pathsOf = (time: string, all: ReturnType<typeof rules>): string[] =>
  [...all]
    .filter(([, headers]) => 'Last-Modified' in headers && headers['Last-Modified'] === time)
    .map(([path]) => path);

describe('rules', () => {
  test('let programs in browsers read the files that are made for them, and nothing else', () => {
    const headers = [['Access-Control-Allow-Origin', '*']];
    expect(programRules({ maps: [] })).toEqual([
      { path: '/mapservers/:name/:file.json', headers, own: null },
      { path: '/overlayservers/:name/:file.json', headers, own: null },
      { path: '/programs/*', headers, own: null },
    ]);
    expect(programRules({ maps: [{} as never] }).map(({ path }) => path)).toContain('/maps/:name/:file.json');
  });

  test('site.yaml changes the time of everything with links', () =>
    expect(pathsOf(OLD_TEXT, rules(['site.yaml']))).toEqual(['/v1/mapservers/*', '/v1/overlayservers/*']));

  test('a list with access tokens has no Last-Modified: a new key changes it without a commit', () => {
    const catalog = { ...modelled(), withTokens: ['mapservers'] as const };
    const history = catalogHistoryOf({ times: new Map([['mapservers/one.yaml', OLD]]), uncommitted: new Set() });
    const all = headerRules(catalog, history);
    expect(all.map(({ path }) => path)).not.toContain('/v1/mapservers/*');
    expect(
      pathsOf(OLD_TEXT, new Map(all.map(({ path, headers }) => [path, Object.fromEntries(headers)]))),
    ).not.toContain('/v1/all.json');
    expect(documentChangeTimes(catalog, history)('mapservers')).toBeNull();
  });

  test('a file that is not committed has no Last-Modified, but keeps its max-age', () => {
    const all = rules([], ['datasources/maps/maps.yaml', 'mapservers/new.yaml']);
    expect(all.get('/v1/mapservers/*')).toBeUndefined();
    expect(all.get('/v1/datasources/maps/*')).toEqual({ 'Cache-Control': 'max-age=7200' });
  });
});

describe('where the host does not take all rules', () => {
  const all = headerRules(
    modelled(),
    catalogHistoryOf({ times: new Map([['site.yaml', OLD]]), uncommitted: new Set() }),
  );
  const paths = (list: readonly { readonly path: string }[]): string[] => list.map(({ path }) => path);
  const single = ['/v1/datasources/empty/*', '/v1/datasources/maps/*', '/v1/editions/offline/*'];
  const always = all.length - single.length + 1;

  test.each([
    [null, 3],
    [always + 3, 3],
    [always + 2, 2],
    [always, 0],
    [0, 0],
  ])('of %j with a hand-written one, it has those of lists and of %i resources', (limit, count) => {
    const { inFile, inHandler } = splitRules(all, '/v1/*\n  Allow: GET\n', limit);
    expect(paths(inFile)).toEqual(paths(all).filter((path) => !single.slice(count).includes(path)));
    expect(paths(inHandler)).toEqual(single.slice(count));
  });
});

test('the hand-written rules have the headers of every answer and the methods of the routes', () => {
  const rules = readFileSync(join(ROOT, '_headers'), 'utf8');
  const valuesOf = (name: string): (string | undefined)[] =>
    [...rules.matchAll(new RegExp(`^ {2}${name}: (.*)$`, 'gm'))].map(([, value]) => value);
  expect(valuesOf('Allow')).toEqual([allowOf(ROUTES.mapservers), allowOf(ROUTES.datasource)]);
  expect(valuesOf('Content-Security-Policy')).toEqual([DOCUMENT_POLICY]);
  const types = Object.values(RENDITIONS).map(({ contentType }) => contentType);
  const ofMaps = [V2_FILES.map, V2_FILES.maps].map(({ contentType }) => contentType);
  expect(valuesOf('Content-Type')).toEqual([...new Set(types), ...ofMaps]);
  // Cloudflare sends the other two with every static file.
  for (const name of ['Vary', 'Access-Control-Expose-Headers'] as const)
    expect([...new Set(valuesOf(name))]).toEqual([EVERY_ANSWER[name]]);
});
