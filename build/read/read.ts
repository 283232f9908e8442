/** The first stage: the files of a catalog folder, each known for what it holds. */

import { byCodePoint } from '../../contract/text.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { type FileKind, hasPlaceIn, matchLayout, nameProblem, suggestPath } from './layout.ts';

/** One entry of a folder, as the system lists it. */
export interface FolderEntry {
  readonly name: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
}

/** How the stage reaches a catalog folder. Paths are inside it, with `/`; the folder itself is `''`. */
export interface CatalogFolder {
  list(path: string): readonly FolderEntry[];
  size(path: string): number;
  read(path: string): Uint8Array;
}

/** A catalog file, not yet read. */
export interface SourceFile {
  /** Inside the catalog folder, with `/`. */
  readonly path: string;
  readonly kind: FileKind;
  /** The free name in its path: the id of a data source or edition; null where the path has none. */
  readonly name: string | null;
}

const MEBIBYTE = 1024 * 1024;
const LARGEST_FILE = 100 * MEBIBYTE;

/** Lists a catalog folder, by path in code-point order. What does not belong in it becomes a diagnostic. */
export function readCatalog(folder: CatalogFolder): { files: SourceFile[]; diagnostics: Diagnostic[] } {
  const files: SourceFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const strays: string[] = [];
  const visit = (path: string): void => {
    for (const entry of listFolder(folder, path, diagnostics)) {
      // Names that begin with a dot belong to the system or an editor (.DS_Store, .x.yaml.swp).
      if (entry.name.startsWith('.')) continue;
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      const match = matchLayout(inside);
      if (entry.type === 'folder') visit(inside);
      else if (entry.type === 'link') diagnostics.push(diagnostic('symbolic-link', inside, null, null));
      else if (entry.type === 'other') diagnostics.push(diagnostic('special-file', inside, null, null));
      else if (match) files.push({ ...match, path: inside });
      else strays.push(inside);
    }
  };
  visit('');
  files.sort((a, b) => byCodePoint(a.path, b.path));
  reportStrays(strays, diagnostics);
  reportNames(files, diagnostics);
  reportMissing(files, diagnostics);
  return { files, diagnostics };
}

function listFolder(folder: CatalogFolder, path: string, diagnostics: Diagnostic[]): readonly FolderEntry[] {
  try {
    return folder.list(path);
  } catch (error) {
    diagnostics.push(diagnostic('unreadable-file', path, null, { reason: reasonOf(error) }));
    return [];
  }
}

/** A folder in which nothing belongs is one cause, however many files are in it. */
function reportStrays(paths: readonly string[], diagnostics: Diagnostic[]): void {
  const folders = new Map<string, string[]>();
  for (const path of [...paths].sort(byCodePoint)) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const group = hasPlaceIn(folder) ? path : folder;
    folders.set(group, [...(folders.get(group) ?? []), path]);
  }
  for (const [first, ...others] of folders.values()) {
    const suggestion = suggestPath(first as string);
    diagnostics.push(diagnostic('unexpected-file', first as string, null, { suggestion, others: others.length }));
  }
}

/** The name of a folder is one cause, however many files are in it. */
function reportNames(files: readonly SourceFile[], diagnostics: Diagnostic[]): void {
  const reported = new Set<string>();
  for (const { path, name } of files) {
    const why = name === null ? null : nameProblem(name);
    const named = path.split('/').slice(0, 2).join('/');
    if (name === null || why === null || reported.has(named)) continue;
    reported.add(named);
    diagnostics.push(diagnostic('bad-file-name', path, null, { name, why }));
  }
}

/** Reads the bytes of a file, or says why that cannot be done. */
export function readBytes(folder: CatalogFolder, file: SourceFile): { bytes: Uint8Array } | { problem: Diagnostic } {
  try {
    const mebibytes = Math.ceil(folder.size(file.path) / MEBIBYTE);
    if (mebibytes > LARGEST_FILE / MEBIBYTE) {
      return { problem: diagnostic('file-too-large', file.path, null, { mebibytes }) };
    }
    return { bytes: folder.read(file.path) };
  } catch (error) {
    return { problem: diagnostic('unreadable-file', file.path, null, { reason: reasonOf(error) }) };
  }
}

function reportMissing(files: readonly SourceFile[], diagnostics: Diagnostic[]): void {
  // A file that is there and cannot be used, or that has a slip in its name, is not missing as well.
  const present = new Set([...files.map(({ path }) => path), ...diagnostics.flatMap(meantPaths)]);
  if (!present.has('site.yaml')) {
    const why = 'it says what the catalog is called and where it is published';
    diagnostics.push(diagnostic('missing-file', 'site.yaml', null, { why }));
  }
  const groups = files.filter((file) => ['files', 'maps', 'themes'].includes(file.kind));
  for (const name of new Set(groups.map((file) => file.name as string))) {
    const path = `datasources/${name}/datasource.yaml`;
    if (present.has(path)) continue;
    const why = 'it says what the data source is called and where its files come from';
    diagnostics.push(diagnostic('missing-file', path, null, { why }));
  }
}

/** The paths that a diagnostic already speaks of. */
function meantPaths({ code, file, details }: Diagnostic): string[] {
  return code === 'unexpected-file' && details.suggestion ? [file, details.suggestion] : [file];
}

/** The reason in a system's error, in words, without the path of the machine. */
function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ENOENT: 'it is no longer there',
    EISDIR: 'it is a folder',
    EIO: 'the disk reports an error',
    EMFILE: 'too many files are open',
  };
  return reasons[code] ?? (code || String(error));
}

/**
 * Told between one file and the next what is being done.
 *
 * @param what the work, as a verb in its -ing form with a capital: `Checking`
 * @param done how many of the files are behind
 * @param path the file that is next
 */
export type OnProgress = (what: string, done: number, total: number, path: string) => void;
