/** Statements about headers, HEAD, caches and conditional requests. */
import type { HttpRequest, HttpResponse } from '../../../../cli/http.ts';
import { allowOf } from '../../../../contract/http-answers.ts';
import { pathOf, ROUTES, resourceAt } from '../../../../contract/routes.ts';
import type { Deployment } from '../deployment.ts';
import {
  type Expectation,
  header,
  noBody,
  type Statement,
  type Statements,
  sameHeaders,
  status,
} from '../expectations.ts';

/** An HTTP date (RFC 9110, section 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The value of a `Cache-Control` that requires revalidation. */
export const FRESH = /max-age=0.*must-revalidate|no-cache/;

/** The value of `Vary`: documents differ by `Accept`, and on some hosts by `Accept-Encoding`. */
export const VARY = /^(?:Accept-Encoding, ?)?Accept(?:, ?Accept-Encoding)?$/i;

/** `Allow` must have the methods of the resource at the path of the request. */
export const allowsMethods: Expectation = (response, deployment) => {
  const resource = resourceAt(response.request.path);
  return header('Allow', resource ? allowOf(ROUTES[resource.route]) : '')(response, deployment);
};

const notModified: readonly Expectation[] = [status(304), noBody];
const repeated = [...notModified, sameHeaders(['ETag', 'Last-Modified', 'Cache-Control'], 'the 200')];

const etagOf = (response: HttpResponse): string => (response.header('ETag') ?? '').replace(/^W\//, '');
const opaqueTagOf = (response: HttpResponse): string => etagOf(response).replaceAll('"', '');

/** Requests for paths with headers derived from their 200 responses; none if the headers cannot be derived. */
async function conditional(
  paths: readonly string[],
  { send }: Deployment,
  headersOf: (full: HttpResponse) => Record<string, string>[],
  method?: string,
): Promise<HttpRequest[]> {
  const responses = await Promise.all(paths.map((path) => send({ path })));
  return responses.flatMap((full) =>
    headersOf(full).map((headers) => ({ path: full.request.path, headers, ...(method ? { method } : {}) })),
  );
}

/** A statement about every document, requested with a condition from its 200 response. */
function withCondition(
  says: string,
  headersOf: (full: HttpResponse) => Record<string, string>[],
  expect: Statement['expect'] = notModified,
  method?: string,
): Statement {
  return { says, asks: (deployment) => conditional(deployment.paths, deployment, headersOf, method), expect };
}

/** One that holds only with the edge handler. */
const atEdge = (...parts: Parameters<typeof withCondition>): Statement => ({
  ...withCondition(...parts),
  layer: 'edge',
});

const matching =
  (...tags: ((full: HttpResponse) => string)[]) =>
  (full: HttpResponse): Record<string, string>[] =>
    tags.map((tag) => ({ 'If-None-Match': tag(full) }));

const since =
  (date: string | null) =>
  (full: HttpResponse): Record<string, string>[] => {
    const modified = full.header('Last-Modified');
    return modified === null ? [] : [{ 'If-Modified-Since': date ?? modified }];
  };

const XML = '?format=xml';
const FUTURE = 'Fri, 01 Jan 2100 00:00:00 GMT';

/** Statements about headers and caching. */
export const headerStatements: Statements = {
  'response-headers': {
    allow: {
      says: 'Allow names the methods: GET, HEAD, OPTIONS, and on a data source POST, PUT, DELETE as well',
      expect: allowsMethods,
    },
    vary: {
      says: 'Vary is Accept, with Accept-Encoding where the server sends compressed copies',
      expect: header('Vary', VARY),
    },
    'last-modified': {
      says: 'Last-Modified, where it is sent, is an HTTP date and not in the future',
      async asks({ paths, send }) {
        const responses = await Promise.all(paths.map((path) => send({ path })));
        return responses.filter((one) => one.header('Last-Modified') !== null).map(({ request }) => request);
      },
      *expect(response) {
        const date = response.header('Last-Modified') ?? '';
        if (!HTTP_DATE.test(date) || Number.isNaN(Date.parse(date))) yield `Last-Modified: ${date} is not an HTTP date`;
        const served = response.header('Date');
        if (served && Date.parse(date) > Date.parse(served)) yield `Last-Modified: ${date} is in the future`;
      },
    },
  },
  caching: {
    etag: {
      says: 'Every document has an ETag, a quoted string that is the same each time',
      expect: [
        header('ETag', /^(?:W\/)?"[^"\s]+"$/),
        async (response, { send }) => {
          // `Deployment.send` does not cache requests with headers.
          const again = await send({ path: response.request.path, headers: { 'X-Verify': 'again' } });
          const etag = again.header('ETag');
          return etag === response.header('ETag') ? [] : [`the ETag of a second request is ${etag ?? '(missing)'}`];
        },
      ],
    },
    expires: {
      says: 'A data source with Cache-Control: max-age=N has an Expires date N seconds from now',
      layer: 'edge',
      asks: ({ details }) => details('datasource').map((path) => ({ path, headers: { 'X-Verify': 'expires' } })),
      *expect(response) {
        const lifetime = /^max-age=(\d+)$/.exec(response.header('Cache-Control') ?? '')?.[1];
        const expires = response.header('Expires');
        if (lifetime === undefined) {
          if (expires !== null) yield `Expires: ${expires}, without Cache-Control: max-age=N`;
          return;
        }
        const now = Date.parse(response.header('Date') ?? new Date().toUTCString());
        const seconds = (Date.parse(expires ?? '') - now) / 1000;
        // The clocks of two machines differ, and a response takes time.
        if (!(Math.abs(seconds - Number(lifetime)) <= 300))
          yield `Expires: ${expires ?? '(missing)'}, expected ${lifetime} seconds from now`;
      },
    },
    'static-fresh': {
      says: 'Documents without max-age tell caches to revalidate before each use',
      asks: () => [pathOf('mapservers'), pathOf('categories')],
      expect: header('Cache-Control', FRESH),
    },
  },
  'conditional-requests': {
    'etag-same': withCondition('If-None-Match with the ETag answers 304', matching(etagOf)),
    'etag-weak': withCondition(
      'If-None-Match with the ETag made weak answers 304',
      matching((full) => `W/${etagOf(full)}`),
    ),
    'etag-repeated': atEdge('A 304 repeats ETag, Last-Modified and Cache-Control', matching(etagOf), repeated),
    'etag-list': atEdge(
      'If-None-Match with the ETag in a list answers 304',
      matching((full) => `"other", ${etagOf(full)} , W/"third"`),
    ),
    'etag-any': atEdge(
      'If-None-Match: * answers 304',
      matching(() => '*'),
    ),
    'etag-gzip': atEdge(
      'If-None-Match with a -gzip suffix inside the quotes answers 304',
      matching((full) => `W/"${opaqueTagOf(full)}-gzip"`),
    ),
    'etag-head': withCondition('HEAD with the ETag answers 304', matching(etagOf), notModified, 'HEAD'),
    'etag-other': withCondition(
      'If-None-Match with another ETag answers 200',
      matching((full) => `"x${opaqueTagOf(full)}"`),
      status(200),
    ),
    'etag-wins': atEdge(
      'If-None-Match wins over If-Modified-Since',
      () => [{ 'If-None-Match': '"other"', 'If-Modified-Since': FUTURE }],
      status(200),
    ),
    'since-same': atEdge(
      'If-Modified-Since with the Last-Modified answers 304, with ETag and Last-Modified',
      since(null),
      repeated,
    ),
    'since-later': atEdge('If-Modified-Since with a later date answers 304', since(FUTURE)),
    'since-earlier': withCondition(
      'If-Modified-Since with an earlier date answers 200',
      () => [{ 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
      status(200),
    ),
    'since-nonsense': withCondition(
      'If-Modified-Since with something that is not a date is ignored',
      () => [{ 'If-Modified-Since': 'yesterday' }],
      [status(200), header('ETag', /./)],
    ),
    'xml-not-modified': {
      says: 'If-None-Match with the ETag of the XML, also weak or with a -gzip suffix, answers 304 and repeats the ETag',
      layer: 'edge',
      asks: (deployment) =>
        conditional(
          deployment.paths.map((path) => path + XML),
          deployment,
          (full) =>
            [`"${opaqueTagOf(full)}"`, `W/"${opaqueTagOf(full)}"`, `W/"${opaqueTagOf(full)}-gzip"`].map((etag) => {
              return { 'If-None-Match': etag, Accept: '*/*', 'Cache-Control': 'no-cache' };
            }),
        ),
      expect: [...notModified, sameHeaders(['ETag', 'Last-Modified'], 'the 200')],
    },
    'xml-other-etag': {
      says: 'If-None-Match with the ETag of the JSON answers 200 with the XML',
      layer: 'edge',
      asks: async (deployment) => {
        const requests = await conditional(
          deployment.paths,
          deployment,
          matching((full) => full.header('ETag') ?? ''),
        );
        return requests.map((request) => ({ ...request, path: request.path + XML }));
      },
      expect: status(200),
    },
  },
};
