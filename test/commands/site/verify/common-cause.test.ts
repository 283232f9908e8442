import { describe, expect, test } from 'vitest';
import type { Send } from '../../../../cli/network/http.ts';
import { commonCause, missingCatalog } from '../../../../commands/site/verify/common-cause.ts';
import { responseOf } from '../../../support/site-server.ts';

const URL = 'http://127.0.0.1:8080';
const responding = (status: number, type: string | null, body: string, location = '') => ({
  status,
  type,
  body,
  location,
});
const DOCUMENT = responding(200, 'application/json', '[]\n');
const LISTING = responding(200, 'text/html', '<ul><li>index.json</li></ul>');
const FORBIDDEN = responding(403, 'text/html', '<h1>403 Forbidden</h1>');
const NOT_FOUND = responding(404, 'application/json', '{"detail":"Nothing is here."}');
const EMPTY = responding(404, null, '');

const hostWith =
  (folder: typeof DOCUMENT, index: typeof DOCUMENT): Send =>
  async (request) => {
    const { status, type, body, location } = request.path.endsWith('/') ? folder : index;
    const headers = new Headers(type === null ? {} : { 'Content-Type': type });
    if (location !== '') headers.set('Location', location);
    return responseOf(request, status, headers, body);
  };

describe('commonCause', () => {
  test.each([
    ['lists its files', LISTING, /GET \/v1\/mapservers\/ answers 200 with text\/html, /],
    ['is forbidden', FORBIDDEN, /answers 403 with text\/html, /],
    ['is not found', NOT_FOUND, /answers 404 with application\/json, /],
    ['is not found, without a body', EMPTY, /answers 404, /],
  ])('a host whose folder %s, although index.json is there', async (_, folder, found) => {
    const cause = await commonCause(hostWith(folder, DOCUMENT), URL);
    expect(cause).toMatch(/^Cause: this host does not serve index\.json for a folder .* Fix: .*$/);
    expect(cause).toMatch(found);
  });

  test.each([
    ['serves the folder', DOCUMENT, DOCUMENT],
    ['serves the folder, and hides the file', DOCUMENT, NOT_FOUND],
    ['has no catalog', NOT_FOUND, NOT_FOUND],
    ['answers everything with a page', LISTING, LISTING],
    ['fails', FORBIDDEN, { ...DOCUMENT, status: 500 }],
  ])('no cause for a host that %s', async (_, folder, index) => {
    expect(await commonCause(hostWith(folder, index), URL)).toBeNull();
  });

  test('no cause for a host that does not respond', async () =>
    expect(await commonCause(() => Promise.reject(new Error('ECONNRESET')), URL)).toBeNull());

  test.each<[string, Send, boolean]>([
    ['whose lists are there', hostWith(DOCUMENT, NOT_FOUND), false],
    ['that needs index files', hostWith(LISTING, DOCUMENT), false],
    [
      'whose answers are JSON of another service',
      hostWith({ ...DOCUMENT, body: '{}' }, { ...DOCUMENT, body: '{}' }),
      true,
    ],
    ['that answers everything with a page', hostWith(LISTING, LISTING), true],
    ['that has nothing', hostWith(NOT_FOUND, NOT_FOUND), true],
    ['that fails', hostWith({ ...DOCUMENT, status: 502 }, { ...DOCUMENT, status: 502 }), true],
  ])('a host %s: there is no catalog: %3$s', async (_, send, isMissing) => {
    const sentence = await missingCatalog(send, URL);
    expect(sentence !== null).toBe(isMissing);
    if (isMissing)
      expect(sentence).toMatch(/^There is no catalog at http:.*: GET \/v1\/ answers \d+.*Publish it first/);
  });

  test.each([
    [
      'https://b.example.org/v1/',
      /^http\S+ is redirected: GET \/v1\/ answers 308.*, and leads to https:\/\/b\.example\.org\/v1\/\. Verify https:\/\/b\.example\.org\.$/,
    ],
    ['/maps/v1/', /is redirected: .* Verify http\S+\/maps\.$/],
    ['/login', /^There is no catalog at /],
    ['/v1/', /^There is no catalog at /],
    ['http://[', /^There is no catalog at /],
  ])('a host that redirects to %s', async (location, sentence) => {
    const moved = responding(308, 'text/html', '', location);
    expect(await missingCatalog(hostWith(moved, moved), URL)).toMatch(sentence);
  });

  test.each([
    [
      'https://a.example.org',
      /^Cause: links begin with https:\/\/a\.example\.org, .* with --service-url https:\/\/a\.ex/,
    ],
    [URL, null],
  ])('a host whose links begin with %s', async (address, cause) => {
    const body = JSON.stringify({ mapservers: `${address}/v1/mapservers/` });
    const found = await commonCause(hostWith({ ...DOCUMENT, body }, DOCUMENT), URL);
    if (cause === null) expect(found).toBeNull();
    else expect(found).toMatch(cause);
  });
});
