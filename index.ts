/**
 * The package as a library, for build scripts and tests. `docs/api.md` documents it; all else may change.
 * Only `readCatalog` accesses the catalog's folder and repository. No function reads the environment, prints, or writes
 * a file.
 */
import { resolve } from 'node:path';
import { isSound } from './build/diagnostics/diagnostic.ts';
import type { Commits } from './build/history/history.ts';
import type { Catalog } from './build/model/catalog.ts';
import { catalogModelOf } from './build/model/model.ts';
import type { CatalogFolder } from './build/read/folder.ts';
import { type Asset, memorySiteSink } from './build/render/core/asset.ts';
import { HOST_CONFIGURATIONS } from './build/render/hosts/all-configurations.ts';
import type { SITE_PROBLEMS } from './build/render/hosts/host-limits.ts';
import type { SiteParts } from './build/render/site-parts.ts';
import type { Finding } from './build/report/findings.ts';
import type { RuleCode } from './build/rules/all-rules.ts';
import { type CheckedFolder, checkFolder } from './build/run/check-folder.ts';
import { checkCatalog } from './build/run/check-in-memory.ts';
import { renderCatalog } from './build/run/rendering.ts';
import { openCatalogFolder } from './cli/catalog/catalog-folder.ts';
import { withOwnFiles } from './cli/files/owner-files.ts';
import { readCatalogHistory } from './cli/git/catalog-history.ts';
import { readSiteParts } from './cli/program/read-site-parts.ts';
import { parsePublishedUrl, withOptionName } from './cli/terminal/arguments.ts';
import { isObject } from './contract/base/json-values.ts';
import { HOST_NAMES, type HostName } from './contract/hosts.ts';
import type { Environment } from './contract/maps/placeholders.ts';

export type { Catalog, CatalogMap, Category, DataSource, Edition, Entry, Fragment } from './build/model/catalog.ts';
export type { Asset } from './build/render/core/asset.ts';
export type { Finding } from './build/report/findings.ts';

/** A catalog, and what its site has besides. */
export interface CatalogSource {
  readonly folder: CatalogFolder;
  /** Files and header rules not made from the catalog. */
  readonly parts: () => SiteParts;
  /** From git: when files last changed, and records' history; null without a history. */
  readonly commits: () => Promise<Commits | null>;
}

/** Options of `check`, `build` and `recordsOf`. */
export interface ApiOptions {
  /** Has the access tokens that `site.yaml` lists under `accessTokens`; by default, none are known. */
  readonly environment?: Environment | undefined;
  /** Makes an access token without a value an error. */
  readonly requireTokens?: boolean | undefined;
  /** Leaves out maps whose access token has no value. */
  readonly withoutTokenless?: boolean | undefined;
  /** Overrides `serviceUrl` of `site.yaml`. */
  readonly serviceUrl?: string | undefined;
  /** Overrides `target` of `site.yaml`. The host decides what else the site has, and its limits. */
  readonly target?: HostName | undefined;
}

/** Codes are stable: tools may rely on them. */
export type Code = RuleCode | keyof typeof SITE_PROBLEMS;

export interface CheckOutcome {
  /** Sorted by file in code-point order, then by position. */
  readonly findings: readonly Finding<Code>[];
  /** No finding is an error: the catalog can be published. */
  readonly isSound: boolean;
  /** The number of files in the catalog. */
  readonly fileCount: number;
}

export interface BuildOutcome extends CheckOutcome {
  /** The files of the site; null if the catalog has errors. */
  readonly files: readonly Asset[] | null;
}

/**
 * A catalog folder on disk, with `public/` and `_headers` beside it and its git history.
 *
 * @param folder relative to the working folder
 * @throws Error with a message of one line if there is no such folder
 */
export function readCatalog(folder: string): CatalogSource {
  if (typeof folder !== 'string' || folder === '') throw new Error('The catalog folder must be a non-empty string.');
  const cwd = process.cwd();
  const path = resolve(cwd, folder);
  const files = openCatalogFolder({ cwd }, folder, '');
  return {
    folder: files,
    parts: () => withOwnFiles(readSiteParts(), path),
    commits: async () => (await readCatalogHistory(files, path)).commits,
  };
}

/**
 * A catalog in memory, without a history.
 *
 * @param files text in UTF-8 by path inside the catalog folder, such as `mapservers/openstreetmap.yaml`
 * @throws Error with a message of one line if a path leads elsewhere, or a content is neither text nor bytes
 */
export function catalogOf(files: Readonly<Record<string, string | Uint8Array>>): CatalogSource {
  // A Map has no members: it would be read as a catalog without files.
  if (!isObject(files) || files instanceof Map)
    throw new Error('The files of the catalog must be an object of contents by path.');
  const bytes = new Map<string, Uint8Array>();
  for (const [path, content] of Object.entries(files)) {
    const isInside = path.split('/').every((name) => !['', '.', '..'].includes(name)) && !/[\\\0]/.test(path);
    if (!isInside) throw new Error(`${JSON.stringify(path)} must be a path inside a catalog folder.`);
    if (typeof content !== 'string' && !(content instanceof Uint8Array))
      throw new Error(`The content of ${JSON.stringify(path)} must be a string or a Uint8Array.`);
    bytes.set(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }
  const read = (path: string): Uint8Array => {
    const content = bytes.get(path);
    if (!content) throw new Error(`The catalog has no file ${path}`);
    return content;
  };
  return {
    folder: {
      entries: () => Array.from(bytes.keys(), (path) => ({ path, type: 'file' as const })),
      size: (path) => read(path).length,
      read,
    },
    parts: readSiteParts,
    commits: async () => null,
  };
}

/** Like `cartalog check`. */
export async function check(source: CatalogSource, options: ApiOptions = {}): Promise<CheckOutcome> {
  requireSource(source);
  return outcomeOf(checkFolder(source.folder, contextOf(options), source.parts));
}

/** Like `cartalog build`. */
export async function build(source: CatalogSource, options: ApiOptions = {}): Promise<BuildOutcome> {
  requireSource(source);
  const { sink, assets } = memorySiteSink();
  const rendered = await renderCatalog(source.folder, {
    ...contextOf(options),
    commits: source.commits(),
    readParts: source.parts,
    openSink: async () => sink,
    configurations: HOST_CONFIGURATIONS,
  });
  return { ...outcomeOf(rendered), files: rendered.site && assets };
}

/** Published records, whatever their files and formats; null if the catalog has errors. */
export function recordsOf(source: CatalogSource, options: ApiOptions = {}): Catalog | null {
  requireSource(source);
  const context = contextOf(options);
  const { content, diagnostics } = checkCatalog(source.folder, context);
  return isSound(diagnostics) ? catalogModelOf(content, context) : null;
}

function outcomeOf({ findings, fileCount }: CheckedFolder): CheckOutcome {
  return {
    findings: findings as readonly Finding<Code>[],
    isSound: findings.every(({ severity }) => severity !== 'error'),
    fileCount,
  };
}

/** @throws Error for anything but the result of `readCatalog` or `catalogOf`: plain JavaScript can pass it */
function requireSource(source: CatalogSource): void {
  if (isObject(source) && 'folder' in source && typeof source.parts === 'function') return;
  throw new Error('Expected the result of readCatalog() or catalogOf().');
}

const flag = (value: unknown): string | null => (typeof value === 'boolean' ? null : 'must be true or false');

const PROBLEMS: Readonly<Record<keyof ApiOptions, (value: unknown) => string | null>> = {
  environment: (value) =>
    isObject(value) && Object.values(value).every((text) => text === undefined || typeof text === 'string')
      ? null
      : 'must be an object of strings by name',
  requireTokens: flag,
  withoutTokenless: flag,
  serviceUrl: (value) => (typeof value === 'string' ? null : 'must be a string'),
  target: (value) => (HOST_NAMES.some((name) => name === value) ? null : `must be one of ${HOST_NAMES.join(', ')}`),
};

/** @throws Error for an option that the program would refuse */
function contextOf(options: ApiOptions) {
  if (!isObject(options as unknown)) throw new Error('The options must be an object.');
  for (const [name, value] of Object.entries(options)) {
    const problemOf = Object.hasOwn(PROBLEMS, name) ? PROBLEMS[name as keyof ApiOptions] : null;
    if (problemOf === null)
      throw new Error(
        `There is no option ${JSON.stringify(name)}; the options are ${Object.keys(PROBLEMS).join(', ')}.`,
      );
    const problem = value === undefined ? null : problemOf(value);
    if (problem !== null) throw new Error(`${name} ${problem}.`);
  }
  const { environment = {}, requireTokens = false, withoutTokenless, serviceUrl, target } = options;
  const url = serviceUrl === undefined ? null : withOptionName('serviceUrl', parsePublishedUrl)(serviceUrl);
  return { environment, requireTokens, withoutTokenless, serviceUrl: url, target };
}
