/** `public/` and `_headers` of the owner are beside the catalog folder. */
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { diskObjection } from '../../build/diagnostics/portable-path.ts';
import type { PublicFile, SiteParts } from '../../build/render/site-parts.ts';
import { fold } from '../../contract/base/fold.ts';
import { parseHeaderRules } from '../../contract/interface/header-rules.ts';
import { ASSETS_FOLDER } from '../../contract/pages/pages.ts';
import { folderInRepository, ownerPathsOf, realPath } from '../git/repository-place.ts';
import { PACKAGE_ROOT } from '../program/package.ts';
import { CannotRunError, whileReading } from '../terminal/io.ts';
import { readPublicFiles } from './static-files.ts';

export interface OwnedParts extends SiteParts {
  readonly ownFiles: number;
  readonly hasOwnHeaders: boolean;
}

interface OwnFiles {
  readonly files: readonly PublicFile[];
  readonly headers: string | null;
}

/**
 * Empty in a checkout of the program, whose files are the program's.
 * @param catalog absolute, before links are resolved
 */
export function readOwnFiles(catalog: string): OwnFiles {
  if (realPath(dirname(catalog)) === realPath(PACKAGE_ROOT)) return { files: [], headers: null };
  const { publicFolder, headersFile } = ownerPathsOf(catalog);
  const files = isThere(publicFolder, 'folder')
    ? whileReading('public beside the catalog folder', () => readPublicFiles(publicFolder).map(readNow))
    : [];
  for (const { path } of files) {
    const why = whyUnpublished(path);
    if (why !== null) throw new CannotRunError(`public/${path} ${why}.`);
  }
  const headers = isThere(headersFile, 'file')
    ? whileReading('_headers beside the catalog folder', () => readFileSync(headersFile, 'utf8'))
    : null;
  const fault = parseHeaderRules(headers ?? '').faults[0];
  if (fault !== undefined)
    throw new CannotRunError(
      `_headers beside the catalog folder, line ${fault.line}: ${fault.why}. Cloudflare would ignore this line, or fail.`,
    );
  return { files, headers };
}

/**
 * The owner's files replace the program's. The owner's header rules come last: they can remove (`! Name`) and replace
 * the program's.
 */
export function withOwnFiles(parts: SiteParts, catalog: string): OwnedParts {
  const { files: own, headers } = readOwnFiles(catalog);
  const files = new Map([...parts.publicFiles, ...own].map((file) => [file.path, file]));
  return {
    ...parts,
    page: parts.page && { ...parts.page, catalogFolder: folderInRepository(catalog) },
    publicFiles: [...files.values()],
    headers: headers === null ? parts.headers : `${parts.headers.trimEnd()}\n\n${headers.trim()}\n`,
    ownFiles: own.length,
    hasOwnHeaders: headers !== null,
  };
}

/** The file may change later. */
function readNow({ path, content }: PublicFile): PublicFile {
  return { path, size: content.length, content };
}

function whyUnpublished(path: string): string | null {
  if (fold(path).startsWith(fold(ASSETS_FOLDER))) {
    return `would be kept by browsers for a year, as the scripts of the pages in ${ASSETS_FOLDER} are; move it to another folder`;
  }
  const why = diskObjection(path);
  if (why !== null) return `cannot be published: ${why}; rename it`;
  const isHeaders = fold(path) === fold('_headers');
  return isHeaders ? 'contains header rules and is not a page; move it out of public, beside it, as _headers' : null;
}

/** Capitals count: `Public` is a folder for sharing files, not for publishing. */
function isThere(path: string, type: 'folder' | 'file'): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || (!found.isSymbolicLink() && basename(realPath(path)) !== basename(path))) return false;
  if (type === 'folder' ? found.isDirectory() : found.isFile()) return true;
  throw new CannotRunError(
    `${basename(path)} beside the catalog folder is not a ${type}; rename it, or put a ${type} in its place.`,
  );
}
