import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFileText } from '../../../build/format/printer.ts';
import { CANONICAL_DECLINED, readCanonicalYaml } from '../../../build/parse/canonical.ts';
import { parseYaml } from '../../../build/parse/parse.ts';
import { validateFileValue } from '../../../build/validate/validate.ts';
import { fc, timesRuns } from '../../support/property.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

function difference(text: string): string | null {
  const value = readCanonicalYaml(text);
  if (value === CANONICAL_DECLINED) return null;
  const { value: wanted, diagnostics } = parseYaml('x.yaml', text);
  const [said, meant] = [JSON.stringify(value), JSON.stringify(wanted)];
  if (diagnostics.length > 0) return `${said} for a text with ${diagnostics.map(({ code }) => code).join(', ')}`;
  expect(value).toEqual(wanted);
  // What the reader has verified, the validator would accept: checksums, and nothing else.
  const faultsOf = (value: unknown) => validateFileValue('files', 'x.yaml', value).diagnostics;
  if (text.includes('sha1')) expect(faultsOf(value)).toEqual(faultsOf(wanted));
  return said === meant ? null : `${said}, not ${meant}`;
}

const tight = (text: string): string => text.replace(/ (?=[}\]])|(?<=[{[,]) /g, '');
const spaced = (text: string): string => text.replace(/(?<=[{[,:]) |(?=[}\],])/g, '   ');

const numRuns = timesRuns(20);

describe('the reader of the one form', () => {
  test.each<[string, string]>([
    ['a mapping', 'a: 1\nbb: text of two\n'],
    ['a list', '- a\n- b\n'],
    ['nested blocks', 'file.zip:\n  checksums:\n    - { contentLength: 1, sha1: "AB" }\n  fragments:\n    x.map: []\n'],
    ['comments on lines of their own', '# first\na: 1\n\n  # last\nb: {}\n'],
    ['every kind of scalar', 'a: [1, -1.5, true, null, "", 2026-01-01T00:00:00Z, x]\n'],
    ['an address with placeholders', 'urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?a=b&c=${A_KEY}\n'],
    ['any spaces in brackets', 'a: {b: 1,c: [ x,  "y" ,z ],   d: {  }, "e": [  ] }\nf: {b:   1  ,  c: -1 }\n'],
    ['no newline at the end', 'a: b'],
    ['letters of other alphabets in quotes', 'a: "Å 地"\n'],
    ['letters of other alphabets', 'Å b: é 地#é\né: [Ünïcode text, ß, 1 é]\nß: { é: é }\n'],
    ['texts that YAML 1.1 takes for something else', 'yes: [NO, 2026-01-01, 1_000, 12:30:45]\n2026-01-01: y\n'],
    ['spaces that only look like some', 'a: b\u00a0\nb\u00a0c: \u00a01\n'],
  ])('reads %s', (_, text) => {
    expect(readCanonicalYaml(text)).not.toBe(CANONICAL_DECLINED);
    expect(difference(text)).toBeNull();
  });

  test.each<[string, string]>([
    ['an empty text', ''],
    ['a repeated key', 'a: 1\na: 2\n'],
    ['a repeated key in braces', '{ a: 1, a: 2 }\n'],
    ['a key that is a number', '1: a\n'],
    ['a key that changes what objects inherit', '__proto__: {}\n'],
    ['the same key in quotes', '"__proto__": {}\n'],
    ['a misread number', 'a: 0123\n'],
    ['a missing value', 'a:\nb: 1\n'],
    ['text over several lines', 'a: b\n  c\n'],
    ['brackets over several lines', 'a: [b,\n  c]\n'],
    ['a key without a value in braces', 'a: { b, c: 1 }\n'],
    ['no space after a key in braces', 'a: {b:1}\n'],
    ['two commas', 'a: [b,, c]\n'],
    ['a comma after the last item', 'a: [b, ]\n'],
    ['a comma after the last key', 'a: { b: 1 , }\n'],
    ['a tab in brackets', 'a: [b,\tc]\n'],
    ['a comment after a value', 'a: b #c\n'],
    ['an escape', 'a: "\\n"\n'],
    ['a tab', 'a:\tb\n'],
    ['lines that end as on Windows', 'a: b\r\n'],
    ['an anchor', 'a: &b c\n'],
    ['two documents', 'a: b\n---\nc: d\n'],
    ['a directive', '%YAML 1.2\n---\na: b\n'],
    ['deep nesting', `a: ${'['.repeat(40)}${']'.repeat(40)}\n`],
    [
      'deeply nested blocks',
      `${Array.from({ length: 40 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')}${' '.repeat(40)}b: 1\n`,
    ],
    ['a character that is not text', 'a: "\u0007"\n'],
  ])('declines %s', (_, text) => expect(readCanonicalYaml(text)).toBe(CANONICAL_DECLINED));

  test('agrees on words that some readers take for something else, and on others that look like them', () => {
    const words = 'null true false yes no on off y n nul nulls truth fals yess not one of ye N/A é ñ none'.split(' ');
    const cases = words.flatMap((word) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)]);
    const texts = cases.flatMap((word) => [`a: ${word}\n`, `${word}: a\n`, `a: [${word}, ${word} b]\n`]);
    expect(texts.map(difference).filter((found) => found !== null)).toEqual([]);
  });

  const files = ['catalog', 'test/fixtures', 'test/golden', 'commands/templates'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.yaml') && folder !== 'catalog')
      .map((path) => readFileSync(join(ROOT, folder, path), 'utf8')),
  );

  test('agrees with `yaml` on every file of the tests', () => {
    expect(files.map(difference).filter((found) => found !== null)).toEqual([]);
    expect(files.filter((text) => readCanonicalYaml(text) !== CANONICAL_DECLINED).length).toBeGreaterThan(
      files.length / 4,
    );
  });

  const piece = fc.oneof(
    fc.constantFrom(...'a k1 1 -1 1.5 0x1 1e3 true no ~ null .inf 2026-01-01T00:00:00Z __proto__ << x.zip'.split(' ')),
    fc.constantFrom(...[': ', ':', ' ', '- ', '-', '{ ', ' }', '{}', '[', ']', '[]', ', ', ',', '"', "'", '""', '"b"']),
    fc.constantFrom('#', ' #', '# c', '&a', '*a', '!t', '|', '>', '?', '%', '@', '`', '=', '\\', '---', '...', '\t'),
    fc.constantFrom('\n', '\n', '\n  ', '\n    ', '\n- ', '\n  - ', '\r', '\r\n', '\n\n', '\na: ', '\n  b: ', ':\n  '),
    fc.constantFrom('é', '\u0085', '\u00a0', '\u2028', '\ufeff', '\ufffe', '😀', '\ud800', '\u0000', '\u007f'),
  );

  test('agrees on random pieces', () => {
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (random) => {
        expect(difference(random)).toBeNull();
      }),
      { numRuns: 3 * numRuns },
    );
  });

  const SHA1 = '0123456789ABCDEF0123456789ABCDEF01234567';
  const checksums = `a.zip:
  checksums:
    - { lastModified: 2026-01-01T00:00:00Z, contentLength: 123456789012345, sha1: "${SHA1}" }
    - { lastModified: 0000-99-99T99:99:99Z, contentLength: 0, sha1: "${SHA1}" }
  fragments:
    b/c.map:
      - { lastModified: 2026-01-01T00:00:00Z, contentLength: 1, sha1: "${SHA1}" }
    d: []
`;

  test('agrees on checksums with any one character removed, doubled or replaced', () => {
    const different: string[] = [];
    for (let at = 0; at < checksums.length; at++) {
      const [before, after] = [checksums.slice(0, at), checksums.slice(at + 1)];
      for (const put of ['', checksums.slice(at, at + 1).repeat(2), '9', ' ']) {
        const text = before + put + after;
        if (difference(text) !== null) different.push(text);
      }
    }
    expect(different).toEqual([]);
  });

  test('verifies no time that the schema refuses', () => {
    const starts = ['0000-01-01', '2026-00-01', '2026-13-01', '2026-01-00', '2026-01-32', '2026-12-31'];
    const times = starts.flatMap((day) =>
      ['24:00:00', '23:60:00', '23:59:60', '23:59:59'].map((of) => `${day}T${of}Z`),
    );
    const found = times.map((time) => difference(checksums.replace('2026-01-01T00:00:00Z', time)));
    expect(found.filter((one) => one !== null)).toEqual([]);
  });

  test('agrees on files that were changed at random', () => {
    const read = files.filter((text) => text.length < 3_000 && readCanonicalYaml(text) !== CANONICAL_DECLINED);
    const small = [...read, checksums, tight(checksums), spaced(checksums)];
    const change = fc.tuple(fc.nat(), fc.nat(3), piece);
    fc.assert(
      fc.property(fc.constantFrom(...small), fc.array(change, { minLength: 1, maxLength: 3 }), (text, changes) => {
        let changed = text;
        for (const [where, removed, put] of changes) {
          const at = where % (changed.length + 1);
          changed = changed.slice(0, at) + put + changed.slice(at + removed);
        }
        expect(difference(changed)).toBeNull();
      }),
      { numRuns },
    );
  });

  test('agrees on, and mostly reads, what format writes, with any spaces in brackets', () => {
    const name = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('checksums', 'a b.zip', 'true', '1', 'x: y', '#a'),
    );
    const leaf = fc.oneof(name, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }));
    let read = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.dictionary(name, tree, { minKeys: 1, maxKeys: 4 }), (value) => {
        const text = newFileText({ path: 'x.yaml', role: 'files' }, value);
        all++;
        if (readCanonicalYaml(text) !== CANONICAL_DECLINED) read++;
        expect([text, tight(text), spaced(text)].map(difference)).toEqual([null, null, null]);
      }),
      { numRuns },
    );
    expect(read).toBeGreaterThan(all / 10);
  });
});
