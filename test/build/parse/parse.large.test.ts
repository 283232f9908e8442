/** A large file is parsed entry by entry, and refused for the same lines as a small one. */
import { expect, test } from 'vitest';
import { parseYaml } from '../../../build/parse/parse.ts';
import { explainSyntax } from '../../../build/parse/syntax.ts';

// Long by its comments, which cost no time.
const large = Array.from({ length: 600 }, (_, index) => `key${index}: [1, 2 ]  # ${'x'.repeat(1_000)}\n`).join('');

const NOT_AN_ENTRY = ['foo', '~', '12', 'ä', 'foo # x', 'foo bar\n  baz'];

test.each(NOT_AN_ENTRY)('%j in the first column is not an entry', (line) => {
  for (const before of ['key: 1\n', large]) {
    const { value, diagnostics } = parseYaml('a.yaml', `${before}${line}\n`, explainSyntax);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'yaml-syntax', place: { start: before.length } }]);
  }
});

test.each(['key: 1\n', large])('`...` ends the document', (before) => {
  const { value, diagnostics } = parseYaml('a.yaml', `${before}...\n`, explainSyntax);
  expect(diagnostics).toEqual([]);
  expect(value).toEqual(parseYaml('a.yaml', before, explainSyntax).value);
});
