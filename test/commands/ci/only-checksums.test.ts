import { describe, expect, test } from 'vitest';
import { type ChangedText, moreThanChecksums } from '../../../commands/ci/only-checksums.ts';

const PATH = 'catalog/datasources/a/maps.yaml';
const line = (day: number, sha1 = 'null'): string =>
  `    - { lastModified: 2026-11-${10 + day}T00:00:00Z, contentLength: ${day}, sha1: ${sha1} }\n`;
const days = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => line(first + index)).join('');
const entry = (checksums: string, rest = ''): string => `a.zip:\n  checksums:\n${checksums}${rest}`;
const inside = (checksums: string): string => `  fragments:\n    a.map:\n${checksums.replaceAll(/^ {4}/gm, '      ')}`;
const FULL = entry(line(1) + line(2), inside(line(1)));

const change = (before: string | null, after: string | null, path = PATH): ChangedText => ({ path, before, after });

describe('a change', () => {
  test.each<[string, ChangedText[], RegExp | null]>([
    ['one checksum', [change(FULL, entry(line(1) + line(2) + line(3), inside(line(1))))], null],
    ['the first checksum', [change('a.zip: {}\n', entry(line(1)))], null],
    ['a checksum inside an archive', [change(FULL, entry(line(1) + line(2), inside(line(1) + line(2))))], null],
    ['the oldest of 30 for a new one', [change(entry(days(1, 30)), entry(days(2, 31)))], null],
    ['the oldest of 29 for a new one', [change(entry(days(1, 29)), entry(days(2, 30)))], /change or go/],
    ['two of 30 for a new one', [change(entry(days(1, 30)), entry(days(3, 31)))], /change or go/],
    ['nothing', [], /nothing is changed/],
    ['another form of the same', [change(FULL, `# Maps\n${FULL}`)], null],
    ['a checksum that goes', [change(FULL, entry(line(2), inside(line(1))))], /checksums of a\.zip change or go/],
    ['a checksum that changes', [change(FULL, entry(line(1) + line(3), inside(line(1))))], /change or go/],
    ['a checksum in between', [change(entry(line(1) + line(3)), entry(line(1) + line(2) + line(3)))], /change or go/],
    ['a file that goes', [change(FULL, '{}\n')], /files come or go/],
    ['a file that is new', [change('{}\n', FULL)], /files come or go/],
    ['a file inside that goes', [change(FULL, entry(line(1) + line(2)))], /files inside a\.zip come or go/],
    [
      'a box',
      [
        change(
          entry(line(1)),
          entry(
            line(1),
            '  boundingbox: { northEastLongitude: 1, northEastLatitude: 1, southWestLongitude: 0, southWestLatitude: 0 }\n',
          ),
        ),
      ],
      /changes in other ways/,
    ],
    ['a list that is new', [change(null, FULL)], /is new/],
    ['a list that goes', [change(FULL, null)], /is deleted/],
    ['another file too', [change(FULL, FULL), change('a', 'b', 'catalog/removals.yaml')], /is not a list of files/],
    ['a file like a list', [change(FULL, FULL, 'x/catalog/datasources/a/maps.yaml')], /is not a list of files/],
    ['YAML that cannot be read', [change(FULL, 'a: [')], /files come or go/],
  ])('%s', (_, changes, expected) => {
    const problem = moreThanChecksums(changes, 'catalog');
    if (expected === null) expect(problem).toBe(null);
    else expect(problem).toMatch(expected);
  });
});
