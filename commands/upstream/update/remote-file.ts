import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSameVersion, type Version } from '../../../contract/data-sources/checksum-history.ts';
import { type WebAnswer, WebError, type WebRequest } from '../web/request.ts';
import type { Web } from '../web/web.ts';
import type { RemoteFile } from './contents/pieces.ts';
import { type Hashes, hashFileChunks } from './hashes.ts';
import { observationOf, refuseHtmlPage } from './observe.ts';

export class NoPartsError extends WebError {
  constructor(message: string) {
    super('body', message);
  }
}

export interface ReadContext {
  readonly web: Web;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface ObservedFile extends ReadContext {
  readonly url: string;
  readonly version: Version;
}

/**
 * Never mixes two versions: each answer must be of the observed one. `read` throws a NoPartsError if the server does
 * not send the range, another WebError if it does not answer or has another version.
 */
export function openRemoteFile(file: ObservedFile): RemoteFile {
  return { size: file.version.contentLength, read: (offset, length) => readPart(file, offset, length) };
}

function readPart(file: ObservedFile, offset: number, length: number): Promise<Uint8Array> {
  const range = `${offset}-${offset + length - 1}`;
  const request = { headers: { Range: `bytes=${range}` }, maxBytes: length, isBuffered: true, isCut: true };
  return answered(file, request, async (answer) => {
    // The server may send the whole file in place of its beginning.
    const isWhole = answer.status === 200 && offset === 0 && answer.header('Content-Length') !== null;
    if (answer.status === 200 && !isWhole) throw new NoPartsError('its server sends no parts of files');
    if (!isWhole && answer.status !== 206)
      throw new WebError('body', `it answers ${answer.status} when a part is requested`);
    checkVersion(file, answer);
    if (!isWhole && answer.header('Content-Range')?.trim() !== `bytes ${range}/${file.version.contentLength}`)
      throw new NoPartsError('its server sends other parts than requested');
    const bytes = await answer.bytes();
    if (bytes.length !== length) throw new WebError('body', 'its server sends less than it announces');
    return bytes;
  });
}

function checkVersion({ url, version, now }: ObservedFile, answer: WebAnswer): void {
  const observed = observationOf(url, answer, now);
  const isSame = observed.is === 'there' && isSameVersion(observed.version, version);
  if (!isSame) throw new WebError('body', 'it changed while it was read');
}

async function answered<T>(
  { web, url }: ObservedFile,
  request: Omit<WebRequest, 'url'>,
  use: (answer: WebAnswer) => Promise<T>,
): Promise<T> {
  const answer = await web.request({ url, isFile: true, ...request });
  try {
    return await use(answer);
  } finally {
    answer.discard();
  }
}

/** Unlinks the temporary file at once (except on Windows): nothing remains, and only `use` reads it. */
export async function downloadVersion<T>(
  file: ObservedFile,
  use: (hashes: Hashes, content: RemoteFile) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-update-'));
  const scratch = await open(join(folder, 'download'), 'wx+', 0o600);
  if (process.platform !== 'win32') rmSync(folder, { recursive: true });
  try {
    const hashes = await receive(file, scratch);
    const content = openLocalFile(scratch, file.version.contentLength);
    await refuseHtmlPage(file.url, content);
    return await use(hashes, content);
  } finally {
    await scratch.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function openLocalFile(handle: FileHandle, size: number): RemoteFile {
  return {
    size,
    read: async (offset, length) => (await handle.read(Buffer.alloc(length), 0, length, offset)).buffer,
  };
}

function receive(file: ObservedFile, scratch: FileHandle): Promise<Hashes> {
  const { contentLength } = file.version;
  return answered(file, { maxBytes: contentLength }, async (answer) => {
    if (answer.status !== 200) throw new WebError('body', `it answers ${answer.status}`);
    checkVersion(file, answer);
    const { hashes, length } = await hashFileChunks(answer.body, (chunk) => scratch.appendFile(chunk));
    if (length !== contentLength) throw new WebError('body', `it ended after ${length} of ${contentLength} bytes`);
    return hashes;
  });
}
