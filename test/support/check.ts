/** Checks a catalog as `cartalog check` does, without starting a process. */
import type { Catalog } from '../../build/model/catalog.ts';
import { catalogModelOf } from '../../build/model/model.ts';
import type { CatalogFolder } from '../../build/read/folder.ts';
import { memorySiteSink } from '../../build/render/core/asset.ts';
import { HOST_CONFIGURATIONS } from '../../build/render/hosts/all-configurations.ts';
import type { SiteParts } from '../../build/render/site-parts.ts';
import type { Finding } from '../../build/report/findings.ts';
import { findingsAsText } from '../../build/report/print.ts';
import type { RuleOptions } from '../../build/rules/run-rules.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { type RenderedCatalog, type RenderOptions, renderCatalog } from '../../build/run/rendering.ts';
import { readSiteParts } from '../../cli/program/read-site-parts.ts';
import { type Files, memoryFolder, SMALL } from './catalogs.ts';
import type { SiteInMemory } from './whole-site.ts';

/** The options of tests that are not about options: no environment variable is set. */
export const OPTIONS: RuleOptions = { environment: {}, requireTokens: false };

/** What goes into a site in addition to its catalog, without pages: these have tests of their own. */
export const readPartsWithoutPages = (): SiteParts => ({ ...readSiteParts(), page: null });

export interface RenderedInMemory extends RenderedCatalog {
  readonly site: SiteInMemory | null;
}

/** Runs the pipeline up to rendering, by default without any history, and without pages. */
export async function rendered(
  folder: CatalogFolder,
  options: Partial<Omit<RenderOptions, 'openSink'>> = {},
): Promise<RenderedInMemory> {
  const { sink, assets } = memorySiteSink();
  const outcome = await renderCatalog(folder, {
    ...OPTIONS,
    serviceUrl: null,
    commits: Promise.resolve(null),
    readParts: readPartsWithoutPages,
    configurations: HOST_CONFIGURATIONS,
    openSink: async () => sink,
    ...options,
  });
  return { ...outcome, site: outcome.site && { ...outcome.site, assets } };
}

/** The model of a catalog without errors. */
export const modelled = (files: Files = SMALL): Catalog =>
  catalogModelOf(checkCatalog(memoryFolder(files), OPTIONS).content, { ...OPTIONS, serviceUrl: null });

/** Findings as `cartalog check` prints them without colours. */
export const asText = (findings: readonly Finding[]): string => findingsAsText(findings, 'catalog/', false);
