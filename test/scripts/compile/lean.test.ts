/** The scripts and styles of all pages together are small. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
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
