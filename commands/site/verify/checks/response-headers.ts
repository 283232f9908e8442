import type { HttpResponse } from '../../../../cli/network/http.ts';
import { allowOf } from '../../../../contract/interface/http-answers.ts';
import { ROUTES, resourceAt, v1Path } from '../../../../contract/interface/v1-routes.ts';
import {
  type Asks,
  type Check,
  checkAnswers,
  documentPaths,
  type Expectation,
  expectHeader,
  expectNoBody,
  expectSameHeaders,
  expectStatus,
  forEachPath,
  type PathsOf,
} from '../expectations.ts';

/** RFC 9110, section 5.6.7. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Revalidation before each use. */
export const FRESH_CACHE_CONTROL = /max-age=0.*must-revalidate|no-cache/;

/** Documents differ by `Accept`; at some hosts, also by `Accept-Encoding`. */
export const VARY_HEADER = /^(?:Accept-Encoding, ?)?Accept(?:, ?Accept-Encoding)?$/i;

export const expectAllowedMethods: Expectation = (response, deployment) => {
  const resource = resourceAt(response.request.path);
  return expectHeader('Allow', resource ? allowOf(ROUTES[resource.route]) : '')(response, deployment);
};

export function expectRefusal(allow: string | RegExp): readonly Expectation[] {
  return [expectStatus(405), expectHeader('Allow', allow)];
}

export const expectNotModified: readonly Expectation[] = [expectStatus(304), expectNoBody];

const expectRepeatedHeaders = [
  ...expectNotModified,
  expectSameHeaders(['ETag', 'Last-Modified', 'Cache-Control'], 'the 200'),
];

/** No request if `headersOf` is empty. */
export function conditionalRequests(
  pathsOf: PathsOf,
  headersOf: (plain: HttpResponse) => readonly Readonly<Record<string, string>>[],
  { method = 'GET', query = '' } = {},
): Asks {
  return async (deployment) => {
    const responses = await Promise.all((await pathsOf(deployment)).map((path) => deployment.send({ path })));
    return responses.flatMap((plain) =>
      headersOf(plain).map((headers) => ({ path: plain.request.path + query, method, headers })),
    );
  };
}

export const withResponseEtag = (plain: HttpResponse): { 'If-None-Match': string }[] => [
  { 'If-None-Match': plain.header('ETag') ?? '' },
];

/** `{etag}` becomes the strong ETag, `{tag}` its text. */
function ifNoneMatch(value: string, method = 'GET'): Asks {
  return conditionalRequests(documentPaths(), (plain) => [{ 'If-None-Match': withTag(value, plain) }], { method });
}

function withTag(value: string, plain: HttpResponse): string {
  const etag = (plain.header('ETag') ?? '').replace(/^W\//, '');
  return value.replace(/\{(etag|tag)\}/, (_, name) => (name === 'etag' ? etag : etag.replaceAll('"', '')));
}

/** By default, the plain response's date. */
function ifModifiedSince(date?: string): Asks {
  return conditionalRequests(documentPaths(), (plain) => {
    const modified = plain.header('Last-Modified');
    return modified === null ? [] : [{ 'If-Modified-Since': date ?? modified }];
  });
}

const withHeaders = (headers: Readonly<Record<string, string>>): Asks =>
  conditionalRequests(documentPaths(), () => [headers]);

const XML = '?format=xml';
const FUTURE = 'Fri, 01 Jan 2100 00:00:00 GMT';
const XML_TAGS = ['"{tag}"', 'W/"{tag}"', 'W/"{tag}-gzip"'];

export const headerChecks = {
  allow: checkAnswers(documentPaths(), expectAllowedMethods),
  vary: checkAnswers(documentPaths(), expectHeader('Vary', VARY_HEADER)),
  'last-modified': checkAnswers(
    async ({ paths, send }) => {
      const responses = await Promise.all(paths.map((path) => send({ path })));
      return responses.filter((one) => one.header('Last-Modified') !== null).map(({ request }) => request);
    },
    function* (response) {
      const date = response.header('Last-Modified') ?? '';
      if (!HTTP_DATE.test(date) || Number.isNaN(Date.parse(date))) yield `Last-Modified: ${date} is not an HTTP date`;
      const served = response.header('Date');
      if (served && Date.parse(date) > Date.parse(served)) yield `Last-Modified: ${date} is in the future`;
    },
  ),
  etag: checkAnswers(documentPaths(), [
    expectHeader('ETag', /^(?:W\/)?"[^"\s]+"$/),
    async (response, { send }) => {
      // `Deployment.send` caches no request with headers.
      const again = await send({ path: response.request.path, headers: { 'X-Verify': 'again' } });
      const etag = again.header('ETag');
      return etag === response.header('ETag') ? [] : [`the ETag of a second request is ${etag ?? '(missing)'}`];
    },
  ]),
  expires: checkAnswers(
    forEachPath(({ details }) => details('datasource'), { headers: { 'X-Verify': 'expires' } }),
    function* (response) {
      const lifetime = /^max-age=(\d+)$/.exec(response.header('Cache-Control') ?? '')?.[1];
      const expires = response.header('Expires');
      if (lifetime === undefined) {
        if (expires !== null) yield `Expires: ${expires}, without Cache-Control: max-age=N`;
        return;
      }
      const now = Date.parse(response.header('Date') ?? new Date().toUTCString());
      const seconds = (Date.parse(expires ?? '') - now) / 1000;
      // Clocks differ, and a response takes time.
      if (!(Math.abs(seconds - Number(lifetime)) <= 300))
        yield `Expires: ${expires ?? '(missing)'}, expected ${lifetime} seconds from now`;
    },
  ),
  'static-fresh': checkAnswers(
    [v1Path('mapservers'), v1Path('categories')],
    expectHeader('Cache-Control', FRESH_CACHE_CONTROL),
  ),
  'etag-same': checkAnswers(ifNoneMatch('{etag}'), expectNotModified),
  'etag-weak': checkAnswers(ifNoneMatch('W/{etag}'), expectNotModified),
  'etag-repeated': checkAnswers(ifNoneMatch('{etag}'), expectRepeatedHeaders),
  'etag-list': checkAnswers(ifNoneMatch('"other", {etag} , W/"third"'), expectNotModified),
  'etag-any': checkAnswers(ifNoneMatch('*'), expectNotModified),
  'etag-gzip': checkAnswers(ifNoneMatch('W/"{tag}-gzip"'), expectNotModified),
  'etag-head': checkAnswers(ifNoneMatch('{etag}', 'HEAD'), expectNotModified),
  'etag-other': checkAnswers(ifNoneMatch('"x{tag}"'), expectStatus(200)),
  'etag-wins': checkAnswers(
    withHeaders({ 'If-None-Match': '"other"', 'If-Modified-Since': FUTURE }),
    expectStatus(200),
  ),
  'since-same': checkAnswers(ifModifiedSince(), expectRepeatedHeaders),
  'since-later': checkAnswers(ifModifiedSince(FUTURE), expectNotModified),
  'since-earlier': checkAnswers(
    withHeaders({ 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    expectStatus(200),
  ),
  'since-nonsense': checkAnswers(withHeaders({ 'If-Modified-Since': 'yesterday' }), [
    expectStatus(200),
    expectHeader('ETag', /./),
  ]),
  'xml-not-modified': checkAnswers(
    conditionalRequests(documentPaths(XML), (plain) =>
      XML_TAGS.map((tag) => {
        return { 'If-None-Match': withTag(tag, plain), Accept: '*/*', 'Cache-Control': 'no-cache' };
      }),
    ),
    [...expectNotModified, expectSameHeaders(['ETag', 'Last-Modified'], 'the 200')],
  ),
  'xml-other-etag': checkAnswers(
    conditionalRequests(documentPaths(), withResponseEtag, { query: XML }),
    expectStatus(200),
  ),
} satisfies Readonly<Record<string, Check>>;
