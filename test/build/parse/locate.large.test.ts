/** In a large file only some entries are parsed again; what is found must be what the whole would give. */
import { expect, test } from 'vitest';
import { type Diagnostic, diagnostic, key, value } from '../../../build/diagnostics/diagnostic.ts';
import { entryLines, locate } from '../../../build/parse/locate.ts';

const KEYS = ['a.zip', 'b c.zip', '"7"', "'it''s.zip'", '"\\u00e4.zip"', 'a.zip.old', '"a: b"', 'z/ä.zip'];
const NAMES = ['a.zip', 'b c.zip', '7', "it's.zip", 'ä.zip', 'a.zip.old', 'a: b', 'z/ä.zip'];
const entry = (written: string): string =>
  `${written}: # a comment\n# at the beginning of a line\n  checksums:\n\n    - { lastModified: x, contentLength: 1 }\n  fragments:\n    "k:": [1]\n`;
const small = `# top\n${KEYS.map(entry).join('')}`;
/** The same with much behind it. */
const large = `${small}padding:\n${'  # '.padEnd(100, '.').concat('\n').repeat(11_000)}`;

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

test('all at once, and what is not there', () => {
  const missing = diagnostic('empty-value', 'files.yaml', value('nothing'), null);
  expect(large.length).toBeGreaterThan(1_000_000);
  expect(locate(large, [...all, missing])).toEqual(locate(small, [...all, missing]));
});

test('an entry ends where the next one begins', () => {
  const { start, end } = entryLines(small, 'b c.zip') ?? { start: 0, end: 0 };
  expect(small.slice(start, end)).toBe(entry('b c.zip'));
  expect(entryLines(small, 'c.zip')).toBeNull();
  expect(entryLines(small, 'checksums')).toBeNull();
});
