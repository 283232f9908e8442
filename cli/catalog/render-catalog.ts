import { resolve } from 'node:path';
import { mapStatusesIn, type Statuses } from '../../build/model/statuses.ts';
import type { OnProgress } from '../../build/read/folder.ts';
import type { SiteSink } from '../../build/render/core/asset.ts';
import type { Configurations } from '../../build/render/hosts/configuration-input.ts';
import type { SiteParts } from '../../build/render/site-parts.ts';
import type { RenderMemory } from '../../build/run/memory.ts';
import { type RenderedCatalog, type RenderOptions, renderCatalog } from '../../build/run/rendering.ts';
import { visible } from '../../contract/base/text.ts';
import { withOwnFiles } from '../files/owner-files.ts';
import type { LogMemory } from '../git/catalog-history.ts';
import { readSiteParts } from '../program/read-site-parts.ts';
import type { Io } from '../terminal/io.ts';
import { openCatalogFolder } from './catalog-folder.ts';

export interface CatalogOptions
  extends Omit<
    RenderOptions,
    'environment' | 'configurations' | 'commits' | 'readParts' | 'openSink' | 'memory' | 'requests'
  > {
  /** Relative to the working folder, as other paths here. */
  readonly catalog: string;
  /**
   * A branch, tag or commit instead of the disk. A commit's author chooses names of access tokens, so none is read from
   * the environment.
   */
  readonly at?: string | undefined;
  readonly probeHistory?: string | undefined;
  /** From `probe`. */
  readonly pictures?: string | undefined;
  /** For the complete configuration of the owner's server: a port, or an address and a port. */
  readonly listen?: string | undefined;
  /** True by default. */
  readonly withTokens?: boolean | undefined;
  /** Checking needs no times of commits. */
  readonly withHistory: boolean;
}

interface Destination {
  readonly openSink: RenderOptions['openSink'];
  readonly configurations: Configurations;
  /** These are for a process that renders repeatedly. */
  readonly memory?: RenderMemory | undefined;
  readonly requests?: RenderOptions['requests'];
  readonly logMemory?: LogMemory | undefined;
}

export interface RenderedFolder extends RenderedCatalog {
  readonly historyProblem: string | null;
  readonly ownFiles: number;
  readonly hasOwnHeaders: boolean;
}

/** @throws CannotRunError if the folder or commit does not exist @throws the destination's errors */
export async function renderCatalogIn(
  io: Io,
  options: CatalogOptions,
  destination: Destination,
  onProgress?: OnProgress,
): Promise<RenderedFolder> {
  const { catalog, at, withHistory, withTokens } = options;
  const { folder, commit } =
    at === undefined
      ? { folder: openCatalogFolder(io, catalog), commit: null }
      : await (await import('../git/commit-folder.ts')).openCatalogAt(io, catalog, at);
  // Git runs while this process parses.
  const history = withHistory
    ? (await import('../git/catalog-history.ts')).readCatalogHistory(folder, resolve(io.cwd, catalog), {
        commit,
        memory: destination.logMemory,
      })
    : null;
  const commits = Promise.resolve(history).then((known) => known?.commits ?? null);
  const environment = withTokens === false || at !== undefined ? {} : io.env;
  const { probeHistory, pictures } = options;
  const statuses = probeHistory === undefined ? null : await readMapStatuses(io, probeHistory);
  const readPicture = pictures === undefined ? null : (await import('./pictures.ts')).openPictureFolder(io, pictures);
  let ownerFiles = { ownFiles: 0, hasOwnHeaders: false };
  const readParts = (): SiteParts => {
    const parts = withOwnFiles(readSiteParts(), resolve(io.cwd, catalog));
    ownerFiles = { ownFiles: parts.ownFiles, hasOwnHeaders: parts.hasOwnHeaders };
    const page = parts.page && { ...parts.page, isLive: options.isServedHere };
    return { ...parts, page, statuses, readPicture, listen: options.listen };
  };
  const openSink: Destination['openSink'] = async (host) => reporting(await destination.openSink(host), onProgress);
  const context = { ...options, ...destination, openSink, now: Date.now(), environment, commits, readParts };
  const rendered = await renderCatalog(folder, context, onProgress);
  return { ...rendered, historyProblem: (await history)?.problem ?? null, ...ownerFiles };
}

function reporting(sink: SiteSink, onProgress: OnProgress = () => {}): SiteSink {
  let taken = 0;
  return {
    ...sink,
    take(asset) {
      onProgress('Writing', taken++, null, asset.path);
      return sink.take(asset);
    },
  };
}

/** Null if the history says nothing. Reports a missing file: its name may be wrong. @throws CannotRunError */
export async function readMapStatuses(io: Pick<Io, 'cwd' | 'stderr'>, name: string): Promise<Statuses | null> {
  const { NO_PROBE_HISTORY, openProbeHistory } = await import('./probe-history.ts');
  const history = openProbeHistory(io, name);
  if (history === NO_PROBE_HISTORY)
    io.stderr.write(`There is no ${visible(name)} yet; no status of maps is published.\n`);
  return mapStatusesIn(history);
}
