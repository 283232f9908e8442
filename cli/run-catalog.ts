/** What the commands that read a catalog share. */
import { resolve } from 'node:path';
import type { Diagnostic } from '../build/diagnostics/diagnostic.ts';
import { type Commits, historyOf } from '../build/model/history.ts';
import { modelOf } from '../build/model/model.ts';
import { decode } from '../build/parse/decode.ts';
import { checkCatalog, isSound } from '../build/pipeline.ts';
import type { CatalogFolder, OnProgress } from '../build/read/read.ts';
import { checkLimits } from '../build/render/host-limits.ts';
import { renderSite, type Site } from '../build/render/site.ts';
import { type Finding, report } from '../build/report/findings.ts';
import { openCatalogFolder } from './files.ts';
import { readCommits } from './git.ts';
import { CannotRunError, type Io } from './io.ts';
import { readSiteParts } from './package.ts';

/** What decides how a catalog is read and rendered. */
export interface CatalogOptions {
  /** The catalog folder, relative to where the program runs. */
  readonly catalog: string;
  readonly serviceUrl: string | null;
  readonly requireTokens: boolean;
}

/** A catalog that has been read and, where it has no errors, rendered. */
export interface Rendered {
  /** By file in code-point order, then by position. */
  readonly findings: readonly Finding[];
  readonly fileCount: number;
  /** Null where the catalog has errors. */
  readonly site: Site | null;
  /** The address that links begin with; null where the files of the catalog have errors. */
  readonly serviceUrl: string | null;
}

/**
 * Runs the stages from reading to rendering. Nothing is written.
 *
 * @param withHistory whether commit times are needed; checking does without them
 */
export async function renderCatalog(
  io: Io,
  options: CatalogOptions,
  withHistory: boolean,
  onProgress?: OnProgress,
): Promise<Rendered> {
  const path = resolve(io.cwd, options.catalog);
  const folder = openCatalog(io, options.catalog);
  // Git answers while this process is busy parsing.
  const commits = withHistory ? readCommits(path) : Promise.resolve(null);
  return renderFolder(folder, { ...options, environment: io.env, commits }, onProgress);
}

/** What decides how a catalog folder is rendered, and what is known of it besides its files. */
export interface FolderOptions extends Omit<CatalogOptions, 'catalog'> {
  /** The environment, from which access tokens come. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly commits: Promise<Commits | null>;
}

/** Runs the stages from reading to rendering on a folder that is open, which may be one in memory. */
export async function renderFolder(
  folder: CatalogFolder,
  options: FolderOptions,
  onProgress?: OnProgress,
): Promise<Rendered> {
  const { diagnostics, ...rendered } = await runStages(folder, options, onProgress);
  // Only here, where the content of the catalog is out of reach: finding positions takes memory of its own.
  return { ...rendered, findings: findingsIn(folder, diagnostics) };
}

/** The findings of a catalog that is read from somewhere else: what was wrong with it before a change. */
export function checkFolder(io: Io, { requireTokens }: CatalogOptions, folder: CatalogFolder): Finding[] {
  return findingsIn(folder, checkCatalog(folder, { environment: io.env, requireTokens }).diagnostics);
}

function findingsIn(folder: CatalogFolder, diagnostics: readonly Diagnostic[]): Finding[] {
  return report(diagnostics, (file) => textIn(folder, file));
}

interface Outcome extends Omit<Rendered, 'findings'> {
  readonly diagnostics: readonly Diagnostic[];
}

async function runStages(
  folder: CatalogFolder,
  options: FolderOptions,
  onProgress: OnProgress | undefined,
): Promise<Outcome> {
  const { content, diagnostics, fileCount } = checkCatalog(folder, options, onProgress);
  if (!isSound(diagnostics)) return { diagnostics, fileCount, site: null, serviceUrl: null };
  const catalog = modelOf(content, options);
  const site = renderSite(catalog, historyOf(await options.commits), readSiteParts());
  const problems = checkLimits(site);
  return {
    diagnostics: [...diagnostics, ...problems],
    fileCount,
    site: problems.length === 0 ? site : null,
    serviceUrl: catalog.serviceUrl,
  };
}

/** The text of a file; empty where it can no longer be read. */
function textIn(folder: CatalogFolder, file: string): string {
  try {
    return decode(file, folder.read(file)).text;
  } catch {
    return '';
  }
}

/** Opens a catalog folder. @throws CannotRunError where there is none */
export function openCatalog(io: Io, name: string): CatalogFolder {
  try {
    const folder = openCatalogFolder(resolve(io.cwd, name));
    folder.list('');
    return folder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CannotRunError(`There is no folder ${name}; name the catalog with --catalog DIR.`);
    if (code === 'ENOTDIR') throw new CannotRunError(`${name} is not a folder; name the catalog with --catalog DIR.`);
    throw new CannotRunError(`The catalog folder ${name} cannot be read (${code}).`);
  }
}
