/** What is observed of a file whose server behaves in some way. */
import { describe, expect, test } from 'vitest';
import { httpDate, observe, refusePage } from '../../../../commands/upstream/update/observe.ts';
import { WebError } from '../../../../commands/upstream/web/request.ts';
import { type Behaviour, startFaultyServer } from '../../../support/faulty-server.ts';
import { HTML, impatientWeb } from '../../../support/upstream.ts';
import { fileOf } from '../../../support/watched-file.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const GOOD: Behaviour = { body: 'Hello', lastModified: '2026-01-02T03:04:05Z', ranges: 'honoured' };

/** Observes a file, and counts the requests. */
async function observed(how: Behaviour, { path = '/a.zip', clockAheadMs = 0 } = {}) {
  const server = await startFaultyServer({ [path]: how }, { clockAheadMs });
  const observation = await observe(server.url + path, impatientWeb(), NOW);
  return { observation, methods: server.requests.map(({ method }) => method).join(' ') };
}

/** Headers with which a server states what it likes. */
const said = (headers: Readonly<Record<string, string>>): Behaviour => ({ ...GOOD, headers });

const dated = (time: string): Behaviour =>
  said({ 'Last-Modified': `Fri, 02 Jan 2026 ${time} GMT`, Date: 'Fri, 02 Jan 2026 03:04:05 GMT' });

describe('a version:', () => {
  test.each<[string, Behaviour, string, boolean]>([
    ['by HEAD', GOOD, 'HEAD', true],
    ['ranges that are not announced', { ...GOOD, ranges: 'none' }, 'HEAD', true],
    ['without ranges, which is said', said({ 'Accept-Ranges': 'none' }), 'HEAD', false],
    ['HEAD is not supported', { ...GOOD, headStatus: 405 }, 'HEAD GET', true],
    ['HEAD is forbidden', { ...GOOD, headStatus: 403 }, 'HEAD GET', true],
    ['HEAD is not implemented', { ...GOOD, headStatus: 501 }, 'HEAD GET', true],
    ['HEAD finds nothing', { ...GOOD, headStatus: 404 }, 'HEAD GET', true],
    ['HEAD is refused, and there are no ranges', { ...GOOD, headStatus: 405, ranges: 'none' }, 'HEAD GET', false],
    ['HEAD is refused, ranges are only announced', { ...GOOD, headStatus: 405, ranges: 'ignored' }, 'HEAD GET', false],
    ['HEAD says nothing', { ...GOOD, headStatus: 200 }, 'HEAD GET', true],
    ['a length only of ranges', { ...GOOD, length: null }, 'HEAD GET', true],
    ['encoded as what it is', said({ 'Content-Encoding': 'identity' }), 'HEAD', true],
  ])('%s', async (_, how, methods, mayHaveRanges) => {
    const version = { lastModified: '2026-01-02T03:04:05Z', contentLength: 5 };
    expect(await observed(how)).toEqual({ observation: { is: 'there', version, mayHaveRanges }, methods });
  });

  test('of an empty file is one, which has no first byte', async () => {
    const version = { lastModified: '2026-01-02T03:04:05Z', contentLength: 0 };
    const outcome = await observed({ ...GOOD, body: '' });
    expect(outcome).toEqual({ observation: { is: 'there', version, mayHaveRanges: true }, methods: 'HEAD GET' });
  });

  test('of a page is one where that is what the catalog has', async () => {
    const { observation } = await observed({ ...GOOD, headers: HTML }, { path: '/a.html' });
    expect(observation.is).toBe('there');
  });

  test('of a server whose clock is an hour off is what that says', async () => {
    const hour = 3_600_000;
    const ahead = await observed(GOOD, { clockAheadMs: hour });
    expect(ahead.observation).toMatchObject({ version: { lastModified: '2026-01-02T04:04:05Z' } });
    const late = await observed(GOOD, { clockAheadMs: -hour });
    expect(late.observation).toMatchObject({ version: { lastModified: '2026-01-02T02:04:05Z' } });
  });
});

describe('gone only where a request with GET says so, too:', () => {
  test.each([404, 410])('%i', async (status) => {
    expect(await observed({ status })).toEqual({ observation: { is: 'gone', status }, methods: 'HEAD GET' });
  });
});

describe('nothing certain:', () => {
  test.each<[string, Behaviour, RegExp]>([
    ['no time', { body: 'Hello' }, /^it does not say when it was last changed$/],
    ['a time that is none', said({ 'Last-Modified': 'soon' }), /^it says that it was last changed at "soon"$/],
    ['the beginning of the epoch', { ...GOOD, lastModified: '1970-01-01T00:00:00Z' }, /^it says/],
    ['a time in the future', { ...GOOD, lastModified: '2026-03-02T00:00:01Z' }, /in the future/],
    ['an hour after the request', dated('04:04:05'), /^it says that it was last changed in the future, at "Fri, 02/],
    ['the moment of the request', dated('03:04:05'), /^it says that it was last changed at the moment of the request$/],
    ['no length', { ...GOOD, length: null, ranges: 'none' }, /^it does not say how large it is$/],
    ['a compressed answer', said({ 'Content-Encoding': 'gzip' }), /^it is sent compressed \("gzip"\)/],
    ['a page of HTML', { ...GOOD, headers: HTML }, /^it answers with a page of HTML in place of the file$/],
    ['a page of XHTML', said({ 'Content-Type': 'Application/XHTML+xml' }), /page of HTML/],
    ['another status', { ...GOOD, status: 401 }, /^it answers 401$/],
    ['no content', { ...GOOD, status: 204, body: '', headStatus: 204 }, /^it answers 204$/],
    ['part of the file where that is not said', { ...GOOD, headStatus: 405, status: 206, ranges: 'none' }, /how large/],
    ['an error in all tries', { ...GOOD, status: 500 }, /^it answers 500$/],
    ['too many requests in all tries', { ...GOOD, status: 429 }, /^it answers 429$/],
    ['a circle', { redirect: '/a.zip' }, /^it redirects in a circle$/],
    ['a redirect to what is no address', { redirect: 'http://[' }, /^it redirects elsewhere: /],
    ['a closed connection', { cutAfter: 0 }, /./],
  ])('%s', async (_, how, reason) => {
    const error: unknown = await observed(how).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WebError);
    expect((error as WebError).message).toMatch(reason);
  });

  test('a login page to which a file redirects', async () => {
    const server = await startFaultyServer({
      '/a.zip': { redirect: '/login' },
      '/login': { ...GOOD, headers: HTML },
    });
    const observing = observe(`${server.url}/a.zip`, impatientWeb(), NOW);
    await expect(observing).rejects.toThrow('it answers with a page of HTML in place of the file');
  });

  test('a server that never answers', async () => {
    const server = await startFaultyServer({ '/a.zip': { delayMs: Number.POSITIVE_INFINITY } });
    const observing = observe(`${server.url}/a.zip`, impatientWeb({}, { firstByteMs: 50 }), NOW);
    await expect(observing).rejects.toThrow('no answer after');
  });
});

describe('the beginning of a file', () => {
  test.each([
    ['a zip archive', 'PK\u0003\u0004', false],
    ['a render theme', '<?xml version="1.0"?>\n<rendertheme>', false],
    ['text about HTML', 'This is <html>', false],
    ['a page', '<!DOCTYPE html>\n<html>', true],
    ['a page after spaces', '\uFEFF \n<HTML lang="en">', true],
    ['a script that reloads', '<script>location.reload()</script>', true],
    ['another element', '<headers>', false],
    ['a page after comments', '<!-- a\nb --> <!-- c -->\n<!doctype HTML>', true],
    ['a page of XHTML', '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "x">', true],
    ['a page that leads to another', '<meta http-equiv="refresh" content="0; url=/login">', true],
    ['a render theme after a comment', '<?xml version="1.0"?><!-- <html> -->\n<rendertheme>', false],
    ['a comment without end', `<!-- ${'x'.repeat(3000)}`, false],
    ['XML with metadata', '<?xml version="1.0"?><metadata>', false],
    ['nothing', '', false],
  ])('of %s', async (_, beginning, isPage) => {
    const check = refusePage('https://example.org/a.zip', fileOf(Buffer.from(beginning)));
    if (isPage) await expect(check).rejects.toThrow('it answers with a page of HTML in place of the file');
    else await check;
    await refusePage('https://example.org/a.html', fileOf(Buffer.from(beginning)));
  });
});

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  [' Thu, 29 Feb 2024 23:59:59 GMT ', '2024-02-29T23:59:59Z'],
  // Days, weekdays and times that do not exist.
  ['Tue, 31 Feb 2026 03:04:05 GMT', null],
  ['Sun, 29 Feb 2026 03:04:05 GMT', null],
  ['Mon, 02 Jan 2026 03:04:05 GMT', null],
  ['Fri, 02 Jan 2026 24:00:00 GMT', null],
  ['Fri, 02 Jan 2026 03:60:00 GMT', null],
  ['Fri, 02 Foo 2026 03:04:05 GMT', null],
  // Other forms.
  ['Sunday, 06-Nov-94 08:49:37 GMT', null],
  ['Sun Nov  6 08:49:37 1994', null],
  ['Fri, 2 Jan 2026 03:04:05 GMT', null],
  ['Fri, 02 Jan 2026 03:04:05', null],
  ['Fri, 02 Jan 2026 03:04:05 CET', null],
  ['Fri, 02 Jan 2026 03:04:05 +0000', null],
  ['2026-01-02T03:04:05Z', null],
  ['Fri, 02 Jan 2026 03:04:05 GMT, Fri, 02 Jan 2026 03:04:05 GMT', null],
  ['', null],
])('the date %s', (header, time) => {
  expect(httpDate(header)).toBe(time === null ? null : Date.parse(time));
});
