import { describe, expect, test } from 'vitest';
import { type Crawl, crawl } from '../../../../../commands/upstream/update/listing/crawl.ts';
import { type MadeAnswer, madeWeb } from '../../../../support/listing-web.ts';

const S3 = 'http://s3.amazonaws.com/doc/2006-03-01/';
const BUCKET = 'https://maps.s3.example.org/';

const object = (key: string): string =>
  `<Contents><Key>${key}</Key><LastModified>2026-09-19T01:03:07.000Z</LastModified><ETag>"d41d"</ETag>
   <Size>252331519</Size><StorageClass>STANDARD</StorageClass></Contents>`;

const listing = (inside: string, namespace = S3): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="${namespace}"><Name>maps</Name>${inside}</ListBucketResult>`;

const END = '<IsTruncated>false</IsTruncated>';
const xml = (body: string): MadeAnswer => ({ type: 'application/xml', body });
const listed = (inside: string): Promise<Crawl> =>
  crawl({ url: BUCKET }, BUCKET, madeWeb({ [BUCKET]: xml(listing(inside)) }));
const pathsOf = ({ files }: Crawl): string[] => files.map(({ path }) => path);

test('objects with their facts, and folders of their own are none', async () => {
  const web = madeWeb({ [BUCKET]: xml(listing(`${object('europe/a.map')}${object('europe/')}${END}`)) });
  const found = await crawl({ url: BUCKET }, BUCKET, web);
  expect(found.files).toEqual([
    {
      path: 'europe/a.map',
      listing: BUCKET,
      time: { ms: Date.parse('2026-09-19T01:03:07Z'), seconds: 1, isUtc: true },
      size: { least: 252331519, most: 252331519 },
    },
  ]);
  expect(['b.map', 'europe/b.map', 'asia/b.map'].map(found.isComplete)).toEqual([true, true, true]);
});

describe('goes on', () => {
  test('with a token', async () => {
    const url = `${BUCKET}?list-type=2&prefix=maps%2F`;
    const web = madeWeb({
      [url]: xml(
        listing(
          `<Prefix>maps/</Prefix>${object('maps/a.map')}<IsTruncated>true</IsTruncated>
           <NextContinuationToken>1/+ &amp;=</NextContinuationToken>`,
        ),
      ),
      [`${url}&continuation-token=1%2F%2B+%26%3D`]: xml(listing(`<Prefix>maps/</Prefix>${object('maps/b.map')}${END}`)),
    });
    const found = await crawl({ url }, `${BUCKET}maps/`, web);
    expect(pathsOf(found)).toEqual(['a.map', 'b.map']);
    expect(web.asked).toHaveLength(2);
    expect(found.problems).toEqual([]);
    expect(found.isComplete('c.map')).toBe(true);
  });

  test.each([
    ['with a marker', '<NextMarker>b&amp;c.map</NextMarker>', 'b%26c.map'],
    ['after the last object', '', 'a.map'],
  ])('%s', async (_name, next, marker) => {
    const web = madeWeb({
      [BUCKET]: xml(listing(`${object('a.map')}<IsTruncated>true</IsTruncated>${next}`)),
      [`${BUCKET}?marker=${marker}`]: xml(listing(`${object('z.map')}${END}`)),
    });
    const found = await crawl({ url: BUCKET }, BUCKET, web);
    expect(pathsOf(found)).toEqual(['a.map', 'z.map']);
    expect(found.isComplete('c.map')).toBe(true);
  });

  test('folder by folder', async () => {
    const url = `${BUCKET}?delimiter=/`;
    const folder = (prefix: string): string => `<CommonPrefixes><Prefix>${prefix}</Prefix></CommonPrefixes>`;
    const page = (inside: string): MadeAnswer => xml(listing(`<Delimiter>/</Delimiter>${inside}${END}`));
    const web = madeWeb({
      [url]: page(`<Prefix/>${object('a.map')}${folder('europe/')}${folder('old/')}`),
      [`${BUCKET}?delimiter=%2F&prefix=europe%2F`]: page(
        `<Prefix>europe/</Prefix>${object('europe/b.map')}${folder('europe/deep/')}`,
      ),
    });
    const found = await crawl({ url, level: 2, exclude: ['/old/*'] }, BUCKET, web);
    expect(pathsOf(found)).toEqual(['a.map', 'europe/b.map']);
    expect(found.problems).toEqual([]);
    expect(web.asked).toHaveLength(2);
    expect(['x.map', 'europe/x.map', 'gone/x.map'].map(found.isComplete)).toEqual([true, true, true]);
    expect(['europe/deep/x.map', 'old/x.map'].map(found.isComplete)).toEqual([false, false]);
  });
});

describe('is not complete', () => {
  const truncated = (next: string): string => listing(`${object('a.map')}<IsTruncated>true</IsTruncated>${next}`);
  const token = '<NextContinuationToken>t</NextContinuationToken>';
  const second = `${BUCKET}?list-type=2&continuation-token=t`;
  const V2 = `${BUCKET}?list-type=2`;
  const next = (answer: MadeAnswer) => ({ [BUCKET]: xml(truncated(token)), [second]: answer });
  test.each<[string, string, Readonly<Record<string, MadeAnswer>>, string, string?]>([
    ['without a token', V2, { [V2]: xml(truncated('')) }, 'it continues, but does not say where', V2],
    [
      'without an end',
      BUCKET,
      { [BUCKET]: xml(listing(object('a.map'))) },
      'it does not say whether it continues',
      BUCKET,
    ],
    ['in a circle', BUCKET, next(xml(truncated(token))), 'it continues in a circle'],
    ['if the next page is gone', BUCKET, next({ status: 404 }), 'it answers 404'],
    ['if the next page fails', BUCKET, next({ fails: 'it is slow' }), 'it is slow'],
    ['if the next page is HTML', BUCKET, next('<html></html>'), 'it names nothing below it, so it is not a listing'],
    [
      'if the next page is cut off',
      BUCKET,
      next(xml(truncated('').slice(0, -9))),
      "it cannot be read as XML: line 3: expected '>'",
    ],
  ])('%s', async (_name, url, answers, reason, failed = second) => {
    const found = await crawl({ url }, BUCKET, madeWeb(answers));
    expect(pathsOf(found)).toEqual(['a.map']);
    expect(found.problems).toEqual([{ url: failed, reason }]);
    expect(found.isComplete('b.map')).toBe(false);
  });

  test.each<[string, string, string]>([
    ['another kind of XML', '<rss version="2.0"/>', 'it is XML, but not the listing of a bucket'],
    ['no XML', 'hello', "it cannot be read as XML: line 1: Start tag expected, '<' not found"],
    ['nothing', '', 'it cannot be read as XML: line 1: Document is empty'],
    [
      'entities',
      `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${listing(`${object('&e;')}${END}`).replace(/<\?.*\?>/, '')}`,
      'it cannot be read as XML: it declares entities, which are never read',
    ],
  ])('%s', async (_name, body, reason) => {
    const found = await crawl({ url: BUCKET }, BUCKET, madeWeb({ [BUCKET]: xml(body) }));
    expect(found).toMatchObject({ files: [], problems: [{ url: BUCKET, reason }], hasRead: false });
  });

  test('a page that is too large is not parsed', async () => {
    const found = await crawl({ url: BUCKET }, BUCKET, madeWeb({ [BUCKET]: xml(listing(END)) }), { xmlBytes: 100 });
    expect(found.problems).toEqual([{ url: BUCKET, reason: 'it has more than 100 bytes' }]);
  });
});

describe('names', () => {
  test('are escaped, once', async () => {
    const keys = ['with space.map', 'Köln.map', 'a&amp;b.map', '100%.map', '%41.map', 'a+b.map', 'a?b.map', "it's.map"];
    const found = await listed(keys.map(object).join('') + END);
    const names = "%2541 100%25 K%C3%B6ln a%26b a%2Bb it's with%20space";
    expect(pathsOf(found)).toEqual(names.split(' ').map((name) => `${name}.map`));
    expect(found.leftOut.map(({ url }) => url)).toEqual([`${BUCKET}a%3Fb.map`]);
  });

  test('are decoded where the service encodes them', async () => {
    const inside = `<EncodingType>url</EncodingType>${object('K%C3%B6ln+s%C3%BCd.map')}${END}`;
    const found = await listed(inside);
    expect(pathsOf(found)).toEqual(['K%C3%B6ln%20s%C3%BCd.map']);
  });

  test('do not lead out of the bucket', async () => {
    const keys = ['../up.map', 'a/../../up.map', '/etc/passwd', 'a//b.map', './a.map', 'back\\slash', 'a%2F..%2Fb'];
    const found = await listed(keys.map(object).join('') + END);
    expect(pathsOf(found)).toEqual([]);
    expect(found.leftOut).toHaveLength(keys.length);
  });
});

test.each([
  ['a bucket in the path', 'https://s3.example.org/maps', 'https://s3.example.org/maps/', S3],
  ['another namespace', BUCKET, BUCKET, 'http://doc.s3.amazonaws.com/2006-03-01'],
  ['a mirror', BUCKET, 'https://download.example.org/', S3],
])('%s', async (_name, url, base, namespace) => {
  const found = await crawl({ url }, base, madeWeb({ [url]: xml(listing(object('a.map') + END, namespace)) }));
  expect(pathsOf(found)).toEqual(['a.map']);
  expect(found.isComplete('b.map')).toBe(true);
});
