/** All stages but `write`: checks a catalog and, while it has no errors, renders it. */
import { type Host, type HostName, localHostFor } from '../../contract/hosts.ts';
import { cappedDiagnostics, isSound } from '../diagnostics/diagnostic.ts';
import { type Commits, catalogHistoryOf } from '../history/history.ts';
import { catalogWithoutEntries, chosenHost, dataSourceOf, siteHasPages } from '../model/model.ts';
import { mapStatusesAt } from '../model/statuses.ts';
import type { CatalogFolder, OnProgress } from '../read/folder.ts';
import { type RereadableFolder, rereadableFolder } from '../read/rereadable.ts';
import type { SiteSink } from '../render/core/asset.ts';
import type { Configurations } from '../render/hosts/configuration-input.ts';
import { checkHostLimits, siteDiagnostic, tooManyFiles } from '../render/hosts/host-limits.ts';
import { filesOfRecords } from '../render/known-files.ts';
import type { SiteInput } from '../render/publication.ts';
import { type Site, SiteAssembly, type SiteRequests } from '../render/site.ts';
import type { SiteParts } from '../render/site-parts.ts';
import type { Finding } from '../report/findings.ts';
import { findingsInFolder } from '../report/positions.ts';
import type { RuleOptions } from '../rules/run-rules.ts';
import type { Content } from '../validate/content.ts';
import { loadingChanged, makingChanged, type RenderMemory } from './memory.ts';
import { checkRecords, type PublishDataSource } from './stages.ts';

/** What decides the site besides the files of the catalog. */
export interface RenderOptions extends RuleOptions {
  /** This and the next two override site.yaml. */
  readonly serviceUrl: string | null;
  readonly target?: HostName | undefined;
  readonly pages?: boolean | undefined;
  /** The Cloudflare runtime on this machine replaces the site's host. */
  readonly isServedHere?: boolean | undefined;
  /** Compressed copies, if the host sends them. */
  readonly precompress?: boolean | undefined;
  readonly configurations: Configurations;
  /** Null if unknown or not needed. */
  readonly commits: Promise<Commits | null>;
  /** What is not from the catalog; called only if all files without entries are valid. */
  readonly readParts: () => SiteParts;
  readonly openSink: (host: Host) => Promise<SiteSink>;
  /** What this process rendered before. It is updated. */
  readonly memory?: RenderMemory | undefined;
  /** Answered before the site is complete. */
  readonly requests?: SiteRequests | undefined;
}

export interface RenderedCatalog {
  readonly findings: readonly Finding[];
  readonly fileCount: number;
  /** Null if the catalog has errors: the sink is then incomplete. */
  readonly site: Site | null;
  /** Null if files have errors; `target` too. */
  readonly serviceUrl: string | null;
  readonly isEmpty: boolean;
  readonly target: HostName | null;
}

const NOTHING = { site: null, serviceUrl: null, target: null } as const;

/** @throws the sink's errors */
export async function renderCatalog(
  folder: CatalogFolder,
  options: RenderOptions,
  onProgress?: OnProgress,
): Promise<RenderedCatalog> {
  const files = rereadableFolder(folder, options.memory?.read);
  const { diagnostics, ...rendered } = await render(files, options, onProgress);
  // Last: positions need memory, and the content can be freed by now.
  return { ...rendered, findings: findingsInFolder(files, diagnostics) };
}

async function render(folder: RereadableFolder, options: RenderOptions, onProgress?: OnProgress) {
  const { memory } = options;
  const loadRecord = memory && loadingChanged(memory, folder.digest);
  const checked = checkRecords(folder, { ...options, onProgress, loadRecord });
  const rendering = checked.isSound ? await openRendering(checked.records, options, folder) : null;
  const found = checked.checkEntries(rendering?.publish);
  if (!rendering || !isSound(found.diagnostics)) return { ...found, ...NOTHING };
  const { site, problems, input } = rendering.finish();
  const published = { serviceUrl: input.catalog.serviceUrl, target: input.host.name };
  if (problems.length === 0) return { ...found, site, ...published };
  return { ...found, diagnostics: cappedDiagnostics([...found.diagnostics, ...problems]), site: null, ...published };
}

/** Renders data sources as they come, and all else at the end. */
async function openRendering(records: Content, options: RenderOptions, { digest }: RereadableFolder) {
  const { memory } = options;
  const input = await siteInput(records, options);
  const known = tooManyFiles(filesOfRecords(input), input.host.limits.files, true);
  if (known.length > 0) return { finish: () => ({ site: null, problems: known, input }) };
  const sink = await options.openSink(input.host);
  const makePortion = memory && makingChanged(memory, input, sink);
  const assembly = new SiteAssembly(input, sink, makePortion, undefined, options.requests);
  const summaries = new Map(input.catalog.datasources.map((source) => [source.id, source]));
  const publish: PublishDataSource = (id, paths, load) => {
    const summary = summaries.get(id);
    const counts = assembly.dataSource(id, paths.map(digest), () => {
      const loaded = load();
      return loaded && summary ? { ...loaded, source: dataSourceOf(summary, loaded.content) } : null;
    });
    if (summary && counts) summaries.set(id, { ...summary, counts });
  };
  return {
    publish,
    finish() {
      const site = assembly.finish({ ...input.catalog, datasources: [...summaries.values()] });
      const collisions = [...assembly.collisions].map((path) =>
        siteDiagnostic('public-file-in-the-way', 'site.yaml', null, { path }),
      );
      const refusals = assembly.refusals.map((why) =>
        siteDiagnostic('configuration-text-too-long', 'site.yaml', null, { why }),
      );
      const problems = [...collisions, ...refusals, ...checkHostLimits(site)];
      return { site, problems, input };
    },
  };
}

async function siteInput(records: Content, options: RenderOptions): Promise<SiteInput> {
  const host = chosenHost(records, options.target);
  const read = options.readParts();
  const history = catalogHistoryOf(await options.commits);
  const { statuses } = read;
  const isKnown = statuses && history.builtAt !== undefined;
  const parts = isKnown ? { ...read, statuses: mapStatusesAt(statuses, history.builtAt) } : read;
  return {
    catalog: catalogWithoutEntries(records, options),
    history,
    parts: siteHasPages(records, options.pages) ? parts : { ...parts, page: null },
    host: options.isServedHere ? localHostFor(host) : host,
    configurations: options.configurations,
    isCompressed: options.precompress === true,
  };
}
