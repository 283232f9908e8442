/** The scripts and styles of all pages together are small. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { asModule, FOUND_ELSEWHERE, withoutParts } from '../../../scripts/compile/lean.ts';
import { checkedPart } from '../../../scripts/generate.ts';
import { ROOT } from '../../support/cli.ts';

const FOLDER = join(ROOT, 'lib', 'browser');

function compressed(names: RegExp): number {
  const files = readdirSync(FOLDER).filter((name) => names.test(name));
  expect(files.length).toBeGreaterThan(0);
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(join(FOLDER, name)), { level: 9 }).length, 0);
}

test.each([
  ['all scripts', /\.js$/, 90_000],
  ['the form that adds a map', /^add-form-.*\.js$/, 32_000],
  ['all styles', /\.css$/, 25_000],
])('%s', (_, names, most) => {
  expect(compressed(names)).toBeLessThan(most);
});

test('a schema without what is for people has all that is checked', () => {
  const schema = {
    title: 'A',
    properties: { title: { description: 'x', type: 'string' }, description: { examples: [1], $ref: '#/$defs/title' } },
    $defs: { title: { patternErrorMessage: 'x', pattern: '^a$' } },
    required: ['title'],
  };
  expect(checkedPart(schema)).toEqual({
    properties: { title: { type: 'string' }, description: { $ref: '#/$defs/title' } },
    $defs: { title: { pattern: '^a$' } },
    required: ['title'],
  });
});

test('no script names a problem whose message is left out, but for the form of what only other records have', () => {
  const scripts = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));
  const text = scripts.map((name) => readFileSync(join(FOLDER, name), 'utf8')).join('\n');
  expect(text).toContain('"zoom-range"');
  expect(FOUND_ELSEWHERE.filter((code) => text.includes(`"${code}"`))).toEqual([
    'bad-id',
    'bad-path',
    'bad-timestamp',
    'bad-sha1',
  ]);
});

test('validators count characters, and require nothing', async () => {
  const source = 'exports.length = require("ajv/dist/runtime/ucs2length").default;';
  const { default: validators } = await import(`data:text/javascript,${encodeURIComponent(asModule(source))}`);
  expect(['', 'a', 'ä', '😀b', '\ud83d'].map(validators.length)).toEqual([0, 1, 1, 2, 1]);
  expect(() => asModule('const a = require("a");')).toThrow('require something');
});

const MEMBER = /^ {2}(\w+): \d,\n/gm;

test('parts of a text are left out by their names', () => {
  expect(withoutParts('{\n  a: 1,\n  b: 2,\n}', MEMBER, ['a', 'b'], (name) => name === 'b')).toBe('{\n  b: 2,\n}');
});

test.each(['{ a: 1, b: 2 }', '{\n  a: 1,\n}', '{\n  b: 1,\n  a: 2,\n}', ''])('%j is not the expected text', (text) => {
  expect(() => withoutParts(text, MEMBER, ['a', 'b'], () => true)).toThrow('expected a,b and not ');
});
