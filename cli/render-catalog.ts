/** What the commands that read a whole catalog share: its options, and the run of the pipeline. */
import { resolve } from 'node:path';
import {
  type Asset,
  type CatalogFolder,
  type FileRecord,
  foldersAbove,
  type JoinedAsset,
  MANIFEST,
  type OnProgress,
  type RenderedCatalog,
  type RuleOptions,
  renderCatalog,
  type SiteParts,
  type SiteSink,
  type UnitCache,
} from '../build/pipeline.ts';
import type { HostName } from '../contract/hosts.ts';
import { openCatalog } from './files.ts';
import { memoryFreer } from './free-memory.ts';
import type { LogMemory } from './git.ts';
import { CannotRunError, type Io } from './io.ts';
import { withOwnFiles } from './own-files.ts';
import { readSiteParts } from './package.ts';

/** What decides how a catalog is read and rendered. */
export interface CatalogOptions extends Omit<RuleOptions, 'environment'> {
  /** The catalog folder, relative to where the program runs. */
  readonly catalog: string;
  /**
   * The branch, tag or commit whose catalog is read, where it is not the one on disk. No access token is then read from
   * the environment: whoever made the commit has chosen which ones there are.
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
  /** Whether access tokens are read from the environment; true where it is left out. */
  readonly withTokens?: boolean | undefined;
  /** Whether the times of the last commits are needed; checking does without them. */
  readonly withHistory: boolean;
}

/** Where the files of the site go, and what is known from the last time. */
export interface Destination {
  /** Null where files are only counted. */
  readonly openSink: (() => Promise<SiteSink>) | null;
  readonly units?: UnitCache | undefined;
  /** Gives what is read in place of the folder on disk. */
  readonly readThrough?: ((folder: CatalogFolder) => CatalogFolder) | undefined;
  /** What git has said the last time, for whoever renders again and again. */
  readonly logMemory?: LogMemory | undefined;
}

/** A catalog that was rendered, with what is not known of its history. */
export interface RenderedFolder extends RenderedCatalog {
  /** Why no times of last changes are published; null where they are, or are not needed. */
  readonly historyProblem: string | null;
  /** How many of the site's files its owner keeps beside the catalog folder. */
  readonly ownFiles: number;
  /** Whether its owner has header rules there. */
  readonly hasOwnHeaders: boolean;
}

/**
 * Runs the pipeline up to rendering on a folder of this machine, or of a commit.
 *
 * @throws CannotRunError where there is no such folder or commit
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
  const { openSink: open } = destination;
  // Where files are only counted, whoever counts them looks at their paths.
  let hasRefused = !open;
  const onRefused = (): void => {
    hasRefused = true;
  };
  const openSink = open && (async () => withFreePlaces(await open(), onRefused));
  const freeMemory = memoryFreer();
  const context = { ...options, ...destination, openSink, environment, commits, readParts, freeMemory };
  const rendered = await renderCatalog(folder, context, onProgress);
  if (hasRefused) refuseRepeatedPaths(rendered.site?.files ?? [], rendered.site?.host.root);
  return { ...rendered, historyProblem: (await history)?.problem ?? null, ...own };
}

/** A sink that is given no file in the place of another, and none after that: such a site is refused when all is known. */
function withFreePlaces(sink: SiteSink, onRefused: () => void): SiteSink {
  const paths = new Set([MANIFEST]);
  const folders = new Set<string>();
  let isRefused = false;
  const occupy = (path: string): boolean => {
    if (isRefused || paths.has(path) || folders.has(path)) return false;
    // Nearly always, the nearest is known.
    for (const folder of foldersAbove(path)) {
      if (folders.has(folder)) break;
      if (paths.has(folder)) return false;
      folders.add(folder);
    }
    paths.add(path);
    return true;
  };
  const refuse = (asset: Asset | JoinedAsset): FileRecord => {
    isRefused = true;
    onRefused();
    const size = 'pieces' in asset ? asset.size : asset.content.length;
    return { path: asset.path, size, sha256: '', modified: asset.modified ?? null, origin: asset.origin };
  };
  return {
    take: (asset) => (occupy(asset.path) ? sink.take(asset) : refuse(asset)),
    joined: (asset) => (isRefused ? { ...asset, content: Buffer.alloc(asset.size) } : sink.joined(asset)),
    reuse: (files) => isRefused || (sink.reuse(files) && files.every(({ path }) => occupy(path))),
  };
}

/**
 * Refuses a site in which a file of `public/` has the path of a file that is made, or of a folder with such files.
 *
 * @param root the folder of the documents
 * @throws CannotRunError
 */
export function refuseRepeatedPaths(assets: readonly Pick<Asset, 'path'>[], root = ''): void {
  const paths = new Set([MANIFEST]);
  for (const { path } of assets) {
    if (paths.has(path)) {
      throw new CannotRunError(
        `public/${path.slice(root.length)} has the name of a file that the build writes; rename it.`,
      );
    }
    paths.add(path);
  }
  for (const { path } of assets) {
    for (const folder of foldersAbove(path)) {
      if (!paths.has(folder)) continue;
      throw new CannotRunError(
        `The site would have a file ${folder} and, in a folder of that name, ${path}; rename the one in public/.`,
      );
    }
  }
}
