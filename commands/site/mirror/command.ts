/** `cartalog mirror`: copies a deployment into a folder, and updates the copy. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LockedError, StuckLockError } from '../../../build/write/lock.ts';
import { Network, type NetworkLimits, RunOverError } from '../../../cli/http.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/io.ts';
import { type TrustChoice, trustOf } from '../../../cli/read-signed-manifest.ts';
import { progressOn } from '../../../cli/terminal.ts';
import type { MirrorReport } from '../../../contract/generated/reports.types.ts';
import { MEBIBYTE, mebibytes } from '../../../contract/limits.ts';
import { describeSystemError, requestFailure } from '../../../contract/system-errors.ts';
import { plural, printable, visible } from '../../../contract/text.ts';
import { BadManifestError, MIRROR_LIMITS, NoManifestError } from './listed-files.ts';
import { type FetchFile, type MirrorOutcome, mirror } from './mirror.ts';
import { ForeignFileError, isMirror, knownFiles, type OpenMirror, openMirror } from './mirror-folder.ts';

interface MirrorCommandOptions extends TrustChoice {
  /** The address of the deployment, without a trailing slash. */
  readonly url: string;
  /** The folder of the mirror, relative to the working folder. */
  readonly folder: string;
  /** The maximum for all files together, in MiB. */
  readonly maxSize: number;
  readonly format: 'text' | 'json';
  /** The service URL that must be signed, if it is not the address. */
  readonly serviceUrl?: string;
}

/** The deployment cannot be reached, or stopped answering. The cause is the network error. */
class NoResponseError extends Error {}

/** Runs the command. @throws CannotRunError if the deployment cannot be reached, or the folder cannot be written */
export async function runMirror(io: Io, options: MirrorCommandOptions): Promise<ExitStatus> {
  const { url, folder: name } = options;
  const progress = progressOn(io, options);
  try {
    const root = resolve(io.cwd, name);
    const maxBytes = options.maxSize * MEBIBYTE;
    const { signal } = io;
    const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
    const fetch = fetchFrom(url, maxBytes, signal);
    // Before anything is requested.
    const { memory } = knownFiles(root, name, url);
    const trust = trustOf(options, options.serviceUrl ?? url);
    if (!trust && memory.size > 0)
      throw new CannotRunError(
        `${name} is a copy that was verified; name the keys again with --key, or another folder`,
      );
    const open = (): Promise<OpenMirror> => openMirror(root, name, url);
    const outcome = await mirror(fetch, open, {
      ...{ maxBytes, wait, signal, onProgress: progress.report, isNew: !isMirror(root) },
      ...(trust ? { trust } : {}),
    });
    progress.clear();
    return report(io, options, outcome);
  } catch (error) {
    progress.clear();
    if (error instanceof BadManifestError) {
      const state = existsSync(resolve(io.cwd, name)) ? 'is as it was' : 'was not made';
      const said = `${url}/manifest.json cannot be used: ${printable(error.message)}. ${name} ${state}.`;
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
    return `${lines.join('')}${visible(url)} is not what its manifest says; nothing was copied to ${visible(folder)}.\n`;
  }
  if (did === 'nothing') return `${visible(folder)} is up to date with ${visible(url)}: ${size}.\n`;
  const gone = removed === 0 ? '' : `, ${plural(removed, 'file')} removed`;
  const news = `${plural(fetched.files, 'file')} fetched (${sizeOf(fetched.bytes)})${gone}`;
  return `${visible(folder)} is a copy of ${visible(url)}: ${size}; ${news}.\n`;
}

function sizeOf(bytes: number): string {
  return `${mebibytes(bytes).toFixed(1)} MiB`;
}

/** Requests files of one deployment. */
function fetchFrom(url: string, maxBytes: number, signal: AbortSignal): FetchFile {
  const { manifestBytes } = MIRROR_LIMITS;
  const limits: NetworkLimits = {
    responseBytes: Math.max(maxBytes, manifestBytes) + MEBIBYTE,
    // Files that do not match the manifest are requested again.
    runBytes: 4 * (maxBytes + manifestBytes),
    connectMs: 30_000,
    firstByteMs: 30_000,
    stalledMs: 30_000,
    wholeMs: 600_000,
    runMs: 6 * 3_600_000,
  };
  const read = new Network(limits, { userAgent: 'cartalog-mirror', signal }).reader(url);
  const failing =
    (what: string) =>
    (error: unknown): never => {
      throw signal.aborted || error instanceof RunOverError ? error : new NoResponseError(what, { cause: error });
    };
  return async (address) => {
    const file = url + address;
    const { status, body } = await read(address).catch(failing(`${file} cannot be reached`));
    return { status, body: bodyOf(body, failing(`The answer to ${file} ended early`)) };
  };
}

async function* bodyOf(
  body: AsyncIterable<Uint8Array>,
  failing: (error: unknown) => never,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    failing(error);
  }
}

function reasonOf(error: unknown, { folder }: MirrorCommandOptions, signal: AbortSignal): string {
  if (error instanceof CannotRunError) return error.message.replace(/\.$/, '');
  if (signal.aborted) return 'Stopped; what was fetched is kept, and the next run goes on';
  if (error instanceof RunOverError) return error.message;
  if (error instanceof LockedError) return `${folder} is being written by another mirror; wait until it has ended`;
  if (error instanceof StuckLockError) return `${folder} cannot be written: ${error.message}`;
  if (error instanceof ForeignFileError)
    return `${folder} has a file of yours in the place of a file of the mirror: ${error.path}; move it away`;
  if (error instanceof NoResponseError)
    return `${error.message} (${requestFailure(error.cause)}); run it again to go on`;
  const words = describeSystemError(error, 'creating');
  return `${folder} cannot be written: ${words}`;
}
