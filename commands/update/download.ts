/** Downloads a whole file: its SHA-1, and the file for a look inside. */
import { createHash } from 'node:crypto';
import { WebError } from '../../cli/web/request.ts';
import type { Web } from '../../cli/web/web.ts';
import type { RemoteFile } from './contents/contents.ts';
import { observationOf, PAGE_BYTES, refusePage, type Version } from './observe.ts';

/** An empty place outside the catalog for one file, so that its size does not matter to the memory. */
export interface Scratch {
  /** Adds bytes at the end. */
  append(bytes: Uint8Array): Promise<void>;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A file that was downloaded. */
export interface Downloaded {
  readonly sha1: string;
  /** Its bytes, as long as the place is there. */
  readonly file: RemoteFile;
}

/**
 * Downloads a file of which a version has been observed.
 *
 * @throws WebError where what comes is not that version, whole
 */
export async function download(
  url: string,
  version: Version,
  { web, scratch, now }: { readonly web: Web; readonly scratch: Scratch; readonly now: number },
): Promise<Downloaded> {
  const { contentLength } = version;
  const answer = await web.request({ url, maxBytes: contentLength });
  try {
    if (answer.status !== 200) throw new WebError('body', `it answers ${answer.status}`);
    const observed = observationOf(url, answer, now);
    if (observed.is === 'unknown') throw new WebError('body', observed.reason);
    if (observed.is !== 'there' || observed.version.lastModified !== version.lastModified) {
      throw new WebError('body', 'it changed while it was read');
    }
    const hash = createHash('sha1');
    let length = 0;
    for await (const chunk of answer.body) {
      hash.update(chunk);
      length += chunk.length;
      await scratch.append(chunk);
    }
    if (length !== contentLength) throw new WebError('body', `it ended after ${length} of ${contentLength} bytes`);
    if (length > 0) refusePage(url, await scratch.read(0, Math.min(PAGE_BYTES, length)));
    const file = { size: length, read: (offset: number, size: number) => scratch.read(offset, size) };
    return { sha1: hash.digest('hex').toUpperCase(), file };
  } finally {
    answer.discard();
  }
}
