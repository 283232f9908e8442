/** What a finding marks in its line: the whole value, as an editor shows it. */
import { expect, test } from 'vitest';
import { diagnostic, keyAt, type Place, valueAt } from '../../../build/diagnostics/diagnostic.ts';
import { findingsOf } from '../../../build/report/positions.ts';

test.each<[text: string, place: Place, line: number, marked: string]>([
  // Lists and mappings in brackets.
  ['a: [b, c] # d\n', valueAt('a'), 1, '[b, c]'],
  ['a: [b, c] # d\n', valueAt('a', 1), 1, 'c'],
  ['a: { b: 1, c: 2 }\n', valueAt('a'), 1, '{ b: 1, c: 2 }'],
  ['a:   [ b ]   \n', valueAt('a'), 1, '[ b ]'],
  ['a: [b,]\n', valueAt('a'), 1, '[b,]'],
  ['a: []\n', valueAt('a'), 1, '[]'],
  ['a: {}\n', valueAt('a'), 1, '{}'],
  ['a: [ { b: 1 }, {} ]\n', valueAt('a', 0), 1, '{ b: 1 }'],
  ['a: [b: c]\n', valueAt('a', 0), 1, 'b: c'],
  ['a: [😀, b]\n', valueAt('a', 1), 1, 'b'],
  ['- b\n- [c]\n', valueAt(1), 2, '[c]'],
  ['a: [b]\r\nc: [d]\r\n', valueAt('c'), 2, '[d]'],
  ['{ "a": ["b"], "c": 1 }', valueAt('a'), 1, '["b"]'],
  ['{ "a": ["b"], "c": 1 }', valueAt(), 1, '{ "a": ["b"], "c": 1 }'],
  // Of several lines, the first.
  ['a: [b,\n  c]\n', valueAt('a'), 1, '[b,'],
  ['a: [b,\n  c]\n', valueAt('a', 1), 2, 'c'],
  ['a: "b\n  c"\n', valueAt('a'), 1, '"b'],
  ['a: b\n  c\nd: e\n', valueAt('a'), 1, 'b'],
  ['a: |\n  b\n  c\n', valueAt('a'), 1, '|'],
  // Of other lists and mappings, the first character.
  ['a:\n  - b\n  - c\n', valueAt('a'), 2, '-'],
  ['a:\n  b: c\n', valueAt('a'), 2, 'b'],
  // Texts, keys, and what is missing.
  ['a: "b # c" # d\n', valueAt('a'), 1, '"b # c"'],
  ["a: 'b''c'\n", valueAt('a'), 1, "'b''c'"],
  ['a: b c # d\n', valueAt('a'), 1, 'b c'],
  ['"a b": [c]\n', keyAt('a b'), 1, '"a b"'],
  ['a: # x\n', valueAt('a'), 1, ':'],
])('%j at %j', (text, place, line, marked) => {
  const [finding] = findingsOf([diagnostic('empty-value', 'x.yaml', place, null)], () => text);
  const { column = 0, endColumn = 0, lineText } = finding ?? {};
  expect({ line: finding?.line, marked: lineText?.slice(column - 1, (endColumn ?? 0) - 1) }).toEqual({ line, marked });
});
