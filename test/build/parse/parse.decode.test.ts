import { describe, expect, test } from 'vitest';
import { decodeCatalogFile } from '../../../build/parse/parse.ts';

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

describe('decodeCatalogFile', () => {
  test.each<[name: string, bytes: Uint8Array, text: string]>([
    ['nothing', bytes(), ''],
    ['ASCII', bytes('id: One\n'), 'id: One\n'],
    ['letters of all lengths', bytes('Å日😀'), 'Å日😀'],
    ['a byte order mark, left out', bytes('\uFEFFid: One'), 'id: One'],
    ['only the first of two marks, left out', bytes('\uFEFF\uFEFFid'), '\uFEFFid'],
    ['CRLF, kept', bytes('a\r\nb'), 'a\r\nb'],
    ['U+FFFD that is really there', bytes('\uFFFD'), '\uFFFD'],
    ['a NUL byte, left to the parser', bytes('a: ', 0, 'b'), 'a: \0b'],
  ])('takes %s', (_, content, text) => expect(decodeCatalogFile('x.yaml', content)).toEqual({ text, problem: null }));

  test.each<[name: string, bytes: Uint8Array, encoding: string]>([
    ['UTF-16, little end first', Buffer.from('\uFEFFid: 1', 'utf16le'), 'UTF-16'],
    ['UTF-16, big end first', Buffer.from('\uFEFFid: 1', 'utf16le').swap16(), 'UTF-16'],
    ['UTF-16 without a mark, little end first', Buffer.from('id: 1', 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark, big end first', Buffer.from('id: 1', 'utf16le').swap16(), 'UTF-16'],
    ['UTF-32, little end first', bytes(0xff, 0xfe, 0, 0, 0x69, 0, 0, 0), 'UTF-32'],
    ['UTF-32, big end first', bytes(0, 0, 0xfe, 0xff, 0, 0, 0, 0x69), 'UTF-32'],
  ])('names %s', (_, content, encoding) => {
    expect(decodeCatalogFile('x.yaml', content).problem).toMatchObject({
      code: 'not-utf8',
      place: null,
      details: { encoding },
    });
  });

  test.each<[name: string, bytes: Uint8Array, start: number]>([
    ['Latin-1', bytes('na', 0xef, 've'), 2],
    ['a continuation alone', bytes(0x80), 0],
    ['many continuations', bytes('a', ...Array<number>(50).fill(0x80)), 1],
    ['an overlong form', bytes('ab', 0xc0, 0xaf), 2],
    ['half of a surrogate pair', bytes('ab', 0xed, 0xa0, 0x80), 2],
    ['beyond the last code point', bytes(0xf4, 0x90, 0x80, 0x80), 0],
    ['a letter cut off at the end', bytes('Å', 0xe2, 0x82), 1],
    ['the second line', bytes('Å😀\n日', 0xff, '\n'), 5],
    ['a byte after a byte order mark, which does not count', bytes('\uFEFFab', 0xff), 2],
    ['a byte after U+FFFD that is really there', bytes('é\uFFFDa', 0xff), 3],
    ['a byte far into the text', bytes('é😀x'.repeat(5_000), 0xff, 'é'.repeat(3_000)), 20_000],
  ])('finds %s', (_, content, start) => {
    expect(decodeCatalogFile('x.yaml', content).problem?.place).toEqual({ start, end: start + 1 });
  });
});
