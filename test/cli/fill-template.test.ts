import { describe, expect, test } from 'vitest';
import { type Filling, fillTemplate } from '../../cli/fill-template.ts';

const FILLING: Filling = {
  values: { name: 'maps', none: '', lines: 'env:\n  A: 1\n\n  B: 2' },
  conditions: new Set(['pages', 'cloudflare']),
};

describe('a template', () => {
  test.each([
    ['a @name@ of @name@', 'a maps of maps'],
    [
      'uses: actions/checkout@3d3c # v7, a@b.c, ${{ x }} and @-@',
      'uses: actions/checkout@3d3c # v7, a@b.c, ${{ x }} and @-@',
    ],
    ['a:\n  @lines@\nb', 'a:\n  env:\n    A: 1\n    B: 2\nb'],
    ['a:\n  @none@\nb', 'a:\nb'],
    ['#? pages\na\n#?\n#? own\nb\n#?\nc', 'a\nc'],
    ['#? own workers\na\n#?\nb', 'b'],
    ['#? own pages\na\n#?\nb', 'a\nb'],
    ['  #? cloudflare\na\n  #? own\nb\n  #?\nc\n  #?\nd', 'a\nc\nd'],
    ['#? own\na\n#? pages\nb\n#?\nc\n#?\nd', 'd'],
    ['# ? no block\n#?no', '# ? no block\n#?no'],
  ])('%j', (template, text) => {
    expect(fillTemplate(template, FILLING)).toBe(text);
  });

  test.each([
    ['@missing@', /names @missing@, which has no value/],
    ['#? pages\na', /does not end/],
  ])('%j is refused', (template, message) => {
    expect(() => fillTemplate(template, FILLING)).toThrow(message);
  });

  test('a value is not read as a template', () => {
    const values = { a: '@b@', b: 'c' };
    expect(fillTemplate('@a@', { values, conditions: new Set() })).toBe('@b@');
  });
});
