/** The files that are published beside the documents. Each has one form; `format` and `Accept` have no effect. */

import { RENDITION_NAMES, RENDITIONS, renditionQuery } from './v1-renditions.ts';
import { READ, READ_STATIC, type Resource, type Role, resourceAt, V1_PREFIX } from './v1-routes.ts';
import { V1_SCHEMAS_PATH } from './v1-schemas.ts';
import { isBelowV2 } from './v2-files.ts';

const JSON_TYPE = 'application/json';

/** A plain file, or several whose paths differ in parts. */
export interface PlainFile {
  /** The path; the first one if there may be several. */
  readonly path: string;
  readonly contentType: string;
  readonly methods: readonly string[];
  /** The name and description in the response to OPTIONS, and in `openapi.json`. */
  readonly name: string;
  readonly description: string;
  readonly role: Role;
}

/** A file that the handler serves. */
const handled = (path: string, name: string, description: string, role: Role) => {
  return { path: V1_PREFIX + path, contentType: JSON_TYPE, methods: READ, name, description, role };
};

/** A file at the root, which is served without the handler. */
const atRoot = (path: string, contentType: string, name: string, description: string) => {
  return { path, contentType, methods: READ_STATIC, name, description, role: 'derived' } as const;
};

/** The plain files that every catalog has. */
export const PLAIN_FILES = {
  openapi: handled('/openapi.json', 'Description', 'This interface, in OpenAPI 3.1.', 'document'),
  all: handled('/all.json', 'Whole catalog', 'Every record of the catalog, in one file or a few.', 'derived'),
  manifest: atRoot('/manifest.json', JSON_TYPE, 'Manifest', 'Everything that is published, with sizes and checksums.'),
  changes: atRoot('/changes.json', 'application/feed+json', 'Changes', 'What changed in the catalog, as a JSON Feed.'),
  changesAtom: atRoot(
    '/changes.atom',
    'application/atom+xml',
    'Changes',
    'What changed in the catalog, as an Atom feed.',
  ),
} as const satisfies Record<string, PlainFile>;

/** Those outside of the interface's folder, which the rules for everything below it do not match. */
export const ROOT_FILES: readonly PlainFile[] = Object.values(PLAIN_FILES).filter(
  ({ path }) => !path.startsWith(`${V1_PREFIX}/`),
);

/** The path of a part of the whole catalog. Parts are numbered from 1. */
export function partPath(number: number): string {
  return number === 1 ? PLAIN_FILES.all.path : PLAIN_FILES.all.path.replace('.json', `-${number}.json`);
}

const PART = new RegExp(`^${V1_PREFIX}/all-\\d+\\.json$`);

/** Whether a path is that of a part of the whole catalog, including the first. */
export function isCatalogPart(path: string): boolean {
  return path === PLAIN_FILES.all.path || PART.test(path);
}

/** The plain file at a path. Whether the catalog has it is not checked. */
export function plainFileAt(path: string): PlainFile | null {
  if (isCatalogPart(path)) return PLAIN_FILES.all;
  if (path.startsWith(`${V1_SCHEMAS_PATH}/`)) return schemaFile(path);
  return FILE_AT.get(path) ?? null;
}

const FILE_AT: ReadonlyMap<string, PlainFile> = new Map(Object.values(PLAIN_FILES).map((file) => [file.path, file]));

function schemaFile(path: string): PlainFile {
  const contentType = path.endsWith('.xsd') ? 'application/xml' : JSON_TYPE;
  const about = { name: 'Schema', description: 'The shape of a kind of document.', role: 'document' } as const;
  return { path, contentType, methods: READ, ...about };
}

/**
 * The address at which a file of a site is served; null if it is neither a document nor a plain file: a page, for
 * example, which hosts may change.
 *
 * @returns `/v1/editions/?format=xml` for `v1/editions/index.xml`, with the resource; no resource for a plain file
 */
export function servedAddressOf(file: string): { readonly url: string; readonly resource: Resource | null } | null {
  if (isBelowV2(`/${file}`)) return { url: `/${file}`, resource: null };
  // Pages have their own folders. There may be thousands.
  if (file.includes('/') && !file.startsWith(FOLDER)) return null;
  const end = file.lastIndexOf('/') + 1;
  const query = QUERY_OF_FILE.get(file.slice(end));
  if (query !== undefined) {
    const folder = `/${file.slice(0, end)}`;
    const resource = resourceAt(folder);
    if (resource) return { url: folder + query, resource };
  }
  return plainFileAt(`/${file}`) && { url: `/${file}`, resource: null };
}

/** The folder of the interface in a site. */
const FOLDER = `${V1_PREFIX}/`.slice(1);

const QUERY_OF_FILE: ReadonlyMap<string, string> = new Map(
  RENDITION_NAMES.map((name) => [RENDITIONS[name].file, renditionQuery(name)]),
);

/** The `Link` header of `/v1/`, which leads programs to `openapi.json` (RFC 8631). */
export const DESCRIPTION_LINK = `<${PLAIN_FILES.openapi.path}>; rel="service-desc"`;
