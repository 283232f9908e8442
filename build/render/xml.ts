/**
 * The XML of every resource: compact, elements and attributes in the order of `contract/members.ts`, which desktop
 * programs know, one newline at the end. The schemas are `schemas/v1/*.xsd`.
 */

import type { BoundingBox } from '../../contract/generated/catalog.types.ts';
import { type DocumentPlace, membersIn, type RecordMember, type RecordName } from '../../contract/members.ts';
import type { Link } from '../../contract/renditions.ts';
import { namespaceOf, XML_SCHEMAS } from '../../contract/renditions.ts';
import { LISTS, type RouteName } from '../../contract/routes.ts';
import type { Category, ChecksumHistory, DataSource, Edition, Fragment } from '../model/catalog.ts';
import type { Renderer } from './json.ts';
import { type Attributes, element, elementInPieces, textElement, xmlDocument } from './xml-writer.ts';

type Pieces = Generator<string, void, undefined>;

/** The XML of each kind of resource. */
export const XML_RENDERER: Renderer = {
  service: (_, link) => document('service', LISTS, (list) => element('list', { name: list, href: link(list) })),
  mapservers: ({ mapservers }) =>
    document('mapservers', mapservers, (server) => record('mapServer', 'tileServer', 'xml', server)),
  overlayservers: ({ overlayservers }) =>
    document('overlayservers', overlayservers, (server) => record('overlayServer', 'tileServer', 'xml', server)),
  datasources: ({ datasources }, link) =>
    document('datasources', datasources, (source) =>
      record('datasource', 'dataSource', 'xml-list', { ...source, url: link('datasource', source.id) }),
    ),
  datasource: dataSourceXml,
  categories: ({ categories }, link) => document('categories', categories, (item) => category(item, link)),
  category: (item, link) => document('category', [item], () => category(item, link)),
  editions: ({ editions }, link) => document('editions', editions, (item) => edition(item, link)),
  edition: (item, link) => document('edition', [item], () => edition(item, link)),
};

/** The XML of a data source without its upstream source. */
export function dataSourceXml(datasource: DataSource, link: Link): Pieces {
  return dataSourceXmlWithSource({ ...datasource, source: null }, link);
}

/** The XML of a data source with its upstream source, if it has one. */
export function dataSourceXmlWithSource(datasource: DataSource, link: Link): Pieces {
  return inDocument('datasource', dataSource(datasource, link));
}

function document<Item>(route: RouteName, items: readonly Item[], write: (item: Item) => string): Pieces {
  return inDocument(route, items.map(write));
}

function inDocument(route: RouteName, content: Iterable<string>): Pieces {
  return xmlDocument(elementInPieces('catalog', { xmlns: namespaceOf(XML_SCHEMAS[route]) }, content));
}

/** Writes a member as an element for each of its items. */
type WriteItems = (member: RecordMember, value: unknown) => string;

/** The texts of a list, or of a single value. */
const asText: WriteItems = ({ element: tag = '' }, value) =>
  [value].flat().reduce((xml: string, item) => xml + textElement(tag, String(item)), '');

/**
 * An element for a record.
 *
 * @param values the values of its members by key; members without a value are left out
 * @param first attributes before those of the members
 */
function record(
  tag: string,
  name: RecordName,
  place: DocumentPlace,
  values: object,
  write: WriteItems = asText,
  first: Attributes = {},
): string {
  const members = membersIn(name, place);
  let content = '';
  for (const member of members) {
    const value = memberOf(values, member);
    if (member.element !== undefined && value != null) content += write(member, value);
  }
  return element(tag, attributesOf(members, values, first), content);
}

function attributesOf(members: readonly RecordMember[], values: object, first: Attributes = {}): Attributes {
  const attributes: Record<string, Attributes[string]> = { ...first };
  for (const member of members) {
    const value = memberOf(values, member);
    if (member.attribute !== undefined) attributes[member.attribute] = (value ?? null) as Attributes[string];
  }
  return attributes;
}

const memberOf = (values: object, { key }: RecordMember): unknown => (values as Readonly<Record<string, unknown>>)[key];

function dataSource(datasource: DataSource, link: Link): Pieces {
  const members = membersIn('dataSource', 'xml');
  const write = itemsOf(datasource);
  const content = function* (): Pieces {
    if (datasource.source) yield record('source', 'source', 'source', datasource.source);
    for (const { key, element: tag = '' } of members) {
      if (key !== 'files' && key !== 'maps' && key !== 'themes') continue;
      for (const entry of datasource[key]) yield record(tag, key, 'xml', entry, write, { uri: entry.path });
    }
  };
  const attributes = attributesOf(members, { ...datasource, url: link('datasource', datasource.id) });
  return elementInPieces('datasource', attributes, content());
}

/**
 * Writes the checksums, the fragments and the area of a file.
 *
 * The desktop client takes the newest checksum of a history without checking that it exists, so an unknown history gets
 * an element without attributes. If the client compares the SHA-1, that would not help, and would tell other clients
 * that there is something to compare. Fragments of `Extract` have no checksums: the client looks for these files in
 * another folder than the one that it unpacked to, and would download the archive again.
 */
function itemsOf({ action, needsSha1 }: Pick<DataSource, 'action' | 'needsSha1'>): WriteItems {
  const unknown = needsSha1 ? '' : element('checksum', {});
  const history = (checksums: ChecksumHistory): string =>
    checksums.length === 0 ? unknown : historyElements(checksums);
  const fragment = ({ key, checksums }: Fragment): string =>
    element('fragment', { key }, action === 'Extract' ? '' : history(checksums));
  return ({ type }, value) => {
    if (type === 'history') return history(value as ChecksumHistory);
    if (type === 'box') return box(value as BoundingBox);
    let xml = '';
    for (const item of value as readonly Fragment[]) xml += fragment(item);
    return xml;
  };
}

/**
 * The checksums of a history. Clients compare the SHA-1 of a file with every SHA-1 of its history. If a version has no
 * SHA-1, older versions are written without theirs: otherwise an intact file of that version would match none.
 */
function historyElements(checksums: ChecksumHistory): string {
  const unknown = checksums.findLastIndex(({ sha1 }) => sha1 === null);
  let xml = '';
  for (const [index, { lastModified, contentLength, sha1 }] of checksums.entries()) {
    const before = index <= unknown ? checksums[index - 1] : undefined;
    // Without their SHA-1s, two versions may be equal.
    if (before?.lastModified === lastModified && before.contentLength === contentLength) continue;
    // Their schemas allow nothing that XML must escape.
    const digest = index <= unknown ? '' : ` sha1="${sha1}"`;
    xml += `<checksum lastModified="${lastModified}" contentLength="${contentLength}"${digest}/>`;
  }
  return xml;
}

function box(area: BoundingBox): string {
  const { northEastLongitude, northEastLatitude, southWestLongitude, southWestLatitude } = area;
  const corner = (tag: string, longitude: number, latitude: number): string => element(tag, { longitude, latitude });
  return element(
    'boundingBox',
    {},
    corner('northEast', northEastLongitude, northEastLatitude) +
      corner('southWest', southWestLongitude, southWestLatitude),
  );
}

function edition(item: Edition, link: Link): string {
  const values = { ...item, url: link('edition', item.id) };
  return record('edition', 'edition', 'xml', values, () =>
    item.datasources.map((id) => element('datasource', { id, href: link('datasource', id) })).join(''),
  );
}

function category(item: Category, link: Link): string {
  const { children } = item;
  const categories = children.map((child) => record('category', 'category', 'xml', withLinks(child, link)));
  return record('category', 'category', 'xml', { ...withLinks(item, link), categories }, () => categories.join(''));
}

function withLinks(item: Category, link: Link): object {
  return { ...item, url: link('category', item.id), parent: item.parent ? link('category', item.parent.id) : '' };
}
