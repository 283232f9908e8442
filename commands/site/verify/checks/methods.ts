/** Statements about methods, other origins, errors, and paths that differ from the path of a resource. */

import type { HttpRequest } from '../../../../cli/network/transport.ts';
import { addressOfPage } from '../../../../cli/program/document-addresses.ts';
import { allowOf } from '../../../../contract/interface/http-answers.ts';
import { pathOf, READ, ROUTES, resourceAt, V1_PREFIX } from '../../../../contract/interface/v1-routes.ts';
import { DETAIL_ROUTES, type Deployment, type DetailRoute } from '../deployment.ts';
import {
  answers,
  body,
  type Check,
  detail,
  documents,
  type Expectation,
  each,
  errorBody,
  header,
  isJson,
  noBody,
  sameAs,
  sameHeaders,
  shape,
  status,
  unless,
} from '../expectations.ts';
import { allowsMethods, refusesMethod, VARY } from './response-headers.ts';

/** Requests with the methods that no list allows. */
export const WRITES = ['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ method }));

const isDataSource = (path: string): boolean => resourceAt(path)?.route === 'datasource';
const dataSources = ({ paths }: Deployment): string[] => paths.filter(isDataSource);
const writesToReadOnly = each(({ paths }) => paths.filter((path) => !isDataSource(path)), ...WRITES);

/** A report of clients: a form with one file. */
const REPORT: Pick<HttpRequest, 'headers' | 'body'> = {
  headers: { 'Content-Type': 'multipart/form-data; boundary=verify', Authorization: 'Basic dmVyaWZ5OnZlcmlmeQ==' },
  body: '--verify\r\nContent-Disposition: form-data; name="file"; filename="file.xml"\r\n\r\n<catalog/>\r\n--verify--\r\n',
};

/** The headers that must be the same for HEAD and GET. */
const OF_HEAD = [
  'Content-Type',
  'ETag',
  'Last-Modified',
  'Allow',
  'Vary',
  'Cache-Control',
  'Access-Control-Allow-Origin',
];

/** The path of an unused id with this prefix. */
function unlisted(deployment: Deployment, route: DetailRoute, id: string): string {
  const path = pathOf(route, id);
  return deployment.isListed(route, path) ? unlisted(deployment, route, `${id}0`) : path;
}

const ORIGIN = { Origin: 'https://map.example.org' };
const PREFLIGHT = {
  method: 'OPTIONS',
  headers: { ...ORIGIN, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'if-none-match' },
};

const isMapserverList = [status(200), sameAs('', pathOf('mapservers'))];

/** The status 404. A 400 to a broken path is most likely of the default server of the port, which is another site. */
const notFoundHere: Expectation = ({ status: code }) => {
  const why = code === 400 ? `; if another site answers, see ${addressOfPage('docs/hosts.md')}#beside-other-sites` : '';
  return unless(code === 404, `status ${code}, expected 404${why}`);
};

/** Checks of methods and paths. */
export const methodChecks = {
  head: answers(each(documents(), { method: 'HEAD' }), [status(200), noBody, sameHeaders(OF_HEAD, 'GET')]),
  options: answers(each(documents(), { method: 'OPTIONS' }), [
    status(200),
    isJson,
    header('Vary', VARY),
    shape('description'),
    allowsMethods,
  ]),
  'read-only': answers(writesToReadOnly, [...refusesMethod(allowOf({ methods: READ })), ...errorBody]),
  'data-source-patch': answers(each(dataSources, { method: 'PATCH' }), [
    ...refusesMethod(allowOf(ROUTES.datasource)),
    ...errorBody,
  ]),
  'data-source-writes': answers(each(dataSources, { method: 'POST', ...REPORT }, { method: 'DELETE' }), [
    ...detail(403),
    body<{ detail: string }>(({ detail }) => unless(/https?:\/\//.test(detail), 'the detail has no address in it')),
  ]),
  'data-source-report': answers(each(dataSources, { method: 'PUT', ...REPORT }, { method: 'PUT' }), [
    ...detail(202),
    async ({ request: { path } }, { send }) => {
      const before = await send({ path });
      const after = await send({ path, headers: { 'X-Verify': 'after' } });
      return unless(before.text === after.text, 'the document changed');
    },
  ]),
  'any-origin': answers(each(documents(), { headers: ORIGIN }), header('Access-Control-Allow-Origin', '*')),
  preflight: answers(each(documents(), PREFLIGHT), [
    status(200),
    header('Access-Control-Allow-Origin', '*'),
    header('Access-Control-Allow-Methods', /\bGET\b/),
    header('Access-Control-Allow-Headers', /\bif-none-match\b/i),
    header('Access-Control-Max-Age', /^\d+$/),
  ]),
  'unknown-id': answers(
    (deployment) =>
      DETAIL_ROUTES.flatMap((route) => ['no-such-id', '0', '99999999'].map((id) => unlisted(deployment, route, id))),
    detail(404),
  ),
  'unknown-path': answers(['/v1/nothing/', '/v1/mapservers/one/', '/v1/nothing/at/all/', '/v1/x.json'], detail(404)),
  'trailing-slash': answers(
    ({ paths }) => paths.map((path) => path.replace(/\/$/, '')).flatMap((path) => [path, `${path}?format=api&x=%2F`]),
    [
      status(308),
      (response, { serviceUrl }) => {
        const wanted = response.request.path.replace(/\?|$/, '/$&');
        const location = response.header('Location');
        return unless(
          location === wanted || location === serviceUrl + wanted,
          `Location: ${location ?? '(missing)'}, expected ${wanted}`,
        );
      },
    ],
  ),
  'exact-ids': answers(({ details }) => {
    const upper = details('datasource').map((path) => path.replace(/(?<=\/)[^/]+\/$/, (id) => id.toUpperCase()));
    const padded = details('category').map((path) => path.replace(/(?<=\/)(\d+)\/$/, '0$1/'));
    return [...upper.filter((path) => /[A-Z]/.test(path)).slice(0, 3), ...padded.slice(0, 3)];
  }, detail(404)),
  'percent-encoding': answers(['/v1/%6Dapservers/', '/v1/m%61pservers/'], isMapserverList),
  'odd-paths': answers(
    ['//mapservers/', '/mapservers//', '/mapservers%2F', '/datasources/a%2Fb/', '/%zz/', '/%/', '/%00/'].map(
      (path) => V1_PREFIX + path,
    ),
    [notFoundHere, ...errorBody],
  ),
  dots: answers(
    ['/datasources/../mapservers/', '/x/%2e%2e/mapservers/', '/mapservers/x/..', '/mapservers/%2E'].map(
      (path) => V1_PREFIX + path,
    ),
    isMapserverList,
  ),
  'nothing-else': answers(
    [
      '/_headers',
      '/_redirects',
      '/_worker.js',
      '/v1/../../package.json',
      '/v1/..%2f..%2fpackage.json',
      '/..%5c..%5cpackage.json',
    ],
    ({ status: code }) => unless(code !== 200, 'status 200'),
  ),
  'static-read-only': answers(writesToReadOnly, refusesMethod(allowOf({ methods: READ }))),
} satisfies Readonly<Record<string, Check>>;
