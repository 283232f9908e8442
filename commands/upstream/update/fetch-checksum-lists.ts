import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CannotRunError } from '../../../cli/terminal/io.ts';
import { readExactHttpDate } from '../../../contract/base/http-dates.ts';
import { requestFailure } from '../../../contract/base/system-errors.ts';
import { isWebAddress, parseUrl } from '../../../contract/base/text.ts';
import { timestampOf } from '../../../contract/base/times.ts';
import { WebError } from '../web/request.ts';
import type { Web } from '../web/web.ts';
import { type ChecksumList, readChecksumList, type StatedHashes } from './checksum-lists.ts';
import { CRAWL_LIMITS } from './listing/crawl.ts';
import { decodedListingPath } from './listing/source-tree.ts';

/**
 * Uses nothing of a list that is unreadable or contradicts another.
 * @throws CannotRunError for such a list, unless there is `onRefused`
 */
export async function fetchChecksumLists(
  lists: readonly string[],
  { cwd, bases, web }: { readonly cwd: string; readonly bases: readonly string[]; readonly web: Pick<Web, 'request'> },
  onRefused?: (error: CannotRunError) => void,
): Promise<StatedHashes> {
  let stated: StatedHashes = new Map();
  for (const list of lists) {
    const address = isWebAddress(list) ? parseUrl(list) : null;
    const url = address ?? pathToFileURL(resolve(cwd, list));
    // The query may contain access tokens.
    const name = address ? url.origin + url.pathname : list;
    try {
      const content = await (address ? fetched(list, web) : inFile(url)).catch((error) => {
        throw new CannotRunError(`${name} cannot be read: ${requestFailure(error)}.`);
      });
      stated = readChecksumList({ name, ...placeOf(url, bases), ...content }, stated);
    } catch (error) {
      if (!onRefused || !(error instanceof CannotRunError)) throw error;
      onRefused(error);
    }
  }
  return stated;
}

type Content = Pick<ChecksumList, 'bytes' | 'lastModified'>;

async function inFile(url: URL): Promise<Content> {
  const status = statSync(url);
  if (!status.isFile() || status.size > CRAWL_LIMITS.bytes)
    throw new WebError('body', 'it is not a file, or too large');
  return { bytes: readFileSync(url), lastModified: timestampOf(status.mtimeMs) };
}

async function fetched(url: string, web: Pick<Web, 'request'>): Promise<Content> {
  const answer = await web.request({ url, maxBytes: CRAWL_LIMITS.bytes, isBuffered: true });
  if (answer.status !== 200) throw new WebError('body', `it answers ${answer.status}`);
  const time = readExactHttpDate(answer.header('Last-Modified') ?? '');
  return { bytes: await answer.bytes(), lastModified: time === null ? null : timestampOf(time) };
}

function placeOf(url: URL, bases: readonly string[]): Required<Pick<ChecksumList, 'folder' | 'within' | 'file'>> {
  const above = new URL('.', url).href;
  const base = bases.find((base) => above.startsWith(base)) ?? above;
  // The folder of a list on a disk says nothing of the paths in it.
  const below = (url.protocol !== 'file:' && bases.find((base) => base.startsWith(above))) || above;
  const [folder, within] = [above.slice(base.length), below.slice(above.length)].map(decodedListingPath) as [
    string,
    string,
  ];
  return { folder, within, file: decodedListingPath(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)) };
}

export function pathOfList(address: string, baseUrl: string): string {
  const { folder, file } = placeOf(new URL(address), [baseUrl]);
  return folder + file;
}
