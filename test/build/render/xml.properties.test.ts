/**
 * Checksums are written without looking for what XML escapes: of any that their schema accepts, the XML is the same. An
 * older version has no SHA-1 if that of a newer one is not known, because clients compare a file with all that there are.
 */
import { expect, test } from 'vitest';
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
