/** In a large file only some entries are parsed again; the positions must be those of a parse of the whole. */
import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnostic, keyAt, valueAt } from '../../../build/diagnostics/diagnostic.ts';
import { locateDiagnostics } from '../../../build/parse/locate.ts';

const KEYS = ['a.zip', 'b c.zip', '"7"', "'it''s.zip'", '"\\u00e4.zip"', 'a.zip.old', '"a: b"', 'z/ä.zip'];
const NAMES = ['a.zip', 'b c.zip', '7', "it's.zip", 'ä.zip', 'a.zip.old', 'a: b', 'z/ä.zip'];
const entry = (written: string): string =>
  `${written}: # a comment\n# at the beginning of a line\n  checksums:\n\n    - { lastModified: x, contentLength: 1 }\n  fragments:\n    "k:": [1]\n`;
const small = `# top\n${KEYS.map(entry).join('')}`;
const padding = `padding:\n${'  # '.padEnd(1_000, '.').concat('\n').repeat(510)}`;
const large = small + padding;

const all: Diagnostic[] = NAMES.flatMap((name) =>
  [
    keyAt(name),
    valueAt(name, 'checksums', 0, 'contentLength'),
    keyAt(name, 'fragments', 'k:'),
    valueAt(name, 'fragments', 'k:', 0),
  ].map((place) => diagnostic('empty-value', 'files.yaml', place, null)),
);

test.each(all.map((one) => [one]))('%j', (one) => {
  const [expected] = locateDiagnostics(small, [one]);
  expect(expected).not.toBeNull();
  expect(locateDiagnostics(large, [one])).toEqual([expected]);
});

test('all at once, and one that is not there', () => {
  const missing = diagnostic('empty-value', 'files.yaml', valueAt('nothing'), null);
  expect(large.length).toBeGreaterThan(500_000);
  expect(locateDiagnostics(large, [...all, missing])).toEqual(locateDiagnostics(small, [...all, missing]));
});

describe('a large file with its root in braces, and keys in the first column', () => {
  const inBraces = (from: string): string =>
    `${from}{\n"a.zip": { checksums: [] },\nb.zip: {\nchecksums: [1] },\n${padding}\n}\n`;
  const places = [keyAt('a.zip'), valueAt('a.zip', 'checksums'), valueAt('b.zip', 'checksums', 0), valueAt('padding')];
  const found = ['"a.zip"', '[]', '1', ''];

  test.each(['', '# a comment\n\n', '---\n', '--- '])('after %j', (from) => {
    const text = inBraces(from);
    for (const [index, place] of places.entries()) {
      const [range] = locateDiagnostics(text, [diagnostic('empty-value', 'files.yaml', place, null)]);
      expect(range && text.slice(range.start, range.end)).toBe(found[index]);
    }
  });

  test('that is not YAML any more has no positions', () => {
    const [one, two] = locateDiagnostics(`${inBraces('')}]`, [
      diagnostic('empty-value', 'files.yaml', places[0] ?? null, null),
      diagnostic('yaml-syntax', 'files.yaml', { start: 3, end: 4 }, { reason: 'x' }),
    ]);
    expect([one, two]).toEqual([null, { start: 3, end: 4 }]);
  });

  test('that is a block mapping with an entry that is not YAML any more has no positions', () => {
    const text = `a: [\nb: 1\n${padding}`;
    expect(locateDiagnostics(text, [diagnostic('empty-value', 'files.yaml', valueAt('a', 0), null)])).toEqual([null]);
  });
});
