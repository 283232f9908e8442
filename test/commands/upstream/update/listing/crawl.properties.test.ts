/** No page leads out of the tree or to an exception, and none that is cut off proves anything. */
import { describe, expect, test } from 'vitest';
import { pathObjection } from '../../../../../build/diagnostics/portable-path.ts';
import { type Crawl, crawlListings } from '../../../../../commands/upstream/update/listing/crawl.ts';
import { decodedListingPath } from '../../../../../commands/upstream/update/listing/source-tree.ts';
import { fold } from '../../../../../contract/base/fold.ts';
import { madeWeb } from '../../../../support/listing-web.ts';
import { fc } from '../../../../support/property.ts';
import { pagesOf, SERVERS } from '../../../../support/recorded-listings.ts';

const ROOT = 'https://example.org/maps/';

const PAGES = SERVERS.map((server) => pagesOf(server).get('root') ?? { type: '', body: Buffer.alloc(0) });

describe('any page', () => {
  const PIECES = [
    ...`<a|href="|">|'>|>|</a>|<|</html>|<html>|<base href="|<pre>|</pre>|<table><tr><td>|</td></tr>|<!--|-->`.split(
      '|',
    ),
    ...`<a href="|<a href=|<a href='|<title>Index of /</title>|<script>|<area href="|<time datetime="`.split('|'),
    ...`<td data-order="|2026-09-19 01:03|12M|999|europe.html|a.map|b/|CON|maps|../|..|./|/|//|\\|?|#|:|;|@| `.split(
      '|',
    ),
    ...'%2F|%2f|%2e%2e|%5C|%00|%0a|%|%E4|&|&amp;|&#0;|&#x2e;|&#x202e;|&nbsp;|é|日|http:|https:|javascript:'.split('|'),
    ...['https://example.org/maps/', 'https://evil.org/', '\u0000', '\u202e', '\ufffd', '\ud800', '\n', '\t'],
    'x'.repeat(1100),
  ];
  /** What must hold of the files that are found in whatever was sent. */
  function expectHarmless(found: Crawl, asked: readonly string[]): void {
    for (const { path } of found.files) {
      expect(pathObjection(path)).toBeNull();
      expect(pathObjection(decodedListingPath(path))).toBeNull();
      expect(new URL(ROOT + path).href.startsWith(ROOT)).toBe(true);
    }
    expect(new Set(found.files.map(({ path }) => fold(decodedListingPath(path)))).size).toBe(found.files.length);
    for (const url of asked) expect(new URL(url).href).toMatch(/^https:\/\/example\.org\/maps\//);
    expect(asked.length).toBeLessThanOrEqual(20);
    expect(found.isComplete('a.map')).toBeTypeOf('boolean');
  }

  test('of pieces of listings', async () => {
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((list) => list.join(''));
    await fc.assert(
      fc.asyncProperty(pieces, pieces, async (first, second) => {
        const web = madeWeb((url) => (url === ROOT ? `<a href="b/">${first}` : second));
        expectHarmless(await crawlListings({ url: ROOT, level: 3 }, ROOT, web, { pages: 20 }), web.asked);
      }),
      { numRuns: 80 },
    );
  });

  test('that was a listing, with bytes changed, left out or doubled', async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(40),
      put: fc.constantFrom('', ...PIECES),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PAGES), fc.array(change, { maxLength: 8 }), async (page, changes) => {
        let bytes = page.body;
        for (const { at, length, put } of changes) {
          const begin = Math.floor(at * bytes.length);
          bytes = Buffer.concat([bytes.subarray(0, begin), Buffer.from(put), bytes.subarray(begin + length)]);
        }
        const web = madeWeb((url) => (url === ROOT ? { ...page, body: bytes } : undefined));
        expectHarmless(await crawlListings({ url: ROOT, level: 2 }, ROOT, web, { pages: 20 }), web.asked);
      }),
      { numRuns: 60 },
    );
  });

  test('that is cut off proves nothing', async () => {
    const part = fc.double({ min: 0, max: 0.999, noNaN: true });
    const crawled = (type: string, body: string): Promise<Crawl> => {
      const { request } = madeWeb((url) => (url === ROOT ? { type, body } : undefined));
      return crawlListings({ url: ROOT, level: 1 }, ROOT, { request });
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PAGES), part, async ({ type, body }, at) => {
        const whole = body.toString('utf8').trimEnd();
        const found = await crawled(type, whole.slice(0, at * whole.length));
        expect(found.problems).toHaveLength(1);
        expect(found.isComplete('missing.map')).toBe(false);
        // A name that is cut has no quote at its end, so no name is half of one.
        const all = (await crawled(type, whole)).files.map(({ path }) => path);
        for (const { path } of found.files) expect(all).toContain(path);
      }),
      { numRuns: 80 },
    );
  });
});

describe('any XML', () => {
  const PIECES = [
    ...'ListBucketResult Contents Key Size IsTruncated NextMarker Prefix NextContinuationToken'
      .split(' ')
      .flatMap((name) => [`<${name}>`, `</${name}>`]),
    ...['<CommonPrefixes><Prefix>', '</Prefix></CommonPrefixes>', '<EncodingType>url</EncodingType>'],
    ...['<Delimiter>/</Delimiter>', '<!DOCTYPE a>', '&amp;', '&lt;', ' '],
    ...'1 true false ../ b/ a.map %2F'.split(' '),
  ];
  test('leads nowhere else', async () => {
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((list) => list.join(''));
    const whole = fc.tuple(pieces, fc.boolean()).map(([inside, isWhole]) => {
      const name = inside.replace(/<[^>]*>/g, '');
      const found = `<Contents><Key>${name}</Key></Contents><CommonPrefixes><Prefix>${name}/</Prefix></CommonPrefixes>`;
      return isWhole ? `<ListBucketResult>${found}<IsTruncated>true</IsTruncated></ListBucketResult>` : inside;
    });
    await fc.assert(
      fc.asyncProperty(whole, async (body) => {
        const web = madeWeb(() => ({ type: 'application/xml', body }));
        const found = await crawlListings({ url: ROOT, level: 3 }, ROOT, web, { pages: 10 });
        for (const { path } of found.files) expect(new URL(ROOT + path).href.startsWith(ROOT)).toBe(true);
        for (const url of web.asked) expect(new URL(url).href.startsWith(ROOT)).toBe(true);
        expect(web.asked.length).toBeLessThanOrEqual(10);
      }),
      { numRuns: 80 },
    );
  });
});
