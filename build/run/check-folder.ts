import { DEFAULT_HOST, type HostName } from '../../contract/hosts.ts';
import { isSound } from '../diagnostics/diagnostic.ts';
import type { CatalogFolder, OnProgress } from '../read/folder.ts';
import { rereadableFolder } from '../read/rereadable.ts';
import type { Finding } from '../report/findings.ts';
import { findingsInFolder } from '../report/positions.ts';
import type { RuleOptions } from '../rules/run-rules.ts';
import { checkRecords } from './stages.ts';

export interface CheckedFolder {
  /** Sorted by file in code-point order, then by position. */
  readonly findings: readonly Finding[];
  readonly fileCount: number;
  /** No map, data source or edition. */
  readonly isEmpty: boolean;
  /** Null if the catalog has errors. */
  readonly target: HostName | null;
}

/**
 * Finds every problem of files. Rendering finds problems of the site: limits of its host, and collisions with the
 * owner's files.
 * @param readParts reads what is not from the catalog, and may throw; called if the records have no errors
 */
export function checkFolder(
  folder: CatalogFolder,
  options: RuleOptions,
  readParts: () => void,
  onProgress?: OnProgress,
): CheckedFolder {
  const files = rereadableFolder(folder);
  const checked = checkRecords(files, { ...options, onProgress });
  if (checked.isSound) readParts();
  const { diagnostics, ...found } = checked.checkEntries();
  const [site] = checked.records.of('site');
  const target = isSound(diagnostics) ? (site?.value.target ?? DEFAULT_HOST) : null;
  return { ...found, findings: findingsInFolder(files, diagnostics), target };
}
