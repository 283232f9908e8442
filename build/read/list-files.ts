import { TEXT_LIMITS } from '../../contract/base/limits.ts';
import { byCodePoint, itemsByKey, sortedByCodePoint } from '../../contract/base/text.ts';
import { SECTIONS } from '../../contract/data-sources/sections.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { fileNameProblem } from './file-names.ts';
import type { CatalogFolder } from './folder.ts';
import { isCatalogLayoutFolder, matchCatalogLayout, pathOfRole, type SourceFile } from './layout.ts';
import { isBackup, possibleCatalogPaths, suggestPath } from './possible-paths.ts';
import { unreadableFile } from './read.ts';

export function listCatalogFiles(folder: CatalogFolder): { files: SourceFile[]; diagnostics: Diagnostic[] } {
  const found: SourceFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const strays: string[] = [];
  for (const entry of folder.entries()) {
    const { path } = entry;
    // They belong to the system or an editor (.DS_Store, .x.yaml.swp).
    if (/(?:^|\/)\./.test(path)) continue;
    const match = matchCatalogLayout(path);
    if (entry.type === 'unreadable') diagnostics.push(unreadableFile(path, entry.error));
    else if (entry.type === 'link') diagnostics.push(diagnostic('symbolic-link', path, null, null));
    else if (entry.type === 'other') diagnostics.push(diagnostic('special-file', path, null, null));
    else if (match) found.push({ ...match, path });
    else strays.push(path);
  }
  const files = sortedByCodePoint(found, ({ path }) => path);
  reportStrays(strays, diagnostics);
  reportNames(files, diagnostics);
  reportMissing(files, diagnostics);
  return { files, diagnostics };
}

function reportStrays(paths: readonly string[], diagnostics: Diagnostic[]): void {
  const folders = itemsByKey([...paths].sort(byCodePoint), (path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return isCatalogLayoutFolder(folder) ? path : folder;
  });
  for (const [first, ...others] of folders.values()) {
    const path = first as string;
    // Commits do not limit the length of paths. A message would repeat it.
    const isLong = path.length > TEXT_LIMITS.path;
    const suggestion = isLong ? null : suggestPath(path);
    const places = isLong || suggestion ? [] : possibleCatalogPaths(path);
    diagnostics.push(
      diagnostic('unexpected-file', path, null, {
        suggestion,
        places,
        isBackup: isBackup(path),
        others: others.length,
      }),
    );
  }
}

function reportNames(files: readonly SourceFile[], diagnostics: Diagnostic[]): void {
  const reported = new Set<string>();
  for (const { path, name } of files) {
    const why = name === null ? null : fileNameProblem(name);
    const namedPath = path.split('/').slice(0, 2).join('/');
    if (name === null || why === null || reported.has(namedPath)) continue;
    reported.add(namedPath);
    diagnostics.push(diagnostic('bad-file-name', path, null, { name, why }));
  }
}

function reportMissing(files: readonly SourceFile[], diagnostics: Diagnostic[]): void {
  // An unusable or misspelt file is not also missing.
  const present = new Set([...files.map(({ path }) => path), ...diagnostics.flatMap(meantPaths)]);
  if (!present.has('site.yaml')) {
    const why = 'it sets the name and the address of the catalog';
    diagnostics.push(diagnostic('missing-file', 'site.yaml', null, { why }));
  }
  const entryFiles = files.filter(({ role }) => SECTIONS.some((section) => section === role));
  for (const name of new Set(entryFiles.map((file) => file.name as string))) {
    const path = pathOfRole('datasource', name);
    if (present.has(path)) continue;
    const why = 'it sets the name of the data source and the address of its files';
    diagnostics.push(diagnostic('missing-file', path, null, { why }));
  }
}

function meantPaths({ code, file, details }: Diagnostic): string[] {
  const { suggestion = null } = code === 'unexpected-file' ? (details as { suggestion: string | null }) : {};
  return suggestion === null ? [file] : [file, suggestion];
}
