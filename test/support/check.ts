/** Checks a catalog as `cartalog check` does, inside the test's own process. */
import { createColors } from 'picocolors';
import {
  type CatalogFolder,
  type Finding,
  findingsAsText,
  type RenderedCatalog,
  type RuleOptions,
  renderCatalog,
} from '../../build/pipeline.ts';
import { readSiteParts } from '../../cli/package.ts';

/** How a test checks, unless it is about an option: no environment variable is set. */
export const OPTIONS: RuleOptions = { environment: {}, requireTokens: false };

/** Runs the pipeline up to rendering. Nothing is known of commits. */
export function rendered(folder: CatalogFolder, options: Partial<RuleOptions> = {}): Promise<RenderedCatalog> {
  const commits = Promise.resolve(null);
  return renderCatalog(folder, { ...OPTIONS, ...options, serviceUrl: null, commits, readParts: readSiteParts });
}

/** Findings as `cartalog check` prints them where there is no colour. */
export function asText(findings: readonly Finding[]): string {
  return findingsAsText(findings, 'catalog/', createColors(false));
}
