/** Statements about the content of documents: schemas, order, links, ids, and the relations between members. */
import type { Category, DataSource, Edition, Service, TileServer } from '../../../../contract/generated/v1.types.ts';
import { DOCUMENT_SCHEMAS } from '../../../../contract/interface/v1-renditions.ts';
import { LIST_ROUTES, pathOf, type RouteName, resourceAt } from '../../../../contract/interface/v1-routes.ts';
import { allDetails, type Deployment, isDetailRoute } from '../deployment.ts';
import { answers, body, type Check, document, documents, header, sameId, status, unless } from '../expectations.ts';
import { ascending, histories, isOrdered, isPattern, keyOrder, linksIn } from '../v1-json.ts';

const V1_MAP_LISTS = [pathOf('mapservers'), pathOf('overlayservers')];
const dataSources = ({ details }: Deployment): readonly string[] => details('datasource');

/** A check of each map of `/v1/`. */
function eachV1Map(isRight: (map: TileServer) => boolean, problem = ''): Check {
  const find = (maps: TileServer[]): string[] => maps.filter((map) => !isRight(map)).map(({ id }) => id + problem);
  return answers(V1_MAP_LISTS, body(find));
}

/** Ids must be in order, and each in a list once. */
const inOrderOfIds = body<{ id: string }[]>((items) => ascending(items.map(({ id }) => id)));

const ENDPOINTS = Object.fromEntries(
  (Object.keys(DOCUMENT_SCHEMAS) as RouteName[]).map((route) => [
    `get-${route}`,
    answers(
      ({ details }) => (isDetailRoute(route) ? details(route) : [pathOf(route)]),
      document(DOCUMENT_SCHEMAS[route]),
    ),
  ]),
) as Record<`get-${RouteName}`, Check>;

/** Checks of the content of documents. */
export const contentChecks = {
  ...ENDPOINTS,
  page: answers(
    ['/'],
    [
      status(200),
      header('Content-Type', /^text\/html/),
      ({ text }, { lists }) =>
        // Relative links of pages begin with a dot.
        lists
          .filter((path) => !text.includes(`href="${path}"`) && !text.includes(`href=".${path}"`))
          .map((path) => `no link to ${path}`),
    ],
  ),
  'compact-json': answers(documents(), ({ text }) => {
    // Without its end a string is one too: looking for the end from each quote would take hours.
    const outside = text.replaceAll(/"(?:[^"\\]+|\\.)*"?/g, '""');
    const isUtf8 = !text.includes('\uFFFD') && !text.startsWith('\uFEFF');
    return [
      ...unless(/^[^\s]*\n$/.test(outside), 'white space between values, or no newline at the end'),
      ...unless(isUtf8, 'a byte order mark, or bytes that are not UTF-8'),
    ];
  }),
  'key-order': answers(documents(), body(keyOrder)),
  'data-sources-by-id': answers([pathOf('datasources'), pathOf('editions')], inOrderOfIds),
  'service-links': answers(
    [pathOf('service')],
    body<Service>((links, { serviceUrl }) =>
      LIST_ROUTES.filter((list) => links[list] !== serviceUrl + pathOf(list)).map((list) => `${list}: ${links[list]}`),
    ),
  ),
  'absolute-links': answers(
    documents(),
    body((value, { serviceUrl }) =>
      linksIn(value).filter((link) => !link.startsWith(`${serviceUrl}/v1/`) || !link.endsWith('/')),
    ),
  ),
  'links-followed': answers(allDetails, [
    sameId,
    (response, { serviceUrl }) => {
      const { url } = response.json() as { url?: string };
      return unless(url === undefined || url === serviceUrl + response.request.path, `the url is ${url}`);
    },
  ]),
  'tile-servers-by-id': answers(V1_MAP_LISTS, inOrderOfIds),
  'zoom-range': eachV1Map(({ minZoom, maxZoom }) => !(minZoom > maxZoom), ': minZoom is greater than maxZoom'),
  placeholders: eachV1Map(({ urlPattern }) => isPattern(urlPattern)),
  'checksum-order': answers(
    dataSources,
    body<DataSource>((source) =>
      histories(source)
        .filter(([, list]) => !isOrdered(list))
        .map(([name]) => name),
    ),
  ),
  'paths-in-order': answers(
    dataSources,
    body<DataSource>(({ files, maps, themes }) =>
      // Keys like "7" lose their place when JavaScript reads JSON.
      [files, maps, themes].flatMap((group) => ascending(Object.keys(group).filter((path) => !/^\d+$/.test(path)))),
    ),
  ),
  'safe-paths': answers(
    dataSources,
    body<DataSource>(({ directory, files, maps, themes }) => {
      const entries = [files, maps, themes].flatMap((group) => Object.entries(group));
      const paths = entries.flatMap(([path, { fragments }]) => [path, ...Object.keys(fragments)]);
      return [directory, ...paths].filter(
        (path) => /^\/|\\|^[A-Za-z]:/.test(path) || path.split('/').some((part) => /^\.{0,2}$/.test(part)),
      );
    }),
  ),
  'bounding-boxes': answers(
    dataSources,
    body<DataSource>(({ maps }) =>
      Object.entries(maps)
        .filter(([, { boundingbox: box }]) => box && box.northEastLatitude < box.southWestLatitude)
        .map(([path]) => path),
    ),
  ),
  'categories-by-number': answers(
    [pathOf('categories')],
    body<{ url: string }[]>((items) => {
      const ids = items.map(({ url }) => Number(resourceAt(new URL(url).pathname)?.id));
      const isAscending = ids.every((id, index) => id > (ids[index - 1] ?? 0));
      return unless(isAscending, 'the numbers are not in ascending order');
    }),
  ),
  'category-tree': answers(
    ({ details }) => details('category'),
    async (response, { send }) => {
      const { parent, url } = response.json() as Category;
      if (parent === null) return [];
      const parentResponse = await send({ path: new URL(parent).pathname });
      const children = parentResponse.status === 200 ? (parentResponse.json() as Category).categories : [];
      return unless(
        children.some((child) => child.url === url),
        `${parent} does not list it`,
      );
    },
  ),
  'edition-links': answers(
    ({ details }) => details('edition'),
    body<Edition>(({ datasources }, { isListed }) =>
      datasources.filter(({ url }) => !isListed('datasource', new URL(url).pathname)).map(({ id }) => id),
    ),
  ),
} satisfies Readonly<Record<string, Check>>;
