import { describe, expect, test } from 'vitest';
import { diagnostic, key, type Place, value } from '../../../build/diagnostics/diagnostic.ts';
import { findingsOf } from '../../../build/report/positions.ts';

/** Line and column of a place, and the text at it. */
function at(text: string, place: Place): string {
  const [finding] = findingsOf([diagnostic('empty-value', 'x.yaml', place, null)], () => text);
  const { line, column, endColumn, lineText } = finding as NonNullable<typeof finding>;
  return `${line}:${column} ${lineText?.slice(column - 1, (endColumn ?? 0) - 1)}`;
}

describe('places', () => {
  test.each<[name: string, text: string, place: Place, expected: string]>([
    ['a value', 'id: One\nname: Two\n', value('name'), '2:7 Two'],
    ['a key', 'id: One\nname: Two\n', key('name'), '2:1 name'],
    ['a quoted value', 'id: "One"\n', value('id'), '1:5 "One"'],
    ['a quoted key', "'a/b': {}\n", key('a/b'), "1:1 'a/b'"],
    ['a key with an escape', '"a\\nb": {}\n', key('a\nb'), '1:1 "a\\nb"'],
    ['a key with ~ and /', '"~0/~1": x\n', value('~0/~1'), '1:10 x'],
    ['a nested value', 'a:\n  b:\n    - c: 1\n    - c: 2\n', value('a', 'b', 1, 'c'), '4:10 2'],
    ['flow style', 'a: { b: [1, { c: 22 }] }\n', value('a', 'b', 1, 'c'), '1:18 22'],
    ['flow style over lines', 'a: {\n  b: [\n    1,\n    22 ] }\n', value('a', 'b', 1), '4:5 22'],
    ['a list', 'a:\n  - 1\n', value('a'), '2:3 -'],
    ['a list in brackets', 'a: [1]\n', value('a'), '1:4 ['],
    ['a mapping', 'a:\n  b: 1\n', value('a'), '2:3 b'],
    ['an empty value', 'a: 1\nb:\nc: 3\n', value('b'), '2:2 :'],
    ['an empty value in braces', '{ a: 1, b: , c: 3 }\n', value('b'), '1:10 :'],
    ['an empty key', 'a: 1\n: 2\n', key(''), '2:1 :'],
    ['the first item, empty', '-\n- a\n', value(0), '1:1 -'],
    ['a middle item, empty', '- a\n-\n-\n- b\n', value(2), '3:1 -'],
    ['an item after a comment', '- a # x - y\n-\n', value(1), '2:1 -'],
    ['an empty value far from the next', 'a:\n\n\nb: 1\n', value('a'), '1:2 :'],
    ['a block', 'a: |\n  One\n  two\n', value('a'), '1:4 |'],
    ['a value over two lines', 'a: "One\n  two"\nb: 1\n', value('a'), '1:4 "One'],
    ['after a value over two lines', 'a: One\n  two\nb: 1\n', value('b'), '3:4 1'],
    ['the first of two equal keys', 'a: 1\na: 2\n', value('a'), '1:4 1'],
    ['__proto__', '__proto__: 1\n', value('__proto__'), '1:12 1'],
    ['a key that is not there', 'a:\n  b: 1\n', value('a', 'c'), '1:1 undefined'],
    ['the whole document', 'a: 1\n', value(), '1:1 a'],
    ['the whole file', 'a: 1\n', null, '1:1 undefined'],
    ['after a comment', '# one\na: 1 # two\nb: 2\n', value('b'), '3:4 2'],
    ['after ---', '---\na: 1\n', value('a'), '2:4 1'],
    ['after a wide character', '日本: 😀\nb: 1\n', value('日本'), '1:5 😀'],
    ['CRLF', 'a: 1\r\nb: Two\r\n', value('b'), '2:4 Two'],
    ['carriage returns alone', 'a: 1\rb: Two\r', value('b'), '2:4 Two'],
    ['offsets', 'a: 1\nb: 2\n', { start: 5, end: 6 }, '2:1 b'],
    ['a text that is no longer YAML', 'a: [1\nb: 2\n', value('b'), '1:1 undefined'],
    ['offsets in a text that is not YAML', 'a: [1\nb: 2\n', { start: 3, end: 4 }, '1:4 ['],
    ['offsets at the end', 'a: 1\n', { start: 5, end: 6 }, '2:1 '],
  ])('%s', (_, text, place, expected) => {
    expect(at(text, place)).toBe(expected);
  });
});
