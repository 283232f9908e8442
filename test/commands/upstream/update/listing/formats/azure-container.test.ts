import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UpstreamSource } from '../../../../../../contract/generated/catalog.types.ts';
import { foundIn, type MadeAnswer } from '../../../../../support/listing-web.ts';
import { RECORDINGS } from '../../../../../support/recorded-listings.ts';

const BASE = 'https://example.blob.core.windows.net/maps/';
const LIST = 'https://example.blob.core.windows.net/maps?restype=container&comp=list';
const SECOND = `${LIST}&marker=2%2176%21MDAwMDE0IWV1cm9wZS9uLm1hcA--`;
const TEXT = readFileSync(join(RECORDINGS, 'container.xml'), 'utf8');
const listed = (body: string): MadeAnswer => ({ type: 'application/xml', body });
const container = (inside: string, end = '<NextMarker />'): MadeAnswer =>
  listed(
    `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="https://example.blob.core.windows.net/" ContainerName="maps">${inside}${end}</EnumerationResults>`,
  );
const blob = (name: string): string =>
  `<Blob><Name>${name}</Name><Properties><Content-Length>1</Content-Length></Properties></Blob>`;

const found = (answers: Readonly<Record<string, MadeAnswer>>, source: Partial<UpstreamSource> = {}) =>
  foundIn(answers, { url: LIST, ...source }, BASE);

test('blobs with their facts, without snapshots, folders and what is deleted', async () => {
  const { files, asked, problems, isComplete, leftOut } = await found({
    [LIST]: listed(TEXT),
    [SECOND]: container(`<Blobs>${blob('z.map')}</Blobs>`),
  });
  const time = (ms: string) => ({ ms: Date.parse(ms), seconds: 1, isUtc: true });
  expect(files).toEqual([
    {
      path: 'albania.map',
      listing: LIST,
      time: time('2026-09-19T01:03:07Z'),
      size: { least: 252331519, most: 252331519 },
    },
    {
      path: 'europe/K%C3%B6ln%20%26%20Bonn.map',
      listing: LIST,
      time: time('2026-09-19T01:03:08Z'),
      size: { least: 77, most: 77 },
    },
    expect.objectContaining({ path: 'z.map', listing: SECOND }),
  ]);
  expect({ asked, problems, leftOut }).toEqual({
    asked: [LIST, SECOND],
    problems: [],
    leftOut: [`${BASE}odd%EF%BF%BE.map`],
  });
  expect([isComplete('x.map'), isComplete('deep/er/x.map')]).toEqual([true, true]);
});

test('folder by folder', async () => {
  const url = `${LIST}&delimiter=/`;
  const below = 'https://example.blob.core.windows.net/maps?restype=container&comp=list&delimiter=%2F&prefix=europe%2F';
  const answers = {
    [url]: container(
      `<Delimiter>/</Delimiter><Blobs>${blob('a.map')}<BlobPrefix><Name>europe/</Name></BlobPrefix><BlobPrefix><Name>old/</Name></BlobPrefix></Blobs>`,
    ),
    [below]: container(`<Prefix>europe/</Prefix><Delimiter>/</Delimiter><Blobs>${blob('europe/b.map')}</Blobs>`),
  };
  const { paths, asked, problems, isComplete } = await found(answers, { url, level: 2, exclude: ['/old/*'] });
  expect({ paths, asked, problems }).toEqual({ paths: ['a.map', 'europe/b.map'], asked: [url, below], problems: [] });
  expect(['x.map', 'europe/x.map', 'europe/deep/x.map'].map(isComplete)).toEqual([true, true, false]);
});

test.each<[string, MadeAnswer, string | RegExp]>([
  ['that does not say whether it goes on', container('<Blobs />', ''), 'it does not say whether it continues'],
  ['that is cut off', listed(TEXT.slice(0, -20)), /^it cannot be read as XML: /],
  [
    'of containers',
    container('<Containers><Container><Name>maps</Name></Container></Containers>'),
    /^its type is application\/xml, and/,
  ],
  [
    'that goes on in a circle',
    container('<Blobs />', '<NextMarker>2!76!MDAwMDE0IWV1cm9wZS9uLm1hcA--</NextMarker>'),
    'it continues in a circle',
  ],
])('a listing %s', async (_, second, reason) => {
  const { problems, isComplete } = await found({ [LIST]: listed(TEXT), [SECOND]: second });
  expect(problems).toEqual([typeof reason === 'string' ? reason : expect.stringMatching(reason)]);
  expect(isComplete('x.map')).toBe(false);
});

test('names do not lead out of the container', async () => {
  const names = ['../up.map', 'a/../../up.map', '/etc/passwd', 'a//b.map', 'a%2F..%2Fb'];
  const { paths, leftOut } = await found({ [LIST]: container(`<Blobs>${names.map(blob).join('')}</Blobs>`) });
  expect({ paths, leftOut: leftOut.length }).toEqual({ paths: [], leftOut: 5 });
});
