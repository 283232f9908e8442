/** What is observed of a file whose server behaves in some way. */
import { describe, expect, test } from 'vitest';
import { observeFile, refuseHtmlPage } from '../../../../commands/upstream/update/observe.ts';
import { WebError } from '../../../../commands/upstream/web/request.ts';
import { type Behaviour, startFaultyServer } from '../../../support/faulty-server.ts';
import { HTML, impatientWeb } from '../../../support/upstream.ts';
import { fileOf } from '../../../support/watched-file.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const GOOD: Behaviour = { body: 'Hello', lastModified: '2026-01-02T03:04:05Z', ranges: 'honoured' };

async function observed(how: Behaviour, path = '/a.zip') {
  const server = await startFaultyServer({ [path]: how });
  const observation = await observeFile(server.url + path, impatientWeb(), NOW);
  return { observation, methods: server.requests.map(({ method }) => method).join(' ') };
}

const said = (headers: Readonly<Record<string, string>>): Behaviour => ({ ...GOOD, headers });

const dated = (time: string): Behaviour =>
  said({ 'Last-Modified': `Fri, 02 Jan 2026 ${time} GMT`, Date: 'Fri, 02 Jan 2026 03:04:05 GMT' });

describe('a version:', () => {
  test.each<[string, Behaviour, string]>([
    ['by HEAD', GOOD, 'HEAD'],
    ['HEAD is not supported', { ...GOOD, headStatus: 405 }, 'HEAD GET'],
    ['HEAD is forbidden', { ...GOOD, headStatus: 403 }, 'HEAD GET'],
    ['HEAD finds nothing', { ...GOOD, headStatus: 404 }, 'HEAD GET'],
    ['HEAD is refused, and there are no ranges', { ...GOOD, headStatus: 405, ranges: 'none' }, 'HEAD GET'],
    ['HEAD says nothing', { ...GOOD, headStatus: 200 }, 'HEAD GET'],
    ['a length only of ranges', { ...GOOD, length: null }, 'HEAD GET'],
    ['encoded as what it is', said({ 'Content-Encoding': 'identity' }), 'HEAD'],
  ])('%s', async (_, how, methods) => {
    const version = { lastModified: '2026-01-02T03:04:05Z', contentLength: 5 };
    expect(await observed(how)).toEqual({ observation: { is: 'there', version }, methods });
  });

  test.each([
    ['gzip', '/a.map.gz'],
    ['x-gzip', '/a.tgz'],
  ])('of a file whose name says that it is in %s is what is sent: %s', async (coding, path) => {
    const { observation } = await observed(said({ 'Content-Encoding': coding }), path);
    expect(observation).toMatchObject({ is: 'there', version: { contentLength: 5 } });
  });

  test('of an empty file is one, which has no first byte', async () => {
    const version = { lastModified: '2026-01-02T03:04:05Z', contentLength: 0 };
    const outcome = await observed({ ...GOOD, body: '' });
    expect(outcome).toEqual({ observation: { is: 'there', version }, methods: 'HEAD GET' });
  });

  test('of a page is one where that is what the catalog has', async () => {
    const { observation } = await observed({ ...GOOD, headers: HTML }, '/a.html');
    expect(observation.is).toBe('there');
  });
});

test.each([404, 410])('gone only where a request with GET says so, too: %i', async (status) => {
  expect(await observed({ status })).toEqual({
    observation: { is: 'gone', why: `it answers ${status}` },
    methods: 'HEAD GET',
  });
});

test.each<[string, Behaviour, RegExp]>([
  ['no time', { body: 'Hello' }, /^it does not say when it was last changed$/],
  ['a time that is none', said({ 'Last-Modified': 'soon' }), /^it says that it was last changed at "soon"$/],
  ['a time in the future', { ...GOOD, lastModified: '2026-03-02T00:00:01Z' }, /in the future/],
  ['an hour after the request', dated('04:04:05'), /^it says that it was last changed in the future, at "Fri, 02/],
  ['the moment of the request', dated('03:04:05'), /^it says that it was last changed at the moment of the request$/],
  ['no length', { ...GOOD, length: null, ranges: 'none' }, /^it does not say how large it is$/],
  ['a compressed answer', said({ 'Content-Encoding': 'gzip' }), /^it is sent compressed \("gzip"\)/],
  [
    'an answer that is compressed twice',
    said({ 'Content-Encoding': 'gzip, br' }),
    /^it is sent compressed \("gzip, br/,
  ],
  ['a coding that is not known', said({ 'Content-Encoding': 'zstd' }), /^it is sent compressed \("zstd"\)/],
  ['a page of HTML', { ...GOOD, headers: HTML }, /^there is a page of HTML in place of the file$/],
  ['part of the file where that is not said', { ...GOOD, headStatus: 405, status: 206, ranges: 'none' }, /how large/],
])('nothing certain: %s', async (_, how, reason) => {
  const error: unknown = await observed(how).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WebError);
  expect((error as WebError).message).toMatch(reason);
});

test.each([
  ['a zip archive', 'PK\u0003\u0004', false],
  ['a render theme', '<?xml version="1.0"?>\n<rendertheme>', false],
  ['text about HTML', 'This is <html>', false],
  ['a page', '<!DOCTYPE html>\n<html>', true],
  ['a page after comments', '<!-- a\nb --> <!-- c -->\n<!doctype HTML>', true],
  ['a page of XHTML', '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "x">', true],
  ['a page that leads to another', '<meta http-equiv="refresh" content="0; url=/login">', true],
  ['a render theme after a comment', '<?xml version="1.0"?><!-- <html> -->\n<rendertheme>', false],
  ['a comment without end', `<!-- ${'x'.repeat(3000)}`, false],
  ['nothing', '', false],
])('the beginning of a file of %s', async (_, beginning, isPage) => {
  const check = refuseHtmlPage('https://example.org/a.zip', fileOf(Buffer.from(beginning)));
  if (isPage) await expect(check).rejects.toThrow('there is a page of HTML in place of the file');
  else await check;
  await refuseHtmlPage('https://example.org/a.html', fileOf(Buffer.from(beginning)));
});
