/** XML gets the shape of JSON: the same code corrects both. It is longer than other readers, because each record has its own XML. */
import { withXml, XmlError } from '../../../../cli/network/read-xml.ts';
import type { JsonObject } from '../../../../contract/base/json-values.ts';
import { readJson } from '../../../../contract/base/parse-json.ts';
import {
  childrenNamed,
  type XmlElement,
  xmlAttributesOf,
  xmlChildrenOf,
} from '../../../../contract/base/xml-elements.ts';
import { SECTIONS, type Section } from '../../../../contract/data-sources/sections.ts';
import {
  type MemberType,
  type RecordMember,
  type RecordName,
  V1_MEMBERS,
} from '../../../../contract/interface/v1-members.ts';
import { XML_SCHEMAS, xmlNamespaceOf } from '../../../../contract/interface/v1-schemas.ts';
import { LISTED_TWICE, type SourcePlace } from '../notes.ts';

export interface Unread {
  /** Ends a sentence. */
  readonly problem: string;
  readonly isMissing?: boolean;
}

export interface Served {
  readonly value: unknown;
  readonly at: SourcePlace;
}

/** Each may need a request. */
const MAX_ITEMS = 10_000;

export function isServedList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= MAX_ITEMS;
}

/** Servers send web pages in place of missing documents. */
export const isWebPage = (text: string): boolean => /^\s*<(?:!doctype html|html)/i.test(text);

/** The root element of XML, without a prefix; null if its beginning shows none. */
export const rootNameIn = (start: string): string | null =>
  /^\s*(?:<[?!][^<>]{0,1000}>\s*)*<(?:[\w-]{1,40}:)?(\w{1,60})[\s>/]/.exec(start)?.[1] ?? null;

/** Services of maps answer like this if the address contains no request. Capabilities have an `<Exception>` inside. */
export const isServiceError = (start: string): boolean => /Exception(?:Report)?$/.test(rootNameIn(start) ?? '');

export function readServedJson<T>(
  body: Uint8Array,
  isExpected: (value: unknown) => value is T,
  what: string,
): { readonly value: T } | Unread {
  const found = readJson(body);
  if ('value' in found) return isExpected(found.value) ? { value: found.value } : { problem: `it is not ${what}` };
  return isWebPage(beginning(body))
    ? { problem: 'it is a web page', isMissing: true }
    : { problem: `it is ${found.problem}` };
}

const beginning = (body: Uint8Array): string => Buffer.from(body.subarray(0, 200)).toString();

type Members = Record<string, unknown>;

/** Documents whose XML says more than their JSON. */
const READERS = {
  datasource: (root: XmlElement, at: SourcePlace) => {
    const [item] = childrenNamed(root, 'datasource');
    if (!item) throw new XmlError('it has no <datasource>');
    return { ...readDataSourceXml(item, at, false), ...impliedSha1(item) };
  },
  categories: (root: XmlElement) => childrenNamed(root, 'category').flatMap((item) => categoryAndBelow(item, null)),
  editions: (root: XmlElement) => childrenNamed(root, 'edition').map((item) => recordIn('edition', item)),
};

export type XmlDocumentName = keyof typeof READERS;

/** Skips checksums, most of a large document: the JSON has them. */
export function readServedXml(
  body: Uint8Array,
  name: XmlDocumentName,
  at: SourcePlace,
): { readonly value: JsonObject | Members[] } | Unread {
  // Hosts of plain files ignore `?format=xml`.
  if (/^\s*[[{]/.test(beginning(body))) return { problem: 'it is JSON', isMissing: true };
  const namespace = xmlNamespaceOf(XML_SCHEMAS[name]);
  try {
    return withXml(body, (root) => {
      if (root.name === 'catalog' && root.namespaceUri === namespace) return { value: READERS[name](root, at) };
      throw new XmlError(`its root is not <catalog> in the namespace ${namespace}`);
    });
  } catch (error) {
    if (error instanceof XmlError) return { problem: error.message };
    throw error;
  }
}

function membersIn(record: RecordName, element: XmlElement): Members {
  const table: readonly RecordMember[] = V1_MEMBERS[record];
  const members = [...xmlAttributesOf(element)].map(([name, text]) => {
    const member = table.find(({ attribute }) => attribute === name);
    const isNumber = member?.type === 'number' && /^-?\d+(?:\.\d+)?$/.test(text);
    return [member?.key ?? name, isNumber ? Number(text) : text] as const;
  });
  return Object.fromEntries(members);
}

/** Elements that are items of a list in JSON. */
const ITEMS: Partial<Record<MemberType, (element: XmlElement) => unknown>> = {
  texts: ({ content }) => content,
  links: (element) => membersIn('dataSource', element),
};

function recordIn(
  record: RecordName,
  element: XmlElement,
  read: (child: XmlElement, member: RecordMember, members: Members) => void = () => {},
): Members {
  const table: readonly RecordMember[] = V1_MEMBERS[record];
  const members = membersIn(record, element);
  for (const { key, type, isOptional } of table) if (ITEMS[type] && !isOptional) members[key] = [];
  for (const child of xmlChildrenOf(element)) {
    const member = table.find((one) => one.element === child.name);
    const item = member && ITEMS[member.type];
    if (item) {
      members[member.key] ??= [];
      (members[member.key] as unknown[]).push(item(child));
    } else if (member) read(child, member, members);
    else members[child.name] = child.content;
  }
  return members;
}

/** @param above the parent's address; null at the top */
function categoryAndBelow(element: XmlElement, above: string | null): Members[] {
  const { parent = above ?? undefined, url, ...rest } = membersIn('category', element);
  const category = { ...rest, url, ...(parent === undefined ? {} : { parent: parent === '' ? null : parent }) };
  const link = typeof url === 'string' ? url : null;
  return [category, ...childrenNamed(element, 'category').flatMap((child) => categoryAndBelow(child, link))];
}

const isSection = (key: string): key is Section => SECTIONS.some((section) => section === key);

/** The element may contain only what changed. */
export function readDataSourceXml(element: XmlElement, at: SourcePlace, withHistories = true): Members {
  const sections = new Map<string, Map<string, Members>>(SECTIONS.map((section) => [section, new Map()]));
  const members = recordIn('dataSource', element, (child, { key }, made) => {
    if (!isSection(key)) {
      made[key] = recordIn('source', child);
      return;
    }
    const entries = sections.get(key);
    const { uri = '', ...read } = entry(child, key, withHistories);
    const path = String(uri);
    if (entries?.has(path)) at.in(key, path).leftOut(LISTED_TWICE);
    else entries?.set(path, read);
  });
  return {
    ...members,
    ...Object.fromEntries([...sections].map(([section, entries]) => [section, Object.fromEntries(entries)])),
  };
}

function entry(element: XmlElement, section: Section, withHistories: boolean): Members {
  const checksums: Members[] = [];
  const fragments = new Map<string, Members[]>();
  const members = recordIn(section, element, (child, { key, type }, made) => {
    if (type === 'box') made[key] = box(child);
    else if (!withHistories) return;
    else if (type === 'history') addChecksum(child, checksums);
    else {
      const name = xmlAttributesOf(child).get('key') ?? '';
      const history = fragments.get(name) ?? [];
      for (const checksum of childrenNamed(child, 'checksum')) addChecksum(checksum, history);
      fragments.set(name, history);
    }
  });
  return { ...members, checksums, fragments: Object.fromEntries(fragments) };
}

/** A checksum without attributes is skipped: it only keeps desktop programs from failing on an empty list. */
function addChecksum(element: XmlElement, history: Members[]): void {
  const checksum = membersIn('checksum', element);
  if (Object.keys(checksum).length === 0) return;
  checksum['sha1'] ??= null;
  history.push(checksum);
}

/** From corners such as `northEast`, with `longitude` and `latitude`. */
function box(element: XmlElement): Members {
  const degrees = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
  const edges = [...xmlChildrenOf(element)].flatMap((corner) =>
    [...xmlAttributesOf(corner)].map(([name, text]) => {
      const key = `${corner.name}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      return [key, degrees.test(text) ? Number(text) : text] as const;
    }),
  );
  return Object.fromEntries(edges);
}

/** An entry without checksums has an empty <checksum>, or none if clients compare SHA-1s. */
function impliedSha1(element: XmlElement): { needsSha1?: true } {
  const isExtracted = xmlAttributesOf(element).get('action') === 'Extract';
  const entries = ['file', 'map', 'theme'].flatMap((name) => childrenNamed(element, name));
  const histories = entries.flatMap((entry) => (isExtracted ? [entry] : [entry, ...childrenNamed(entry, 'fragment')]));
  const firsts = histories.map((history) => childrenNamed(history, 'checksum')[0]);
  const hasEmptyElement = firsts.some((checksum) => checksum !== undefined && xmlAttributesOf(checksum).size === 0);
  return !hasEmptyElement && firsts.includes(undefined) ? { needsSha1: true } : {};
}
