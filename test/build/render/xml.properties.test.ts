/**
 * Checksums are written without looking for what XML escapes: of any that their schema accepts, the XML is the same. An
 * older version has no SHA-1 if that of a newer one is not known, because clients compare a file with all that there are.
 */
import { expect, test } from 'vitest';
import type { DataSource } from '../../../build/model/catalog.ts';
import { dataSourceXml } from '../../../build/render/xml.ts';
import { element } from '../../../build/render/xml-writer.ts';
import { anyDataSource } from '../../support/any-data-source.ts';
import { fc } from '../../support/property.ts';

test('the XML of checksums is what the writer of elements writes', () => {
  fc.assert(
    fc.property(anyDataSource, (datasource) => {
      const xml = [...dataSourceXml(datasource, () => '')].join('');
      const histories = [...datasource.files, ...datasource.maps, ...datasource.themes].flatMap((item) => [
        item.checksums,
        ...item.fragments.map(({ checksums }) => checksums),
      ]);
      const expected = histories.flatMap((history) => {
        const elements = history.map(({ lastModified, contentLength, sha1 }, index) => {
          const isUnknown = history.slice(index).some((later) => later.sha1 === null);
          return element('checksum', { lastModified, contentLength, sha1: isUnknown ? null : sha1 });
        });
        return elements.filter((one, index) => one !== elements[index - 1]);
      });
      expect(xml.match(/<checksum [^>]*>/g) ?? []).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

const [A, B] = ['A'.repeat(40), 'B'.repeat(40)];

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
  const checksums = known.map((sha1, day) => ({
    lastModified: `2026-01-0${day + 1}T00:00:00Z`,
    contentLength: 1,
    sha1,
  }));
  const files = [{ path: 'a.zip', checksums, fragments: [], imageurl: '' }];
  const [datasource] = fc.sample(anyDataSource, 1);
  const xml = [...dataSourceXml({ ...(datasource as DataSource), files, maps: [], themes: [] }, () => '')].join('');
  const digests = [...xml.matchAll(/<checksum [^>]*?(?:sha1="(\w+)")?\/>/g)].map(([, sha1]) => sha1 ?? null);
  expect(digests).toEqual(published);
});
