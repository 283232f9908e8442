/** RFC 9110, section 13, for GET and HEAD. */
import { readHttpDate } from '../contract/base/http-dates.ts';

/**
 * Compares `If-None-Match`, a list or `*`, weakly and without the `-gzip` of proxies. If it is sent,
 * `If-Modified-Since` is ignored.
 * @param current headers of the answer with status 200
 */
export function isNotModified(request: Headers, current: Headers): boolean {
  const ifNoneMatch = request.get('If-None-Match');
  if (ifNoneMatch !== null) {
    const etag = current.get('ETag');
    return etag !== null && (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some(sameAs(etag)));
  }
  const since = readHttpDate(request.get('If-Modified-Since'));
  const modified = readHttpDate(current.get('Last-Modified'));
  return since !== null && modified !== null && modified <= since;
}

function sameAs(etag: string): (other: string) => boolean {
  const wanted = opaque(etag);
  return (other) => opaque(other) === wanted;
}

function opaque(etag: string): string {
  return etag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/-gzip$/, '');
}
