/** Statements about the content of documents: schemas, order, links, ids, and the relations between members. */
import type { Category, DataSource, Edition, Service, TileServer } from '../../../../contract/generated/v1.types.ts';
import { DOCUMENT_SCHEMAS } from '../../../../contract/renditions.ts';
import { LISTS, pathOf, ROUTES, type RouteName, resourceAt } from '../../../../contract/routes.ts';
import { allDetails, type Deployment, isDetailRoute } from '../deployment.ts';
import { body, document, header, type Statement, type Statements, status } from '../expectations.ts';
import { ascending, histories, isOrdered, isPattern, keyOrder, linksIn } from '../json-documents.ts';

const tileServerLists = (): string[] => [pathOf('mapservers'), pathOf('overlayservers')];
const dataSources = ({ details }: Deployment): readonly string[] => details('datasource');

/** One statement for each endpoint: its status, media type and JSON Schema. */
const ENDPOINTS = Object.fromEntries(
  (Object.keys(DOCUMENT_SCHEMAS) as RouteName[]).map((route): [string, Statement] => [
    `get-${route}`,
    {
      says: `GET ${ROUTES[route].path.replace(':id', '<id>')} answers 200, as application/json that follows its schema`,
      asks: ({ details }) => (isDetailRoute(route) ? details(route) : [pathOf(route)]),
      expect: document(DOCUMENT_SCHEMAS[route]),
    },
  ]),
);

/** Statements about the content of documents. */
export const contentStatements: Statements = {
  endpoints: {
    ...ENDPOINTS,
    page: {
      says: 'The page at / is HTML and links to every list',
      asks: () => ['/'],
      expect: [
        status(200),
        header('Content-Type', /^text\/html/),
        ({ text }, { lists }) =>
          // Relative links of pages begin with a dot.
          lists
            .filter((path) => !text.includes(`href="${path}"`) && !text.includes(`href=".${path}"`))
            .map((path) => `no link to ${path}`),
      ],
    },
  },
  json: {
    'compact-json': {
      says: 'Documents are compact JSON in UTF-8 with one newline at the end',
      *expect({ text }) {
        // Without its end a string is one too: looking for the end from each quote would take hours.
        const outside = text.replaceAll(/"(?:[^"\\]+|\\.)*"?/g, '""');
        if (!/^[^\s]*\n$/.test(outside)) yield 'white space between values, or no newline at the end';
        if (text.includes('\uFFFD') || text.startsWith('\uFEFF'))
          yield 'a byte order mark, or bytes that are not UTF-8';
      },
    },
    'key-order': {
      says: 'Keys are in the order of the tables of the interface',
      expect: body<unknown>(keyOrder),
    },
    'data-sources-by-id': {
      says: 'Ids of data sources and editions are unique and in code-point order',
      asks: () => [pathOf('datasources'), pathOf('editions')],
      expect: body<{ id: string }[]>((items) => ascending(items.map(({ id }) => id))),
    },
  },
  links: {
    'service-links': {
      says: 'The service document links to the five lists',
      asks: () => [pathOf('service')],
      expect: body<Service>((links, { serviceUrl }) =>
        LISTS.filter((list) => links[list] !== serviceUrl + pathOf(list)).map((list) => `${list}: ${links[list]}`),
      ),
    },
    'absolute-links': {
      says: 'Every link is an absolute URL that begins with the service URL and ends in a slash',
      expect: body<unknown>((value, { serviceUrl }) =>
        linksIn(value).filter((link) => !link.startsWith(`${serviceUrl}/v1/`) || !link.endsWith('/')),
      ),
    },
    'links-followed': {
      says: 'The link of every list item leads to the detail with the same id, and the url of that detail is the link',
      asks: allDetails,
      *expect(response, { serviceUrl }) {
        const { path } = response.request;
        const { id, url } = response.json() as { id: string | number; url?: string };
        if (String(id) !== resourceAt(path)?.id) yield `the id is ${id}`;
        if (url !== undefined && url !== serviceUrl + path) yield `the url is ${url}`;
      },
    },
  },
  'tile-servers': {
    'tile-servers-by-id': {
      says: 'Ids of tile servers are unique in their list and in code-point order',
      asks: tileServerLists,
      expect: body<TileServer[]>((servers) => ascending(servers.map(({ id }) => id))),
    },
    'zoom-range': {
      says: 'maxZoom is never less than minZoom',
      asks: tileServerLists,
      expect: body<TileServer[]>((servers) =>
        servers
          .filter(({ minZoom, maxZoom }) => minZoom > maxZoom)
          .map(({ id }) => `${id}: minZoom is greater than maxZoom`),
      ),
    },
  },
  placeholders: {
    placeholders: {
      says: 'Every urlPattern has #{host}, #{zoom}, #{tilex} and #{tiley}, and no other placeholder than #{language}',
      asks: tileServerLists,
      expect: body<TileServer[]>((servers) =>
        servers.filter(({ urlPattern }) => !isPattern(urlPattern)).map(({ id }) => id),
      ),
    },
  },
  'data-sources': {
    'checksum-order': {
      says: 'Checksums are ordered by lastModified, oldest first',
      asks: dataSources,
      expect: body<DataSource>((source) =>
        histories(source)
          .filter(([, list]) => !isOrdered(list))
          .map(([name]) => name),
      ),
    },
    'paths-in-order': {
      says: 'File paths are in code-point order',
      asks: dataSources,
      expect: body<DataSource>(({ files, maps, themes }) =>
        // Keys like "7" lose their place when JavaScript reads JSON.
        [files, maps, themes].flatMap((group) => ascending(Object.keys(group).filter((path) => !/^\d+$/.test(path)))),
      ),
    },
    'safe-paths': {
      says: 'Directories, paths and fragment keys stay inside their folder',
      asks: dataSources,
      expect: body<DataSource>(({ directory, files, maps, themes }) => {
        const entries = [files, maps, themes].flatMap((group) => Object.entries(group));
        const paths = entries.flatMap(([path, { fragments }]) => [path, ...Object.keys(fragments)]);
        return [directory, ...paths].filter(
          (path) => /^\/|\\|^[A-Za-z]:/.test(path) || path.split('/').some((part) => /^\.{0,2}$/.test(part)),
        );
      }),
    },
    'bounding-boxes': {
      says: 'The northern edge of a bounding box is not south of its southern edge',
      asks: dataSources,
      expect: body<DataSource>(({ maps }) =>
        Object.entries(maps)
          .filter(([, { boundingbox: box }]) => box && box.northEastLatitude < box.southWestLatitude)
          .map(([path]) => path),
      ),
    },
  },
  categories: {
    'categories-by-number': {
      says: 'Categories are listed by ascending number, each once',
      asks: () => [pathOf('categories')],
      expect: body<{ url: string }[]>((items) => {
        const ids = items.map(({ url }) => Number(resourceAt(new URL(url).pathname)?.id));
        const isAscending = ids.every((id, index) => id > (ids[index - 1] ?? 0));
        return isAscending ? [] : ['the numbers are not in ascending order'];
      }),
    },
    'category-tree': {
      says: 'The parent of a category lists it among its categories',
      asks: ({ details }) => details('category'),
      async expect(response, { send }) {
        const { parent, url } = response.json() as Category;
        if (parent === null) return [];
        const parentResponse = await send({ path: new URL(parent).pathname });
        const children = parentResponse.status === 200 ? (parentResponse.json() as Category).categories : [];
        return children.some((child) => child.url === url) ? [] : [`${parent} does not list it`];
      },
    },
  },
  editions: {
    'edition-links': {
      says: 'The data sources of an edition are published',
      asks: ({ details }) => details('edition'),
      expect: body<Edition>(({ datasources }, { isListed }) =>
        datasources.filter(({ url }) => !isListed('datasource', new URL(url).pathname)).map(({ id }) => id),
      ),
    },
  },
};
