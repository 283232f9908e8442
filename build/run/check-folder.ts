/** Checks a catalog without publishing it. */
import { DEFAULT_HOST, type HostName } from '../../contract/hosts.ts';
import { isSound } from '../diagnostics/diagnostic.ts';
import type { CatalogFolder, OnProgress } from '../read/folder.ts';
import { rereadableFolder } from '../read/rereadable.ts';
import type { Finding } from '../report/findings.ts';
import { findingsInFolder } from '../report/positions.ts';
import type { RuleOptions } from '../rules/run-rules.ts';
import { type Publisher, runStages } from './stages.ts';

/** The problems of a catalog. */
export interface CheckedFolder {
  /** By file in code-point order, then by position. */
  readonly findings: readonly Finding[];
  readonly fileCount: number;
  readonly isEmpty: boolean;
  /** The host that site.yaml names; null if the catalog has errors. */
  readonly target: HostName | null;
}

/**
 * Finds every problem of the files of a catalog. What depends on the whole site, the limits of its host and collisions
 * with the owner's files, is found by rendering it.
 *
 * @param readParts reads what does not come from the catalog, which may throw; called if the records have no errors
 */
export async function checkFolder(
  folder: CatalogFolder,
  options: RuleOptions,
  readParts: () => void,
  onProgress?: OnProgress,
): Promise<CheckedFolder> {
  const files = rereadableFolder(folder);
  const { publisher, ...found } = await runStages(files, {
    ...options,
    onProgress,
    publisherOf: (records): Publisher & { readonly target: HostName } => {
      readParts();
      const [site] = records.of('site');
      return { target: site?.value.target ?? DEFAULT_HOST, publish: (_id, _digests, load) => void load() };
    },
  });
  return {
    findings: findingsInFolder(files, found.diagnostics),
    fileCount: found.fileCount,
    isEmpty: found.isEmpty,
    target: publisher && isSound(found.diagnostics) ? publisher.target : null,
  };
}
