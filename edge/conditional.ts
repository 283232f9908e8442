/** Conditional requests: RFC 9110, section 13, as far as GET and HEAD need it. */

/**
 * Whether the client's copy is current. `If-None-Match`, a list or `*`, is compared weakly and without the `-gzip` that
 * proxies add; if it is present, `If-Modified-Since` is ignored. @param current the headers of the 200
 */
export function isNotModified(request: Headers, current: Headers): boolean {
  const ifNoneMatch = request.get('If-None-Match');
  if (ifNoneMatch !== null) {
    const etag = current.get('ETag');
    return etag !== null && (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some(sameAs(etag)));
  }
  const since = httpDate(request.get('If-Modified-Since'));
  const modified = httpDate(current.get('Last-Modified'));
  return since !== null && modified !== null && modified <= since;
}

function sameAs(etag: string): (other: string) => boolean {
  const wanted = opaque(etag);
  return (other) => opaque(other) === wanted;
}

/** The part of an entity tag that is compared: without `W/`, quotes and `-gzip`. */
function opaque(etag: string): string {
  return etag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/-gzip$/, '');
}

/** The date form of C's asctime, which clients must not send and servers must accept. */
const ASCTIME = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** An HTTP date in milliseconds since 1970; null if it is missing or not an HTTP date. */
function httpDate(text: string | null): number | null {
  const date = text !== null && ASCTIME.test(text) ? `${text} GMT` : text;
  if (date === null || !/ GMT$/.test(date)) return null;
  const time = Date.parse(date);
  return Number.isNaN(time) ? null : time;
}
