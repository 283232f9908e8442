/** A file on a server as something to read pieces of. */
import { WebError } from '../../cli/web/request.ts';
import type { Web } from '../../cli/web/web.ts';
import type { RemoteFile } from './contents/contents.ts';
import { observationOf, PAGE_BYTES, type Version } from './observe.ts';

/** A server does not send the part of a file that it is asked for, and will not for another try. */
export class NoPartsError extends WebError {
  constructor(message = 'its server sends no parts of files') {
    super('body', message);
  }
}

/**
 * Reads a file by ranges. Each answer must be of the version that was observed, so that pieces of two builds are never
 * taken for one file.
 *
 * @throws NoPartsError, from `read`, where the server sends no ranges or others, and WebError where there is no answer
 */
export function remoteFile(url: string, version: Version, web: Web, now: number): RemoteFile {
  return {
    size: version.contentLength,
    read: (offset, length) => readPart(url, version, { offset, length }, { web, now }),
  };
}

/**
 * The first bytes of a file, also where its server sends no parts: then the rest is not read.
 *
 * @throws WebError as `remoteFile`
 */
export function readBeginning(url: string, version: Version, web: Web, now: number): Promise<Uint8Array> {
  const length = Math.min(PAGE_BYTES, version.contentLength);
  return readPart(url, version, { offset: 0, length, mayBeWhole: true }, { web, now });
}

interface Part {
  readonly offset: number;
  readonly length: number;
  /** Whether an answer with all of the file will do, because it begins with the part. */
  readonly mayBeWhole?: boolean;
}

async function readPart(
  url: string,
  version: Version,
  { offset, length, mayBeWhole = false }: Part,
  { web, now }: { readonly web: Web; readonly now: number },
): Promise<Uint8Array> {
  const end = offset + length - 1;
  const headers = { Range: `bytes=${offset}-${end}` };
  const answer = await web.request({ url, headers, maxBytes: length, isBuffered: true, isCut: true });
  try {
    const isWhole = answer.status === 200;
    if (isWhole && !mayBeWhole) throw new NoPartsError();
    if (!isWhole && answer.status !== 206)
      throw new WebError('body', `it answers ${answer.status} when a part is asked for`);
    const observed = observationOf(url, answer, now);
    if (observed.is === 'unknown') throw new WebError('body', observed.reason);
    const isSame =
      observed.is === 'there' &&
      observed.version.lastModified === version.lastModified &&
      observed.version.contentLength === version.contentLength;
    if (!isSame) throw new WebError('body', 'it changed while it was read');
    const range = `bytes ${offset}-${end}/${version.contentLength}`;
    if (!isWhole && answer.header('Content-Range')?.trim() !== range)
      throw new NoPartsError('its server sends other parts than it is asked for');
    const bytes = await answer.bytes();
    if (bytes.length !== length) throw new WebError('body', 'its server sends less than it says');
    return bytes;
  } finally {
    answer.discard();
  }
}
