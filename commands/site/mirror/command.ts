import { existsSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderError, LockedError } from '../../../build/write/lock.ts';
import { LostLockError } from '../../../build/write/replace-folder.ts';
import { Network, type NetworkLimits, RunOverError } from '../../../cli/network/http.ts';
import { type FetchFile, type TrustChoice, trustOf } from '../../../cli/site/published-site.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { progressOn } from '../../../cli/terminal/progress.ts';
import { asMebibytes, MEBIBYTE, TEXT_LIMITS } from '../../../contract/base/limits.ts';
import {
  describeSystemError,
  isLastingError,
  requestFailure,
  systemCode,
} from '../../../contract/base/system-errors.ts';
import { plural, printableLines, shortenedText, visible } from '../../../contract/base/text.ts';
import { maxAgeIn } from '../../../contract/base/times.ts';
import type { MirrorReport } from '../../../contract/generated/reports.types.ts';
import { BadManifestError, MIRROR_LIMITS, NoManifestError } from './listed-files.ts';
import { type MirrorOutcome, mirrorDeployment } from './mirror.ts';
import { openMirror } from './mirror-folder.ts';
import type { ServerChoice } from './server-configuration.ts';

interface MirrorCommandOptions extends TrustChoice {
  /** Without a trailing slash. */
  readonly url: string;
  readonly folder: string;
  /** In MiB, of all files. */
  readonly maxSize: number;
  readonly format: 'text' | 'json';
  /** The catalog's own address, if it is not `url`. */
  readonly serviceUrl?: string;
  readonly target?: ServerChoice['target'];
  readonly address?: string;
  readonly listen?: string;
}

/** The cause is the network error. */
class NoResponseError extends Error {}

export async function runMirror(io: Io, options: MirrorCommandOptions): Promise<ExitStatus> {
  const { url, folder: name } = options;
  const progress = progressOn(io, options);
  try {
    const root = resolve(io.cwd, name);
    const maxBytes = options.maxSize * MEBIBYTE;
    const { signal } = io;
    const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
    const fetch = fetchFrom(url, maxBytes, signal);
    const server = serverOf(options);
    refuseInside(io.cwd, root, name);
    const trust = trustOf(options, options.serviceUrl ?? url);
    const folder = await openMirror(root, url, trust !== null);
    const outcome = await mirrorDeployment(fetch, folder, {
      maxBytes,
      wait,
      signal,
      trust,
      server,
      onProgress: progress.report,
    });
    progress.clear();
    return report(io, options, outcome);
  } catch (error) {
    progress.clear();
    if (error instanceof BadManifestError) {
      const state = existsSync(resolve(io.cwd, name)) ? 'is as it was' : 'was not made';
      const refusal = new CannotRunError(`${url}/manifest.json cannot be used: ${error.message}. ${name} ${state}.`);
      if (error instanceof NoManifestError) throw refusal;
      io.stderr.write(`${refusal.message}\n`);
      return 1;
    }
    throw new CannotRunError(`${reasonOf(error, options, io.signal)}.`);
  }
}

function serverOf({ target, address, listen }: MirrorCommandOptions): ServerChoice | null {
  if (target) return { target, address, listen };
  const [extra] = Object.entries({ address, listen }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (extra !== undefined) throw new CannotRunError(`--${extra} requires --target.`);
  return null;
}

function report(io: Io, { url, folder, format }: MirrorCommandOptions, outcome: MirrorOutcome): ExitStatus {
  const whole: MirrorReport = { version: 1, url, folder, ...outcome };
  const { did } = whole;
  io.stdout.write(format === 'json' ? `${printableLines(JSON.stringify(whole, null, 2))}\n` : asText(whole));
  return did === 'failed' ? 1 : 0;
}

/** Escapes line breaks in names of the deployment. */
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
  return `${asMebibytes(bytes).toFixed(1)} MiB`;
}

function fetchFrom(url: string, maxBytes: number, signal: AbortSignal): FetchFile {
  const { manifestBytes } = MIRROR_LIMITS;
  const limits: NetworkLimits = {
    responseBytes: Math.max(maxBytes, manifestBytes) + MEBIBYTE,
    // Up to three rounds: files that do not match the manifest are requested again.
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
  return async (address, method) => {
    const file = shortenedText(url + address, TEXT_LIMITS.requestPath);
    const { status, header, body } = await read(address, method).catch(failing(`${file} cannot be reached`));
    const maxAge = maxAgeIn(header('Cache-Control'));
    return { status, maxAge, body: bodyOf(body, failing(`The answer to ${file} ended early`)) };
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
  if (error instanceof LostLockError) return error.message;
  if (error instanceof FolderError) return `${folder} ${error.message}`;
  if (error instanceof NoResponseError) {
    const isLasting = systemCode(error.cause) !== null && isLastingError(error.cause);
    return `${error.message} (${requestFailure(error.cause)})${isLasting ? '' : '; run it again to go on'}`;
  }
  const words = describeSystemError(error, 'creating');
  const [, advice = ''] = ADVICE.find(([codes]) => codes.includes(systemCode(error) ?? '')) ?? [];
  return `${folder} cannot be written: ${words}${advice}`;
}

/** By error code. The whole folder is replaced, so errors may come from the folder that contains it. */
const ADVICE: readonly (readonly [codes: readonly string[], advice: string])[] = [
  [['EACCES', 'EPERM', 'EROFS'], '; the folder that contains it must be writable, too'],
  [
    ['EBUSY', 'EXDEV'],
    '; a mounted folder, or a folder of a container image, cannot be replaced: name a folder inside it',
  ],
];

/** A shell there would be in a folder that is gone. */
function refuseInside(cwd: string, root: string, name: string): void {
  const way = existsSync(root) ? relative(realpathSync(root), realpathSync(cwd)) : '..';
  if (way.split(sep)[0] !== '..')
    throw new CannotRunError(
      `${name} contains the working folder, and is replaced as a whole; run it from another folder.`,
    );
}
