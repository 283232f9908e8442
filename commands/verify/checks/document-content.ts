/** "Endpoints": each answers 200 with its shape. */

import type { Category, DataSource, Edition, Service, TileServer } from '../../../contract/generated/v1.types.ts';
import { LISTS, pathOf, type RouteName, resourceAt } from '../../../contract/routes.ts';
import type { Ask, Deployment } from '../deployment.ts';
import { all, body, type Check, header, shape, status } from '../expectations.ts';
import { ascending, histories, isOrdered, isPattern, keyOrder, linksIn } from '../json-documents.ts';

const SHAPES = {
  service: 'service',
  mapservers: 'tileservers',
  overlayservers: 'tileservers',
  datasources: 'datasources',
  datasource: 'datasource',
  categories: 'categories',
  category: 'category',
  editions: 'editions',
  edition: 'edition',
} as const satisfies Record<RouteName, string>;

/** Every endpoint answers with its shape. */
export const endpointChecks: readonly Check[] = (Object.keys(SHAPES) as RouteName[]).map((route) => ({
  id: `get-${route}`,
  statement: `GET ${pathOf(route, '<id>').replace('%3Cid%3E', '<id>')} answers 200 with its shape, as application/json`,
  clause: route === 'service' ? 'Design, answers' : 'Specification, endpoints',
  layer: 'both',
  asks: (deployment) => {
    const isDetail = route === 'datasource' || route === 'category' || route === 'edition';
    return (isDetail ? deployment.details(route) : [pathOf(route)]).map((path) => ({ path }));
  },
  expect: all(status(200), header('Content-Type', 'application/json'), shape(SHAPES[route])),
}));

const tileServerLists = (): Ask[] => [{ path: pathOf('mapservers') }, { path: pathOf('overlayservers') }];
const dataSources = (deployment: Deployment): Ask[] => deployment.details('datasource').map((path) => ({ path }));
const details = (deployment: Deployment): Ask[] =>
  (['datasource', 'category', 'edition'] as const)
    .flatMap((route) => deployment.details(route))
    .map((path) => ({ path }));

/** What the documents say: order, links, ids, and the relations between fields. */
export const contentChecks: readonly Check[] = [
  {
    id: 'compact-json',
    statement: 'Documents are compact JSON in UTF-8 with one newline at the end',
    clause: 'Design, answers',
    layer: 'both',
    asks: ({ paths }) => paths.map((path) => ({ path })),
    *expect({ text }) {
      const outside = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
      if (!/^[^\s]*\n$/.test(outside)) yield 'there is white space between values, or no newline at the end';
      if (text.includes('\uFFFD') || text.startsWith('\uFEFF')) yield 'there is something else than UTF-8 text';
    },
  },
  {
    id: 'key-order',
    statement: 'Keys stand in the order of the tables of the specification',
    clause: 'Design, answers',
    layer: 'both',
    asks: ({ paths }) => paths.map((path) => ({ path })),
    expect: body<unknown>(keyOrder),
  },
  {
    id: 'tile-servers-by-id',
    statement: 'Tile servers are unique, and listed by id in code-point order',
    clause: 'Specification, tile server record',
    layer: 'both',
    asks: tileServerLists,
    expect: body<TileServer[]>((servers) => ascending(servers.map(({ id }) => id))),
  },
  {
    id: 'zoom-range',
    statement: 'maxZoom is never below minZoom',
    clause: 'Specification, tile server record',
    layer: 'both',
    asks: tileServerLists,
    expect: body<TileServer[]>((servers) =>
      servers.filter(({ minZoom, maxZoom }) => minZoom > maxZoom).map(({ id }) => `${id}: minZoom is above maxZoom`),
    ),
  },
  {
    id: 'placeholders',
    statement: 'Every urlPattern has #{host}, #{zoom}, #{tilex} and #{tiley}, and none but these and #{language}',
    clause: 'Specification, placeholders',
    layer: 'both',
    asks: tileServerLists,
    expect: body<TileServer[]>((servers) =>
      servers.filter(({ urlPattern }) => !isPattern(urlPattern)).map(({ id }) => id),
    ),
  },
  {
    id: 'data-sources-by-id',
    statement: 'Data sources and editions are unique, and listed by id in code-point order',
    clause: 'Design, answers',
    layer: 'both',
    asks: () => [{ path: pathOf('datasources') }, { path: pathOf('editions') }],
    expect: body<{ id: string }[]>((items) => ascending(items.map(({ id }) => id))),
  },
  {
    id: 'categories-by-number',
    statement: 'Categories are listed by ascending number, each once',
    clause: 'Specification, category list item',
    layer: 'both',
    asks: () => [{ path: pathOf('categories') }],
    expect: body<{ url: string }[]>(function* (items) {
      const ids = items.map(({ url }) => Number(resourceAt(new URL(url).pathname)?.id));
      if (ids.some((id, index) => !(id > 0) || (index > 0 && id <= (ids[index - 1] as number)))) {
        yield 'the numbers do not ascend';
      }
    }),
  },
  {
    id: 'service-links',
    statement: 'The service document links to the five lists',
    clause: 'Design, answers',
    layer: 'both',
    asks: () => [{ path: pathOf('service') }],
    expect: body<Service>((links, { serviceUrl }) =>
      LISTS.filter((list) => links[list] !== serviceUrl + pathOf(list)).map((list) => `${list}: ${links[list]}`),
    ),
  },
  {
    id: 'absolute-links',
    statement: 'Every link is an absolute URL built on the service URL, ending in a slash',
    clause: 'Specification, list items',
    layer: 'both',
    asks: ({ paths }) => paths.map((path) => ({ path })),
    expect: body<unknown>((value, { serviceUrl }) =>
      linksIn(value).filter((link) => !link.startsWith(`${serviceUrl}/v1/`) || !link.endsWith('/')),
    ),
  },
  {
    id: 'links-followed',
    statement: 'The link of every list item leads to the detail with the same id, which names that address itself',
    clause: 'Specification, rule 2',
    layer: 'both',
    asks: details,
    expect: (answer, deployment) => {
      const id = resourceAt(answer.ask.path)?.id;
      return body<{ id: string | number; url?: string }>(function* (value) {
        if (String(value.id) !== id) yield `the id is ${value.id}`;
        if (value.url !== undefined && value.url !== deployment.serviceUrl + answer.ask.path)
          yield `the url is ${value.url}`;
      })(answer, deployment);
    },
  },
  {
    id: 'category-tree',
    statement: 'A category is listed by its parent, and its parent link leads to that',
    clause: 'Design, answers',
    layer: 'both',
    asks: ({ details }) => details('category').map((path) => ({ path })),
    async expect(answer, deployment) {
      const { parent, url } = answer.json() as Category;
      if (parent === null) return [];
      const above = await deployment.send({ path: new URL(parent).pathname });
      const children = above.status === 200 ? (above.json() as Category).categories : [];
      return children.some((child) => child.url === url) ? [] : [`${parent} does not list it`];
    },
  },
  {
    id: 'edition-links',
    statement: 'The data sources of an edition are published',
    clause: 'Design, answers',
    layer: 'both',
    asks: ({ details }) => details('edition').map((path) => ({ path })),
    expect: body<Edition>((edition, { details: of }) =>
      edition.datasources.filter(({ url }) => !of('datasource').includes(new URL(url).pathname)).map(({ id }) => id),
    ),
  },
  {
    id: 'checksum-order',
    statement: 'Checksums are ordered by lastModified, oldest first',
    clause: 'Specification, file entry',
    layer: 'both',
    asks: dataSources,
    expect: body<DataSource>((source) =>
      histories(source)
        .filter(([, list]) => !isOrdered(list))
        .map(([name]) => name),
    ),
  },
  {
    id: 'paths-in-order',
    statement: 'File paths are in code-point order',
    clause: 'Design, answers',
    layer: 'both',
    asks: dataSources,
    expect: body<DataSource>(({ files, maps, themes }) =>
      // Keys like "7" lose their place when JavaScript reads JSON.
      [files, maps, themes].flatMap((group) => ascending(Object.keys(group).filter((path) => !/^\d+$/.test(path)))),
    ),
  },
  {
    id: 'safe-paths',
    statement: 'Directories, paths and fragment keys stay inside their folder',
    clause: 'Design, diagnostics',
    layer: 'both',
    asks: dataSources,
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
    clause: 'Specification, map entry',
    layer: 'both',
    asks: dataSources,
    expect: body<DataSource>(({ maps }) =>
      Object.entries(maps)
        .filter(([, { boundingbox: box }]) => box && box.northEastLatitude < box.southWestLatitude)
        .map(([path]) => path),
    ),
  },
];
