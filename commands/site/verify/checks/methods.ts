/** Statements about methods, other origins, errors, and paths that differ from the path of a resource. */
import type { HttpRequest } from '../../../../cli/http.ts';
import { allowOf } from '../../../../contract/http-answers.ts';
import { pathOf, READ, ROUTES, resourceAt } from '../../../../contract/routes.ts';
import { DETAIL_ROUTES, type Deployment, type DetailRoute } from '../deployment.ts';
import {
  body,
  errorBody,
  header,
  isJson,
  noBody,
  type Statements,
  sameAs,
  sameHeaders,
  shape,
  status,
} from '../expectations.ts';
import { allowsMethods, VARY } from './response-headers.ts';

/** Requests with the methods that no list allows. */
export const WRITES = ['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ method }));

const isDataSource = (path: string): boolean => resourceAt(path)?.route === 'datasource';
const dataSources = ({ paths }: Deployment): string[] => paths.filter(isDataSource);

/** Each of these requests for each path. */
const each =
  (pathsOf: (deployment: Deployment) => readonly string[], ...requests: readonly Omit<HttpRequest, 'path'>[]) =>
  (deployment: Deployment): HttpRequest[] =>
    pathsOf(deployment).flatMap((path) => requests.map((request) => ({ path, ...request })));

const documents = ({ paths }: Deployment): readonly string[] => paths;
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

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** The path of an unused id with this prefix. */
function unlisted(deployment: Deployment, route: DetailRoute, id: string): string {
  const path = pathOf(route, id);
  return deployment.isListed(route, path) ? unlisted(deployment, route, `${id}0`) : path;
}

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: {
    Origin: 'https://map.example.org',
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'if-none-match',
  },
};

/** Statements about methods and paths. */
export const methodStatements: Statements = {
  methods: {
    head: {
      says: 'HEAD answers as GET does, without the body',
      asks: each(documents, { method: 'HEAD' }),
      expect: [status(200), noBody, sameHeaders(OF_HEAD, 'GET')],
    },
    options: {
      says: 'OPTIONS answers 200 with name, description, renders and parses, and Allow',
      layer: 'edge',
      asks: each(documents, { method: 'OPTIONS' }),
      expect: [status(200), isJson, header('Vary', VARY), shape('description'), allowsMethods],
    },
    'read-only': {
      says: 'POST, PUT, DELETE and PATCH on anything but a data source answer 405 with Allow',
      layer: 'edge',
      asks: writesToReadOnly,
      expect: [status(405), header('Allow', allowOf({ methods: READ })), ...errorBody],
    },
    'data-source-patch': {
      says: 'PATCH on a data source answers 405 with the Allow of a data source',
      layer: 'edge',
      asks: each(dataSources, { method: 'PATCH' }),
      expect: [status(405), header('Allow', allowOf(ROUTES.datasource)), ...errorBody],
    },
    'data-source-writes': {
      says: 'POST and DELETE on a data source answer 403 with a detail that names the repository',
      layer: 'edge',
      asks: each(dataSources, { method: 'POST', ...REPORT }, { method: 'DELETE' }),
      expect: [
        status(403),
        ...errorBody,
        body<{ detail: string }>(({ detail }) =>
          /https?:\/\//.test(detail) ? [] : ['the detail has no address in it'],
        ),
      ],
    },
    'data-source-report': {
      says: 'PUT on a data source answers 202 and changes nothing',
      layer: 'edge',
      asks: each(dataSources, { method: 'PUT', ...REPORT }, { method: 'PUT' }),
      expect: [
        status(202),
        ...errorBody,
        async ({ request: { path } }, { send }) => {
          const before = await send({ path });
          const after = await send({ path, headers: { 'X-Verify': 'after' } });
          return before.text === after.text ? [] : ['the document changed'];
        },
      ],
    },
  },
  'cross-origin-requests': {
    'any-origin': {
      says: 'Any origin may read',
      asks: each(documents, { headers: { Origin: 'https://map.example.org' } }),
      expect: header('Access-Control-Allow-Origin', '*'),
    },
    preflight: {
      says: 'A CORS preflight answers that any origin may read',
      layer: 'edge',
      asks: each(documents, PREFLIGHT),
      expect: [
        status(200),
        header('Access-Control-Allow-Origin', '*'),
        header('Access-Control-Allow-Methods', /\bGET\b/),
        header('Access-Control-Allow-Headers', /\bif-none-match\b/i),
        header('Access-Control-Max-Age', /^\d+$/),
      ],
    },
  },
  errors: {
    'unknown-id': {
      says: 'An unknown id answers 404, as JSON with a detail',
      asks: (deployment) =>
        DETAIL_ROUTES.flatMap((route) => ['no-such-id', '0', '99999999'].map((id) => unlisted(deployment, route, id))),
      expect: [status(404), ...errorBody],
    },
    'unknown-path': {
      says: 'An unknown path under /v1/ answers 404, as JSON with a detail',
      asks: () => ['/v1/nothing/', '/v1/mapservers/one/', '/v1/nothing/at/all/', '/v1/x.json'],
      expect: [status(404), ...errorBody],
    },
  },
  paths: {
    'trailing-slash': {
      says: 'A path without its trailing slash answers 308, with the path that has one and the same query as Location',
      asks: ({ paths }) => paths.map(withoutSlash).flatMap((path) => [path, `${path}?format=api&x=%2F`]),
      expect: [
        status(308),
        (response, { serviceUrl }) => {
          const [path = '', query] = response.request.path.split('?');
          const wanted = `${path}/${query === undefined ? '' : `?${query}`}`;
          const location = response.header('Location');
          if (location === wanted || location === serviceUrl + wanted) return [];
          return [`Location: ${location ?? '(missing)'}, expected ${wanted}`];
        },
      ],
    },
    'exact-ids': {
      says: 'Ids are compared exactly: another case or a leading zero answers 404',
      layer: 'edge',
      asks: ({ details }) => [
        ...details('datasource')
          .map((path) => path.replace(/[^/]+\/$/, (id) => id.toUpperCase()))
          .filter((path) => /[A-Z]/.test(path))
          .slice(0, 3),
        ...details('category')
          .slice(0, 3)
          .map((path) => path.replace(/(\d+)\/$/, '0$1/')),
      ],
      expect: [status(404), ...errorBody],
    },
    'percent-encoding': {
      says: 'A percent-encoded letter is the same as the letter (RFC 3986, section 6.2.2.2)',
      layer: 'edge',
      asks: () => ['/v1/%6Dapservers/', '/v1/m%61pservers/'],
      expect: [status(200), sameAs('', pathOf('mapservers'))],
    },
    'odd-paths': {
      says: 'Double slashes, encoded slashes and broken encodings answer 404, as JSON with a detail',
      layer: 'edge',
      asks: () => [
        '/v1//mapservers/',
        '/v1/mapservers//',
        '/v1/mapservers%2F',
        '/v1/datasources/a%2Fb/',
        '/v1/%zz/',
        '/v1/%/',
        '/v1/%00/',
      ],
      expect: [status(404), ...errorBody],
    },
    dots: {
      says: '.. in a path is resolved, and never leads out of the site (RFC 3986, section 5.2.4)',
      layer: 'edge',
      asks: () => [
        '/v1/datasources/../mapservers/',
        '/v1/x/%2e%2e/mapservers/',
        '/v1/mapservers/x/..',
        '/v1/mapservers/%2E',
      ],
      expect: [status(200), sameAs('', pathOf('mapservers'))],
    },
    'nothing-else': {
      says: 'Configuration files of the host, and files outside of the site, are not served',
      asks: () => [
        '/_headers',
        '/_redirects',
        '/_worker.js',
        '/v1/../../package.json',
        '/v1/..%2f..%2fpackage.json',
        '/..%5c..%5cpackage.json',
      ],
      expect: ({ status: code }) => (code === 200 ? ['status 200'] : []),
    },
  },
  'static-files-and-handler': {
    'static-read-only': {
      says: 'The static files answer POST, PUT, DELETE and PATCH with 405 and Allow',
      layer: 'static',
      asks: writesToReadOnly,
      expect: [status(405), header('Allow', allowOf({ methods: READ }))],
    },
  },
};
