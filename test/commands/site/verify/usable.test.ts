/** What the desktop client can do with a document: the failures of the interface, and the remarks. */
import { afterAll, describe, expect, test } from 'vitest';
import {
  type Find,
  judgeBaseUrls,
  judgeDataSource,
  judgeV1Maps,
  type Usability,
} from '../../../../commands/site/verify/usable.ts';
import { XmlReader } from '../../../../commands/site/verify/xml-reader.ts';
import { type XmlSchemaName, xmlNamespaceOf } from '../../../../contract/interface/v1-schemas.ts';

const reader = new XmlReader();
afterAll(() => reader.dispose());

function judged(schema: XmlSchemaName, content: string, judge: (find: Find) => Usability): Usability {
  const document = `<catalog xmlns="${xmlNamespaceOf(schema)}">${content}</catalog>`;
  return reader.read(Buffer.from(document), schema, judge);
}

const CHECKSUM = '<checksum lastModified="2025-01-01T00:00:00Z" contentLength="1"/>';
const HASHED = CHECKSUM.replace('/>', ` sha1="${'A'.repeat(40)}"/>`);
const BOX = '<boundingBox><northEast longitude="1" latitude="1"/><southWest longitude="0" latitude="0"/></boundingBox>';
const file = (content: string): string => `<file uri="a">${content}</file>`;

describe('a data source', () => {
  const source = (id: string, action: string, content: string): string =>
    `<datasource id="${id}" name="A" href="https://a.example.org/v1/datasources/${id}/" baseUrl="https://a.example.org/" directory="a" action="${action}">${content}</datasource>`;

  const fragments = (action: string, checksum: string): string =>
    source('maps', action, file(`${CHECKSUM}<fragment key="b">${checksum}</fragment>`));
  const own = (content: string): string => source('own', 'Copy', content);
  const profiles = (content: string): string => source('brouter-profiles', 'Copy', content);
  const flat = (content: string): string => source('srtm3', 'Flatten', content);

  test.each<[what: string, content: string, problems: RegExp[], remarks: RegExp[]]>([
    ['every list known', flat(file(`${CHECKSUM}<fragment key="b">${CHECKSUM}</fragment>`)), [], []],
    ['lists of one empty checksum', flat(file('<checksum/><fragment key="b"><checksum/></fragment>')), [], []],
    ['empty lists that it adds up', flat(file('<fragment key="b"/>')), [/has 2 lists without a checksum/], []],
    ['empty lists that it does not', own(file('')), [], [/has 1 list without a checksum/]],
    ['empty lists of maps', own('<map uri="a"/>'), [], [/has 1 list without a checksum/]],
    ['profiles without a SHA-1', profiles(file('') + file(CHECKSUM)), [], [/2 of 2 files without a SHA-1/]],
    ['profiles with an old SHA-1', profiles(file(HASHED + CHECKSUM)), [], [/1 of 1 file without a SHA-1/]],
    ['profiles with their SHA-1', profiles(file(CHECKSUM + HASHED)), [], []],
    ['fragments of Extract without checksums', fragments('Extract', ''), [], []],
    ['fragments of Extract with checksums', fragments('Extract', CHECKSUM), [/has 1 fragment with checksums/], []],
    ['half a checksum', own(file('<checksum contentLength="1"/>')), [/1 checksum without lastModified or/], []],
    ['an empty checksum and another', own(file(`<checksum/>${CHECKSUM}`)), [/1 checksum without attributes next/], []],
    [
      'graphs without boxes',
      source('graphhopper', 'Copy', file(CHECKSUM) + file(CHECKSUM + BOX)),
      [],
      [/1 of 2 .* box; it finds/],
    ],
    ['POI files without boxes', source('mapsforge-pois-4', 'Copy', file(CHECKSUM)), [], [/1 of 1 file .* takes such/]],
    ['files that need no box', source('brouter-segments', 'Copy', file(CHECKSUM)), [], []],
  ])('with %s', (_, content, problems, remarks) => {
    const found = judged('datasource-catalog', content, judgeDataSource);
    expect(found).toEqual({
      problems: problems.map((text) => expect.stringMatching(text)),
      remarks: remarks.map((text) => expect.stringMatching(text)),
    });
  });
});

describe('tile servers', () => {
  const server = (copyright: string, index: number): string =>
    `<mapServer id="${index}" name="a" minZoom="0" maxZoom="1" active="true"><host>a.example.org</host><urlPattern>https://#{host}/</urlPattern><copyright>${copyright}</copyright></mapServer>`;

  test.each<[labels: string[], remarks: RegExp[]]>([
    [[], []],
    [['OpenStreetMap', 'SWISSTOPO', 'cc-by-4.0'], []],
    [['OpenStreetMap', 'A', 'A', 'B'], [/^has 3 of 4 servers .* \("A", "B"\); it shows "Missing terms"$/]],
    [['A', 'B', 'C', 'D'], [/^has 4 of 4 servers .*\("A", "B", "C", …\)/]],
  ])('with the labels %j', (labels, remarks) => {
    const found = judged('mapserver-catalog', labels.map(server).join(''), judgeV1Maps);
    expect(found).toEqual({ problems: [], remarks: remarks.map((text) => expect.stringMatching(text)) });
  });
});

test.each<[baseUrls: string[], remarks: string[]]>([
  [['https://a/', 'https://b/'], []],
  [['https://a/maps/', 'https://a/'], []],
  [['https://a/', 'https://a/maps/'], ['the baseUrl https://a/maps/ begins with https://a/, which it tries first']],
  [['https://a/', 'https://a/'], ['the baseUrl https://a/ begins with https://a/, which it tries first']],
])('the addresses %j', (baseUrls, remarks) => expect(judgeBaseUrls(baseUrls)).toEqual(remarks));
