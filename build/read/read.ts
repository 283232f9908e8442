/** The first stage: the files of a catalog folder, each known for what it holds. */
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { byCodePoint } from '../text/order.ts';
import { type FileKind, matchLayout, nameProblem, suggestPath } from './layout.ts';

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
  const visit = (path: string): void => {
    for (const entry of listFolder(folder, path, diagnostics)) {
      // Names that begin with a dot belong to the system or an editor (.DS_Store, .x.yaml.swp).
      if (entry.name.startsWith('.')) continue;
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.type === 'folder') visit(inside);
      else if (entry.type === 'link') diagnostics.push(diagnostic('symbolic-link', inside, null, null));
      else addFile(inside, entry.type, files, diagnostics);
    }
  };
  visit('');
  reportMissing(files, diagnostics);
  files.sort((a, b) => byCodePoint(a.path, b.path));
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

function addFile(path: string, type: FolderEntry['type'], files: SourceFile[], diagnostics: Diagnostic[]): void {
  const match = type === 'file' ? matchLayout(path) : null;
  if (!match) {
    diagnostics.push(diagnostic('unexpected-file', path, null, { suggestion: suggestPath(path) }));
    return;
  }
  const why = match.name === null ? null : nameProblem(match.name);
  if (why) diagnostics.push(diagnostic('bad-file-name', path, null, { name: match.name as string, why }));
  files.push({ ...match, path });
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
  const present = new Set(files.map((file) => file.path));
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
