/** `cartalog build`: checks a catalog, then replaces the site with what it publishes. */
import { resolve } from 'node:path';
import type { Asset } from '../build/render/documents.ts';
import { summary } from '../build/report/findings.ts';
import { LockedError } from '../build/write/lock.ts';
import {
  recoverSite,
  replaceSite,
  SiteFolderError,
  type WriteOptions,
  type WriteOutcome,
} from '../build/write/site-folder.ts';
import { CannotRunError, type ExitStatus, type Io } from './io.ts';
import { type CatalogOptions, renderCatalog } from './run-catalog.ts';
import { type Progress, progressOn, writeFindings } from './terminal.ts';

export interface BuildOptions extends CatalogOptions {
  /** The site folder, relative to where the program runs. */
  readonly out: string;
}

/** How long a build waits for another that writes the same folder. */
const PATIENCE_MS = 60_000;

export async function build(io: Io, options: BuildOptions): Promise<ExitStatus> {
  const progress = progressOn(io);
  const folder = siteFolder(io, options.out, progress);
  await folder.recover();
  const { findings, site, serviceUrl } = await renderCatalog(io, options, true, progress.report);
  progress.clear();
  writeFindings(io, io.stderr, options.catalog, findings);
  if (!site) {
    io.stderr.write(`${summary(findings)}. Nothing was written; ${options.out} is as it was.\n`);
    return 1;
  }
  const outcome = await folder.replace(site.assets);
  const bytes = site.assets.reduce((sum, { content }) => sum + content.length, 0);
  const size = `${site.assets.length} files, ${(bytes / 1e6).toFixed(1)} MB`;
  const did = outcome === 'written' ? 'Built' : 'Nothing changed in';
  io.stderr.write(`${did} ${options.out}: ${size}, for ${serviceUrl}. ${summary(findings)}.\n`);
  return 0;
}

interface SiteFolder {
  recover(): Promise<void>;
  replace(assets: readonly Asset[]): Promise<WriteOutcome>;
}

/** The folder of the site; what goes wrong with it becomes a message that says so. */
function siteFolder(io: Io, out: string, progress: Progress): SiteFolder {
  const path = resolve(io.cwd, out);
  const say = (text: string): void => {
    progress.clear();
    io.stderr.write(text);
  };
  const options: WriteOptions = {
    patienceMs: PATIENCE_MS,
    onWait: (pid) => {
      const which = pid === null ? '' : ` (process ${pid})`;
      say(`Waiting for another build${which} to finish with ${out} …\n`);
    },
    onRecover: () => say('An earlier build was interrupted; what it left behind is cleaned up.\n'),
    onProgress: progress.report,
  };
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw new CannotRunError(`${reasonOf(error, out)}. ${out} is as it was.`);
    } finally {
      progress.clear();
    }
  };
  return {
    recover: () => guarded(recoverSite(path, options)),
    replace: (assets) => guarded(replaceSite(path, assets, options)),
  };
}

function reasonOf(error: unknown, out: string): string {
  if (error instanceof LockedError || error instanceof SiteFolderError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full while writing ${out}`;
    case 'EFBIG':
      return `The system does not let files grow as large as ${out} needs`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `There is no permission to write ${out} or the folder it is in`;
    case 'EBUSY':
    case 'EXDEV':
      return `${out} cannot be replaced because something is mounted there or uses it; name a folder inside it`;
    default:
      if (code === undefined) throw error;
      return `${out} cannot be written (${code})`;
  }
}
