/** Runs read, parse and validate on all files of a catalog. */
import { type Diagnostic, isSound } from '../diagnostics/diagnostic.ts';
import type { CatalogFolder } from '../read/folder.ts';
import { listCatalogFiles } from '../read/list-files.ts';
import { withWholePatterns } from '../rules/foreign-patterns.ts';
import { Content, type Document } from '../validate/content.ts';
import { loadCatalogFile } from './load-file.ts';

/** The files of a catalog, without their invalid parts. */
export interface LoadedCatalog {
  readonly documents: readonly Document[];
  readonly content: Content;
  /** The problems of single files, and those that rules have found if they have run. */
  readonly diagnostics: readonly Diagnostic[];
  readonly fileCount: number;
}

/** Loads a whole catalog into memory. */
export function loadCatalog(folder: CatalogFolder): LoadedCatalog {
  const { files, diagnostics } = listCatalogFiles(folder);
  const paths = [...files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const documents: Document[] = [];
  for (const file of files) {
    const { value, diagnostics: faults, allowances = [] } = loadCatalogFile(folder, file);
    for (const fault of [...withWholePatterns(faults), ...allowances]) diagnostics.push(fault);
    if (value !== undefined) documents.push({ file, value, isPruned: !isSound(faults) } as Document);
  }
  return { documents, content: new Content(documents, paths), diagnostics, fileCount: files.length };
}
