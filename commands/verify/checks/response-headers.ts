/** Checks of the headers of every 200, of HEAD, and of the page at the root. */
import type { HttpRequest } from '../../../cli/http.ts';
import { pathOf, ROUTES, resourceAt } from '../../../contract/routes.ts';
import type { Deployment } from '../deployment.ts';
import { all, type Check, header, noBody, status } from '../expectations.ts';

const everyPath = ({ paths }: Deployment): HttpRequest[] => paths.map((path) => ({ path }));

/** A request for each path whose response has this header. */
async function requestsWithHeader({ paths, send }: Deployment, name: string): Promise<HttpRequest[]> {
  const responses = await Promise.all(paths.map((path) => send({ path })));
  return responses.filter((response) => response.header(name) !== null).map(({ request }) => request);
}

/** An HTTP date (RFC 9110, section 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The headers that must be the same for HEAD and GET. */
const SAME_FOR_HEAD = [
  'Content-Type',
  'ETag',
  'Last-Modified',
  'Allow',
  'Vary',
  'Cache-Control',
  'Access-Control-Allow-Origin',
];

/** The value of a `Cache-Control` with which a cache asks before each use. */
export const FRESH = /max-age=0.*must-revalidate|no-cache/;

/** The value of `Vary`: documents differ by `Accept`, and on some hosts by `Accept-Encoding`. */
export const VARY = /^(?:Accept-Encoding, ?)?Accept(?:, ?Accept-Encoding)?$/i;

/** Checks of the headers of every 200, of HEAD, and of the page at the root. */
export const headerChecks: readonly Check[] = [
  {
    id: 'allow',
    statement: 'Allow names the methods: GET, HEAD, OPTIONS, and on a data source POST, PUT, DELETE as well',
    section: 'response-headers',
    layer: 'both',
    requests: everyPath,
    expect: (response, deployment) => {
      const resource = resourceAt(response.request.path);
      return header('Allow', resource ? ROUTES[resource.route].methods.join(', ') : null)(response, deployment);
    },
  },
  {
    id: 'vary',
    statement: 'Vary is Accept, with Accept-Encoding where the server sends compressed copies',
    section: 'response-headers',
    layer: 'both',
    requests: everyPath,
    expect: header('Vary', VARY),
  },
  {
    id: 'etag',
    statement: 'Every document has an ETag, a quoted string that is the same each time',
    section: 'caching',
    layer: 'both',
    requests: everyPath,
    expect: all(header('ETag', /^(?:W\/)?"[^"\s]+"$/), async (response, { send }) => {
      // A request with a header is not answered from the cache of `Deployment.send`.
      const again = await send({ path: response.request.path, headers: { 'X-Verify': 'again' } });
      return again.header('ETag') === response.header('ETag')
        ? []
        : [`the ETag of a second request is ${again.header('ETag') ?? '(missing)'}`];
    }),
  },
  {
    id: 'last-modified',
    statement: 'Last-Modified, where it is sent, is an HTTP date and not in the future',
    section: 'response-headers',
    layer: 'both',
    requests: (deployment) => requestsWithHeader(deployment, 'Last-Modified'),
    *expect(response) {
      const date = response.header('Last-Modified') ?? '';
      if (!HTTP_DATE.test(date) || Number.isNaN(Date.parse(date))) yield `Last-Modified: ${date} is not an HTTP date`;
      const served = response.header('Date');
      if (served && Date.parse(date) > Date.parse(served)) yield `Last-Modified: ${date} is in the future`;
    },
  },
  {
    id: 'expires',
    statement: 'A data source with Cache-Control: max-age=N has an Expires date N seconds from now',
    section: 'caching',
    layer: 'edge',
    requests: ({ details }) => details('datasource').map((path) => ({ path, headers: { 'X-Verify': 'expires' } })),
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
  {
    id: 'any-origin',
    statement: 'Any origin may read',
    section: 'cross-origin-requests',
    layer: 'both',
    requests: ({ paths }) => paths.map((path) => ({ path, headers: { Origin: 'https://map.example.org' } })),
    expect: header('Access-Control-Allow-Origin', '*'),
  },
  {
    id: 'head',
    statement: 'HEAD answers as GET does, without the body',
    section: 'methods',
    layer: 'both',
    requests: ({ paths }) => paths.map((path) => ({ path, method: 'HEAD' })),
    expect: all(status(200), noBody, async (response, { send }) => {
      const get = await send({ path: response.request.path });
      return SAME_FOR_HEAD.filter((name) => get.header(name) !== response.header(name)).map(
        (name) => `${name}: ${response.header(name)}, but GET has ${get.header(name)}`,
      );
    }),
  },
  {
    id: 'page',
    statement: 'The page at / is HTML and links to every list',
    section: 'endpoints',
    layer: 'both',
    requests: () => [{ path: '/' }],
    expect: all(status(200), header('Content-Type', /^text\/html/), ({ text }, { lists }) =>
      // Relative links of pages begin with a dot.
      lists
        .filter((path) => !text.includes(`href="${path}"`) && !text.includes(`href=".${path}"`))
        .map((path) => `no link to ${path}`),
    ),
  },
  {
    id: 'static-fresh',
    statement: 'Documents without max-age tell caches to revalidate before each use',
    section: 'caching',
    layer: 'both',
    requests: () => [{ path: pathOf('mapservers') }, { path: pathOf('categories') }],
    expect: header('Cache-Control', FRESH),
  },
];
