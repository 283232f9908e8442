/**
 * Checksums are written without looking for what XML escapes: of any that their schema accepts, the XML is the same. An
 * older version has no SHA-1 if that of a newer one is not known, because clients compare a file with all that there are.
 */
import { expect, test } from 'vitest';
import type { ChecksumHistory, DataSource, Entry } from '../../../build/model/catalog.ts';
import { dataSourceXml } from '../../../build/render/xml.ts';
import { element } from '../../../build/render/xml-writer.ts';
import type { Checksum } from '../../../contract/generated/catalog.types.ts';
import { anyDataSource } from '../../support/any-data-source.ts';
import { fc } from '../../support/property.ts';

test('the XML of checksums is what the writer of elements writes', () => {
  fc.assert(
    fc.property(anyDataSource, (datasource) => {
      const xml = [...dataSourceXml(datasource, () => '')].join('');
      const entries = [...datasource.files, ...datasource.maps, ...datasource.themes];
      const isRebuilt = (history: ChecksumHistory): boolean => {
        const dayOf = (one: Checksum): number => Date.parse(one.lastModified) / 86_400_000;
        const bytesOf = ({ contentLength, sha1 }: Checksum): string => `${contentLength} ${sha1}`;
        const [newest] = history.slice(-1);
        if (!newest || datasource.needsSha1) return false;
        const others = history.filter((one) => dayOf(one) !== dayOf(newest) && bytesOf(one) !== bytesOf(newest));
        return others.slice(-1).some((before) => dayOf(newest) - dayOf(before) <= 60);
      };
      const elementsOf = (history: ChecksumHistory, isHidden: (index: number) => boolean): string[] => {
        const elements = history.map(({ lastModified, contentLength, sha1 }, index) =>
          element('checksum', { lastModified, contentLength, sha1: isHidden(index) ? null : sha1 }),
        );
        return elements.filter((one, index) => one !== elements[index - 1]);
      };
      const expected = entries.flatMap(({ checksums, fragments }) => [
        ...elementsOf(
          checksums,
          (index) => isRebuilt(checksums) || checksums.slice(index).some((later) => later.sha1 === null),
        ),
        ...fragments.flatMap((one) => elementsOf(one.checksums, () => false)),
      ]);
      expect(xml.match(/<checksum [^>]*>/g) ?? []).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

const [A, B] = ['A'.repeat(40), 'B'.repeat(40)];

/** The XML of a file, in a data source that is sampled otherwise. */
function xmlOf(file: Pick<Entry, 'checksums' | 'fragments'>, change: Partial<DataSource>): string {
  const files = [{ path: 'a.zip', imageurl: '', ...file }];
  const [sample] = fc.sample(anyDataSource, 1);
  const datasource = { ...(sample as DataSource), ...change, files, maps: [], themes: [] };
  return [...dataSourceXml(datasource, () => '')].join('');
}

/** The SHA-1s in the XML of a file with such a history. */
function digestsOf(checksums: ChecksumHistory, needsSha1: boolean): (string | null)[] {
  const xml = xmlOf({ checksums, fragments: [] }, { needsSha1 });
  return [...xml.matchAll(/<checksum [^>]*?(?:sha1="(\w+)")?\/>/g)].map(([, sha1]) => sha1 ?? null);
}

test.each<[string, Partial<Checksum>, boolean, (string | null)[]]>([
  ['2026-03-02T00:00:00Z', {}, false, [null, null]],
  ['2026-03-02T00:00:01Z', {}, false, [A, B]],
  ['2026-01-02T00:00:00Z', {}, true, [A, B]],
  // Two SHA-1s of one build do not make it rebuilt, nor does a new time of the same bytes.
  ['2026-01-01T00:00:00Z', {}, false, [A, B]],
  ['2026-01-02T00:00:00Z', { sha1: A }, false, [A, A]],
  ['2026-01-02T00:00:00Z', { sha1: A, contentLength: 2 }, false, [null, null]],
])('a build of January 1, then one of %s with %j; its SHA-1 is needed: %s', (lastModified, other, needs, published) => {
  const first = { lastModified: '2026-01-01T00:00:00Z', contentLength: 1, sha1: A };
  expect(digestsOf([first, { ...first, sha1: B, lastModified, ...other }], needs)).toEqual(published);
});

test.each([
  [
    [A, B],
    [A, B],
  ],
  [
    [A, null],
    [null, null],
  ],
  [
    [A, null, B],
    [null, null, B],
  ],
])('clients compare no SHA-1 with a newer version that has none: %j is %j', (known, published) => {
  const checksums = known.map((sha1, year) => ({ lastModified: `202${year}-01-01T00:00:00Z`, contentLength: 1, sha1 }));
  expect(digestsOf(checksums, false)).toEqual(published);
});

const timeIn = (month: number): string => `2026-0${month}-01T00:00:00Z`;

/** The checksums of two months with these SHA-1s. */
function checksumElements(digests: readonly (string | null)[]): string {
  return digests
    .map((sha1, index) => element('checksum', { lastModified: timeIn(index + 1), contentLength: 1, sha1 }))
    .join('');
}

test.each<[DataSource['action'], string]>([
  ['Copy', checksumElements([A, B])],
  ['Flatten', checksumElements([A, B])],
  ['Extract', ''],
])('%s: fragments of an archive that is rebuilt often', (action, published) => {
  const checksums = [1, 2].map((month) => ({
    lastModified: timeIn(month),
    contentLength: 1,
    sha1: [A, B][month - 1] ?? '',
  }));
  const xml = xmlOf({ checksums, fragments: [{ key: 'a', checksums }] }, { action, needsSha1: false });
  expect(xml).toContain(
    `${checksumElements([null, null])}<fragment key="a"${published === '' ? '/>' : `>${published}`}`,
  );
});
