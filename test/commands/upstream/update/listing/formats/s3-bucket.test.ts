import { expect, test } from 'vitest';
import { crawlListings } from '../../../../../../commands/upstream/update/listing/crawl.ts';
import type { UpstreamSource } from '../../../../../../contract/generated/catalog.types.ts';
import { type MadeAnswer, madeWeb } from '../../../../../support/listing-web.ts';

const S3 = 'http://s3.amazonaws.com/doc/2006-03-01/';
const BUCKET = 'https://maps.s3.example.org/';

const object = (key: string): string =>
  `<Contents><Key>${key}</Key><LastModified>2026-09-19T01:03:07.000Z</LastModified><ETag>"d41d"</ETag>
   <Size>252331519</Size><StorageClass>STANDARD</StorageClass></Contents>`;

const listing = (inside: string, namespace = S3): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="${namespace}"><Name>maps</Name>${inside}</ListBucketResult>`;

const END = '<IsTruncated>false</IsTruncated>';
const MORE = '<IsTruncated>true</IsTruncated>';
const TOKEN = '<NextContinuationToken>1/+ &amp;=</NextContinuationToken>';
const V2 = `${BUCKET}?list-type=2`;
const SECOND = `${V2}&continuation-token=1%2F%2B+%26%3D`;
const FOLDERS = `${BUCKET}?delimiter=/`;
const xml = (body: string): MadeAnswer => ({ type: 'application/xml', body });
const listed = (inside: string, namespace?: string): MadeAnswer => xml(listing(inside, namespace));
const folder = (prefix: string): string => `<CommonPrefixes><Prefix>${prefix}</Prefix></CommonPrefixes>`;
const objects = (...keys: string[]): string => keys.map(object).join('');
/** A listing that goes on, and what its server sends then. */
const next = (answer: MadeAnswer) => ({ [V2]: listed(objects('a.map') + MORE + TOKEN), [SECOND]: answer });
const ENTITY = `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${listing(`${object('&e;')}${END}`).replace(/<\?.*\?>/, '')}`;

/** Files of which it is asked whether the listing is complete enough to say that they are gone. */
const PROBED = ['x.map', 'europe/x.map', 'asia/x.map', 'europe/deep/x.map', 'old/x.map'];

/** What a bucket answers, and how it is read; what is found in it is in the snapshot. */
test.each<[string, Readonly<Record<string, MadeAnswer>>, Partial<UpstreamSource>?, base?: string]>([
  ['objects with their facts, and folders of their own are none', { [BUCKET]: listed(objects('e/a.map', 'e/') + END) }],
  ['it goes on with a token', next(listed(objects('b.map') + END)), { url: V2 }],
  [
    'it goes on with a marker',
    {
      [BUCKET]: listed(`${objects('a.map')}${MORE}<NextMarker>b&amp;c.map</NextMarker>`),
      [`${BUCKET}?marker=b%26c.map`]: listed(objects('z.map') + END),
    },
  ],
  [
    'it goes on after the last object',
    { [BUCKET]: listed(objects('a.map') + MORE), [`${BUCKET}?marker=a.map`]: listed(objects('z.map') + END) },
  ],
  [
    'it goes on folder by folder',
    {
      [FOLDERS]: listed(`<Delimiter>/</Delimiter>${objects('a.map')}${folder('europe/')}${folder('old/')}${END}`),
      [`${BUCKET}?delimiter=%2F&prefix=europe%2F`]: listed(
        `<Delimiter>/</Delimiter><Prefix>europe/</Prefix>${objects('europe/b.map')}${folder('europe/deep/')}${END}`,
      ),
    },
    { url: FOLDERS, level: 2, exclude: ['/old/*'] },
  ],
  ['it does not say whether it goes on', { [BUCKET]: listed(objects('a.map')) }],
  ['it goes on in a circle', next(listed(objects('a.map') + MORE + TOKEN)), { url: V2 }],
  ['the next page is gone', next({ status: 404 }), { url: V2 }],
  ['the next page is cut off', next(xml(listing(objects('a.map') + MORE).slice(0, -9))), { url: V2 }],
  ['another kind of XML', { [BUCKET]: xml('<rss version="2.0"/>') }],
  ['entities', { [BUCKET]: xml(ENTITY) }],
  [
    'names are escaped, once',
    {
      [BUCKET]: listed(
        objects('with space', 'Köln', 'a&amp;b', '100%', '%41', 'a+b', 'a?b', "it's").replaceAll(
          '</Key>',
          '.map</Key>',
        ) + END,
      ),
    },
  ],
  [
    'names are encoded',
    { [BUCKET]: listed(`<EncodingType>url</EncodingType>${objects('K%C3%B6ln+s%C3%BCd.map', '100%.map')}${END}`) },
  ],
  [
    'names do not lead out of the bucket',
    {
      [BUCKET]: listed(
        objects('../up.map', 'a/../../up.map', '/etc/passwd', 'a//b.map', './a.map', 'back\\slash', 'a%2F..%2Fb') + END,
      ),
    },
  ],
  [
    'a bucket in the path',
    { 'https://s3.example.org/maps': listed(objects('a.map') + END) },
    { url: 'https://s3.example.org/maps' },
    'https://s3.example.org/maps/',
  ],
  ['a mirror', { [BUCKET]: listed(objects('a.map') + END) }, {}, 'https://download.example.org/'],
])('%s', async (_, answers, source = {}, base = BUCKET) => {
  const web = madeWeb(answers);
  const found = await crawlListings({ url: BUCKET, ...source }, base, web);
  const { files, leftOut, problems, hasRead } = found;
  const gone = PROBED.filter((path) => found.isComplete(path));
  expect({
    files,
    leftOut: leftOut.map(({ url }) => url),
    problems,
    hasRead,
    asked: web.asked,
    gone,
  }).toMatchSnapshot();
});
