import type { Category, DataSource, Edition, Service, TileServer } from '../../../../contract/generated/v1.types.ts';
import { LIST_ROUTES, type RouteName, resourceAt, v1Path } from '../../../../contract/interface/v1-routes.ts';
import { JSON_SCHEMAS } from '../../../../contract/interface/v1-schemas.ts';
import { allDetails, type Deployment, isDetailRoute } from '../deployment.ts';
import {
  type Check,
  checkAnswers,
  documentPaths,
  expectBody,
  expectDocument,
  expectHeader,
  expectSameId,
  expectStatus,
  problemUnless,
} from '../expectations.ts';
import {
  documentLinksIn,
  historiesOfDataSource,
  idsOutOfOrder,
  isOrdered,
  isValidUrlPattern,
  wrongKeyOrders,
} from '../v1-json.ts';

const V1_MAP_LISTS = [v1Path('mapservers'), v1Path('overlayservers')];
const dataSources = ({ details }: Deployment): readonly string[] => details('datasource');

function eachV1Map(isRight: (map: TileServer) => boolean, problem = ''): Check {
  const find = (maps: TileServer[]): string[] => maps.filter((map) => !isRight(map)).map(({ id }) => id + problem);
  return checkAnswers(V1_MAP_LISTS, expectBody(find));
}

const expectIdsInOrder = expectBody<{ id: string }[]>((items) => idsOutOfOrder(items.map(({ id }) => id)));

const ENDPOINTS = Object.fromEntries(
  (Object.keys(JSON_SCHEMAS) as RouteName[]).map((route) => [
    `get-${route}`,
    checkAnswers(
      ({ details }) => (isDetailRoute(route) ? details(route) : [v1Path(route)]),
      expectDocument(JSON_SCHEMAS[route]),
    ),
  ]),
) as Record<`get-${RouteName}`, Check>;

export const contentChecks = {
  ...ENDPOINTS,
  page: checkAnswers(
    ['/'],
    [
      expectStatus(200),
      expectHeader('Content-Type', /^text\/html/),
      ({ text }, { lists }) =>
        // Pages' relative links begin with a dot.
        lists
          .filter((path) => !text.includes(`href="${path}"`) && !text.includes(`href=".${path}"`))
          .map((path) => `no link to ${path}`),
    ],
  ),
  'compact-json': checkAnswers(documentPaths(), ({ text }) => {
    // Also removes a string without an end: searching it from each quote would take hours.
    const outside = text.replaceAll(/"(?:[^"\\]+|\\.)*"?/g, '""');
    const isUtf8 = !text.includes('\uFFFD') && !text.startsWith('\uFEFF');
    return [
      ...problemUnless(/^[^\s]*\n$/.test(outside), 'white space between values, or no newline at the end'),
      ...problemUnless(isUtf8, 'a byte order mark, or bytes that are not UTF-8'),
    ];
  }),
  'key-order': checkAnswers(documentPaths(), expectBody(wrongKeyOrders)),
  'data-sources-by-id': checkAnswers([v1Path('datasources'), v1Path('editions')], expectIdsInOrder),
  'service-links': checkAnswers(
    [v1Path('service')],
    expectBody<Service>((links, { serviceUrl }) =>
      LIST_ROUTES.filter((list) => links[list] !== serviceUrl + v1Path(list)).map((list) => `${list}: ${links[list]}`),
    ),
  ),
  'absolute-links': checkAnswers(
    documentPaths(),
    expectBody((value, { serviceUrl }) =>
      documentLinksIn(value).filter((link) => !link.startsWith(`${serviceUrl}/v1/`) || !link.endsWith('/')),
    ),
  ),
  'links-followed': checkAnswers(allDetails, [
    expectSameId,
    (response, { serviceUrl }) => {
      const { url } = response.json() as { url?: string };
      return problemUnless(url === undefined || url === serviceUrl + response.request.path, `the url is ${url}`);
    },
  ]),
  'tile-servers-by-id': checkAnswers(V1_MAP_LISTS, expectIdsInOrder),
  'zoom-range': eachV1Map(({ minZoom, maxZoom }) => !(minZoom > maxZoom), ': minZoom is greater than maxZoom'),
  placeholders: eachV1Map(({ urlPattern }) => isValidUrlPattern(urlPattern)),
  'checksum-order': checkAnswers(
    dataSources,
    expectBody<DataSource>((source) =>
      historiesOfDataSource(source)
        .filter(([, list]) => !isOrdered(list))
        .map(([name]) => name),
    ),
  ),
  'paths-in-order': checkAnswers(
    dataSources,
    expectBody<DataSource>(({ files, maps, themes }) =>
      // JavaScript moves keys like "7" when it reads JSON.
      [files, maps, themes].flatMap((section) =>
        idsOutOfOrder(Object.keys(section).filter((path) => !/^\d+$/.test(path))),
      ),
    ),
  ),
  'safe-paths': checkAnswers(
    dataSources,
    expectBody<DataSource>(({ directory, files, maps, themes }) => {
      const entries = [files, maps, themes].flatMap((section) => Object.entries(section));
      const paths = entries.flatMap(([path, { fragments }]) => [path, ...Object.keys(fragments)]);
      return [directory, ...paths].filter(
        (path) => /^\/|\\|^[A-Za-z]:/.test(path) || path.split('/').some((part) => /^\.{0,2}$/.test(part)),
      );
    }),
  ),
  'bounding-boxes': checkAnswers(
    dataSources,
    expectBody<DataSource>(({ maps }) =>
      Object.entries(maps)
        .filter(([, { boundingbox: box }]) => box && box.northEastLatitude < box.southWestLatitude)
        .map(([path]) => path),
    ),
  ),
  'categories-by-number': checkAnswers(
    [v1Path('categories')],
    expectBody<{ url: string }[]>((items) => {
      const ids = items.map(({ url }) => Number(resourceAt(new URL(url).pathname)?.id));
      const isAscending = ids.every((id, index) => id > (ids[index - 1] ?? 0));
      return problemUnless(isAscending, 'the numbers are not in ascending order');
    }),
  ),
  'category-tree': checkAnswers(
    ({ details }) => details('category'),
    async (response, { send }) => {
      const { parent, url } = response.json() as Category;
      if (parent === null) return [];
      const parentResponse = await send({ path: new URL(parent).pathname });
      const children = parentResponse.status === 200 ? (parentResponse.json() as Category).categories : [];
      return problemUnless(
        children.some((child) => child.url === url),
        `${parent} does not list it`,
      );
    },
  ),
  'edition-links': checkAnswers(
    ({ details }) => details('edition'),
    expectBody<Edition>(({ datasources }, { isListed }) =>
      datasources.filter(({ url }) => !isListed('datasource', new URL(url).pathname)).map(({ id }) => id),
    ),
  ),
} satisfies Readonly<Record<string, Check>>;
