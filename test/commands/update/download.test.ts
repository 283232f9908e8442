/** Whole downloads from servers that behave badly. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { WebError } from '../../../cli/web/request.ts';
import { download } from '../../../commands/update/download.ts';
import { type Behaviour, startFaultyServer } from '../../support/faulty-server.ts';
import { HTML, impatientWeb, LONG_AGO, memoryScratch } from '../../support/upstream.ts';

const BODY = 'x'.repeat(200_000);
const VERSION = { lastModified: LONG_AGO, contentLength: BODY.length };

async function downloaded(how: Behaviour, version = VERSION) {
  const server = await startFaultyServer({ '/a': { body: BODY, lastModified: LONG_AGO, ...how } });
  const context = { web: impatientWeb({}, { stalledMs: 100 }), scratch: memoryScratch(), now: Date.now() };
  return { outcome: await download(`${server.url}/a`, version, context), server };
}

test('gives the SHA-1 of all bytes, and the file', async () => {
  const { outcome } = await downloaded({});
  expect(outcome.sha1).toBe(createHash('sha1').update(BODY).digest('hex').toUpperCase());
  expect(outcome.file.size).toBe(BODY.length);
  expect(Buffer.from(await outcome.file.read(199_990, 10)).toString()).toBe('xxxxxxxxxx');
});

test('an empty file has a SHA-1, too', async () => {
  const { outcome } = await downloaded({ body: '' }, { lastModified: LONG_AGO, contentLength: 0 });
  expect(outcome.sha1).toBe('DA39A3EE5E6B4B0D3255BFEF95601890AFD80709');
});

describe('refused:', () => {
  test.each<[string, Behaviour, RegExp]>([
    ['cut off', { cutAfter: 100_000 }, /cut off/],
    ['stalled', { stallAfter: 100_000 }, /stalled/],
    ['shorter than it says', { length: BODY.length + 1 }, /more than|cut off|stalled/],
    ['shorter than it was', { body: 'short' }, /^it ended after 5 of 200000 bytes$/],
    ['longer than it was', { body: `${BODY}more` }, /^the answer has more than 200,000 bytes$/],
    ['endless', { isEndless: true, length: null }, /does not say how large/],
    ['newer than it was', { lastModified: '2026-01-02T03:04:06Z' }, /^it changed while it was read$/],
    ['compressed', { headers: { 'Content-Encoding': 'gzip' } }, /compressed/],
    ['a page', { headers: HTML }, /page of HTML/],
    ['a page of another type', { body: '<!doctype html>'.padEnd(200_000) }, /page of HTML/],
    ['gone', { status: 404 }, /^it answers 404$/],
    ['a part', { status: 206 }, /^it answers 206$/],
    ['forbidden', { status: 403 }, /^it answers 403$/],
  ])('%s', async (_, how, message) => {
    const error: unknown = await downloaded(how).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WebError);
    expect((error as WebError).message).toMatch(message);
  });
});

test('what cannot be kept is an error of the machine', async () => {
  const server = await startFaultyServer({ '/a': { body: BODY, lastModified: LONG_AGO } });
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const scratch = { ...memoryScratch(), append: () => Promise.reject(full) };
  const context = { web: impatientWeb(), scratch, now: Date.now() };
  await expect(download(`${server.url}/a`, VERSION, context)).rejects.toBe(full);
});
