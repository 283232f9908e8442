/** "Response headers observed", on every 200. */
import { pathOf, ROUTES, resourceAt } from '../../../contract/routes.ts';
import type { Ask, Deployment } from '../deployment.ts';
import { all, type Check, header, noBody, status } from '../expectations.ts';

const everyPath = ({ paths }: Deployment): Ask[] => paths.map((path) => ({ path }));

/** The paths whose documents are sent with a header. */
async function having({ paths, send }: Deployment, name: string): Promise<Ask[]> {
  const answers = await Promise.all(paths.map((path) => send({ path })));
  return answers.filter((answer) => answer.header(name) !== null).map(({ ask }) => ask);
}

/** An HTTP date (RFC 9110, section 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The headers that HEAD must give exactly as GET does. */
const SAME_FOR_HEAD = [
  'Content-Type',
  'ETag',
  'Last-Modified',
  'Allow',
  'Vary',
  'Cache-Control',
  'Access-Control-Allow-Origin',
];

/** The headers of every 200. */
export const headerChecks: readonly Check[] = [
  {
    id: 'allow',
    statement: 'Allow names the methods: GET, HEAD, OPTIONS, and on a data source POST, PUT, DELETE as well',
    clause: 'Specification, response headers',
    layer: 'both',
    asks: everyPath,
    expect: (answer, deployment) => {
      const resource = resourceAt(answer.ask.path);
      return header('Allow', resource ? ROUTES[resource.route].methods.join(', ') : null)(answer, deployment);
    },
  },
  {
    id: 'vary',
    statement: 'Vary is Accept',
    clause: 'Specification, response headers',
    layer: 'both',
    asks: everyPath,
    expect: header('Vary', 'Accept'),
  },
  {
    id: 'etag',
    statement: 'Every document has an ETag, a quoted opaque string, and the same one each time',
    clause: 'Design, caching',
    layer: 'both',
    asks: everyPath,
    expect: all(header('ETag', /^(?:W\/)?"[^"\s]+"$/), async (answer, { send }) => {
      // A header of its own keeps this request from being answered from memory.
      const again = await send({ path: answer.ask.path, headers: { 'X-Verify': 'again' } });
      return again.header('ETag') === answer.header('ETag') ? [] : [`asked again: ${again.header('ETag')}`];
    }),
  },
  {
    id: 'last-modified',
    statement: 'Last-Modified, where it is sent, is an HTTP date that is not in the future',
    clause: 'Specification, response headers',
    layer: 'both',
    asks: (deployment) => having(deployment, 'Last-Modified'),
    *expect(answer) {
      const date = answer.header('Last-Modified') ?? '';
      if (!HTTP_DATE.test(date) || Number.isNaN(Date.parse(date))) yield `Last-Modified: ${date}`;
      const served = answer.header('Date');
      if (served && Date.parse(date) > Date.parse(served)) yield `${date} is in the future`;
    },
  },
  {
    id: 'expires',
    statement: 'A data source with Cache-Control: max-age=N carries Expires, N seconds from now',
    clause: 'Specification, response headers',
    layer: 'edge',
    asks: ({ details }) => details('datasource').map((path) => ({ path, headers: { 'X-Verify': 'expires' } })),
    *expect(answer) {
      const lifetime = /^max-age=(\d+)$/.exec(answer.header('Cache-Control') ?? '')?.[1];
      const expires = answer.header('Expires');
      if (lifetime === undefined) {
        if (expires !== null) yield `Expires: ${expires}, without Cache-Control: max-age=N`;
        return;
      }
      const now = Date.parse(answer.header('Date') ?? new Date().toUTCString());
      const seconds = (Date.parse(expires ?? '') - now) / 1000;
      // Clocks of two machines, and the time an answer is under way.
      if (!(Math.abs(seconds - Number(lifetime)) <= 300)) yield `Expires: ${expires}, not ${lifetime} seconds from now`;
    },
  },
  {
    id: 'any-origin',
    statement: 'Any origin may read',
    clause: 'Design, OPTIONS',
    layer: 'both',
    asks: ({ paths }) => paths.map((path) => ({ path, headers: { Origin: 'https://map.example.org' } })),
    expect: header('Access-Control-Allow-Origin', '*'),
  },
  {
    id: 'head',
    statement: 'HEAD answers as GET does, without the body',
    clause: 'Specification, endpoints',
    layer: 'both',
    asks: ({ paths }) => paths.map((path) => ({ path, method: 'HEAD' })),
    expect: all(status(200), noBody, async (answer, { send }) => {
      const get = await send({ path: answer.ask.path });
      return SAME_FOR_HEAD.filter((name) => get.header(name) !== answer.header(name)).map(
        (name) => `${name}: ${answer.header(name)}, but GET says ${get.header(name)}`,
      );
    }),
  },
  {
    id: 'page',
    statement: 'The page at / is HTML and links to every list',
    clause: 'Design, layout',
    layer: 'both',
    asks: () => [{ path: '/' }],
    expect: all(status(200), header('Content-Type', /^text\/html/), ({ text }, { lists }) =>
      lists.filter((path) => !text.includes(`href="${path}"`)).map((path) => `there is no link to ${path}`),
    ),
  },
  {
    id: 'static-fresh',
    statement: 'Documents without a lifetime of their own are checked with the server before each use',
    clause: 'Design, caching',
    layer: 'both',
    asks: () => [{ path: pathOf('mapservers') }, { path: pathOf('categories') }],
    expect: header('Cache-Control', /max-age=0.*must-revalidate|no-cache/),
  },
];
