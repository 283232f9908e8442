/** `cartalog mirror`: copies a deployment into a folder, and updates the copy. */

import { resolve } from 'node:path';
import { LockedError, StuckLockError } from '../../build/pipeline.ts';
import { describeCreation } from '../../cli/files.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../cli/io.ts';
import { progressOn } from '../../cli/terminal.ts';
import { WebError } from '../../cli/web/request.ts';
import { openRealWeb } from '../../cli/web/web-transport.ts';
import type { MirrorReport } from '../../contract/generated/reports.types.ts';
import { MEBIBYTE, mebibytes } from '../../contract/limits.ts';
import { plural, printable, visible } from '../../contract/text.ts';
import { BadManifestError, NoManifestError } from './listed-files.ts';
import { type FetchFile, type MirrorOutcome, mirror, PARALLEL } from './mirror.ts';
import { ForeignFileError, type OpenMirror, openMirror, ownedFiles } from './mirror-folder.ts';

interface MirrorCommandOptions {
  /** The address of the deployment, without a trailing slash. */
  readonly url: string;
  /** The folder of the mirror, relative to the working folder. */
  readonly folder: string;
  /** The maximum for all files together, in MiB. */
  readonly maxSize: number;
  readonly format: 'text' | 'json';
}

/** The deployment cannot be reached, or stopped answering. */
class NoResponseError extends Error {}

/** The time for all requests. */
const RUN_MS = 6 * 3_600_000;

/** Runs the command. @throws CannotRunError if the deployment cannot be reached, or the folder cannot be written */
export async function runMirror(io: Io, options: MirrorCommandOptions): Promise<ExitStatus> {
  const { url, folder: name } = options;
  const progress = progressOn(io, options);
  try {
    const root = resolve(io.cwd, name);
    const maxBytes = options.maxSize * MEBIBYTE;
    const { signal } = io;
    const fetch = fetchFrom(url, signal);
    // Before anything is requested.
    ownedFiles(root, name, url);
    const open = (): Promise<OpenMirror> => openMirror(root, name, url);
    const outcome = await mirror(fetch, open, { maxBytes, signal, onProgress: progress.report });
    progress.clear();
    return report(io, options, outcome);
  } catch (error) {
    progress.clear();
    if (error instanceof BadManifestError) {
      const said = `${url}/manifest.json cannot be used: ${printable(error.message)}. ${name} is as it was.`;
      if (error instanceof NoManifestError) throw new CannotRunError(said);
      io.stderr.write(`${said}\n`);
      return 1;
    }
    throw new CannotRunError(`${reasonOf(error, options, io.signal)}.`);
  }
}

function report(io: Io, { url, folder, format }: MirrorCommandOptions, outcome: MirrorOutcome): ExitStatus {
  const whole: MirrorReport = { version: 1, url, folder, ...outcome };
  const { did } = whole;
  io.stdout.write(format === 'json' ? `${printable(JSON.stringify(whole, null, 2))}\n` : asText(whole));
  return did === 'failed' ? 1 : 0;
}

/** The report as text. Line breaks in names from the deployment are escaped. */
function asText({ did, url, folder, files, bytes, fetched, removed, problems }: MirrorReport): string {
  const size = `${plural(files, 'file')}, ${sizeOf(bytes)}`;
  if (did === 'failed') {
    const lines = problems.map(({ path, problem }) => `${visible(path)}: ${visible(problem)}\n`);
    return `${lines.join('')}${visible(url)} is not what its manifest says; ${visible(folder)} is as it was.\n`;
  }
  if (did === 'nothing') return `${visible(folder)} is up to date with ${visible(url)}: ${size}.\n`;
  const gone = removed === 0 ? '' : `, ${plural(removed, 'file')} removed`;
  const news = `${plural(fetched.files, 'file')} fetched (${sizeOf(fetched.bytes)})${gone}`;
  return `${visible(folder)} is a copy of ${visible(url)}: ${size}; ${news}.\n`;
}

function sizeOf(bytes: number): string {
  return `${mebibytes(bytes).toFixed(1)} MiB`;
}

/** Requests files of one deployment, as fast as it answers; redirects are not followed. */
function fetchFrom(url: string, signal: AbortSignal): FetchFile {
  const web = openRealWeb(url, {
    allowPrivate: true,
    ignoreRobots: true,
    keepRedirects: true,
    pace: { connections: PARALLEL, perSecond: 10_000 },
    maxTimeMs: RUN_MS,
    signal,
  });
  return async (address, maxBytes) => {
    const file = url + address;
    try {
      const { status, body } = await web.request({ url: file, maxBytes, isCut: true });
      return { status, body: bodyOf(file, body) };
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      if (error.status !== null) return { status: error.status, body: bodyOf(file, []) };
      throw new NoResponseError(`${file} cannot be reached: ${error.message}`);
    }
  };
}

async function* bodyOf(
  file: string,
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[],
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof WebError ? new NoResponseError(`${file} cannot be read: ${error.message}`) : error;
  }
}

function reasonOf(error: unknown, { folder }: MirrorCommandOptions, signal: AbortSignal): string {
  if (error instanceof CannotRunError) return error.message.replace(/\.$/, '');
  if (signal.aborted) return 'Stopped; what was fetched is kept, and the next run goes on';
  if (error instanceof LockedError) return `${folder} is being written by another mirror; wait until it has ended`;
  if (error instanceof StuckLockError) return `${folder} cannot be written: ${error.message}`;
  if (error instanceof ForeignFileError)
    return `${folder} has a file of yours in the place of a file of the mirror: ${error.path}; move it away`;
  if (error instanceof NoResponseError) return `${error.message}; run it again to go on`;
  const words = describeCreation(error);
  return `${folder} cannot be written: ${words}`;
}
