/** Which SHA-1s of files the XML has: clients compare a file with all that there are. */
import { expect, test } from 'vitest';
import type { ChecksumHistory, DataSource, Fragment } from '../../../../build/model/catalog.ts';
import { dataSourceXml } from '../../../../build/render/v1/xml.ts';
import { modelled } from '../../../support/check.ts';

const [A, B] = ['A'.repeat(40), 'B'.repeat(40)];

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

const version = (day: string, sha1: string | null, contentLength = 1) => {
  return { lastModified: `${day}T00:00:00Z`, contentLength, sha1 };
};

test.each<[name: string, checksums: ChecksumHistory, needsSha1: boolean, expected: string[]]>([
  [
    'two builds in 60 days',
    [version('2026-01-01', A), version('2026-03-02', B)],
    false,
    ['2026-01-01 -', '2026-03-02 -'],
  ],
  ['in 61 days', [version('2026-01-01', A), version('2026-03-03', B)], false, ['2026-01-01 A', '2026-03-03 B']],
  [
    'two whose SHA-1 is needed',
    [version('2026-01-01', A), version('2026-01-02', B)],
    true,
    ['2026-01-01 A', '2026-01-02 B'],
  ],
  [
    'two SHA-1s of one build',
    [version('2026-01-01', A), version('2026-01-01', B)],
    false,
    ['2026-01-01 A', '2026-01-01 B'],
  ],
  [
    'a new time of the same bytes',
    [version('2026-01-01', A), version('2026-01-02', A)],
    false,
    ['2026-01-01 A', '2026-01-02 A'],
  ],
  ['another size', [version('2026-01-01', A), version('2026-01-02', A, 2)], false, ['2026-01-01 -', '2026-01-02 -']],
  [
    'a newer version without',
    [version('2024-01-01', A), version('2026-01-01', null)],
    false,
    ['2024-01-01 -', '2026-01-01 -'],
  ],
  [
    'a newer version without, and one with',
    [version('2022-01-01', A), version('2024-01-01', null), version('2026-01-01', B)],
    false,
    ['2022-01-01 -', '2024-01-01 -', '2026-01-01 B'],
  ],
  [
    'two of one version, and a newer version without',
    [version('2024-01-01', A), version('2024-01-01', B), version('2026-01-01', null)],
    false,
    ['2024-01-01 -', '2026-01-01 -'],
  ],
])('%s', (_, checksums, needsSha1, expected) => expect(elementsOf(checksums, { needsSha1 })).toEqual(expected));

test.each<[DataSource['action'], string[]]>([
  ['Copy', ['2026-01-01 A', '2026-02-01 B']],
  ['Flatten', ['2026-01-01 A', '2026-02-01 B']],
  ['Extract', []],
])('%s: fragments of an archive that is rebuilt often', (action, expected) => {
  const checksums = [version('2026-01-01', A), version('2026-02-01', B)];
  const elements = elementsOf(checksums, { action }, [{ key: 'a', checksums }]);
  expect(elements).toEqual(['2026-01-01 -', '2026-02-01 -', '<fragment', ...expected]);
});
