/** Reads one document of a service. XML gets the shape of the JSON, so that the same code corrects both. */
import { ENTRY_KINDS } from '../../build/pipeline.ts';
import { attributesOf, childrenOf, withXml, XmlError, type XmlNodeElement } from '../../cli/read-xml.ts';
import { MEMBERS, type MemberType, type RecordMember, type RecordName } from '../../contract/members.ts';
import { parseJson, TooLargeJsonError } from '../../contract/parse-json.ts';
import { namespaceOf, XML_SCHEMAS } from '../../contract/renditions.ts';
import type { RouteName } from '../../contract/routes.ts';
import type { EntryKind } from './correct-record.ts';
import type { SourcePlace } from './notes.ts';

/** How a document is written. */
export type ServedForm = 'json' | 'xml';

/**
 * Reads a document. Its first character shows whether it is JSON or XML.
 *
 * @param withHistories whether to read the checksums of XML, which are most of a large document and also in JSON
 */
export function readServed(
  body: Uint8Array,
  route: RouteName,
  at: SourcePlace,
  withHistories = true,
): { form: ServedForm; value: unknown } | { problem: string } {
  const start = Buffer.from(body.subarray(0, 200))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  try {
    if (/^<(?:!doctype html|html)/i.test(start)) return { problem: 'it is a web page' };
    if (start.startsWith('<'))
      return { form: 'xml', value: withXml(body, (root) => servedXml(root, route, at, withHistories)) };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return { form: 'json', value: parseJson(text) };
  } catch (error) {
    if (error instanceof XmlError) return { problem: error.message };
    if (error instanceof TooLargeJsonError) return { problem: `it is ${error.message}` };
    if (error instanceof SyntaxError || error instanceof TypeError) return { problem: 'it is neither JSON nor XML' };
    throw error;
  }
}

type Members = Record<string, unknown>;

function servedXml(root: XmlNodeElement, route: RouteName, at: SourcePlace, withHistories: boolean): unknown {
  const namespace = namespaceOf(XML_SCHEMAS[route]);
  if (root.name !== 'catalog' || root.namespaceUri !== namespace) {
    throw new XmlError(`its root is not <catalog> in the namespace ${namespace}`);
  }
  return READERS[route](root, at, withHistories);
}

const READERS: Readonly<Record<RouteName, (root: XmlNodeElement, at: SourcePlace, withHistories: boolean) => unknown>> =
  {
    service: (root) =>
      Object.fromEntries(
        named(root, 'list').map((list) => [attributesOf(list).get('name'), attributesOf(list).get('href')]),
      ),
    mapservers: (root) => named(root, 'mapServer').map((item) => recordIn('tileServer', item)),
    overlayservers: (root) => named(root, 'overlayServer').map((item) => recordIn('tileServer', item)),
    datasources: (root) => named(root, 'datasource').map((item) => membersIn('dataSource', item)),
    datasource: (root, at, withHistories) =>
      first(root, 'datasource', (item) => ({
        ...dataSource(item, at, withHistories),
        ...impliedSha1(item),
      })),
    categories: (root) => distinct(named(root, 'category').flatMap((item) => categoryAndBelow(item, null))),
    category: (root) => first(root, 'category', (item) => categoryAndBelow(item, null)[0]),
    editions: (root) => named(root, 'edition').map((item) => recordIn('edition', item)),
    edition: (root) => first(root, 'edition', (item) => recordIn('edition', item)),
  };

function named(parent: XmlNodeElement, name: string): XmlNodeElement[] {
  return [...childrenOf(parent)].filter((child) => child.name === name);
}

function first<T>(root: XmlNodeElement, name: string, read: (item: XmlNodeElement) => T): T {
  const [item] = named(root, name);
  if (!item) throw new XmlError(`it has no <${name}>`);
  return read(item);
}

/** The value of a text in XML. A text that is not a number or truth value stays a text. */
function typed(type: MemberType | undefined, text: string): unknown {
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : text;
  const isNumber = type === 'zoom' || type === 'number';
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Turns the attributes of a record into members. Unknown ones keep their names. */
function membersIn(record: RecordName, element: XmlNodeElement): Members {
  const table: readonly RecordMember[] = MEMBERS[record];
  const members = [...attributesOf(element)].map(([name, text]) => {
    const member = table.find(({ attribute }) => attribute === name);
    return [member?.key ?? name, typed(member?.type, text)] as const;
  });
  return Object.fromEntries(members);
}

/** Reads the elements that are lists in JSON. */
const ITEMS: Partial<Record<MemberType, (element: XmlNodeElement) => unknown>> = {
  hosts: ({ content }) => ({ host: content }),
  texts: ({ content }) => content,
  links: (element) => membersIn('dataSource', element),
};

/** Reads a record from attributes and elements. @param read reads elements other than texts and lists of texts */
function recordIn(
  record: RecordName,
  element: XmlNodeElement,
  read: (child: XmlNodeElement, member: RecordMember, members: Members) => void = () => {},
): Members {
  const table: readonly RecordMember[] = MEMBERS[record];
  const members = membersIn(record, element);
  for (const { key, type, isOptional } of table) if (ITEMS[type] && !isOptional) members[key] = [];
  for (const child of childrenOf(element)) {
    const member = table.find((one) => one.element === child.name);
    const item = member && ITEMS[member.type];
    if (item) {
      members[member.key] ??= [];
      (members[member.key] as unknown[]).push(item(child));
    } else if (member && NESTED.has(member.type)) read(child, member, members);
    else members[member?.key ?? child.name] = child.content;
  }
  return members;
}

const NESTED: ReadonlySet<MemberType> = new Set(['entries', 'source', 'history', 'fragments', 'box']);

/** Lists a category and all its descendants. @param above the address of the parent */
function categoryAndBelow(element: XmlNodeElement, above: string | null): Members[] {
  const { parent = above ?? undefined, url, ...rest } = membersIn('category', element);
  const category = { ...rest, url, ...(parent === undefined ? {} : { parent: parent === '' ? null : parent }) };
  const link = typeof url === 'string' ? url : null;
  return [category, ...named(element, 'category').flatMap((child) => categoryAndBelow(child, link))];
}

/** Lists each category once, although nested ones are also listed separately. */
function distinct(categories: readonly Members[]): Members[] {
  const seen = new Set<unknown>();
  return categories.filter(({ url }) => !seen.has(url) && seen.add(url));
}

/** The action of data sources without checksums of fragments in XML. */
const EXTRACT = 'Extract';

const isEntryKind = (key: string): key is EntryKind => ENTRY_KINDS.some((kind) => kind === key);

/** Reads a data source, also an incomplete one with only its changes. */
export function dataSource(element: XmlNodeElement, at: SourcePlace, withHistories = true): Members {
  const groups = new Map<string, Map<string, Members>>(ENTRY_KINDS.map((kind) => [kind, new Map()]));
  const members = recordIn('dataSource', element, (child, { key }, made) => {
    if (!isEntryKind(key)) {
      made[key] = recordIn('source', child);
      return;
    }
    const entries = groups.get(key);
    const { uri, ...read } = entry(child, key, withHistories);
    const path = String(uri ?? '');
    const known = entries?.get(path);
    if (known) at.in(key, path).corrected('it is listed twice; what both say of it is taken together');
    entries?.set(path, known ? combined(known, read) : read);
  });
  return {
    ...members,
    ...Object.fromEntries([...groups].map(([kind, entries]) => [kind, Object.fromEntries(entries)])),
  };
}

function entry(element: XmlNodeElement, kind: EntryKind, withHistories: boolean): Members {
  const checksums: Members[] = [];
  const fragments = new Map<string, Members[]>();
  const members = recordIn(kind, element, (child, { key, type }, made) => {
    if (type === 'box') made[key] = box(child);
    else if (!withHistories) return;
    else if (type === 'history') addChecksum(child, checksums);
    else {
      const name = attributesOf(child).get('key') ?? '';
      const history = fragments.get(name) ?? [];
      for (const checksum of named(child, 'checksum')) addChecksum(checksum, history);
      fragments.set(name, history);
    }
  });
  return { ...members, checksums, fragments: Object.fromEntries(fragments) };
}

function combined(one: Members, other: Members): Members {
  const checksums = [...(one['checksums'] as unknown[]), ...(other['checksums'] as unknown[])];
  return { ...one, ...other, checksums, fragments: { ...(one['fragments'] ?? {}), ...(other['fragments'] ?? {}) } };
}

/** Ignores an element without attributes: it only prevents desktop programs from failing on an empty list. */
function addChecksum(element: XmlNodeElement, history: Members[]): void {
  const checksum = membersIn('checksum', element);
  if (Object.keys(checksum).length === 0) return;
  checksum['sha1'] ??= null;
  history.push(checksum);
}

/** Reads an area: corners with names like `northEast` and the attributes `longitude` and `latitude`. */
function box(element: XmlNodeElement): Members {
  const degrees = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
  const edges = [...childrenOf(element)].flatMap((corner) =>
    [...attributesOf(corner)].map(([name, text]) => {
      const key = `${corner.name}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      return [key, degrees.test(text) ? Number(text) : text] as const;
    }),
  );
  return Object.fromEntries(edges);
}

/**
 * Whether clients compare the SHA-1s of the files. If so, lists without known checksums are empty; otherwise they
 * contain an element without attributes. Null if there is no such list, but a SHA-1 of each file.
 */
function impliedSha1(element: XmlNodeElement): { needsSha1?: true | null } {
  const isExtracted = attributesOf(element).get('action') === EXTRACT;
  const entries = MEMBERS.dataSource.flatMap(({ key, ...member }) =>
    isEntryKind(key) && 'element' in member ? named(element, member.element) : [],
  );
  const histories = entries.flatMap((entry) => (isExtracted ? [entry] : [entry, ...named(entry, 'fragment')]));
  const firsts = histories.map((history) => named(history, 'checksum')[0]);
  const isEmpty = (checksum: XmlNodeElement | undefined): boolean =>
    checksum !== undefined && attributesOf(checksum).size === 0;
  if (firsts.length === 0 || firsts.some(isEmpty)) return {};
  if (firsts.some((checksum) => !checksum)) return { needsSha1: true };
  const newest = entries.map((entry) => named(entry, 'checksum').at(-1));
  const isComparable = newest.every((checksum) => checksum && attributesOf(checksum).has('sha1'));
  return isComparable ? { needsSha1: null } : {};
}

/**
 * Whether the XML of a data source lacks the checksums of files inside archives: it does if clients extract the
 * archives.
 */
export function lacksFragmentChecksums(datasource: Members): boolean {
  if (datasource['action'] !== EXTRACT) return false;
  const entries = ENTRY_KINDS.flatMap((kind) => Object.values((datasource[kind] ?? {}) as Members));
  const histories = entries.flatMap((entry) => Object.values(((entry as Members)['fragments'] ?? {}) as Members));
  return histories.length > 0 && histories.every((history) => (history as readonly unknown[]).length === 0);
}
