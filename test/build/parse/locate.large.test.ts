/** In a large file only some entries are parsed again; the positions must be those of a parse of the whole. */
import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnostic, key, value } from '../../../build/diagnostics/diagnostic.ts';
import { locate } from '../../../build/parse/locate.ts';

const KEYS = ['a.zip', 'b c.zip', '"7"', "'it''s.zip'", '"\\u00e4.zip"', 'a.zip.old', '"a: b"', 'z/ä.zip'];
const NAMES = ['a.zip', 'b c.zip', '7', "it's.zip", 'ä.zip', 'a.zip.old', 'a: b', 'z/ä.zip'];
const entry = (written: string): string =>
  `${written}: # a comment\n# at the beginning of a line\n  checksums:\n\n    - { lastModified: x, contentLength: 1 }\n  fragments:\n    "k:": [1]\n`;
const small = `# top\n${KEYS.map(entry).join('')}`;
const padding = `padding:\n${'  # '.padEnd(1_000, '.').concat('\n').repeat(510)}`;
const large = small + padding;

const all: Diagnostic[] = NAMES.flatMap((name) =>
  [
    key(name),
    value(name, 'checksums', 0, 'contentLength'),
    key(name, 'fragments', 'k:'),
    value(name, 'fragments', 'k:', 0),
  ].map((place) => diagnostic('empty-value', 'files.yaml', place, null)),
);

test.each(all.map((one) => [one]))('%j', (one) => {
  const [expected] = locate(small, [one]);
  expect(expected).not.toBeNull();
  expect(locate(large, [one])).toEqual([expected]);
});

test('all at once, and one that is not there', () => {
  const missing = diagnostic('empty-value', 'files.yaml', value('nothing'), null);
  expect(large.length).toBeGreaterThan(500_000);
  expect(locate(large, [...all, missing])).toEqual(locate(small, [...all, missing]));
});

describe('a large file with its root in braces, and keys in the first column', () => {
  const inBraces = (from: string): string =>
    `${from}{\n"a.zip": { checksums: [] },\nb.zip: {\nchecksums: [1] },\n${padding}\n}\n`;
  const places = [key('a.zip'), value('a.zip', 'checksums'), value('b.zip', 'checksums', 0), value('padding')];
  const found = ['"a.zip"', '[]', '1', ''];

  test.each(['', '# a comment\n\n', '---\n', '--- '])('after %j', (from) => {
    const text = inBraces(from);
    for (const [index, place] of places.entries()) {
      const [range] = locate(text, [diagnostic('empty-value', 'files.yaml', place, null)]);
      expect(range && text.slice(range.start, range.end)).toBe(found[index]);
    }
  });

  test('that is not YAML any more has no positions', () => {
    const [one, two] = locate(`${inBraces('')}]`, [
      diagnostic('empty-value', 'files.yaml', places[0] ?? null, null),
      diagnostic('yaml-syntax', 'files.yaml', { start: 3, end: 4 }, { reason: 'x' }),
    ]);
    expect([one, two]).toEqual([null, { start: 3, end: 4 }]);
  });

  test('that is a block mapping with an entry that is not YAML any more has no positions', () => {
    const text = `a: [\nb: 1\n${padding}`;
    expect(locate(text, [diagnostic('empty-value', 'files.yaml', value('a', 0), null)])).toEqual([null]);
  });
});
