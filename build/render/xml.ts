/**
 * The XML of every resource: compact, elements and attributes in the order in which desktop programs know them, one
 * newline at the end. The schemas are `schemas/v1/*.xsd`.
 */

import type { Checksum, UpstreamSource } from '../../contract/generated/catalog.types.ts';
import type { Link } from '../../contract/renditions.ts';
import { namespaceOf, XML_SCHEMAS } from '../../contract/renditions.ts';
import { LISTS, type RouteName } from '../../contract/routes.ts';
import type {
  CatalogOutline,
  Category,
  ChecksumHistory,
  DataSource,
  Edition,
  Entry,
  TileServer,
} from '../model/catalog.ts';
import { element, elementInPieces, textElement, xmlDocument, xmlText } from './xml-writer.ts';

/** Renders a resource that has no id, in pieces. */
type RenderXmlList = (catalog: CatalogOutline, link: Link) => Pieces;

type Pieces = Generator<string, void, undefined>;

/** The XML of each list, and of the service document that links to them. */
export const XML_LISTS = {
  service: (_, link) =>
    document(
      'service',
      LISTS.map((list) => element('list', { name: list, href: link(list) })),
    ),
  mapservers: ({ mapservers }) => document('mapservers', mapservers.map(tileServer('mapServer'))),
  overlayservers: ({ overlayservers }) => document('overlayservers', overlayservers.map(tileServer('overlayServer'))),
  datasources: ({ datasources }, link) =>
    document(
      'datasources',
      datasources.map(({ id, name }) => element('datasource', { id, name, href: link('datasource', id) })),
    ),
  categories: ({ categories }, link) =>
    document(
      'categories',
      categories.map((item) => category(item, link)),
    ),
  editions: ({ editions }, link) =>
    document(
      'editions',
      editions.map((item) => edition(item, link)),
    ),
} as const satisfies Partial<Record<RouteName, RenderXmlList>>;

/** The XML of a data source without its upstream source. */
export function dataSourceXml(datasource: DataSource, link: Link): Pieces {
  return document('datasource', dataSource(datasource, link, null));
}

/** The XML of a data source with its upstream source, where it has one. */
export function dataSourceXmlWithSource(datasource: DataSource, link: Link): Pieces {
  return document('datasource', dataSource(datasource, link, datasource.source));
}

/** The XML of a category, with the categories below it. */
export function categoryXml(item: Category, link: Link): string {
  return smallDocument('category', category(item, link));
}

/** The XML of an edition with its data sources. */
export function editionXml(item: Edition, link: Link): string {
  return smallDocument('edition', edition(item, link));
}

function document(route: RouteName, content: Iterable<string>): Pieces {
  return xmlDocument(elementInPieces('catalog', { xmlns: namespaceOf(XML_SCHEMAS[route]) }, content));
}

function smallDocument(route: RouteName, content: string): string {
  return xmlText(element('catalog', { xmlns: namespaceOf(XML_SCHEMAS[route]) }, content));
}

function each<T>(items: readonly T[], render: (item: T) => string): string {
  let xml = '';
  for (const item of items) xml += render(item);
  return xml;
}

function tileServer(tag: string): (server: TileServer) => string {
  return ({ id, name, minZoom, maxZoom, active, hosts, urlPattern, copyright }) =>
    element(
      tag,
      { id, name, minZoom, maxZoom, active },
      each(hosts, (host) => textElement('host', host)) +
        textElement('urlPattern', urlPattern) +
        textElement('copyright', copyright),
    );
}

function dataSource(datasource: DataSource, link: Link, source: UpstreamSource | null): Pieces {
  const { id, name, baseUrl, directory, action, files, maps, themes } = datasource;
  const write = historiesOf(datasource);
  const attributes = { id, name, href: link('datasource', id), baseUrl, directory, action };
  const content = function* (): Pieces {
    if (source) yield upstream(source);
    for (const file of files) yield element('file', { uri: file.path }, entry(file, write));
    for (const map of maps) yield element('map', { uri: map.path }, entry(map, write));
    for (const theme of themes) {
      yield element('theme', { uri: theme.path, imageUrl: theme.imageUrl }, entry(theme, write));
    }
  };
  return elementInPieces('datasource', attributes, content());
}

function upstream({ url, level, include = [], exclude = [] }: UpstreamSource): string {
  const patterns =
    each(include, (pattern) => textElement('include', pattern)) +
    each(exclude, (pattern) => textElement('exclude', pattern));
  return element('source', { url, level: level ?? null }, patterns);
}

function entry({ checksums, fragments, boundingBox }: Entry, write: HistoryWriters): string {
  return (
    write.ofEntry(checksums) +
    each(fragments, (fragment) => element('fragment', { key: fragment.key }, write.ofFragment(fragment.checksums))) +
    (boundingBox ? box(boundingBox) : '')
  );
}

/** How the checksum histories of a data source are written. */
interface HistoryWriters {
  readonly ofEntry: (checksums: ChecksumHistory) => string;
  readonly ofFragment: (checksums: ChecksumHistory) => string;
}

/**
 * The desktop client takes the newest checksum of a history without looking whether there is one: of a history that is
 * not known, an element without attributes keeps it from failing. Where it compares the SHA-1 that would not help, and
 * tell others that there is something to compare. Fragments of `Extract` have no checksums: it looks for these files in
 * another folder than the one that it unpacked to, and downloads the archive again.
 */
function historiesOf({ action, needsSha1 }: Pick<DataSource, 'action' | 'needsSha1'>): HistoryWriters {
  const unknown = needsSha1 ? '' : element('checksum', {});
  const ofEntry = (checksums: ChecksumHistory): string =>
    checksums.length === 0 ? unknown : each(checksums, checksum);
  return { ofEntry, ofFragment: action === 'Extract' ? () => '' : ofEntry };
}

function checksum({ lastModified, contentLength, sha1 }: Checksum): string {
  // Their schemas allow nothing that XML would have to escape.
  const digest = sha1 === null ? '' : ` sha1="${sha1}"`;
  return `<checksum lastModified="${lastModified}" contentLength="${contentLength}"${digest}/>`;
}

function box(area: NonNullable<Entry['boundingBox']>): string {
  const { northEastLongitude, northEastLatitude, southWestLongitude, southWestLatitude } = area;
  const corner = (tag: string, longitude: number, latitude: number): string => element(tag, { longitude, latitude });
  return element(
    'boundingBox',
    {},
    corner('northEast', northEastLongitude, northEastLatitude) +
      corner('southWest', southWestLongitude, southWestLatitude),
  );
}

function edition({ id, name, datasources }: Edition, link: Link): string {
  return element(
    'edition',
    { id, name, href: link('edition', id) },
    each(datasources, (datasource) => element('datasource', { id: datasource, href: link('datasource', datasource) })),
  );
}

function category(item: Category, link: Link): string {
  return element(
    'category',
    categoryAttributes(item, link),
    each(item.children, (child) => element('category', categoryAttributes(child, link))),
  );
}

function categoryAttributes(
  { id, name, parent }: Category,
  link: Link,
): { parent: string; name: string; href: string } {
  return { parent: parent ? link('category', parent.id) : '', name, href: link('category', id) };
}
