import type { HttpRequest } from '../../../../cli/network/transport.ts';
import { programPageAddress } from '../../../../cli/program/document-addresses.ts';
import { allowOf } from '../../../../contract/interface/http-answers.ts';
import { READ, ROUTES, resourceAt, V1_PREFIX, v1Path } from '../../../../contract/interface/v1-routes.ts';
import { DETAIL_ROUTES, type Deployment, type DetailRoute } from '../deployment.ts';
import {
  type Check,
  checkAnswers,
  documentPaths,
  type Expectation,
  expectBody,
  expectDetail,
  expectDetailBody,
  expectHeader,
  expectJson,
  expectNoBody,
  expectSameBody,
  expectSameHeaders,
  expectSchema,
  expectStatus,
  forEachPath,
  problemsOfResponse,
  problemUnless,
} from '../expectations.ts';
import { expectAllowedMethods, expectRefusal, VARY_HEADER } from './response-headers.ts';

export const WRITE_REQUESTS = ['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ method }));

const isDataSource = (path: string): boolean => resourceAt(path)?.route === 'datasource';
const dataSources = ({ paths }: Deployment): string[] => paths.filter(isDataSource);
const writesToReadOnly = forEachPath(({ paths }) => paths.filter((path) => !isDataSource(path)), ...WRITE_REQUESTS);

/** A client's report of a download: a form with one file. */
const REPORT: Pick<HttpRequest, 'headers' | 'body'> = {
  headers: { 'Content-Type': 'multipart/form-data; boundary=verify', Authorization: 'Basic dmVyaWZ5OnZlcmlmeQ==' },
  body: '--verify\r\nContent-Disposition: form-data; name="file"; filename="file.xml"\r\n\r\n<catalog/>\r\n--verify--\r\n',
};

const HEAD_HEADERS = [
  'Content-Type',
  'ETag',
  'Last-Modified',
  'Allow',
  'Vary',
  'Cache-Control',
  'Access-Control-Allow-Origin',
];

/** Adds zeros to a listed id. */
function unlistedPath(deployment: Deployment, route: DetailRoute, id: string): string {
  const path = v1Path(route, id);
  return deployment.isListed(route, path) ? unlistedPath(deployment, route, `${id}0`) : path;
}

const ORIGIN = { Origin: 'https://map.example.org' };
const PREFLIGHT = {
  method: 'OPTIONS',
  headers: { ...ORIGIN, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'if-none-match' },
};

const expectMapserverList = [expectStatus(200), expectSameBody('', v1Path('mapservers'))];

/** A 400 is most likely another site: the port's default server. */
const expectNotFoundHere: Expectation = ({ status: code }) => {
  const why =
    code === 400 ? `; if another site answers, see ${programPageAddress('docs/hosts.md')}#beside-other-sites` : '';
  return problemUnless(code === 404, `status ${code}, expected 404${why}`);
};

export const methodChecks = {
  head: checkAnswers(forEachPath(documentPaths(), { method: 'HEAD' }), [
    expectStatus(200),
    expectNoBody,
    expectSameHeaders(HEAD_HEADERS, 'GET'),
  ]),
  options: checkAnswers(forEachPath(documentPaths(), { method: 'OPTIONS' }), [
    expectStatus(200),
    expectJson,
    expectHeader('Vary', VARY_HEADER),
    expectSchema('description'),
    expectAllowedMethods,
  ]),
  'read-only': checkAnswers(writesToReadOnly, [...expectRefusal(allowOf({ methods: READ })), ...expectDetailBody]),
  'data-source-patch': checkAnswers(forEachPath(dataSources, { method: 'PATCH' }), [
    ...expectRefusal(allowOf(ROUTES.datasource)),
    ...expectDetailBody,
  ]),
  'data-source-writes': checkAnswers(forEachPath(dataSources, { method: 'POST', ...REPORT }, { method: 'DELETE' }), [
    ...expectDetail(403),
    expectBody<{ detail: string }>(({ detail }) =>
      problemUnless(/https?:\/\//.test(detail), 'the detail has no address in it'),
    ),
  ]),
  // The header keeps the cache from answering.
  'data-source-report': checkAnswers(
    forEachPath(dataSources, { headers: { 'X-Verify': 'before' } }),
    async (before, deployment) => {
      const { path } = before.request;
      const puts = [REPORT, {}].map(async (report) => {
        const answer = await deployment.send({ path, method: 'PUT', ...report });
        const problems = await problemsOfResponse(expectDetail(202), answer, deployment);
        return problems.map((problem) => `PUT: ${problem}`);
      });
      const found = (await Promise.all(puts)).flat();
      const after = await deployment.send({ path, headers: { 'X-Verify': 'after' } });
      return [...found, ...problemUnless(before.text === after.text, 'the document changed after PUT')];
    },
  ),
  'any-origin': checkAnswers(
    forEachPath(documentPaths(), { headers: ORIGIN }),
    expectHeader('Access-Control-Allow-Origin', '*'),
  ),
  preflight: checkAnswers(forEachPath(documentPaths(), PREFLIGHT), [
    expectStatus(200),
    expectHeader('Access-Control-Allow-Origin', '*'),
    expectHeader('Access-Control-Allow-Methods', /\bGET\b/),
    expectHeader('Access-Control-Allow-Headers', /\bif-none-match\b/i),
    expectHeader('Access-Control-Max-Age', /^\d+$/),
  ]),
  'unknown-id': checkAnswers(
    (deployment) =>
      DETAIL_ROUTES.flatMap((route) =>
        ['no-such-id', '0', '99999999'].map((id) => unlistedPath(deployment, route, id)),
      ),
    expectDetail(404),
  ),
  'unknown-path': checkAnswers(
    ['/v1/nothing/', '/v1/mapservers/one/', '/v1/nothing/at/all/', '/v1/x.json'],
    expectDetail(404),
  ),
  'trailing-slash': checkAnswers(
    ({ paths }) => paths.map((path) => path.replace(/\/$/, '')).flatMap((path) => [path, `${path}?format=api&x=%2F`]),
    [
      expectStatus(308),
      (response, { serviceUrl }) => {
        const wanted = response.request.path.replace(/\?|$/, '/$&');
        const location = response.header('Location');
        return problemUnless(
          location === wanted || location === serviceUrl + wanted,
          `Location: ${location ?? '(missing)'}, expected ${wanted}`,
        );
      },
    ],
  ),
  'exact-ids': checkAnswers(({ details }) => {
    const upper = details('datasource').map((path) => path.replace(/(?<=\/)[^/]+\/$/, (id) => id.toUpperCase()));
    const padded = details('category').map((path) => path.replace(/(?<=\/)(\d+)\/$/, '0$1/'));
    return [...upper.filter((path) => /[A-Z]/.test(path)).slice(0, 3), ...padded.slice(0, 3)];
  }, expectDetail(404)),
  'percent-encoding': checkAnswers(['/v1/%6Dapservers/', '/v1/m%61pservers/'], expectMapserverList),
  'odd-paths': checkAnswers(
    ['//mapservers/', '/mapservers//', '/mapservers%2F', '/datasources/a%2Fb/', '/%zz/', '/%/', '/%00/'].map(
      (path) => V1_PREFIX + path,
    ),
    [expectNotFoundHere, ...expectDetailBody],
  ),
  dots: checkAnswers(
    ['/datasources/../mapservers/', '/x/%2e%2e/mapservers/', '/mapservers/x/..', '/mapservers/%2E'].map(
      (path) => V1_PREFIX + path,
    ),
    expectMapserverList,
  ),
  'nothing-else': checkAnswers(
    [
      '/_headers',
      '/_redirects',
      '/_worker.js',
      '/v1/../../package.json',
      '/v1/..%2f..%2fpackage.json',
      '/..%5c..%5cpackage.json',
    ],
    ({ status: code }) => problemUnless(code !== 200, 'status 200'),
  ),
  'static-read-only': checkAnswers(writesToReadOnly, expectRefusal(allowOf({ methods: READ }))),
} satisfies Readonly<Record<string, Check>>;
