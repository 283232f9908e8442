import { type BuiltSite, builtDocumentPath, hasSameContent } from '../../../cli/site/built-site.ts';
import { siteTextAt } from '../../../cli/site/read-site.ts';
import { jsonItemsOf, jsonMembersOf } from '../../../contract/base/json-values.ts';
import { jsonObjectIn } from '../../../contract/base/parse-json.ts';
import { parseHeaderRules } from '../../../contract/interface/header-rules.ts';
import { partsOfWorker } from '../../../contract/interface/published.ts';
import { SITE_MANIFEST } from '../../../contract/interface/site-manifest.ts';
import { RENDITIONS } from '../../../contract/interface/v1-renditions.ts';
import { ROUTES, type Role, resourceAt, v1Path } from '../../../contract/interface/v1-routes.ts';
import { V2_FILES } from '../../../contract/interface/v2-files.ts';
import { ASSETS_FOLDER } from '../../../contract/pages/pages.ts';
import { type Change, type ChangePlace, siteChangeAt } from './change.ts';

const EDITIONS = builtDocumentPath('editions');
const isEdition = (path: string): boolean =>
  path.startsWith(v1Path('editions').slice(1)) && path.endsWith('/index.json');

const SITE = { section: 'site', id: null } as const;
const placeAt = (url: string): ChangePlace => ({ subject: SITE, target: { url } });

/** @param records addresses that need no comparison: added and removed records, and lists */
export function* comparePaths(before: BuiltSite, after: BuiltSite, records: ReadonlySet<string>): Generator<Change> {
  const files = new Set([...before.paths, ...after.paths]);
  for (const file of [...files].sort()) {
    // The former role: a new one must not hide a file.
    const role = before.roles.get(file) ?? after.roles.get(file) ?? 'document';
    if (NOT_COMPARED.has(role) || isOfRecord(file) || [addressOf(file), `/${file}`].some((one) => records.has(one)))
      continue;
    // The address of a page or of JSON is its folder.
    const path = `/${file.replace(/(^|\/)index\.(?:html|json)$/, '$1')}`;
    const isGone = !after.paths.has(file);
    if (!isGone && before.paths.has(file)) {
      if (role !== 'derived' && !HAS_OWN_CHANGES.has(file) && !isDocument(file) && !isSame(before, after, file))
        yield siteChangeAt(placeAt(path), { what: 'path-changed', path });
    } else if (file.endsWith(`/${RENDITIONS['xml-source'].file}`)) {
      // This document has no address of its own: it exists if a data source has a source.
      const [url, field] = [addressOf(file), 'source'];
      const place = { subject: { section: 'datasources', id: resourceAt(url)?.id ?? null }, target: { url } } as const;
      yield siteChangeAt(place, { what: isGone ? 'field-removed' : 'field-added', field }, { field });
    } else if (role !== 'configuration')
      yield siteChangeAt(placeAt(path), { what: isGone ? 'path-removed' : 'path-added', path });
  }
}

/** Files outside of the interface, or implied by what is compared. */
const NOT_COMPARED: ReadonlySet<Role> = new Set(['part', 'copy', 'page', 'asset']);

/** Compared elsewhere, or different if any file is. */
const HAS_OWN_CHANGES: ReadonlySet<string> = new Set(['_headers', '_worker.js', SITE_MANIFEST]);

const addressOf = (file: string): string => `/${file.slice(0, file.lastIndexOf('/') + 1)}`;

/** Files in these folders are compared as parts of records. */
const V2_RECORD_FOLDERS = Object.values(V2_FILES)
  .filter(({ schema }) => schema === 'hashes' || schema === 'map')
  .map(({ path }) => addressOf(path.slice(1)));

const isOfRecord = (file: string): boolean => V2_RECORD_FOLDERS.includes(addressOf(file)) && file.endsWith('.json');

function isDocument(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return Object.values(RENDITIONS).some((rendition) => rendition.file === name) && resourceAt(addressOf(file)) !== null;
}

/** Elsewhere, the host's configuration has headers. */
export const hasHeaderRules = ({ paths }: BuiltSite): boolean => paths.has('_headers');

/** Ignores `Last-Modified`, which depends on the commit. */
export function* compareHeaders(before: BuiltSite, after: BuiltSite): Generator<Change> {
  if (!hasHeaderRules(before) || !hasHeaderRules(after)) return;
  const [rules, rulesNow] = [headersOf(before), headersOf(after)];
  for (const path of new Set([...rules.keys(), ...rulesNow.keys()])) {
    // Only pages load these files, which are not compared.
    if (path.startsWith(`/${ASSETS_FOLDER}`)) continue;
    const [headers, headersNow] = [rules.get(path), rulesNow.get(path)];
    const address = path.replace(/\*$/, '');
    const resource = resourceAt(address);
    const id = resource?.route === 'datasource' ? (resource.id ?? null) : null;
    const file = `${address.slice(1)}${RENDITIONS.json.file}`;
    if (id !== null && before.paths.has(file) !== after.paths.has(file)) continue;
    for (const header of new Set([...(headers?.keys() ?? []), ...(headersNow?.keys() ?? [])])) {
      const [value = null, valueNow = null] = [headers?.get(header), headersNow?.get(header)];
      if (header === 'Last-Modified' || value === valueNow) continue;
      const subject = id === null ? SITE : ({ section: 'datasources', id } as const);
      const place = { subject, target: { url: path } };
      yield siteChangeAt(place, { what: 'header-changed', header, path, before: value, after: valueNow });
    }
  }
}

/** The handler has the rules that do not fit into `_headers`. */
function headersOf(site: BuiltSite): Map<string, Map<string, string>> {
  const { rules: stated } = parseHeaderRules(siteTextAt(site, '_headers'));
  const rules = new Map(stated.map(({ path, set }) => [path, new Map(set)]));
  for (const [path, headers] of jsonMembersOf(jsonObjectIn(handlerOf(site)?.published ?? '')['headers'])) {
    // After the time of the last change: the lifetime in seconds.
    const maxAge = jsonItemsOf(headers)[1] ?? null;
    const rule = `${path}*`;
    if (maxAge !== null) rules.set(rule, new Map([...(rules.get(rule) ?? []), ['Cache-Control', `max-age=${maxAge}`]]));
  }
  return rules;
}

const handlerOf = (site: BuiltSite) =>
  site.paths.has('_worker.js') ? partsOfWorker(siteTextAt(site, '_worker.js')) : null;

/** Ignores the first line, which lists the published ids. */
export function* compareHandlers(before: BuiltSite, after: BuiltSite): Generator<Change> {
  const [handler, handlerNow] = [handlerOf(before), handlerOf(after)];
  if (handler && handlerNow && handler.code !== handlerNow.code)
    yield siteChangeAt(placeAt(ROUTES.service.path), { what: 'handler-changed' });
}

export function* compareRenditions(before: BuiltSite, after: BuiltSite): Generator<Change> {
  for (const { file: name } of Object.values(RENDITIONS)) {
    if (name === RENDITIONS.json.file) continue;
    let documents = 0;
    for (const file of before.paths) {
      if (!file.endsWith(`/${name}`) || !after.paths.has(file)) continue;
      const json = file.slice(0, -name.length) + RENDITIONS.json.file;
      // The XML list of editions has the JSON of all editions.
      const below = json === EDITIONS ? [...before.paths].filter(isEdition) : [];
      if (!isSame(before, after, file) && [json, ...below].every((path) => isSame(before, after, path))) documents++;
    }
    if (documents > 0)
      yield siteChangeAt(placeAt(ROUTES.service.path), { what: 'rendition-changed', file: name, documents });
  }
}

function isSame(before: BuiltSite, after: BuiltSite, file: string): boolean {
  if (!before.paths.has(file) || !after.paths.has(file)) return false;
  if (before.serviceUrl === after.serviceUrl) return hasSameContent(before, after, file);
  const text = (site: BuiltSite): string => new TextDecoder().decode(site.read(file)).replaceAll(site.serviceUrl, '');
  return text(before) === text(after);
}
