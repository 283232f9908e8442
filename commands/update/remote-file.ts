/** A file on a server as something to read pieces of. */
import { type Web, WebError } from '../web/web.ts';
import type { RemoteFile } from './contents/contents.ts';
import { observationOf, type Version } from './observe.ts';

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
    async read(offset, length) {
      const end = offset + length - 1;
      const answer = await web.request({
        url,
        headers: { Range: `bytes=${offset}-${end}` },
        maxBytes: length,
        isBuffered: true,
        isCut: true,
      });
      try {
        if (answer.status === 200) throw new NoPartsError();
        if (answer.status !== 206) throw new WebError('body', `it answers ${answer.status} when a part is asked for`);
        const observed = observationOf(url, answer, now);
        const isSame =
          observed.is === 'there' &&
          observed.version.lastModified === version.lastModified &&
          observed.version.contentLength === version.contentLength;
        if (!isSame) throw new WebError('body', 'it changed while it was read');
        const range = `bytes ${offset}-${end}/${version.contentLength}`;
        if (answer.header('Content-Range')?.trim() !== range)
          throw new NoPartsError('its server sends other parts than it is asked for');
        const bytes = await answer.bytes();
        if (bytes.length !== length) throw new WebError('body', 'its server sends less than it says');
        return bytes;
      } finally {
        answer.discard();
      }
    },
  };
}
