import { PLAIN_FILES, type PlainFile } from './plain-files.ts';
import { RENDITION_NAMES, RENDITIONS, renditionQuery } from './v1-renditions.ts';
import { READ, type Resource, resourceAt, V1_PREFIX } from './v1-routes.ts';
import { V1_SCHEMAS_PATH } from './v1-schemas.ts';
import { isBelowV2 } from './v2-files.ts';

/** @param number from 1 */
export function partPath(number: number): string {
  return number === 1 ? PLAIN_FILES.all.path : PLAIN_FILES.all.path.replace('.json', `-${number}.json`);
}

const PART = new RegExp(`^${V1_PREFIX}/all-\\d+\\.json$`);

export function isCatalogPart(path: string): boolean {
  return path === PLAIN_FILES.all.path || PART.test(path);
}

export function plainFileAt(path: string): PlainFile | null {
  if (isCatalogPart(path)) return PLAIN_FILES.all;
  if (path.startsWith(`${V1_SCHEMAS_PATH}/`)) return schemaFile(path);
  return FILE_AT.get(path) ?? null;
}

const FILE_AT: ReadonlyMap<string, PlainFile> = new Map(Object.values(PLAIN_FILES).map((file) => [file.path, file]));

function schemaFile(path: string): PlainFile {
  const contentType = path.endsWith('.xsd') ? 'application/xml' : 'application/json';
  const about = { name: 'Schema', description: 'The shape of a kind of document.', role: 'document' } as const;
  return { path, contentType, methods: READ, ...about };
}

/**
 * Null for files outside of the interface, such as pages.
 * @returns `/v1/editions/?format=xml` for `v1/editions/index.xml`; `resource` is null for a plain file
 */
export function servedAddressOf(file: string): { readonly url: string; readonly resource: Resource | null } | null {
  if (isBelowV2(`/${file}`)) return { url: `/${file}`, resource: null };
  // Pages, maybe thousands, have their own folders.
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

const FOLDER = `${V1_PREFIX}/`.slice(1);

const QUERY_OF_FILE: ReadonlyMap<string, string> = new Map(
  RENDITION_NAMES.map((name) => [RENDITIONS[name].file, renditionQuery(name)]),
);
