/** What the commands that read a whole catalog share: its options, and the run of the pipeline. */
import { resolve } from 'node:path';
import {
  type CatalogFolder,
  type OnProgress,
  type RenderedCatalog,
  type RenderMemory,
  type RuleOptions,
  renderCatalog,
  type SiteParts,
  type SiteSink,
} from '../build/pipeline.ts';
import type { HostName } from '../contract/hosts.ts';
import { openCatalog } from './files.ts';
import type { LogMemory } from './git.ts';
import type { Io } from './io.ts';
import { withOwnFiles } from './own-files.ts';
import { readSiteParts } from './package.ts';

/** What decides how a catalog is read and rendered. */
export interface CatalogOptions extends Omit<RuleOptions, 'environment'> {
  /** The catalog folder, relative to where the program runs. */
  readonly catalog: string;
  /**
   * The branch, tag or commit whose catalog is read, if it is not the one on disk. No access token is then read from
   * the environment: the author of the commit has chosen which ones there are.
   */
  readonly at?: string | undefined;
  /** Overrides the service URL of site.yaml. */
  readonly serviceUrl: string | null;
  /** Overrides the host of site.yaml. */
  readonly target?: HostName | undefined;
  /** Whether there are compressed copies beside the files of the site. */
  readonly precompress?: boolean | undefined;
  /** Whether the site has pages for people; overrides what site.yaml says. */
  readonly pages?: boolean | undefined;
  /** The history that `probe` keeps, relative to where the program runs; its dead servers are marked on the pages. */
  readonly probeHistory?: string | undefined;
  /** Whether the site is for the Cloudflare runtime on this machine. */
  readonly isServedHere?: boolean | undefined;
  /** Whether access tokens are read from the environment; true if it is left out. */
  readonly withTokens?: boolean | undefined;
  /** Whether the times of the last commits are needed; checking does without them. */
  readonly withHistory: boolean;
}

/** Where the files of the site go, and what a process that renders again and again remembers. */
export interface Destination {
  /** Null to find out only whether the host takes the site. */
  readonly openSink: (() => Promise<SiteSink>) | null;
  readonly memory?: RenderMemory | undefined;
  /** Gives what is read in place of the folder on disk. */
  readonly readThrough?: ((folder: CatalogFolder) => CatalogFolder) | undefined;
  /** What git has said the last time. */
  readonly logMemory?: LogMemory | undefined;
}

/** A catalog that was rendered, with what is not known of its history. */
export interface RenderedFolder extends RenderedCatalog {
  /** Why no times of last changes are published; null if they are, or are not needed. */
  readonly historyProblem: string | null;
  /** How many of the site's files its owner keeps beside the catalog folder. */
  readonly ownFiles: number;
  /** Whether its owner has header rules there. */
  readonly hasOwnHeaders: boolean;
}

/**
 * Runs the pipeline up to rendering on a folder of this machine, or of a commit.
 *
 * @throws CannotRunError if there is no such folder or commit
 * @throws the errors of the destination
 */
export async function renderCatalogIn(
  io: Io,
  options: CatalogOptions,
  destination: Destination,
  onProgress?: OnProgress,
): Promise<RenderedFolder> {
  const { catalog, at, withHistory, withTokens } = options;
  const { folder: found, commit } =
    at === undefined
      ? { folder: openCatalog(io, catalog), commit: null }
      : await (await import('./commit-folder.ts')).openCatalogAt(io, catalog, at);
  const folder = destination.readThrough?.(found) ?? found;
  // Git answers while this process is busy parsing.
  const history = withHistory
    ? (await import('./git.ts')).historyIn(folder, resolve(io.cwd, catalog), commit, destination.logMemory)
    : null;
  const commits = Promise.resolve(history).then((known) => known?.commits ?? null);
  const environment = withTokens === false || at !== undefined ? {} : io.env;
  const deadServers =
    options.probeHistory === undefined
      ? []
      : (await import('./probe-history.ts')).deadServersIn(io, options.probeHistory);
  let own = { ownFiles: 0, hasOwnHeaders: false };
  const readParts = (): SiteParts => {
    const parts = withOwnFiles(readSiteParts(), resolve(io.cwd, catalog));
    own = { ownFiles: parts.ownFiles, hasOwnHeaders: parts.hasOwnHeaders };
    return { ...parts, page: parts.page && { ...parts.page, deadServers, isLive: options.isServedHere } };
  };
  const context = { ...options, ...destination, environment, commits, readParts };
  const rendered = await renderCatalog(folder, context, onProgress);
  return { ...rendered, historyProblem: (await history)?.problem ?? null, ...own };
}
