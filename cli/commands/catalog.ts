/** What the commands that read a catalog share. */
import { resolve } from 'node:path';
import { type Checked, checkCatalog, isSound } from '../../build/check.ts';
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
  const checked = checkCatalog(folder, { environment: io.env, requireTokens: options.requireTokens });
  const { site, serviceUrl, problems } = render(checked, io, options, await commits);
  const diagnostics = [...checked.diagnostics, ...problems];
  const findings = report(diagnostics, (file) => decode(file, folder.read(file)).text);
  return { findings, fileCount: checked.fileCount, site: problems.length === 0 ? site : null, serviceUrl };
}

interface RenderedSite {
  readonly site: Site | null;
  readonly serviceUrl: string | null;
  readonly problems: readonly Diagnostic[];
}

function render(checked: Checked, io: Io, options: CatalogOptions, commits: Commits | null): RenderedSite {
  if (!isSound(checked.diagnostics)) return { site: null, serviceUrl: null, problems: [] };
  const catalog = modelOf(checked.content, { serviceUrl: options.serviceUrl, environment: io.env });
  const site = renderSite(catalog, historyOf(commits), readSiteParts());
  return { site, serviceUrl: catalog.serviceUrl, problems: checkLimits(site) };
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
