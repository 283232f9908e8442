/** The XML of a service as the JSON that says the same, so that both are read by the same code from there on. */

import { attributesOf, childrenOf, XmlError, type XmlNodeElement } from '../../contract/read-xml.ts';
import { namespaceOf, XML_SCHEMAS } from '../../contract/renditions.ts';
import type { RouteName } from '../../contract/routes.ts';
import type { Notes, SourcePlace } from './notes.ts';

type Members = Record<string, unknown>;

/** What reading depends on, apart from the element. */
interface Context {
  readonly at: SourcePlace;
  readonly notes: Notes;
  /** Whether checksums are read; left out, they are. */
  readonly withHistories?: boolean;
}

/**
 * The content of a document.
 *
 * @param root the root element
 * @throws XmlError where it is no document of that kind
 */
export function servedXml(root: XmlNodeElement, route: RouteName, context: Context): unknown {
  const namespace = namespaceOf(XML_SCHEMAS[route]);
  if (root.name !== 'catalog' || root.namespaceUri !== namespace) {
    throw new XmlError(`its root is not <catalog> in the namespace ${namespace}`);
  }
  return READERS[route](root, context);
}

const READERS: Readonly<Record<RouteName, (root: XmlNodeElement, context: Context) => unknown>> = {
  service: (root) => Object.fromEntries(named(root, 'list').map((list) => [attr(list, 'name'), attr(list, 'href')])),
  mapservers: (root) => named(root, 'mapServer').map(tileServer),
  overlayservers: (root) => named(root, 'overlayServer').map(tileServer),
  datasources: (root) => named(root, 'datasource').map((item) => withUrl(attributesOf(item))),
  datasource: (root, context) =>
    first(root, 'datasource', (item) => ({
      ...dataSource(item, context),
      ...(needsSha1(item) ? { needsSha1: true } : {}),
    })),
  categories: (root) => [...categories(root, null)],
  category: (root) => first(root, 'category', (item) => [...categoryAndBelow(item, null)][0]),
  editions: (root) => named(root, 'edition').map(edition),
  edition: (root) => first(root, 'edition', edition),
};

function named(parent: XmlNodeElement, name: string): XmlNodeElement[] {
  return [...childrenOf(parent)].filter((child) => child.name === name);
}

function first<T>(root: XmlNodeElement, name: string, read: (item: XmlNodeElement) => T): T {
  const [item] = named(root, name);
  if (!item) throw new XmlError(`it has no <${name}>`);
  return read(item);
}

const attr = (element: XmlNodeElement, name: string): string | undefined => attributesOf(element).get(name);

/** Attributes as members; a link is called `url` in JSON. */
function withUrl(attributes: ReadonlyMap<string, string>): Members {
  const { href, ...rest } = Object.fromEntries(attributes);
  return href === undefined ? rest : { ...rest, url: href };
}

/** A number or truth value that XML has as text; anything else as it is, for example a whole number like `1e3`. */
function typed(text: string | undefined): string | number | boolean | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The degrees that XML has as text. */
function degrees(text: string): string | number {
  return /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : text;
}

/** The members whose texts are numbers or truth values. */
function typedMembers(members: Members, names: readonly string[]): Members {
  const found = names.filter((name) => Object.hasOwn(members, name));
  return { ...members, ...Object.fromEntries(found.map((name) => [name, typed(members[name] as string)])) };
}

function tileServer(element: XmlNodeElement): Members {
  const hosts = named(element, 'host').map(({ content }) => ({ host: content }));
  const others = [...childrenOf(element)].filter(({ name }) => name !== 'host');
  return {
    ...typedMembers(Object.fromEntries(attributesOf(element)), ['minZoom', 'maxZoom', 'active']),
    hosts,
    ...Object.fromEntries(others.map(({ name, content }) => [name, content])),
  };
}

function edition(element: XmlNodeElement): Members {
  const datasources = named(element, 'datasource').map((item) => withUrl(attributesOf(item)));
  return { ...withUrl(attributesOf(element)), datasources };
}

/** All categories, also those inside others, as one list. */
function* categories(parent: XmlNodeElement, href: string | null): Generator<Members> {
  const seen = new Set<unknown>();
  for (const item of named(parent, 'category')) {
    for (const category of categoryAndBelow(item, href)) {
      if (!seen.has(category['url'])) yield category;
      seen.add(category['url']);
    }
  }
}

function* categoryAndBelow(element: XmlNodeElement, above: string | null): Generator<Members> {
  const { parent = above ?? undefined, ...members } = Object.fromEntries(attributesOf(element));
  const { url, ...rest } = withUrl(new Map(Object.entries(members)));
  yield { ...rest, url, ...(parent === undefined ? {} : { parent: parent === '' ? null : parent }) };
  for (const child of named(element, 'category')) yield* categoryAndBelow(child, members['href'] ?? null);
}

const GROUPS: ReadonlyMap<string, string> = new Map([
  ['file', 'files'],
  ['map', 'maps'],
  ['theme', 'themes'],
]);

/** The action of which fragments have no checksums. */
const EXTRACT = 'Extract';

/** A data source, also one that names only what changed of it. */
export function dataSource(element: XmlNodeElement, { at, notes, withHistories = true }: Context): Members {
  const groups: Record<string, Map<string, Members>> = { files: new Map(), maps: new Map(), themes: new Map() };
  const { url: _, ...members } = withUrl(attributesOf(element));
  for (const child of childrenOf(element)) {
    const group = GROUPS.get(child.name);
    if (child.name === 'source') members['source'] = source(child);
    else if (group === undefined) members[child.name] = child.content;
    else {
      const { uri = '' } = Object.fromEntries(attributesOf(child));
      const entries = groups[group] as Map<string, Members>;
      const known = entries.get(uri);
      if (known) notes.corrected(at.in(group, uri), 'it is listed twice; what both say of it is taken together');
      const read = entry(child, group, withHistories);
      entries.set(uri, known ? combined(known, read) : read);
    }
  }
  const lists = Object.entries(groups).map(([group, entries]) => [group, Object.fromEntries(entries)]);
  return { ...members, ...Object.fromEntries(lists) };
}

/**
 * Whether clients compare the SHA-1 of its files: lists of which no checksum is known are empty then, where others hold an
 * element without attributes. Without such lists there is nothing to see.
 */
function needsSha1(element: XmlNodeElement): boolean {
  const isExtracted = attr(element, 'action') === EXTRACT;
  let hasEmpty = false;
  for (const entry of childrenOf(element)) {
    if (!GROUPS.has(entry.name)) continue;
    for (const history of isExtracted ? [entry] : [entry, ...named(entry, 'fragment')]) {
      const checksum = firstChecksum(history);
      if (checksum === null) hasEmpty = true;
      else if (attributesOf(checksum).size === 0) return false;
    }
  }
  return hasEmpty;
}

function firstChecksum(history: XmlNodeElement): XmlNodeElement | null {
  for (const child of childrenOf(history)) if (child.name === 'checksum') return child;
  return null;
}

/**
 * Whether the checksums of files inside archives are missing from what the XML of a data source says: it has none where the
 * archives are extracted.
 */
export function lacksFragmentChecksums(datasource: Members): boolean {
  if (datasource['action'] !== EXTRACT) return false;
  const entries = [...GROUPS.values()].flatMap((group) => Object.values((datasource[group] ?? {}) as Members));
  const histories = entries.flatMap((entry) => Object.values(((entry as Members)['fragments'] ?? {}) as Members));
  return histories.length > 0 && histories.every((history) => (history as readonly unknown[]).length === 0);
}

function combined(one: Members, other: Members): Members {
  const checksums = [...((one['checksums'] as unknown[]) ?? []), ...((other['checksums'] as unknown[]) ?? [])];
  return { ...one, ...other, checksums, fragments: { ...(one['fragments'] ?? {}), ...(other['fragments'] ?? {}) } };
}

function source(element: XmlNodeElement): Members {
  const members = typedMembers(Object.fromEntries(attributesOf(element)), ['level']);
  for (const name of ['include', 'exclude']) {
    const patterns = named(element, name).map(({ content }) => content);
    if (patterns.length > 0) members[name] = patterns;
  }
  return members;
}

function entry(element: XmlNodeElement, group: string, withHistories: boolean): Members {
  const { uri: _, imageUrl, ...members } = Object.fromEntries(attributesOf(element)) as Record<string, string>;
  const checksums: Members[] = [];
  const fragments = new Map<string, Members[]>();
  const made: Members = { ...members, checksums };
  for (const child of childrenOf(element)) {
    const isHistory = child.name === 'checksum' || child.name === 'fragment';
    if (isHistory && !withHistories) continue;
    if (child.name === 'checksum') addChecksum(child, checksums);
    else if (child.name === 'fragment') {
      const key = attr(child, 'key') ?? '';
      const history = fragments.get(key) ?? [];
      for (const checksum of named(child, 'checksum')) addChecksum(checksum, history);
      fragments.set(key, history);
    } else if (child.name === 'boundingBox') made['boundingbox'] = boundingBox(child);
    else made[child.name] = child.content;
  }
  made['fragments'] = Object.fromEntries(fragments);
  if (imageUrl !== undefined) made[group === 'themes' ? 'imageurl' : 'imageUrl'] = imageUrl;
  return made;
}

/** An element without attributes keeps desktop programs from failing on an empty list, and says nothing. */
function addChecksum(element: XmlNodeElement, history: Members[]): void {
  const attributes = attributesOf(element);
  if (attributes.size === 0) return;
  const { sha1 = null, ...rest } = typedMembers(Object.fromEntries(attributes), ['contentLength']);
  history.push({ ...rest, sha1 });
}

function boundingBox(element: XmlNodeElement): Members {
  const corners = [...childrenOf(element)].flatMap((corner) =>
    [...attributesOf(corner)].map(([name, text]) => {
      const axis = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      return [`${corner.name}${axis}`, degrees(text)] as const;
    }),
  );
  return Object.fromEntries(corners);
}
