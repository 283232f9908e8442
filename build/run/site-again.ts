/**
 * The whole site as it was made the last time: where every file of the catalog, and everything else that it is made from, is
 * the same, and nothing was found in it, so is the site. All of that is known by hashes.
 */
import { listedVariables } from '../../contract/placeholders.ts';
import type { CatalogOutline } from '../model/catalog.ts';
import { digestOf, type RereadableFolder, type SourceFile } from '../read/read.ts';
import { type PublicFile, type SiteParts, sha256Of } from '../render/asset.ts';
import type { Site } from '../render/site.ts';
import type { RenderOptions } from './render-options.ts';
import type { KeptSite } from './unit-cache.ts';

/** A hash of all files of a catalog; null where one cannot be read. */
function catalogHash(folder: RereadableFolder, files: readonly SourceFile[]): string | null {
  const digests: [string, string][] = [];
  for (const file of files) {
    const digest = digestOf(folder, file);
    if (digest === null) return null;
    digests.push([file.path, digest]);
  }
  return hashOf(digests);
}

/** A hash of all that a site is made from in addition to its catalog: of every option, also of those that do not matter. */
async function contextHash(options: RenderOptions, variables: readonly string[]): Promise<string> {
  const { environment, commits, readParts, ...rest } = options;
  const settings = { ...rest, openSink: null, units: null };
  const history = await commits;
  return hashOf([
    settings,
    listedVariables(environment, variables),
    history && { ...history, times: [...history.times], uncommitted: [...history.uncommitted] },
    partsFacts(readParts()),
  ]);
}

/**
 * The site of the last time, where it was made from the same, and the sink still has all of its files.
 *
 * @param files the files of the catalog, about whose names there is nothing to report
 */
export async function siteAgain(
  folder: RereadableFolder,
  files: readonly SourceFile[],
  options: RenderOptions,
): Promise<KeptSite | null> {
  const known = options.units?.knownSite;
  if (!known || !options.openSink || catalogHash(folder, files) !== known.catalog) return null;
  if ((await contextHash(options, known.variables)) !== known.context) return null;
  const sink = await options.openSink();
  if (!sink.reuse(known.site.files)) return null;
  options.units?.keepAll();
  return known;
}

/** Keeps a site for the next time, in whose catalog nothing was found. */
export async function keepSite(
  folder: RereadableFolder,
  files: readonly SourceFile[],
  options: RenderOptions,
  { known: { accessTokens: variables }, serviceUrl }: CatalogOutline,
  site: Site,
): Promise<void> {
  const catalog = options.units ? catalogHash(folder, files) : null;
  if (catalog === null) return;
  options.units?.keepSite({ catalog, context: await contextHash(options, variables), variables, serviceUrl, site });
}

const hashOf = (value: unknown): string => sha256Of(Buffer.from(JSON.stringify(value)));

function partsFacts({ publicFiles, page, ...rest }: SiteParts): unknown {
  const hashed = (files: readonly PublicFile[]): unknown => files.map(({ path, content }) => [path, sha256Of(content)]);
  return { ...rest, publicFiles: hashed(publicFiles), page: page && { ...page, files: hashed(page.files) } };
}
