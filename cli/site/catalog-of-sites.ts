import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CatalogFolder } from '../../build/read/folder.ts';
import { pathOfRole, type SourceFile } from '../../build/read/layout.ts';
import { listCatalogFiles } from '../../build/read/list-files.ts';
import { rereadableFolder } from '../../build/read/rereadable.ts';
import { findingsInFolder } from '../../build/report/positions.ts';
import { loadCatalogFile } from '../../build/run/load-file.ts';
import type { RemovalsSource, SiteSource } from '../../contract/generated/catalog.types.ts';
import { mapAddresses, PUBLISHED_MEMBER_NAMES } from '../../contract/maps/map-types.ts';
import { openCatalogFolder } from '../catalog/catalog-folder.ts';
import { openCatalogAt } from '../git/commit-folder.ts';
import type { Io } from '../terminal/io.ts';
import { writeFindings } from '../terminal/print-findings.ts';
import type { WrittenCatalog } from './built-site.ts';

interface CatalogPlace {
  /** Relative to the working folder; null for the usual one, which may be missing. */
  readonly catalog: string | null;
  /** A branch, tag or commit; left out for the disk. */
  readonly at?: string | undefined;
}

/** @returns null without a catalog in the usual place: sites can be compared without one */
export async function openWrittenCatalog(io: Io, { catalog, at }: CatalogPlace): Promise<WrittenCatalog | null> {
  const name = catalog ?? 'catalog';
  if (at !== undefined) return writtenCatalog(io, (await openCatalogAt(io, name, at)).folder, name);
  if (catalog === null && !existsSync(resolve(io.cwd, name))) return null;
  return writtenCatalog(io, rereadableFolder(openCatalogFolder(io, name)), name);
}

function writtenCatalog(io: Io, folder: CatalogFolder, name: string): WrittenCatalog {
  const site = loadCatalogFile(folder, fileOfRole('site')).value as Partial<SiteSource> | undefined;
  return {
    ...readRemovals(folder),
    accessTokens: site?.accessTokens ?? [],
    patterns: () => readPatterns(folder),
    report: (problems, eachWarning) =>
      writeFindings(io, io.stderr, name, findingsInFolder(folder, problems), eachWarning),
  };
}

const fileOfRole = (role: 'removals' | 'site'): SourceFile => ({ path: pathOfRole(role), role, name: null });

function readRemovals(folder: CatalogFolder): Pick<WrittenCatalog, 'removals' | 'diagnostics'> {
  if (!listCatalogFiles(folder).files.some(({ role }) => role === 'removals')) return { removals: [], diagnostics: [] };
  const { value: list, diagnostics } = loadCatalogFile(folder, fileOfRole('removals'));
  return { removals: diagnostics.length === 0 ? (list as RemovalsSource) : [], diagnostics };
}

function readPatterns(folder: CatalogFolder): ReadonlyMap<string, string> {
  const patterns = new Map<string, string>();
  for (const file of listCatalogFiles(folder).files) {
    if (file.role !== 'mapserver' && file.role !== 'overlayserver' && file.role !== 'map') continue;
    const record = (loadCatalogFile(folder, file).value ?? {}) as Readonly<Record<string, unknown>>;
    const id = file.role === 'map' ? record['name'] : record['id'];
    for (const [key, address] of mapAddresses(record))
      patterns.set(`${file.role}s/${id} ${PUBLISHED_MEMBER_NAMES[key] ?? key}`, address);
  }
  return patterns;
}
