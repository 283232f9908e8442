/** Which SHA-1s of files the XML has: clients compare a file with all that there are. */
import { expect, test } from 'vitest';
import type { ChecksumHistory, DataSource, Fragment } from '../../../../build/model/catalog.ts';
import { dataSourceXml } from '../../../../build/render/v1/xml.ts';
import { modelled } from '../../../support/check.ts';
import { rowsIn } from '../../../support/words.ts';

/** The elements of a file with such a history, each checksum as its day and SHA-1. */
function elementsOf(checksums: ChecksumHistory, change: Partial<DataSource>, fragments: readonly Fragment[] = []) {
  const files = [{ path: 'a.zip', imageurl: '', checksums, fragments }];
  const [datasource] = modelled().datasources as [DataSource];
  const xml = dataSourceXml({ ...datasource, needsSha1: false, ...change, files, maps: [], themes: [] }, () => '');
  const elements = [...xml]
    .join('')
    .matchAll(/<checksum lastModified="([\d-]+)[^"]*" [^>]*?(?:sha1="(.)\w+")?\/>|<fragment/g);
  return Array.from(elements, ([tag, day, sha1]) => (day === undefined ? tag : `${day} ${sha1 ?? '-'}`));
}

/** Checksums as `day SHA-1 size`; a hyphen is no SHA-1, and the size is 1 if none is said. */
const historyOf = (text: string): ChecksumHistory =>
  text.split(', ').map((each) => {
    const [day, sha1 = '-', size = 1] = each.split(' ');
    return {
      lastModified: `${day}T00:00:00Z`,
      contentLength: Number(size),
      sha1: sha1 === '-' ? null : sha1.repeat(40),
    };
  });

test.each(
  rowsIn(`
    two builds in 60 days | 2026-01-01 A, 2026-03-02 B | 2026-01-01 -, 2026-03-02 -
    in 61 days | 2026-01-01 A, 2026-03-03 B | 2026-01-01 A, 2026-03-03 B
    two SHA-1s of one build | 2026-01-01 A, 2026-01-01 B | 2026-01-01 A, 2026-01-01 B
    a new time of the same bytes | 2026-01-01 A, 2026-01-02 A | 2026-01-01 A, 2026-01-02 A
    another size | 2026-01-01 A, 2026-01-02 A 2 | 2026-01-01 -, 2026-01-02 -
    a newer version without | 2024-01-01 A, 2026-01-01 - | 2024-01-01 -, 2026-01-01 -
    one without, one with | 2022-01-01 A, 2024-01-01 -, 2026-01-01 B | 2022-01-01 -, 2024-01-01 -, 2026-01-01 B
    two of one version, and one without | 2024-01-01 A, 2024-01-01 B, 2026-01-01 - | 2024-01-01 -, 2026-01-01 -`),
)('%s', (_, checksums = '', expected = '') => expect(elementsOf(historyOf(checksums), {}).join(', ')).toBe(expected));

test('two whose SHA-1 is needed', () =>
  expect(elementsOf(historyOf('2026-01-01 A, 2026-01-02 B'), { needsSha1: true })).toEqual([
    ...['2026-01-01 A', '2026-01-02 B'],
  ]));

test.each<[DataSource['action'], string[]]>([
  ['Copy', ['2026-01-01 A', '2026-02-01 B']],
  ['Flatten', ['2026-01-01 A', '2026-02-01 B']],
  ['Extract', []],
])('%s: fragments of an archive that is rebuilt often', (action, expected) => {
  const checksums = historyOf('2026-01-01 A, 2026-02-01 B');
  const elements = elementsOf(checksums, { action }, [{ key: 'a', checksums }]);
  expect(elements).toEqual(['2026-01-01 -', '2026-02-01 -', '<fragment', ...expected]);
});
