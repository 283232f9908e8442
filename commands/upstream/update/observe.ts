import { codingsIn } from '../../../cli/network/content-coding.ts';
import { readExactHttpDate } from '../../../contract/base/http-dates.ts';
import { timestampOf } from '../../../contract/base/times.ts';
import type { Version } from '../../../contract/data-sources/checksum-history.ts';
import { answerMediaType, withoutPreamble } from '../web/answer.ts';
import { type WebAnswer, WebError } from '../web/request.ts';
import type { Web } from '../web/web.ts';
import type { RemoteFile } from './contents/pieces.ts';

export type Observation =
  | { readonly is: 'there'; readonly version: Version }
  | { readonly is: 'gone'; readonly why: string };

/** Answers of servers without HEAD. */
const REFUSES_HEAD = [400, 403, 405, 501];

/** There is no such file; but some servers give HEAD this answer although it exists. */
const GONE = [404, 410];

/** Servers that do not know a time send earlier ones. */
const EARLIEST = Date.parse('1995-01-01T00:00:00Z');

/** How slow this machine's clock may be. */
const CLOCK_ERROR_MS = 24 * 60 * 60 * 1000;

/** A time up to this long after `Date` is the time of the request; a later one is in the future. */
const MOMENT_MS = 60_000;

/** @throws WebError if nothing is certain; its message follows the file's address */
export async function observeFile(url: string, web: Web, now: number): Promise<Observation> {
  const head = await web.request({ url, method: 'HEAD', maxBytes: 0 });
  head.discard();
  // Some servers state no length for HEAD, or 0.
  const isWithoutLength = head.status === 200 && !lengthOf(head);
  if (![...REFUSES_HEAD, ...GONE].includes(head.status) && !isWithoutLength) return observationOf(url, head, now);
  const first = await web.request({ url, headers: { Range: 'bytes=0-0' }, maxBytes: 1, isCut: true });
  first.discard();
  // An empty file has no first byte.
  if (first.status === 416 && head.status === 200) return observationOf(url, head, now);
  return observationOf(url, first, now);
}

export function observationOf(url: string, answer: WebAnswer, now: number): Observation {
  const { status } = answer;
  if (GONE.includes(status)) return { is: 'gone', why: `it answers ${status}` };
  if (status !== 200 && status !== 206) throw uncertain(`it answers ${status}`);
  // Captive portals and "not found" pages have status 200.
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(answerMediaType(answer)) && !isPageName(url))
    throw uncertain(A_PAGE);
  const lastModified = timestampOf(timeOf(answer, now));
  // Some servers send `a.map.gz` with Content-Encoding: gzip. Programs save what is sent, so its size counts; under
  // other names, some save the decompressed bytes.
  const codings = codingsIn(answer.header('Content-Encoding')).join(', ');
  const isNamedGzip = /^(?:x-)?gzip$/.test(codings) && /\.t?gz$/i.test(new URL(url).pathname);
  if (codings !== '' && !isNamedGzip)
    throw uncertain(`it is sent compressed (${JSON.stringify(codings)}), so its size is not known`);
  const contentLength = lengthOf(answer);
  if (contentLength === null) throw uncertain('it does not say how large it is');
  return { is: 'there', version: { lastModified, contentLength } };
}

const uncertain = (reason: string): WebError => new WebError('body', reason);

const A_PAGE = 'there is a page of HTML in place of the file';

function isPageName(url: string): boolean {
  return /\.x?html?$/i.test(new URL(url).pathname);
}

const PAGE_BYTES = 2048;

const PAGE = /^<(?:!doctype\s+html|html|head|body|script|title)\b|^<meta\s[^>]*\bhttp-equiv\s*=/i;

export async function refuseHtmlPage(url: string, file: RemoteFile): Promise<void> {
  if (file.size === 0) return;
  const beginning = await file.read(0, Math.min(PAGE_BYTES, file.size));
  if (isPageName(url)) return;
  if (PAGE.test(withoutPreamble(new TextDecoder().decode(beginning)))) throw uncertain(A_PAGE);
}

export function isPlausibleTime(time: number, now: number): boolean {
  return time >= EARLIEST && time <= now + CLOCK_ERROR_MS;
}

function timeOf(answer: WebAnswer, now: number): number {
  const header = answer.header('Last-Modified');
  if (header === null) throw uncertain('it does not say when it was last changed');
  const time = readExactHttpDate(header);
  if (time === null || time < EARLIEST)
    throw uncertain(`it says that it was last changed at ${JSON.stringify(header)}`);
  const atServer = readExactHttpDate(answer.header('Date') ?? '') ?? now;
  if (!isPlausibleTime(time, now) || time > atServer + MOMENT_MS)
    throw uncertain(`it says that it was last changed in the future, at ${JSON.stringify(header)}`);
  // Dynamic pages often state the request's time.
  if (time >= atServer) throw uncertain('it says that it was last changed at the moment of the request');
  return time;
}

function lengthOf(answer: WebAnswer): number | null {
  const text =
    answer.status === 206
      ? /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(answer.header('Content-Range')?.trim() ?? '')?.[1]
      : /^\d+$/.exec(answer.header('Content-Length')?.trim() ?? '')?.[0];
  const length = Number(text ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : null;
}
