import type { JsonObject } from '../../../contract/base/json-values.ts';
import { firstNames, itemsByKey } from '../../../contract/base/text.ts';
import {
  childrenNamed,
  childText,
  type XmlElement,
  xmlAttributesOf,
  xmlChildrenOf,
} from '../../../contract/base/xml-elements.ts';
import { type ReportUnread, readWrittenKey, type StatedMap, trimmedText } from './stated-map.ts';

export const childMembers = (element: XmlElement): JsonObject =>
  Object.fromEntries([...xmlChildrenOf(element)].map(({ name, content }) => [name, content]));

/** `<header name="Referer">`, `<header><name>Referer</name>…` or `<Referer>`. */
export const namedHeader = (header: XmlElement): string =>
  trimmedText(xmlAttributesOf(header).get('name')) || childText(header, 'name') || header.name;

export const firstOf = (count: number): string | false =>
  count > 1 && `it draws ${count} addresses on one another; only the first is taken`;

/** Reads `<!-- mapservers/osm -->` in lists that cartalog wrote. */
export const commentedKeyIn = (element: XmlElement) => readWrittenKey(trimmedText(element.eval('string(comment())')));

/** Children with other names: `2 <theme>`. */
export function reportOthers(element: XmlElement, read: readonly string[], unread: ReportUnread): void {
  const found = [...itemsByKey(xmlChildrenOf(element), ({ name }) => name)];
  const others = found.flatMap(([name, { length }]) => (read.includes(name) ? [] : [`${length} <${name}>`]));
  if (others.length > 0) unread(firstNames(others));
}

/** Null for a document with another root. */
export function mapsInList(
  root: XmlElement,
  [list, entry]: readonly [list: string, entry: string],
  mapOf: (entry: XmlElement, index: number) => StatedMap,
  unread: ReportUnread,
): StatedMap[] | null {
  if (root.name !== list) return null;
  reportOthers(root, [entry], unread);
  return childrenNamed(root, entry).map(mapOf);
}
