/**
 * No white space but a newline at the end. Desktop programs rely on the order of elements and attributes in
 * `contract/interface/v1-members.ts`. The schemas are `schemas/v1/*.xsd`.
 */

import {
  type Attributes,
  elementInPieces,
  textElement,
  xmlDocument,
  xmlElement,
} from '../../../contract/base/xml-writer.ts';
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';
import {
  type DocumentPlace,
  type RecordMember,
  type RecordName,
  recordMembersIn,
} from '../../../contract/interface/v1-members.ts';
import type { Link } from '../../../contract/interface/v1-renditions.ts';
import { LIST_ROUTES, type RouteName } from '../../../contract/interface/v1-routes.ts';
import { XML_SCHEMAS, xmlNamespaceOf } from '../../../contract/interface/v1-schemas.ts';
import type { Category, ChecksumHistory, DataSource, Edition, Fragment } from '../../model/catalog.ts';
import type { Renderer } from './json.ts';

type Pieces = Generator<string, void, undefined>;

export const XML_RENDERER: Renderer = {
  service: (_, link) =>
    document('service', LIST_ROUTES, (list) => xmlElement('list', { name: list, href: link(list) })),
  mapservers: ({ mapservers }) =>
    document('mapservers', mapservers, (map) => record('mapServer', 'tileServer', 'xml', map)),
  overlayservers: ({ overlayservers }) =>
    document('overlayservers', overlayservers, (map) => record('overlayServer', 'tileServer', 'xml', map)),
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

export function dataSourceXml(datasource: DataSource, link: Link): Pieces {
  return dataSourceXmlWithSource({ ...datasource, source: null }, link);
}

export function dataSourceXmlWithSource(datasource: DataSource, link: Link): Pieces {
  return inDocument('datasource', dataSource(datasource, link));
}

function document<Item>(route: RouteName, items: readonly Item[], write: (item: Item) => string): Pieces {
  return inDocument(route, items.map(write));
}

function inDocument(route: RouteName, content: Iterable<string>): Pieces {
  return xmlDocument(elementInPieces('catalog', { xmlns: xmlNamespaceOf(XML_SCHEMAS[route]) }, content));
}

type WriteItems = (member: RecordMember, value: unknown) => string;

const asText: WriteItems = ({ element: tag = '' }, value) =>
  [value].flat().reduce((xml: string, item) => xml + textElement(tag, String(item)), '');

/** Leaves out members without a value. @param first attributes before members */
function record(
  tag: string,
  name: RecordName,
  place: DocumentPlace,
  values: object,
  write: WriteItems = asText,
  first: Attributes = {},
): string {
  const members = recordMembersIn(name, place);
  let content = '';
  for (const member of members) {
    const value = memberOf(values, member);
    if (member.element !== undefined && value != null) content += write(member, value);
  }
  return xmlElement(tag, attributesOf(members, values, first), content);
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
  const members = recordMembersIn('dataSource', 'xml');
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
 * The desktop client takes the newest checksum of a history without checking that it exists, so an unknown history gets
 * an element without attributes. With `needsSha1` there is no element: it would not help the desktop client, and other
 * clients would compare it. Fragments of `Extract` have no checksums: the client looks for them in another folder than
 * it unpacked to, and would download the archive again. Other fragments have every known SHA-1: their time may be the
 * archive's, not the unpacked file's.
 */
function itemsOf({ action, needsSha1 }: Pick<DataSource, 'action' | 'needsSha1'>): WriteItems {
  const unknown = needsSha1 ? '' : xmlElement('checksum', {});
  const history = (checksums: ChecksumHistory, hidden: number): string =>
    checksums.length === 0 ? unknown : historyElements(checksums, hidden);
  const fragment = ({ key, checksums }: Fragment): string =>
    xmlElement('fragment', { key }, action === 'Extract' ? '' : history(checksums, 0));
  return ({ type }, value) => {
    if (type === 'history') {
      const checksums = value as ChecksumHistory;
      return history(checksums, hiddenSha1s(checksums, needsSha1));
    }
    if (type === 'box') return box(value as BoundingBox);
    let xml = '';
    for (const item of value as readonly Fragment[]) xml += fragment(item);
    return xml;
  };
}

/** The longest time between the last two builds. */
const REBUILT_OFTEN_MS = 60 * 24 * 60 * 60 * 1000;

/** The same bytes with a new time are no other build. */
function isRebuiltOften(checksums: ChecksumHistory): boolean {
  const newest = checksums.at(-1);
  const before = checksums.findLast(
    ({ lastModified, contentLength, sha1 }) =>
      lastModified !== newest?.lastModified && (contentLength !== newest?.contentLength || sha1 !== newest.sha1),
  );
  if (newest === undefined || before === undefined) return false;
  return Date.parse(newest.lastModified) - Date.parse(before.lastModified) <= REBUILT_OFTEN_MS;
}

/**
 * Clients compare a file with every SHA-1 of its history. If a version has none, older versions lose theirs: an intact
 * file of that version would match none. Files that are rebuilt often have no SHA-1, unless the client needs it: each
 * download would fail until the catalog knows the next build.
 */
function hiddenSha1s(checksums: ChecksumHistory, needsSha1: boolean): number {
  if (!needsSha1 && isRebuiltOften(checksums)) return checksums.length;
  return checksums.findLastIndex(({ sha1 }) => sha1 === null) + 1;
}

function historyElements(checksums: ChecksumHistory, hidden: number): string {
  let xml = '';
  let index = 0;
  for (const { lastModified, contentLength, sha1 } of checksums) {
    // Their schemas allow only characters that XML need not escape.
    if (index >= hidden && sha1 !== null) {
      xml += `<checksum lastModified="${lastModified}" contentLength="${contentLength}" sha1="${sha1}"/>`;
    } else {
      const before = checksums[index - 1];
      // Without SHA-1s, two versions may be equal.
      if (before?.lastModified !== lastModified || before.contentLength !== contentLength) {
        xml += `<checksum lastModified="${lastModified}" contentLength="${contentLength}"/>`;
      }
    }
    index++;
  }
  return xml;
}

function box(area: BoundingBox): string {
  const { northEastLongitude, northEastLatitude, southWestLongitude, southWestLatitude } = area;
  const corner = (tag: string, longitude: number, latitude: number): string => xmlElement(tag, { longitude, latitude });
  return xmlElement(
    'boundingBox',
    {},
    corner('northEast', northEastLongitude, northEastLatitude) +
      corner('southWest', southWestLongitude, southWestLatitude),
  );
}

function edition(item: Edition, link: Link): string {
  const values = { ...item, url: link('edition', item.id) };
  return record('edition', 'edition', 'xml', values, () =>
    item.datasources.map((id) => xmlElement('datasource', { id, href: link('datasource', id) })).join(''),
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
