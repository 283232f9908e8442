/** Checksums are written without looking for what XML escapes: of any that their schema accepts, the XML is the same. */
import { expect, test } from 'vitest';
import { dataSourceXml } from '../../../build/render/xml.ts';
import { element } from '../../../build/render/xml-writer.ts';
import { anyDataSource } from '../../support/any-data-source.ts';
import { fc } from '../../support/property.ts';

test('the XML of checksums is what the writer of elements writes', () => {
  fc.assert(
    fc.property(anyDataSource, (datasource) => {
      const xml = [...dataSourceXml(datasource, () => '')].join('');
      const all = [...datasource.files, ...datasource.maps, ...datasource.themes].flatMap((item) => [
        ...item.checksums,
        ...item.fragments.flatMap(({ checksums }) => checksums),
      ]);
      const expected = all.map(({ lastModified, contentLength, sha1 }) =>
        element('checksum', { lastModified, contentLength, sha1 }),
      );
      expect(xml.match(/<checksum [^>]*>/g) ?? []).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
