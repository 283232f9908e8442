/** What the commands that read a catalog share. */
import { resolve } from 'node:path';
import { checkCatalog, isSound } from '../../build/check.ts';
import type { Diagnostic } from '../../build/diagnostics/diagnostic.ts';
import { type Finding, report } from '../../build/diagnostics/report.ts';
import { type Commits, historyOf } from '../../build/model/history.ts';
import { modelOf } from '../../build/model/model.ts';
import { decode } from '../../build/parse/decode.ts';
import type { CatalogFolder } from '../../build/read/read.ts';
import { checkLimits } from '../../build/render/limits.ts';
import { renderSite, type Site } from '../../build/render/site.ts';
import { openCatalogFolder } from '../io/catalog-folder.ts';
import { readCommits } from '../io/git.ts';
import { CannotRunError, type Io } from '../io/io.ts';
import { readSiteParts } from '../io/package.ts';

/** What decides how a catalog is read and rendered. */
export interface CatalogOptions {
  /** The catalog folder, relative to where the program runs. */
  readonly catalog: string;
  readonly serviceUrl: string | null;
  readonly requireTokens: boolean;
}

/** A catalog that has been read and, where it has no errors, rendered. */
export interface Rendered {
  readonly findings: readonly Finding[];
  readonly fileCount: number;
  /** Null where the catalog has errors. */
  readonly site: Site | null;
  /** The address that links begin with; null where the catalog has errors. */
  readonly serviceUrl: string | null;
}

/**
 * Runs the stages from reading to rendering. Nothing is written.
 *
 * @param withHistory whether commit times are needed; checking does without them
 */
export async function renderCatalog(io: Io, options: CatalogOptions, withHistory: boolean): Promise<Rendered> {
  const path = resolve(io.cwd, options.catalog);
  const folder = openCatalog(path, options.catalog);
  // Git answers while this process is busy parsing.
  const commits = withHistory ? readCommits(path) : Promise.resolve(null);
  const { diagnostics, ...rendered } = await runStages(io, options, folder, commits);
  // Only here, where the content of the catalog is out of reach: finding positions takes memory of its own.
  return { ...rendered, findings: report(diagnostics, (file) => decode(file, folder.read(file)).text) };
}

interface Outcome extends Omit<Rendered, 'findings'> {
  readonly diagnostics: readonly Diagnostic[];
}

async function runStages(
  io: Io,
  { serviceUrl, requireTokens }: CatalogOptions,
  folder: CatalogFolder,
  commits: Promise<Commits | null>,
): Promise<Outcome> {
  const { content, diagnostics, fileCount } = checkCatalog(folder, { environment: io.env, requireTokens });
  if (!isSound(diagnostics)) return { diagnostics, fileCount, site: null, serviceUrl: null };
  const catalog = modelOf(content, { serviceUrl, environment: io.env });
  const site = renderSite(catalog, historyOf(await commits), readSiteParts());
  const problems = checkLimits(site);
  return {
    diagnostics: [...diagnostics, ...problems],
    fileCount,
    site: problems.length === 0 ? site : null,
    serviceUrl: catalog.serviceUrl,
  };
}

/** @throws CannotRunError where there is no catalog folder that can be read */
export function openCatalog(path: string, name: string): CatalogFolder {
  try {
    const folder = openCatalogFolder(path);
    folder.list('');
    return folder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CannotRunError(`There is no folder ${name}; name the catalog with --catalog DIR.`);
    if (code === 'ENOTDIR') throw new CannotRunError(`${name} is not a folder; name the catalog with --catalog DIR.`);
    throw new CannotRunError(`The catalog folder ${name} cannot be read (${code}).`);
  }
}
