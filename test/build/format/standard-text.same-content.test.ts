/** A bug of the printer must not reach a file: whatever it does to the text, the result is refused. */
import { describe, expect, test } from 'vitest';
import { formatCatalogFile } from '../../../build/format/format-file.ts';
import { printYaml } from '../../../build/format/printer.ts';
import { FormatError, formatYaml } from '../../../build/format/standard-text.ts';
import { memoryFolder } from '../../support/catalogs.ts';

const FILE = { path: 'editions/a.yaml', role: 'edition', name: 'a' } as const;
const SOURCE = '# top\n\n# about\ndatasources: [b, "1e3"] # after\nname: A\n';

const formatWith = (change: (lines: string[]) => string[], source = SOURCE): string =>
  formatYaml(FILE, source, function* (...printed) {
    const lines = [...printYaml(...printed)].join('').trimEnd().split('\n');
    yield `${change(lines).join('\n')}\n`;
  });

const replaced =
  (from: string, to: string) =>
  (lines: string[]): string[] =>
    lines.join('\n').replace(from, to).split('\n');

test('a printer without bugs is fine', () =>
  expect(formatWith((lines) => lines)).toBe(
    '# yaml-language-server: $schema=../../schemas/catalog/edition.json\n# top\nname: A\n\n# about\ndatasources: # after\n  - b\n  - "1e3"\n',
  ));

test.each<[string, (lines: string[]) => string[], string]>([
  ['writes another text', replaced('name: A', 'name: B'), 'values'],
  ['writes a number for a text', replaced('"1e3"', '1e3'), 'values'],
  ['writes the symbol of a misread scalar', replaced('"1e3"', 'Symbol(1e3)'), 'values'],
  ['loses an item', replaced('  - b\n', ''), 'values'],
  ['changes the order of a list', replaced('  - b\n  - "1e3"', '  - "1e3"\n  - b'), 'values'],
  ['adds a key', (lines) => [...lines, 'x: 1'], 'values'],
  ['writes nothing', () => [], 'not be a valid catalog file'],
  ['writes a key twice', (lines) => [...lines, 'name: A'], 'not be a valid catalog file'],
  ['writes no YAML', (lines) => [...lines, '"'], 'not be a valid catalog file'],
  ['loses a comment', replaced('# about\n', ''), 'comments'],
  ['changes a comment', replaced('# after', '# before'), 'comments'],
  ['writes a comment twice', (lines) => [...lines, '# about'], 'comments'],
])('refused: %s', (_, change, what) => {
  expect(() => formatWith(change)).toThrow(FormatError);
  expect(() => formatWith(change)).toThrow(what);
});

test.each<[string, (lines: string[]) => string[]]>([
  ['keys in another order', (lines) => lines.toReversed()],
  ['other quotes', replaced('name: A', "name: 'A'")],
])('not a change of content: %s', (_, change) => {
  expect(formatWith(change, 'name: A\ndatasources: []\n')).toContain('datasources: []');
});

test('a comment that names the schema may be replaced', () => {
  expect(formatYaml(FILE, '# yaml-language-server: $schema=old.json\nname: A\ndatasources: []\n')).not.toContain('old');
});

describe('formatCatalogFile', () => {
  const loses: typeof printYaml = function* (...printed) {
    yield [...printYaml(...printed)].join('').replace(/^.*\n/, '');
  };
  test('refuses too', () =>
    expect(() => formatCatalogFile(memoryFolder({ [FILE.path]: SOURCE }), FILE, loses)).toThrow(FormatError));

  test('compares nothing where nothing would be written', () => {
    const folder = memoryFolder({ [FILE.path]: formatYaml(FILE, SOURCE) });
    expect(formatCatalogFile(folder, FILE)).toEqual({ diagnostics: [], formatted: null });
  });
});
