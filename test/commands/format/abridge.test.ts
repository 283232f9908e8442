/** What is said of the lines that remain must be what is said of all of them. */
import { describe, expect, test } from 'vitest';
import { matchLayout, type SourceFile } from '../../../build/pipeline.ts';
import { abridge } from '../../../commands/format/abridge.ts';
import { formatFile } from '../../../commands/format/format.ts';
import { printTree } from '../../../commands/format/printer.ts';
import { memoryFolder } from '../../support/catalogs.ts';
import { fc } from '../../support/property.ts';

/** The runs of each property; more in a run of its own. */
const numRuns = Number(process.env['FC_RUNS'] ?? 240);

const PATH = 'datasources/a/files.yaml';
const FIRST = '# yaml-language-server: $schema=../../../schemas/catalog/files.json\n';
const SHA1 = '0123456789ABCDEF0123456789ABCDEF01234567';

const item = (indentation: number, number = 1, sha1 = SHA1): string =>
  `${' '.repeat(indentation)}- { lastModified: 2026-01-01T00:00:00Z, contentLength: ${number}, sha1: "${sha1}" }\n`;
const list = (path: string, count = 1): string => `    ${path}:\n${item(6).repeat(count)}`;
const entry = (path: string, count = 1): string => `${path}:\n  checksums:\n${item(4).repeat(count)}`;
const archive = (path: string, ...fragments: string[]): string =>
  `${entry(path)}  fragments:\n${fragments.map((fragment) => list(fragment)).join('')}`;

/** What is left of a text; null where it has to be read as a whole. */
const remains = (text: string): string | null => {
  const abridged = abridge(Buffer.from(text));
  return abridged && Buffer.from(abridged).toString();
};

/** Whether a file is in its form without anything to report; the test fails where what remains of it says otherwise. */
function isInForm(text: string, path = PATH): boolean {
  const file = { ...matchLayout(path), path } as SourceFile;
  const folder = memoryFolder({ [path]: Buffer.from(text) });
  // With a printer, all of the file is read.
  const whole = formatFile(folder, file, printTree);
  expect(formatFile(folder, file), text).toEqual(whole);
  return whole.formatted === null && whole.diagnostics.length === 0;
}

/** So many of each, in this order. */
const NAMES = ['alpha.zip', 'beta-1.zip', 'beta/gamma.zip', 'delta.zip', 'epsilon.zip'];
const [A, B, C] = NAMES as [string, string, string];

describe('what is left out', () => {
  test.each<[string, string, string]>([
    ['nothing of two entries', entry(A, 4) + entry(B, 3), entry(A, 4) + entry(B, 3)],
    ['entries between others', NAMES.map((path) => entry(path)).join(''), entry(A) + entry('epsilon.zip')],
    [
      'archives between others',
      archive(A, 'k.map1', 'l.map1') + archive(B, 'k.map1') + archive(C, 'x/y.map'),
      archive(A, 'k.map1', 'l.map1') + archive(C, 'x/y.map'),
    ],
    [
      'checksums and fragments of an entry that says more',
      `${archive(A, 'one.map', 'three.map', 'two.map').replace(item(4), item(4).repeat(3))}  boundingbox: {}\n`,
      `${archive(A, 'one.map', 'two.map')}  boundingbox: {}\n`,
    ],
    [
      'checksums after one that says less',
      `${A}:\n  checksums:\n    - {}\n${item(4).repeat(3)}`,
      `${A}:\n  checksums:\n    - {}\n${item(4)}`,
    ],
  ])('%s', (_, text, expected) => {
    expect(remains(text)).toBe(expected);
  });

  /** An entry between two others, which would be left out if it were as they are. */
  const between = (middle: string): string => entry(A) + middle + entry(C);

  test.each<[string, string]>([
    ['an entry of another shape', between(archive(B, 'one.map'))],
    ['a path out of order', between(entry('zeta.zip'))],
    ['a path twice', between(entry(A))],
    ['a path that needs quotes', between(entry(`"${B}"`))],
    ['a path that no file has', between(entry('beta..zip'))],
    ['a path that ends in a dot', between(entry('beta.zip.'))],
    ['a path with a space at its end', between(entry('beta.zip '))],
    ['what may be a key of the schema', between(entry('boundingbox'))],
    ['a month that is none', between(entry(B).replace('-01-', '-13-'))],
    ['an hour that is none', between(entry(B).replace('T00', 'T24'))],
    ['the year 0', between(entry(B).replace('2026', '0000'))],
    ['a number with a zero before it', between(entry(B).replace(': 1,', ': 01,'))],
    ['a number that may not be exact', between(entry(B).replace(': 1,', ': 1234567890123456,'))],
    ['a digest of small letters', between(entry(B).replaceAll('A', 'a'))],
    ['a digest that is too long', between(entry(B).replaceAll('A', 'AA'))],
    ['a checksum without a digest', between(entry(B).replace(`"${SHA1}"`, 'null'))],
    ['a comment', between(entry(B).replace(' }', ' } # c'))],
    ['lines that end as on Windows', between(entry(B).replaceAll('\n', '\r\n'))],
    ['an entry that goes on', between(`${entry(B)}  boundingbox: {}\n`)],
    ['other indentation', between(entry(B).replaceAll('  ', '   '))],
    ['fragments out of order', between(archive(B, 'two.map', 'one.map'))],
  ])('not %s', (_, text) => {
    expect(remains(text)).toBe(text);
    isInForm(FIRST + text);
  });

  test('nothing of what has to be counted', () => {
    const paths = (count: number): string =>
      Array.from({ length: count }, (_, index) => entry(`a/${100_000 + index}`)).join('');
    expect(remains(paths(100))).toBe(entry('a/100000') + entry('a/100099'));
    expect(remains(paths(100_001))).toBeNull();
    expect(remains(`${A}:\n  checksums:\n    - {}\n${item(4).repeat(9_999)}`)).not.toBeNull();
    expect(remains(`${A}:\n  checksums:\n    - {}\n${item(4).repeat(10_000)}`)).toBeNull();
    expect(remains(`${A}:\n  checksums:\n${item(4).repeat(9_999)}    - {}\n    # c\n\n    - {}\n`)).toBeNull();
    const long = entry(A) + entry(B, 10_001) + entry(C);
    expect(remains(long)).toBeNull();
    expect(isInForm(FIRST + long)).toBe(false);
  });
});

const whole = [
  entry(A, 3),
  entry(B, 2),
  entry(C),
  archive('region.zip', 'a/b.map', 'a/c.map', 'b/c.map'),
  archive('region1.zip', 'a/b.map', 'layer.map'),
  archive('region2.zip', 'layer.map'),
  `${entry('zeta.map', 3)}  boundingbox: { northEastLongitude: 1.5, northEastLatitude: 2, southWestLongitude: 1, southWestLatitude: 1 }\n`,
].join('');

test('a file in its form is so by what remains of it', () => {
  expect(isInForm(FIRST + whole)).toBe(true);
  expect(remains(FIRST + whole)?.length).toBeLessThan(whole.length * 0.8);
});

test('any one character removed, doubled or replaced is seen', () => {
  const places = Array.from(whole, (_, at) => at).filter((at) => at % Math.ceil(12 * (600 / numRuns)) === 0);
  let inForm = 0;
  for (const at of places) {
    for (const put of ['', whole.slice(at, at + 1).repeat(2), '0', 'A', ' ', '\n', '.', ':', 'é']) {
      if (isInForm(FIRST + whole.slice(0, at) + put + whole.slice(at + 1))) inForm++;
    }
  }
  expect(inForm).toBeGreaterThan(0);
});

test('files of any lines', () => {
  const path = fc.constantFrom(
    ...NAMES,
    'one.map',
    'two.map',
    '"alpha.zip"',
    'checksums',
    'x.y',
    'a/b/c.d',
    'é.zip',
    '1.2',
  );
  const count = fc.integer({ min: 0, max: 3 });
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(path, count).map(([name, many]) => entry(name, many)) },
    {
      weight: 4,
      arbitrary: fc.tuple(path, fc.uniqueArray(path, { maxLength: 4 })).map(([name, inner]) => archive(name, ...inner)),
    },
    fc.constantFrom(
      ...['    - {}\n', '# c\n', '\n', '    # c\n', '  # c\n', '  fragments:\n', '  boundingbox: {}\n', 'x: {}\n'],
      ...[
        item(4),
        item(6),
        item(4, 0),
        item(2),
        list('one.map'),
        '    - { sha1: null }\n',
        '  text\n',
        'a: |\n',
        'a: "\n',
      ],
    ),
  );
  let inForm = 0;
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 7 }),
      fc.boolean(),
      fc.constantFrom(PATH, 'datasources/a/maps.yaml'),
      (parts, isSorted, file) => {
        const lines = isSorted ? parts.toSorted((a, b) => (a < b ? -1 : 1)) : parts;
        const text = FIRST.replace('files', file.slice(14, -5)) + lines.join('');
        if (isInForm(text, file)) inForm++;
      },
    ),
    { numRuns: 4 * numRuns },
  );
  expect(inForm).toBeGreaterThan(numRuns / 20);
});

test('what is left out, the schema accepts', () => {
  let inForm = 0;
  const two = fc.constantFrom('00', '01', '09', '12', '13', '23', '24', '28', '31', '32', '59', '60', '99');
  const time = fc.tuple(fc.constantFrom('0000', '0001', '2026', '9999'), two, two, two, two, two);
  fc.assert(
    fc.property(time, fc.stringMatching(/^[0-9]{1,16}$/), ([year, ...rest], length) => {
      const [month, day, hour, minute, second] = rest;
      const odd = item(4).replace(/2026.*Z, contentLength: 1/, () => {
        return `${year}-${month}-${day}T${hour}:${minute}:${second}Z, contentLength: ${length}`;
      });
      if (isInForm(FIRST + between3(odd))) inForm++;
    }),
    { numRuns: 4 * numRuns },
  );
  expect(inForm).toBeGreaterThan(numRuns / 100);
});

const between3 = (odd: string): string =>
  entry(A) + entry(B).replace(item(4), () => item(4) + odd + item(4)) + entry(C);
