/** Reads an observed version of a file: in pieces, or completely into a temporary file. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WebAnswer, WebError, type WebRequest } from '../../cli/web/request.ts';
import type { Web } from '../../cli/web/web.ts';
import type { RemoteFile } from './contents/pieces.ts';
import { observationOf, PAGE_BYTES, refusePage, type Version } from './observe.ts';

/** A server does not send the requested range of a file, and a retry would not help. */
export class NoPartsError extends WebError {
  constructor(message = 'its server sends no parts of files') {
    super('body', message);
  }
}

/** The context for reading from a server. */
export interface ReadContext {
  readonly web: Web;
  /** The current time, in milliseconds. */
  readonly now: number;
}

/**
 * Reads a file by ranges. Each answer must be of the observed version, so that pieces of two builds are never mixed.
 *
 * @throws NoPartsError, from `read`, if the server does not send the requested range, and WebError without an answer
 */
export function remoteFile(url: string, version: Version, context: ReadContext): RemoteFile {
  return {
    size: version.contentLength,
    read: (offset, length) => readPart(url, version, offset, length, context),
  };
}

/**
 * Reads the first bytes of a file, as many as show whether it is a page, also from a server that sends all of it.
 *
 * @throws WebError as `remoteFile`
 */
export function readBeginning(url: string, version: Version, context: ReadContext): Promise<Uint8Array> {
  return readPart(url, version, 0, Math.min(PAGE_BYTES, version.contentLength), context, true);
}

/** @param mayBeWhole whether to accept the whole file, because it begins with the part */
async function readPart(
  url: string,
  version: Version,
  offset: number,
  length: number,
  context: ReadContext,
  mayBeWhole = false,
): Promise<Uint8Array> {
  const end = offset + length - 1;
  const headers = { Range: `bytes=${offset}-${end}` };
  const request = { url, headers, maxBytes: length, isBuffered: true, isCut: true };
  return await answered(context.web, request, async (answer) => {
    const isWhole = answer.status === 200;
    if (isWhole && !mayBeWhole) throw new NoPartsError();
    if (!isWhole && answer.status !== 206)
      throw new WebError('body', `it answers ${answer.status} when a part is requested`);
    checkVersion(url, answer, version, context);
    const range = `bytes ${offset}-${end}/${version.contentLength}`;
    if (!isWhole && answer.header('Content-Range')?.trim() !== range)
      throw new NoPartsError('its server sends other parts than requested');
    const bytes = await answer.bytes();
    if (bytes.length !== length) throw new WebError('body', 'its server sends less than it announces');
    return bytes;
  });
}

/** @throws WebError if an answer is not of the observed version */
function checkVersion(url: string, answer: WebAnswer, version: Version, { now }: ReadContext): void {
  const observed = observationOf(url, answer, now);
  const isSame =
    observed.is === 'there' &&
    observed.version.lastModified === version.lastModified &&
    observed.version.contentLength === version.contentLength;
  if (!isSame) throw new WebError('body', 'it changed while it was read');
}

/** Sends a request, and closes the connection afterwards. */
export async function answered<T>(web: Web, request: WebRequest, use: (answer: WebAnswer) => Promise<T>): Promise<T> {
  const answer = await web.request(request);
  try {
    return await use(answer);
  } finally {
    answer.discard();
  }
}

/**
 * Downloads an observed version of a file into a temporary file, so that large files need no memory. If the system
 * allows it, the file is unlinked at once, so that nothing remains.
 *
 * @param use gets the SHA-1 of the bytes, and the bytes until it has ended
 * @throws WebError if the server sends another version, or only a part
 */
export async function download<T>(
  url: string,
  version: Version,
  context: ReadContext,
  use: (sha1: string, file: RemoteFile) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-update-'));
  const scratch = await open(join(folder, 'download'), 'wx+', 0o600);
  if (process.platform !== 'win32') rmSync(folder, { recursive: true });
  try {
    const sha1 = await receive(url, version, context, scratch);
    const size = version.contentLength;
    const read = async (offset: number, length: number): Promise<Uint8Array> =>
      (await scratch.read(Buffer.alloc(length), 0, length, offset)).buffer;
    if (size > 0) refusePage(url, await read(0, Math.min(PAGE_BYTES, size)));
    return await use(sha1, { size, read });
  } finally {
    await scratch.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes an observed version into a file. @returns its SHA-1 */
function receive(url: string, version: Version, context: ReadContext, scratch: FileHandle): Promise<string> {
  const { contentLength } = version;
  return answered(context.web, { url, maxBytes: contentLength }, async (answer) => {
    if (answer.status !== 200) throw new WebError('body', `it answers ${answer.status}`);
    checkVersion(url, answer, version, context);
    const hash = createHash('sha1');
    let length = 0;
    for await (const chunk of answer.body) {
      hash.update(chunk);
      length += chunk.length;
      await scratch.appendFile(chunk);
    }
    if (length !== contentLength) throw new WebError('body', `it ended after ${length} of ${contentLength} bytes`);
    return hash.digest('hex').toUpperCase();
  });
}
