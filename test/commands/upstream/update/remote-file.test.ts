/** Pieces of files and whole downloads, from servers that behave badly. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { download, NoPartsError, remoteFile } from '../../../../commands/upstream/update/remote-file.ts';
import { WebError } from '../../../../commands/upstream/web/request.ts';
import { type Behaviour, startFaultyServer } from '../../../support/faulty-server.ts';
import { HTML, impatientWeb, LONG_AGO } from '../../../support/upstream.ts';

const BODY = Array.from({ length: 50_000 }, (_, index) => String(index).padStart(4, '0').slice(-4)).join('');
const VERSION = { lastModified: LONG_AGO, contentLength: BODY.length };

/** A server with the file, which behaves otherwise in some ways, and what reading from it depends on. */
async function served(how: Behaviour | readonly Behaviour[]) {
  const list = [how].flat().map((one) => ({ body: BODY, lastModified: LONG_AGO, ranges: 'honoured' as const, ...one }));
  const server = await startFaultyServer({ '/a': list });
  const web = impatientWeb({}, { stalledMs: 100 });
  return { server, file: { url: `${server.url}/a`, version: VERSION, web, now: Date.now() } };
}

/** Eight bytes of the file. */
async function piece(how: Behaviour | readonly Behaviour[]) {
  const { server, file } = await served(how);
  const bytes = await remoteFile(file).read(400, 8);
  return { bytes: Buffer.from(bytes).toString(), ranges: server.requests.map(({ headers }) => headers.range) };
}

/** The SHA-1 of the file, and its last bytes. */
async function downloaded(how: Behaviour, version = VERSION) {
  const { file } = await served({ ranges: 'none', ...how });
  return await download({ ...file, version }, async (sha1, content) => {
    const end = Math.min(4, content.size);
    return { sha1, end: Buffer.from(await content.read(content.size - end, end)).toString() };
  });
}

test.each<[string, Behaviour | readonly Behaviour[], number]>([
  ['the bytes that were requested, with one request', {}, 1],
  ['requested again if it is cut off', [{ cutAfter: 3 }, {}], 2],
])('a piece is %s', async (_, how, requests) => {
  expect(await piece(how)).toEqual({ bytes: '01000101', ranges: Array(requests).fill('bytes=400-407') });
});

test.each<[string, string]>([
  ['a file', BODY],
  ['an empty file', ''],
])('a download gives the SHA-1 and the bytes of %s', async (_, body) => {
  const sha1 = createHash('sha1').update(body).digest('hex').toUpperCase();
  const version = { lastModified: LONG_AGO, contentLength: body.length };
  expect(await downloaded({ body }, version)).toEqual({ sha1, end: body.slice(-4) });
});

describe('refused:', () => {
  const CHANGED = /^it changed while it was read$/;
  test.each<[string, Behaviour, RegExp | null, RegExp | null]>([
    ['no ranges', { ranges: 'none' }, /^its server sends no parts of files$/, null],
    ['ranges that are announced only', { ranges: 'ignored' }, /^its server sends no parts of files$/, null],
    ['other parts', { ranges: 'wrong' }, /^its server sends other parts than requested$/, null],
    ['another time', { lastModified: '2026-01-02T03:04:06Z' }, CHANGED, CHANGED],
    ['longer than it was', { body: `${BODY}x` }, CHANGED, CHANGED],
    ['shorter than it was', { body: 'short' }, /^it answers 416 when a part is requested$/, CHANGED],
    ['a page', { headers: HTML }, /page of HTML/, /page of HTML/],
    ['a page of another type', { body: '<!doctype html>'.padEnd(BODY.length) }, null, /page of HTML/],
    ['gone', { status: 404, ranges: 'none' }, /^it answers 404 when a part is requested$/, /^it answers 404$/],
    ['a part', { status: 206, ranges: 'none' }, /does not say how large/, /^it answers 206$/],
    ['cut off', { length: 8, cutAfter: 4 }, /cut off/, null],
    ['cut off late', { cutAfter: 100_000, ranges: 'none' }, null, /cut off/],
    ['stalled', { stallAfter: 4 }, /stalled/, /stalled/],
    ['endless', { isEndless: true, length: null, ranges: 'none' }, null, /does not say how large/],
    ['compressed', { headers: { 'Content-Encoding': 'gzip' } }, /compressed/, /compressed/],
    ['an error', { status: 503, ranges: 'none' }, /^it answers 503$/, /^it answers 503$/],
  ])('%s', async (_, how, ofPiece, ofDownload) => {
    if (ofPiece) {
      const error: unknown = await piece(how).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(WebError);
      expect((error as WebError).message).toMatch(ofPiece);
      // Only of these, another try is useless.
      expect(error instanceof NoPartsError).toBe(/^its server sends/.test((error as WebError).message));
    }
    if (ofDownload) {
      const error: unknown = await downloaded(how).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(WebError);
      expect((error as WebError).message).toMatch(ofDownload);
    }
  });
});
