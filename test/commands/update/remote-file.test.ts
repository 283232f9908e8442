/** Pieces of files from servers that behave badly. */
import { describe, expect, test } from 'vitest';
import { WebError } from '../../../cli/web/request.ts';
import { NoPartsError, remoteFile } from '../../../commands/update/remote-file.ts';
import { type Behaviour, startFaultyServer } from '../../support/faulty-server.ts';
import { HTML, impatientWeb, LONG_AGO } from '../../support/upstream.ts';

const BODY = Array.from({ length: 1000 }, (_, index) => String(index).padStart(4, '0')).join('');
const VERSION = { lastModified: LONG_AGO, contentLength: BODY.length };

async function piece(how: Behaviour | readonly Behaviour[]) {
  const list = [how].flat().map((one) => ({ body: BODY, lastModified: LONG_AGO, ranges: 'honoured' as const, ...one }));
  const server = await startFaultyServer({ '/a': list });
  const file = remoteFile(`${server.url}/a`, VERSION, impatientWeb({}, { stalledMs: 100 }), Date.now());
  return { bytes: Buffer.from(await file.read(400, 8)).toString(), server };
}

test('is the bytes that were asked for, with one request', async () => {
  const { bytes, server } = await piece({});
  expect(bytes).toBe('01000101');
  expect(server.requests.map(({ headers }) => headers.range)).toEqual(['bytes=400-407']);
});

test('is asked for again where it is cut off', async () => {
  const { bytes, server } = await piece([{ cutAfter: 3 }, {}]);
  expect(bytes).toBe('01000101');
  expect(server.requests).toHaveLength(2);
});

describe('refused for good:', () => {
  test.each<[string, Behaviour, RegExp]>([
    ['no ranges', { ranges: 'none' }, /^its server sends no parts of files$/],
    ['ranges that are announced only', { ranges: 'ignored' }, /^its server sends no parts of files$/],
    ['other parts', { ranges: 'wrong' }, /^its server sends other parts than it is asked for$/],
  ])('%s', async (_, how, message) => {
    const error: unknown = await piece(how).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoPartsError);
    expect((error as WebError).message).toMatch(message);
  });
});

describe('refused this time:', () => {
  test.each<[string, Behaviour, RegExp]>([
    ['another time', { lastModified: '2026-01-02T03:04:06Z' }, /^it changed while it was read$/],
    ['another size', { body: `${BODY}x` }, /^it changed while it was read$/],
    ['a page', { headers: HTML }, /^it answers with a page of HTML in place of the file$/],
    ['gone', { status: 404, ranges: 'none' }, /^it answers 404 when a part is asked for$/],
    ['shorter by now', { body: 'short' }, /^it answers 416 when a part is asked for$/],
    ['less than it says', { length: 8, cutAfter: 4 }, /cut off/],
    ['stalled', { stallAfter: 4 }, /stalled/],
    ['an error', { status: 503, ranges: 'none' }, /^it answers 503$/],
  ])('%s', async (_, how, message) => {
    const error: unknown = await piece(how).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WebError);
    expect(error).not.toBeInstanceOf(NoPartsError);
    expect((error as WebError).message).toMatch(message);
  });
});
