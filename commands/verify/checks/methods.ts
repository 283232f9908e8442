/** Checks of methods other than GET and HEAD. */
import type { HttpRequest } from '../../../cli/http.ts';
import { ROUTES, resourceAt } from '../../../contract/routes.ts';
import type { Deployment } from '../deployment.ts';
import { all, body, type Check, errorBody, header, shape, status } from '../expectations.ts';
import { VARY } from './response-headers.ts';

const isDataSource = (path: string): boolean => resourceAt(path)?.route === 'datasource';
const readOnly = ({ paths }: Deployment): string[] => paths.filter((path) => !isDataSource(path));
const dataSources = ({ paths }: Deployment): string[] => paths.filter(isDataSource);

const writesToReadOnly = (deployment: Deployment): HttpRequest[] =>
  readOnly(deployment).flatMap((path) => ['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ path, method })));

/** A report as clients send it: a form with one part, a file. */
const REPORT: Pick<HttpRequest, 'headers' | 'body'> = {
  headers: { 'Content-Type': 'multipart/form-data; boundary=verify', Authorization: 'Basic dmVyaWZ5OnZlcmlmeQ==' },
  body: '--verify\r\nContent-Disposition: form-data; name="file"; filename="file.xml"\r\n\r\n<catalog/>\r\n--verify--\r\n',
};

const allow = (path: string): string => {
  const resource = resourceAt(path);
  return resource ? ROUTES[resource.route].methods.join(', ') : '';
};

/** Checks of methods other than GET and HEAD. */
export const methodChecks: readonly Check[] = [
  {
    id: 'options',
    statement: 'OPTIONS answers 200 with name, description, renders and parses, and Allow',
    section: 'methods',
    layer: 'edge',
    requests: ({ paths }) => paths.map((path) => ({ path, method: 'OPTIONS' })),
    expect: all(
      status(200),
      header('Content-Type', 'application/json'),
      header('Vary', VARY),
      shape('description'),
      (response, deployment) => header('Allow', allow(response.request.path))(response, deployment),
    ),
  },
  {
    id: 'preflight',
    statement: 'A CORS preflight answers that any origin may read',
    section: 'cross-origin-requests',
    layer: 'edge',
    requests: ({ paths }) =>
      paths.map((path) => ({
        path,
        method: 'OPTIONS',
        headers: {
          Origin: 'https://map.example.org',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'if-none-match',
        },
      })),
    expect: all(
      status(200),
      header('Access-Control-Allow-Origin', '*'),
      header('Access-Control-Allow-Methods', /\bGET\b/),
      header('Access-Control-Allow-Headers', /\bif-none-match\b/i),
      header('Access-Control-Max-Age', /^\d+$/),
    ),
  },
  {
    id: 'read-only',
    statement: 'POST, PUT, DELETE and PATCH on anything but a data source answer 405 with Allow',
    section: 'methods',
    layer: 'edge',
    requests: writesToReadOnly,
    expect: all(status(405), header('Allow', 'GET, HEAD, OPTIONS'), errorBody),
  },
  {
    id: 'static-read-only',
    statement: 'The static files answer POST, PUT, DELETE and PATCH with 405 and Allow',
    section: 'static-files-and-handler',
    layer: 'static',
    requests: writesToReadOnly,
    expect: all(status(405), header('Allow', 'GET, HEAD, OPTIONS')),
  },
  {
    id: 'data-source-patch',
    statement: 'PATCH on a data source answers 405 with the Allow of a data source',
    section: 'methods',
    layer: 'edge',
    requests: (deployment) => dataSources(deployment).map((path) => ({ path, method: 'PATCH' })),
    expect: all(status(405), header('Allow', ROUTES.datasource.methods.join(', ')), errorBody),
  },
  {
    id: 'data-source-writes',
    statement: 'POST and DELETE on a data source answer 403 with a detail that names the repository',
    section: 'methods',
    layer: 'edge',
    requests: (deployment) =>
      dataSources(deployment).flatMap((path) => [
        { path, method: 'POST', ...REPORT },
        { path, method: 'DELETE' },
      ]),
    expect: all(
      status(403),
      errorBody,
      body<{ detail: string }>(({ detail }) => (/https?:\/\//.test(detail) ? [] : ['the detail has no address in it'])),
    ),
  },
  {
    id: 'data-source-report',
    statement: 'PUT on a data source answers 202 and changes nothing',
    section: 'methods',
    layer: 'edge',
    requests: (deployment) =>
      dataSources(deployment).flatMap((path) => [
        { path, method: 'PUT', ...REPORT },
        { path, method: 'PUT' },
      ]),
    expect: all(status(202), errorBody, async (response, { send }) => {
      const before = await send({ path: response.request.path });
      const after = await send({ path: response.request.path, headers: { 'X-Verify': 'after' } });
      return before.text === after.text ? [] : ['the document changed'];
    }),
  },
];
