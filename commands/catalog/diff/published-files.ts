/** Compares what the site publishes besides the records: addresses, headers, the handler, other renditions. */
import { MANIFEST } from '../../../build/render/asset.ts';
import { type BuiltSite, isSameFile } from '../../../cli/built-site.ts';
import { isBelowMaps, MAP_FILES } from '../../../contract/map-files.ts';
import { SIGNATURE_ENDING } from '../../../contract/minisign.ts';
import { isMadeForPages } from '../../../contract/pages.ts';
import { isObject, itemsOf, parseJson } from '../../../contract/parse-json.ts';
import { isPart, PLAIN_FILES } from '../../../contract/plain-files.ts';
import { RENDITIONS } from '../../../contract/renditions.ts';
import { pathOf, ROUTES, resourceAt } from '../../../contract/routes.ts';
import { type Change, type ChangePlace, changeAt } from './change.ts';

const SITE = { section: 'site', id: null } as const;
const ofSite = (url: string): ChangePlace => ({ subject: SITE, target: { url } });

/**
 * Compares the published files, except those of records that were added or removed.
 *
 * @param records the addresses of records that were added or removed
 */
export function* comparePaths(before: BuiltSite, after: BuiltSite, records: ReadonlySet<string>): Generator<Change> {
  const files = new Set([...before.files.paths, ...after.files.paths]);
  for (const file of [...files].sort()) {
    const kind = kindOf(file, files);
    if (kind === 'elsewhere' || records.has(addressOf(file))) continue;
    const path = publicPath(file);
    const isGone = !after.files.paths.has(file);
    if (!isGone && before.files.paths.has(file)) {
      if (kind !== 'derived' && !isSame(before, after, file))
        yield changeAt(ofSite(path), { what: 'path-changed', path });
    } else if (file.endsWith(`/${RENDITIONS['xml-source'].file}`)) {
      // It has no address of its own: it exists if a data source has a source.
      const [url, field] = [addressOf(file), 'source'];
      const place = { subject: { section: 'datasources', id: resourceAt(url)?.id ?? null }, target: { url } } as const;
      yield changeAt(place, { what: isGone ? 'field-removed' : 'field-added', field }, { field });
    } else if (kind !== 'configuration')
      yield changeAt(ofSite(path), { what: isGone ? 'path-removed' : 'path-added', path });
  }
}

/**
 * How a file is compared: by its content, only by its address because it repeats others, only by its content because it
 * configures a host, or elsewhere.
 */
function kindOf(file: string, all: ReadonlySet<string>): 'plain' | 'derived' | 'configuration' | 'elsewhere' {
  const path = `/${file}`;
  const isCopy = /\.(?:br|gz)$/.test(file) && all.has(file.slice(0, -3));
  const isOfMap = isBelowMaps(path) && /\/(?:at|datasources|mapservers|overlayservers|maps)\//.test(file);
  // The first part of the whole catalog links to the others.
  const isFurtherPart = isPart(path) && path !== PLAIN_FILES.all.path;
  if (isCopy || isOfMap || isFurtherPart || isMadeForPages(file) || ELSEWHERE.has(file)) return 'elsewhere';
  if (CONFIGURATION.has(file)) return 'configuration';
  return isPart(path) || DERIVED.has(path) || isDocument(file) ? 'derived' : 'plain';
}

/** The status of maps follows from the history of `probe`, not from the catalog. A deployment is signed after its build. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['_headers', '_worker.js', MANIFEST, MAP_FILES.status.path.slice(1)],
  PLAIN_FILES.manifest.path.slice(1) + SIGNATURE_ENDING,
]);

/** Configuration files of hosts. The last two are the bodies of a 405 on Apache. */
const CONFIGURATION: ReadonlySet<string> = new Set([
  '_redirects',
  '_routes.json',
  '.assetsignore',
  'v1/405.json',
  'v1/405.datasource.json',
]);

/** Files that change with every record. */
const DERIVED: ReadonlySet<string> = new Set(
  [MAP_FILES.maps, MAP_FILES.withdrawn, PLAIN_FILES.manifest, PLAIN_FILES.changes, PLAIN_FILES.changesAtom].map(
    ({ path }) => path,
  ),
);

/** The address of the resource that a file belongs to: its folder. */
function addressOf(file: string): string {
  return `/${file.slice(0, file.lastIndexOf('/') + 1)}`;
}

/** The address of a file. Pages and the JSON of resources have the address of their folder. */
function publicPath(file: string): string {
  return `/${file.replace(/(^|\/)index\.(?:html|json)$/, '$1')}`;
}

/** Whether a file is a rendition of a resource. */
function isDocument(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return Object.values(RENDITIONS).some((rendition) => rendition.file === name) && resourceAt(addressOf(file)) !== null;
}

/** Compares the header rules, if the hosts have them, without `Last-Modified`, which depends on the commit. */
export function* compareHeaders(before: BuiltSite, after: BuiltSite): Generator<Change> {
  if (!before.files.paths.has('_headers') || !after.files.paths.has('_headers')) return;
  const [rules, rulesNow] = [headersOf(before), headersOf(after)];
  for (const path of new Set([...rules.keys(), ...rulesNow.keys()])) {
    const [headers, headersNow] = [rules.get(path), rulesNow.get(path)];
    const resource = resourceAt(path.replace(/\*$/, ''));
    const id = resource?.route === 'datasource' ? (resource.id ?? null) : null;
    // The headers of a record that was added or removed are not reported.
    if (id !== null && before.files.paths.has(fileAt(path)) !== after.files.paths.has(fileAt(path))) continue;
    for (const header of new Set([...(headers?.keys() ?? []), ...(headersNow?.keys() ?? [])])) {
      const [value = null, valueNow = null] = [headers?.get(header), headersNow?.get(header)];
      if (header === 'Last-Modified' || value === valueNow) continue;
      const subject = id === null ? SITE : ({ section: 'datasources', id } as const);
      const place = { subject, target: { url: path } };
      yield changeAt(place, { what: 'header-changed', header, path, before: value, after: valueNow });
    }
  }
}

/** The headers of each path: from `_headers`, and those that do not fit there from the handler. */
function headersOf({ files }: BuiltSite): ReturnType<typeof parseHeaders> {
  const text = (file: string): string => Buffer.from(files.read(file)).toString();
  const rules = parseHeaders(text('_headers'));
  if (!files.paths.has('_worker.js')) return rules;
  const table = /^const PUBLISHED = (.*);\n/.exec(text('_worker.js'))?.[1] ?? 'null';
  for (const { path, maxAge } of ownHeadersIn(parseJson(table))) {
    rules.set(path, new Map([...(rules.get(path) ?? []), ['Cache-Control', `max-age=${maxAge}`]]));
  }
  return rules;
}

function ownHeadersIn(published: unknown): { path: string; maxAge: unknown }[] {
  const headers = isObject(published) ? published['headers'] : undefined;
  if (!isObject(headers)) return [];
  return (['datasource', 'edition'] as const).flatMap((route) =>
    itemsOf(headers[route]).flatMap((item) => {
      const [id, , maxAge = null] = itemsOf(item);
      return typeof id === 'string' && maxAge !== null ? [{ path: `${pathOf(route, id)}*`, maxAge }] : [];
    }),
  );
}

function fileAt(rule: string): string {
  return `${rule.slice(1).replace(/\*$/, '')}${RENDITIONS.json.file}`;
}

/** Compares the handlers, if both sites have one, without their first line, which lists the published ids. */
export function* compareHandlers(before: BuiltSite, after: BuiltSite): Generator<Change> {
  const handler = ({ files }: BuiltSite): string | null => {
    if (!files.paths.has('_worker.js')) return null;
    return new TextDecoder().decode(files.read('_worker.js')).replace(/^const PUBLISHED = .*\n/, '');
  };
  const [code, codeNow] = [handler(before), handler(after)];
  if (code !== null && codeNow !== null && code !== codeNow)
    yield changeAt(ofSite(ROUTES.service.path), { what: 'handler-changed' });
}

/**
 * Reads the headers of each path from a `_headers` file.
 *
 * A line that begins with white space belongs to the path above it; `! Name` only resets the header for the next line.
 */
function parseHeaders(text: string): Map<string, Map<string, string>> {
  const rules = new Map<string, Map<string, string>>();
  let current = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    if (!/^\s/.test(line)) {
      current = rules.get(line.trim()) ?? new Map();
      rules.set(line.trim(), current);
      continue;
    }
    const match = /^\s+([^!:\s][^:]*):\s*(.*)$/.exec(line);
    if (match) current.set(match[1] as string, (match[2] as string).trim());
  }
  return rules;
}

/** Counts documents whose JSON is unchanged, but another rendition is not. */
export function* compareRenditions(before: BuiltSite, after: BuiltSite): Generator<Change> {
  for (const { file: name } of Object.values(RENDITIONS)) {
    if (name === RENDITIONS.json.file) continue;
    let documents = 0;
    for (const file of before.files.paths) {
      if (!file.endsWith(`/${name}`) || !after.files.paths.has(file)) continue;
      const json = file.slice(0, -name.length) + RENDITIONS.json.file;
      if (!isSame(before, after, file) && isSame(before, after, json)) documents++;
    }
    if (documents > 0)
      yield changeAt(ofSite(ROUTES.service.path), { what: 'rendition-changed', file: name, documents });
  }
}

/** Whether a file is the same except for the service URL. */
function isSame(before: BuiltSite, after: BuiltSite, file: string): boolean {
  if (!before.files.paths.has(file) || !after.files.paths.has(file)) return false;
  if (before.serviceUrl === after.serviceUrl) return isSameFile(before.files, after.files, file);
  const text = ({ files, serviceUrl }: BuiltSite): string =>
    new TextDecoder().decode(files.read(file)).replaceAll(serviceUrl, '');
  return text(before) === text(after);
}
