import { expect, test } from 'vitest';
import { parseUrl, printableLines, visible } from '../../../contract/base/text.ts';

test.each([
  ['a\n::error::b\n', 'a\n\\u003a:error::b\n'],
  ['  ::error::b', '  \\u003a:error::b'],
  ['a ::b\n::', 'a ::b\n\\u003a:'],
  ['a\u2028::b', 'a\\u2028::b'],
  ['a\r::b', 'a\\u000d::b'],
  ['##[error]', '\\u0023#[error]'],
  ['\u001b[1m\u202e\0', '\\u001b[1m\\u202e\\u0000'],
])('lines %j are printed as %j', (lines, printed) => expect(printableLines(lines)).toBe(printed));

test('commands that are meant for GitHub stay, and nothing else', () =>
  expect(printableLines('::error file=a::b\n##[error]\u001b', true)).toBe('::error file=a::b\n\\u0023#[error]\\u001b'));

test('a value is one line, and no command', () =>
  expect(visible('::error::a\n::error::b')).toBe('\\u003a:error::a\\u000a::error::b'));

test('an address with letters beyond ASCII is read however often it is asked about', () => {
  const answers = Array.from({ length: 20_000 }, () => parseUrl('https://www.zürich.example/karte')?.hostname);
  expect(new Set(answers)).toEqual(new Set(['www.xn--zrich-kva.example']));
  expect(['', '/a', 'https://a b/'].map((text) => parseUrl(text))).toEqual([null, null, null]);
  expect(parseUrl('../b', 'https://example.org/c/d')?.href).toBe('https://example.org/b');
});
