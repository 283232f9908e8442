/** Asks a server for the version of a file that it has, without downloading the file. */

import { type WebAnswer, WebError } from '../../cli/web/request.ts';
import type { Web } from '../../cli/web/web.ts';
import { timestampOf } from '../../contract/checksum-history.ts';
import { httpDate } from './http-date.ts';

/** A version of a file, by what a server says of it. */
export interface Version {
  /** In UTC, to the second, as the catalog writes it. */
  readonly lastModified: string;
  readonly contentLength: number;
}

/** What was observed of one file. */
export type Observation =
  | { readonly is: 'there'; readonly version: Version; readonly mayHaveRanges: boolean }
  /** The server says that there is no such file. */
  | { readonly is: 'gone'; readonly status: number }
  /** Nothing certain; the reason follows the address of the file in a message. */
  | { readonly is: 'unknown'; readonly reason: string };

/** Statuses of servers that do not support HEAD. */
const REFUSES_HEAD = [400, 403, 405, 501];

/** Statuses that say that there is no such file; some servers say so of all that is asked for with HEAD. */
const GONE = [404, 410];

/** Before this, files did not come from the web; it is what servers say that do not know the time of a file. */
const EARLIEST = Date.parse('1995-01-01T00:00:00Z');

/** How far the clock of a server may be ahead. */
const CLOCK_MS = 24 * 60 * 60 * 1000;

/** What a server says of the moment of a request differs by less than this. */
const MOMENT_MS = 60_000;

/**
 * Observes a file: by HEAD, and by asking for its first byte where HEAD is refused, finds nothing or says of no length.
 *
 * @param now the time, in milliseconds, that no file can be much newer than
 */
export async function observe(url: string, web: Web, now: number): Promise<Observation> {
  try {
    const head = await web.request({ url, method: 'HEAD', maxBytes: 0 });
    head.discard();
    const byHead = observationOf(url, head, now);
    if (![...REFUSES_HEAD, ...GONE].includes(head.status) && !isWithoutLength(head)) return byHead;
    const first = await web.request({ url, headers: { Range: 'bytes=0-0' }, maxBytes: 1, isCut: true });
    first.discard();
    // An empty file has no first byte.
    if (first.status === 416 && byHead.is === 'there') return byHead;
    const byFirst = observationOf(url, first, now);
    return byFirst.is === 'there' ? { ...byFirst, mayHaveRanges: first.status === 206 } : byFirst;
  } catch (error) {
    if (error instanceof WebError) return { is: 'unknown', reason: error.message };
    throw error;
  }
}

/** What an answer says of the file at an address. */
export function observationOf(url: string, answer: WebAnswer, now: number): Observation {
  const { status } = answer;
  if (GONE.includes(status)) return { is: 'gone', status };
  if (status !== 200 && status !== 206) return { is: 'unknown', reason: `it answers ${status}` };
  const reason = whyNotTheFile(url, answer) ?? whyNoTime(answer, now) ?? whyNoLength(answer);
  if (reason !== null) return { is: 'unknown', reason };
  const version = {
    lastModified: timestampOf(httpDate(answer.header('Last-Modified') ?? '', now) as number),
    contentLength: lengthOf(answer) as number,
  };
  // Many servers send parts and do not announce it, so that only those are not asked that say that they do not.
  const mayHaveRanges = status === 206 || answer.header('Accept-Ranges')?.trim().toLowerCase() !== 'none';
  return { is: 'there', version, mayHaveRanges };
}

/** Login pages of hotels and "not found" pages come with status 200. */
function whyNotTheFile(url: string, answer: WebAnswer): string | null {
  const type = answer.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  const isPage = type === 'text/html' || type === 'application/xhtml+xml';
  return isPage && !isPageName(url) ? A_PAGE : null;
}

const A_PAGE = 'it answers with a page of HTML in place of the file';

function isPageName(url: string): boolean {
  return /\.x?html?$/i.test(new URL(url).pathname);
}

/** How much of the beginning of a file shows whether it is a page of HTML. */
export const PAGE_BYTES = 2048;

/** How a page of HTML begins, after what may be before that. */
const PAGE = /^<(?:!doctype\s+html|html|head|body|script|title)\b|^<meta\s[^>]*\bhttp-equiv\s*=/i;

/** What may be before it: spaces, comments, and the first line of XML, with which XHTML begins. */
const PREAMBLE = /^(?:\s+|<!--.*?-->|<\?xml\b.*?\?>)/s;

/** @throws WebError where a file begins as a page of HTML does, whatever its server says of it */
export function refusePage(url: string, beginning: Uint8Array): void {
  if (isPageName(url)) return;
  let text = textOf(Buffer.from(beginning));
  for (let before = PREAMBLE.exec(text); before; before = PREAMBLE.exec(text)) text = text.slice(before[0].length);
  if (PAGE.test(text)) throw new WebError('body', A_PAGE);
}

/** Bytes as text, in UTF-16 where they begin so: with its mark, or with `<` as it writes it. */
function textOf(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 2);
  if (start === '\xFF\xFE' || start === '<\0') return new TextDecoder('utf-16le').decode(bytes);
  if (start === '\xFE\xFF' || start === '\0<') return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('utf8');
}

/** Whether a server that has the file does not say how large it is. Some do not for HEAD, and some say 0. */
function isWithoutLength(head: WebAnswer): boolean {
  return head.status === 200 && !lengthOf(head);
}

function whyNoTime(answer: WebAnswer, now: number): string | null {
  const header = answer.header('Last-Modified');
  if (header === null) return 'it does not say when it was last changed';
  const time = httpDate(header, now);
  if (time === null || time < EARLIEST) return `it says that it was last changed at ${JSON.stringify(header)}`;
  const atServer = httpDate(answer.header('Date') ?? '', now) ?? now;
  if (time > now + CLOCK_MS || time > atServer + MOMENT_MS)
    return `it says that it was last changed in the future, at ${JSON.stringify(header)}`;
  // Programs that make their answers on request often say so: the time is then no property of the file.
  return time >= atServer ? 'it says that it was last changed at the moment of the request' : null;
}

function whyNoLength(answer: WebAnswer): string | null {
  const encoding = answer.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '')
    return `it is sent compressed (${JSON.stringify(encoding)}), so that its size is not known`;
  return lengthOf(answer) === null ? 'it does not say how large it is' : null;
}

/** The length of the whole file; null where the answer does not say it. */
function lengthOf(answer: WebAnswer): number | null {
  const text =
    answer.status === 206
      ? /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(answer.header('Content-Range')?.trim() ?? '')?.[1]
      : /^\d+$/.exec(answer.header('Content-Length')?.trim() ?? '')?.[0];
  const length = Number(text ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : null;
}
