import type { Diagnostic } from '../../build/diagnostics/diagnostic.ts';
import { isObject } from '../../contract/base/json-values.ts';
import { readJson } from '../../contract/base/parse-json.ts';
import type { RemovalsSource } from '../../contract/generated/catalog.types.ts';
import { PLAIN_FILES } from '../../contract/interface/plain-files.ts';
import { listedRoles, SITE_MANIFEST } from '../../contract/interface/site-manifest.ts';
import { RENDITIONS } from '../../contract/interface/v1-renditions.ts';
import { LIST_ROUTES, type Role, type RouteName, v1Path } from '../../contract/interface/v1-routes.ts';
import { SIGNATURE_ENDING } from '../../contract/signing/minisign.ts';
import { CannotRunError } from '../terminal/io.ts';
import { type SiteFiles, siteIn, siteTextAt } from './read-site.ts';

export interface BuiltSite extends SiteFiles {
  readonly name: string;
  /** Without a trailing slash. */
  readonly serviceUrl: string;
  /** Undefined if an older program built the site. */
  readonly roles: ReadonlyMap<string, Role | undefined>;
}

/** A site is signed after its build, and the manifest does not list itself. */
const UNLISTED: readonly (readonly [string, Role])[] = [
  [SITE_MANIFEST, 'configuration'],
  [PLAIN_FILES.manifest.path.slice(1) + SIGNATURE_ENDING, 'part'],
];

/** Facts that only the catalog has, not its sites. */
export interface WrittenCatalog {
  /** Empty after an error. */
  readonly removals: RemovalsSource;
  /** Of `removals.yaml`. */
  readonly diagnostics: readonly Diagnostic[];
  /** Sites contain their values, which reports must not show. */
  readonly accessTokens: readonly string[];
  /** As written, with names of access tokens, by map and key: `mapservers/OpenStreetMap urlPattern`. */
  readonly patterns: () => ReadonlyMap<string, string>;
  /** @param eachWarning lists each; otherwise a code has one line */
  readonly report: (problems: readonly Diagnostic[], eachWarning: boolean) => void;
}

export function openBuiltSite(name: string, built: SiteFiles): BuiltSite {
  const path = builtDocumentPath('service');
  const site = siteIn(built, path);
  if (!site) throw notASite(name, `there is no ${path} in it`);
  const { root } = site;
  const listed = [...listedRoles(siteTextAt(built, SITE_MANIFEST))].filter(([file]) => file.startsWith(root));
  const roles = new Map([...UNLISTED, ...listed.map(([file, role]) => [file.slice(root.length), role] as const)]);
  const service = readDocument({ ...site, name, roles, serviceUrl: '' }, path);
  const list = LIST_ROUTES[0];
  const url = isObject(service) ? service[list] : undefined;
  if (typeof url !== 'string' || !url.endsWith(v1Path(list)))
    throw notASite(name, `${path} does not link to the lists`);
  return { ...site, name, roles, serviceUrl: url.slice(0, -v1Path(list).length) };
}

function notASite(name: string, why: string): CannotRunError {
  return new CannotRunError(
    `${name} is not a built site: ${why}; name a folder that "cartalog build --out DIR" has written.`,
  );
}

export function builtDocumentPath(route: RouteName, id?: string): string {
  return `${v1Path(route, id).slice(1)}${RENDITIONS.json.file}`;
}

/**
 * Links below the service URL become paths, to compare sites with different addresses. Undefined if the document does
 * not exist.
 */
export function readDocument(site: BuiltSite, path: string): unknown {
  if (!site.paths.has(path)) return undefined;
  const found = readJson(site.read(path), (text) => text.replaceAll(`"${site.serviceUrl}/v`, '"/v'));
  if ('problem' in found) throw notASite(site.name, `${path} is ${found.problem}`);
  return found.value;
}

export function hasSameContent(before: SiteFiles, after: SiteFiles, path: string): boolean {
  return before.size(path) === after.size(path) && Buffer.compare(before.read(path), after.read(path)) === 0;
}
