/** Reads a built site for comparison. The site is not trusted: it may come from anybody's pull request. */
import type { Diagnostic } from '../../build/diagnostics/diagnostic.ts';
import { isObject } from '../../contract/base/json-values.ts';
import { jsonProblem, parseJson } from '../../contract/base/parse-json.ts';
import type { RemovalsSource } from '../../contract/generated/catalog.types.ts';
import { siteRootIn } from '../../contract/hosts.ts';
import { listedRoles, SITE_MANIFEST } from '../../contract/interface/site-manifest.ts';
import { RENDITIONS } from '../../contract/interface/v1-renditions.ts';
import { LIST_ROUTES, type Role, type RouteName, v1Path } from '../../contract/interface/v1-routes.ts';
import { CannotRunError } from '../terminal/io.ts';
import type { SiteFiles } from './read-site.ts';

/** A site whose service document has been read. */
export interface BuiltSite {
  readonly name: string;
  readonly files: SiteFiles;
  /** The service URL, without a trailing slash. */
  readonly serviceUrl: string;
  /** What its files are for; undefined if its manifest does not say. */
  readonly roles: ReadonlyMap<string, Role | undefined>;
}

/** What the files of a catalog say that its sites do not. */
export interface WrittenCatalog {
  /** The removals that are intended; none if the list has an error. */
  readonly removals: RemovalsSource;
  /** What is wrong with the list. */
  readonly diagnostics: readonly Diagnostic[];
  /** The variables whose values the sites contain, and a report must not show. */
  readonly accessTokens: readonly string[];
  /** The addresses as they are written, with the names of access tokens: `mapservers/OpenStreetMap urlPattern`. */
  readonly patterns: () => ReadonlyMap<string, string>;
  /** Writes problems of the list to stderr. @param eachWarning whether to list each, instead of one line a code */
  readonly report: (problems: readonly Diagnostic[], eachWarning: boolean) => void;
}

/** Opens a site. @param built the files that a build wrote, for any host @throws CannotRunError if it is not a site */
export function openBuiltSite(name: string, built: SiteFiles): BuiltSite {
  const path = builtDocumentPath('service');
  const root = siteRootIn((file) => built.paths.has(file), path) ?? '';
  const files = root === '' ? built : below(root, built);
  if (!files.paths.has(path)) throw notASite(name, `there is no ${path} in it`);
  const service = parseDocument(name, files, path);
  const list = LIST_ROUTES[0];
  const url = isObject(service) ? service[list] : undefined;
  if (typeof url !== 'string' || !url.endsWith(v1Path(list)))
    throw notASite(name, `${path} does not link to the lists`);
  const manifest = built.paths.has(SITE_MANIFEST) ? Buffer.from(built.read(SITE_MANIFEST)).toString() : '';
  const listed = [...listedRoles(manifest)].filter(([file]) => file.startsWith(root));
  const roles = new Map(listed.map(([file, role]) => [file.slice(root.length), role]));
  return { name, files, serviceUrl: url.slice(0, -v1Path(list).length), roles };
}

function notASite(name: string, why: string): CannotRunError {
  return new CannotRunError(
    `${name} is not a built site: ${why}; name a folder that "cartalog build --out DIR" has written.`,
  );
}

function below(root: string, { paths, size, read }: SiteFiles): SiteFiles {
  const inside = [...paths].filter((path) => path.startsWith(root));
  return {
    paths: new Set(inside.map((path) => path.slice(root.length))),
    size: (path) => size(root + path),
    read: (path) => read(root + path),
  };
}

/** The file that holds the JSON of a resource. */
export function builtDocumentPath(route: RouteName, id?: string): string {
  return `${v1Path(route, id).slice(1)}${RENDITIONS.json.file}`;
}

/**
 * Reads the JSON of a document. Links below the service URL become paths, so that sites with different addresses can
 * be compared. Undefined if the document does not exist.
 *
 * @throws CannotRunError if the file is not JSON
 */
export function readDocument({ name, files, serviceUrl }: BuiltSite, path: string): unknown {
  return files.paths.has(path) ? parseDocument(name, files, path, serviceUrl) : undefined;
}

/** @param linkStart what is left out at the beginning of links */
function parseDocument(name: string, files: SiteFiles, path: string, linkStart = ''): unknown {
  const bytes = files.read(path);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parseJson(text.replaceAll(`"${linkStart}/v`, '"/v'));
  } catch (error) {
    throw notASite(name, `${path} is ${jsonProblem(error)}`);
  }
}

/** Whether two files are the same, byte for byte. */
export function hasSameContent(before: SiteFiles, after: SiteFiles, path: string): boolean {
  return before.size(path) === after.size(path) && Buffer.compare(before.read(path), after.read(path)) === 0;
}
