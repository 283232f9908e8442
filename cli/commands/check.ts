/** `cartalog check`: every problem of a catalog, nothing written. */
import { summary } from '../../build/diagnostics/summary.ts';
import type { ExitStatus, Io } from '../io/io.ts';
import { type CatalogOptions, renderCatalog } from './catalog.ts';
import { writeFindings } from './findings.ts';

export type CheckOptions = Pick<CatalogOptions, 'catalog' | 'requireTokens'>;

export async function check(io: Io, options: CheckOptions): Promise<ExitStatus> {
  const { findings, fileCount } = await renderCatalog(io, { ...options, serviceUrl: null }, false);
  writeFindings(io, io.stdout, options.catalog, findings);
  io.stderr.write(`${fileCount} files checked: ${summary(findings)}\n`);
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}
