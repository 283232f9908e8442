/** Checks of what is in the documents. */

import type { HttpRequest } from '../../../cli/http.ts';
import type { Category, DataSource, Edition, Service, TileServer } from '../../../contract/generated/v1.types.ts';
import { DOCUMENT_SCHEMAS } from '../../../contract/renditions.ts';
import { LISTS, pathOf, ROUTES, type RouteName, resourceAt } from '../../../contract/routes.ts';
import type { Deployment } from '../deployment.ts';
import { all, body, type Check, header, shape, status } from '../expectations.ts';
import { ascending, histories, isOrdered, isPattern, keyOrder, linksIn } from '../json-documents.ts';

/** One check for each endpoint: its status, media type and JSON Schema. */
export const endpointChecks: readonly Check[] = (Object.keys(DOCUMENT_SCHEMAS) as RouteName[]).map((route) => ({
  id: `get-${route}`,
  statement: `GET ${ROUTES[route].path.replace(':id', '<id>')} answers 200, as application/json that follows its schema`,
  section: 'endpoints',
  layer: 'both',
  requests: (deployment) => {
    const isDetail = route === 'datasource' || route === 'category' || route === 'edition';
    return (isDetail ? deployment.details(route) : [pathOf(route)]).map((path) => ({ path }));
  },
  expect: all(status(200), header('Content-Type', 'application/json'), shape(DOCUMENT_SCHEMAS[route])),
}));

const tileServerLists = (): HttpRequest[] => [{ path: pathOf('mapservers') }, { path: pathOf('overlayservers') }];
const dataSources = (deployment: Deployment): HttpRequest[] =>
  deployment.details('datasource').map((path) => ({ path }));
const details = (deployment: Deployment): HttpRequest[] =>
  (['datasource', 'category', 'edition'] as const)
    .flatMap((route) => deployment.details(route))
    .map((path) => ({ path }));

/** Checks of order, links, ids, and the relations between fields. */
export const contentChecks: readonly Check[] = [
  {
    id: 'compact-json',
    statement: 'Documents are compact JSON in UTF-8 with one newline at the end',
    section: 'json',
    layer: 'both',
    requests: ({ paths }) => paths.map((path) => ({ path })),
    *expect({ text }) {
      const outside = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
      if (!/^[^\s]*\n$/.test(outside)) yield 'white space between values, or no newline at the end';
      if (text.includes('\uFFFD') || text.startsWith('\uFEFF')) yield 'a byte order mark, or bytes that are not UTF-8';
    },
  },
  {
    id: 'key-order',
    statement: 'Keys are in the order of the tables of the interface',
    section: 'json',
    layer: 'both',
    requests: ({ paths }) => paths.map((path) => ({ path })),
    expect: body<unknown>(keyOrder),
  },
  {
    id: 'tile-servers-by-id',
    statement: 'Ids of tile servers are unique in their list and in code-point order',
    section: 'tile-servers',
    layer: 'both',
    requests: tileServerLists,
    expect: body<TileServer[]>((servers) => ascending(servers.map(({ id }) => id))),
  },
  {
    id: 'zoom-range',
    statement: 'maxZoom is never less than minZoom',
    section: 'tile-servers',
    layer: 'both',
    requests: tileServerLists,
    expect: body<TileServer[]>((servers) =>
      servers
        .filter(({ minZoom, maxZoom }) => minZoom > maxZoom)
        .map(({ id }) => `${id}: minZoom is greater than maxZoom`),
    ),
  },
  {
    id: 'placeholders',
    statement:
      'Every urlPattern has #{host}, #{zoom}, #{tilex} and #{tiley}, and no other placeholder than #{language}',
    section: 'placeholders',
    layer: 'both',
    requests: tileServerLists,
    expect: body<TileServer[]>((servers) =>
      servers.filter(({ urlPattern }) => !isPattern(urlPattern)).map(({ id }) => id),
    ),
  },
  {
    id: 'data-sources-by-id',
    statement: 'Ids of data sources and editions are unique and in code-point order',
    section: 'json',
    layer: 'both',
    requests: () => [{ path: pathOf('datasources') }, { path: pathOf('editions') }],
    expect: body<{ id: string }[]>((items) => ascending(items.map(({ id }) => id))),
  },
  {
    id: 'categories-by-number',
    statement: 'Categories are listed by ascending number, each once',
    section: 'categories',
    layer: 'both',
    requests: () => [{ path: pathOf('categories') }],
    expect: body<{ url: string }[]>(function* (items) {
      const ids = items.map(({ url }) => Number(resourceAt(new URL(url).pathname)?.id));
      if (ids.some((id, index) => !(id > 0) || (index > 0 && id <= (ids[index - 1] as number)))) {
        yield 'the numbers are not in ascending order';
      }
    }),
  },
  {
    id: 'service-links',
    statement: 'The service document links to the five lists',
    section: 'links',
    layer: 'both',
    requests: () => [{ path: pathOf('service') }],
    expect: body<Service>((links, { serviceUrl }) =>
      LISTS.filter((list) => links[list] !== serviceUrl + pathOf(list)).map((list) => `${list}: ${links[list]}`),
    ),
  },
  {
    id: 'absolute-links',
    statement: 'Every link is an absolute URL that begins with the service URL and ends in a slash',
    section: 'links',
    layer: 'both',
    requests: ({ paths }) => paths.map((path) => ({ path })),
    expect: body<unknown>((value, { serviceUrl }) =>
      linksIn(value).filter((link) => !link.startsWith(`${serviceUrl}/v1/`) || !link.endsWith('/')),
    ),
  },
  {
    id: 'links-followed',
    statement:
      'The link of every list item leads to the detail with the same id, and the url of that detail is the link',
    section: 'links',
    layer: 'both',
    requests: details,
    expect: (response, deployment) => {
      const id = resourceAt(response.request.path)?.id;
      return body<{ id: string | number; url?: string }>(function* (value) {
        if (String(value.id) !== id) yield `the id is ${value.id}`;
        if (value.url !== undefined && value.url !== deployment.serviceUrl + response.request.path)
          yield `the url is ${value.url}`;
      })(response, deployment);
    },
  },
  {
    id: 'category-tree',
    statement: 'The parent of a category lists it among its categories',
    section: 'categories',
    layer: 'both',
    requests: ({ details }) => details('category').map((path) => ({ path })),
    async expect(response, deployment) {
      const { parent, url } = response.json() as Category;
      if (parent === null) return [];
      const parentResponse = await deployment.send({ path: new URL(parent).pathname });
      const children = parentResponse.status === 200 ? (parentResponse.json() as Category).categories : [];
      return children.some((child) => child.url === url) ? [] : [`${parent} does not list it`];
    },
  },
  {
    id: 'edition-links',
    statement: 'The data sources of an edition are published',
    section: 'editions',
    layer: 'both',
    requests: ({ details }) => details('edition').map((path) => ({ path })),
    expect: body<Edition>((edition, { isListed }) =>
      edition.datasources.filter(({ url }) => !isListed('datasource', new URL(url).pathname)).map(({ id }) => id),
    ),
  },
  {
    id: 'checksum-order',
    statement: 'Checksums are ordered by lastModified, oldest first',
    section: 'data-sources',
    layer: 'both',
    requests: dataSources,
    expect: body<DataSource>((source) =>
      histories(source)
        .filter(([, list]) => !isOrdered(list))
        .map(([name]) => name),
    ),
  },
  {
    id: 'paths-in-order',
    statement: 'File paths are in code-point order',
    section: 'data-sources',
    layer: 'both',
    requests: dataSources,
    expect: body<DataSource>(({ files, maps, themes }) =>
      // Keys like "7" lose their place when JavaScript reads JSON.
      [files, maps, themes].flatMap((group) => ascending(Object.keys(group).filter((path) => !/^\d+$/.test(path)))),
    ),
  },
  {
    id: 'safe-paths',
    statement: 'Directories, paths and fragment keys stay inside their folder',
    section: 'data-sources',
    layer: 'both',
    requests: dataSources,
    expect: body<DataSource>(({ directory, files, maps, themes }) => {
      const entries = [files, maps, themes].flatMap((group) => Object.entries(group));
      const paths = entries.flatMap(([path, { fragments }]) => [path, ...Object.keys(fragments)]);
      return [directory, ...paths].filter(
        (path) => /^\/|\\|^[A-Za-z]:/.test(path) || path.split('/').some((part) => /^\.{0,2}$/.test(part)),
      );
    }),
  },
  {
    id: 'bounding-boxes',
    statement: 'The northern edge of a bounding box is not south of its southern edge',
    section: 'data-sources',
    layer: 'both',
    requests: dataSources,
    expect: body<DataSource>(({ maps }) =>
      Object.entries(maps)
        .filter(([, { boundingbox: box }]) => box && box.northEastLatitude < box.southWestLatitude)
        .map(([path]) => path),
    ),
  },
];
