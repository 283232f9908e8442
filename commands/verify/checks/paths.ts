/** Checks of paths that differ from the path of a resource. */
import { pathOf } from '../../../contract/routes.ts';
import type { Deployment, DetailRoute } from '../deployment.ts';
import { all, type Check, type Expectation, errorBody, status } from '../expectations.ts';

/** The body must be the same as at this path. */
const sameAs =
  (path: string): Expectation =>
  async (response, { send }) => {
    const expected = await send({ path });
    return response.text === expected.text ? [] : [`not the document of ${path}`];
  };

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** The path of an id that begins like this and that the lists do not have. */
function unlisted(deployment: Deployment, route: DetailRoute, id: string): string {
  const path = pathOf(route, id);
  return deployment.isListed(route, path) ? unlisted(deployment, route, `${id}0`) : path;
}

/** Checks of paths that differ from the path of a resource. */
export const pathChecks: readonly Check[] = [
  {
    id: 'trailing-slash',
    statement:
      'A path without its trailing slash answers 308, with the path that has one and the same query as Location',
    section: 'paths',
    layer: 'both',
    requests: ({ paths }) =>
      paths.flatMap((path) => [{ path: withoutSlash(path) }, { path: `${withoutSlash(path)}?format=api&x=%2F` }]),
    expect: all(status(308), (response, { serviceUrl }) => {
      const [path = '', query] = response.request.path.split('?');
      const wanted = `${path}/${query === undefined ? '' : `?${query}`}`;
      const location = response.header('Location');
      return location === wanted || location === serviceUrl + wanted
        ? []
        : [`Location: ${location ?? '(missing)'}, expected ${wanted}`];
    }),
  },
  {
    id: 'unknown-id',
    statement: 'An unknown id answers 404, as JSON with a detail',
    section: 'errors',
    layer: 'both',
    requests: (deployment) =>
      (['datasource', 'category', 'edition'] as const).flatMap((route) =>
        ['no-such-id', '0', '99999999'].map((id) => ({ path: unlisted(deployment, route, id) })),
      ),
    expect: all(status(404), errorBody),
  },
  {
    id: 'unknown-path',
    statement: 'An unknown path under /v1/ answers 404, as JSON with a detail',
    section: 'errors',
    layer: 'both',
    requests: () =>
      ['/v1/nothing/', '/v1/mapservers/one/', '/v1/nothing/at/all/', '/v1/x.json'].map((path) => ({ path })),
    expect: all(status(404), errorBody),
  },
  {
    id: 'exact-ids',
    statement: 'Ids are compared exactly: another case or a leading zero answers 404',
    section: 'paths',
    layer: 'edge',
    requests: ({ details }) => [
      ...details('datasource')
        .map((path) => path.replace(/[^/]+\/$/, (id) => id.toUpperCase()))
        .filter((path) => /[A-Z]/.test(path))
        .slice(0, 3)
        .map((path) => ({ path })),
      ...details('category')
        .slice(0, 3)
        .map((path) => ({ path: path.replace(/(\d+)\/$/, '0$1/') })),
    ],
    expect: all(status(404), errorBody),
  },
  {
    id: 'percent-encoding',
    statement: 'A percent-encoded letter is the same as the letter (RFC 3986, section 6.2.2.2)',
    section: 'paths',
    layer: 'edge',
    requests: () => [{ path: '/v1/%6Dapservers/' }, { path: '/v1/m%61pservers/' }],
    expect: all(status(200), sameAs(pathOf('mapservers'))),
  },
  {
    id: 'odd-paths',
    statement: 'Double slashes, encoded slashes and broken encodings answer 404, as JSON with a detail',
    section: 'paths',
    layer: 'edge',
    requests: () =>
      [
        '/v1//mapservers/',
        '/v1/mapservers//',
        '/v1/mapservers%2F',
        '/v1/datasources/a%2Fb/',
        '/v1/%zz/',
        '/v1/%/',
        '/v1/%00/',
      ].map((path) => ({ path })),
    expect: all(status(404), errorBody),
  },
  {
    id: 'dots',
    statement: '.. in a path is resolved, and never leads out of the site (RFC 3986, section 5.2.4)',
    section: 'paths',
    layer: 'edge',
    requests: () =>
      ['/v1/datasources/../mapservers/', '/v1/x/%2e%2e/mapservers/', '/v1/mapservers/x/..', '/v1/mapservers/%2E'].map(
        (path) => ({ path }),
      ),
    expect: all(status(200), sameAs(pathOf('mapservers'))),
  },
  {
    id: 'nothing-else',
    statement: 'Configuration files of the host, and files outside of the site, are not served',
    section: 'paths',
    layer: 'both',
    requests: () =>
      [
        '/_headers',
        '/_redirects',
        '/_worker.js',
        '/v1/../../package.json',
        '/v1/..%2f..%2fpackage.json',
        '/..%5c..%5cpackage.json',
      ].map((path) => ({ path })),
    expect: ({ status: code }) => (code === 200 ? ['status 200'] : []),
  },
];
