/** Checks a catalog as `cartalog check` does, inside the test's own process. */
import { createColors } from 'picocolors';
import type { Catalog } from '../../build/model/catalog.ts';
import { modelOf } from '../../build/model/model.ts';
import {
  type CatalogFolder,
  checkCatalog,
  type Finding,
  findingsAsText,
  type RenderedCatalog,
  type RuleOptions,
  renderCatalog,
} from '../../build/pipeline.ts';
import { readSiteParts } from '../../cli/package.ts';
import { type Files, memoryFolder, SMALL } from './catalogs.ts';

/** How a test checks, unless it is about an option: no environment variable is set. */
export const OPTIONS: RuleOptions = { environment: {}, requireTokens: false };

/** Runs the pipeline up to rendering. Nothing is known of commits. */
export function rendered(folder: CatalogFolder, options: Partial<RuleOptions> = {}): Promise<RenderedCatalog> {
  const commits = Promise.resolve(null);
  return renderCatalog(folder, { ...OPTIONS, ...options, serviceUrl: null, commits, readParts: readSiteParts });
}

/** A catalog without faults as it is published, before it is rendered. */
export function modelled(files: Files = SMALL): Catalog {
  return modelOf(checkCatalog(memoryFolder(files), OPTIONS).content, { ...OPTIONS, serviceUrl: null });
}

/** Findings as `cartalog check` prints them where there is no colour. */
export function asText(findings: readonly Finding[]): string {
  return findingsAsText(findings, 'catalog/', createColors(false));
}
