/** Methods other than GET and HEAD. */
import { ROUTES, resourceAt } from '../../../contract/routes.ts';
import type { Ask, Deployment } from '../deployment.ts';
import { all, body, type Check, errorBody, header, shape, status } from '../expectations.ts';

const isDataSource = (path: string): boolean => resourceAt(path)?.route === 'datasource';
const readOnly = ({ paths }: Deployment): string[] => paths.filter((path) => !isDataSource(path));
const dataSources = ({ paths }: Deployment): string[] => paths.filter(isDataSource);

const writesToReadOnly = (deployment: Deployment): Ask[] =>
  readOnly(deployment).flatMap((path) => ['POST', 'PUT', 'DELETE', 'PATCH'].map((method) => ({ path, method })));

/** As clients send it: one part, a file. */
const REPORT: Pick<Ask, 'headers' | 'body'> = {
  headers: { 'Content-Type': 'multipart/form-data; boundary=verify', Authorization: 'Basic dmVyaWZ5OnZlcmlmeQ==' },
  body: '--verify\r\nContent-Disposition: form-data; name="file"; filename="file.xml"\r\n\r\n<catalog/>\r\n--verify--\r\n',
};

const allow = (path: string): string => {
  const resource = resourceAt(path);
  return resource ? ROUTES[resource.route].methods.join(', ') : '';
};

/** Methods other than GET and HEAD. */
export const methodChecks: readonly Check[] = [
  {
    id: 'options',
    statement: 'OPTIONS answers 200 with name, description, renders and parses, and Allow',
    clause: 'Design, OPTIONS',
    layer: 'edge',
    asks: ({ paths }) => paths.map((path) => ({ path, method: 'OPTIONS' })),
    expect: all(
      status(200),
      header('Content-Type', 'application/json'),
      header('Vary', 'Accept'),
      shape('description'),
      (answer, deployment) => header('Allow', allow(answer.ask.path))(answer, deployment),
    ),
  },
  {
    id: 'preflight',
    statement: "A browser's preflight is told that any origin may read",
    clause: 'Design, OPTIONS',
    layer: 'edge',
    asks: ({ paths }) =>
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
    clause: 'Design, errors',
    layer: 'edge',
    asks: writesToReadOnly,
    expect: all(status(405), header('Allow', 'GET, HEAD, OPTIONS'), errorBody),
  },
  {
    id: 'static-read-only',
    statement: 'Writes never succeed on the static files',
    clause: 'Design, two layers',
    layer: 'static',
    asks: writesToReadOnly,
    expect: all(status(405), header('Allow', 'GET, HEAD, OPTIONS')),
  },
  {
    id: 'data-source-patch',
    statement: 'PATCH on a data source answers 405 with its Allow',
    clause: 'Design, errors',
    layer: 'edge',
    asks: (deployment) => dataSources(deployment).map((path) => ({ path, method: 'PATCH' })),
    expect: all(status(405), header('Allow', ROUTES.datasource.methods.join(', ')), errorBody),
  },
  {
    id: 'data-source-writes',
    statement: 'POST and DELETE on a data source answer 403 with a detail that names the repository',
    clause: 'Design, errors',
    layer: 'edge',
    asks: (deployment) =>
      dataSources(deployment).flatMap((path) => [
        { path, method: 'POST', ...REPORT },
        { path, method: 'DELETE' },
      ]),
    expect: all(
      status(403),
      errorBody,
      body<{ detail: string }>(({ detail }) => (/https?:\/\//.test(detail) ? [] : ['the detail names no address'])),
    ),
  },
  {
    id: 'data-source-report',
    statement: 'PUT on a data source answers 202 and changes nothing',
    clause: 'Design, errors',
    layer: 'edge',
    asks: (deployment) =>
      dataSources(deployment).flatMap((path) => [
        { path, method: 'PUT', ...REPORT },
        { path, method: 'PUT' },
      ]),
    expect: all(status(202), errorBody, async (answer, { send }) => {
      const before = await send({ path: answer.ask.path });
      const after = await send({ path: answer.ask.path, headers: { 'X-Verify': 'after' } });
      return before.text === after.text ? [] : ['the document changed'];
    }),
  },
];
