import { describe, expect, test } from 'vitest';
import { fill, prose, table } from '../../../scripts/docs/markdown.ts';

test.each([
  ['#{host} of <ACCESS_TOKEN>, {} and *', '`#{host}` of `<ACCESS_TOKEN>`, `{}` and \\*'],
  ['a_b [c] `d`', 'a\\_b \\[c\\] \\`d\\`'],
])('prose: %s', (plain, markdown) => expect(prose(plain)).toBe(markdown));

test('tables keep their columns whatever a cell holds', () => {
  expect(table(['A', 'B'], [['a|b', 'c\nd']])).toBe('| A | B |\n| --- | --- |\n| a\\|b | c d |');
});

describe('fill', () => {
  const page = 'a\n<!-- begin: x -->\nold\n<!-- end -->\nb\n';

  test('replaces the text between the markers, and a second time changes nothing', () => {
    const filled = fill(page, { x: 'new' });
    expect(filled).toBe('a\n<!-- begin: x -->\n\nnew\n\n<!-- end -->\nb\n');
    expect(fill(filled, { x: 'new' })).toBe(filled);
  });

  test('stays inside the item of a list', () => {
    const item = '1. a\n\n   <!-- begin: x -->\n   <!-- end -->\n';
    expect(fill(item, { x: 'one\n\ntwo' })).toBe(
      '1. a\n\n   <!-- begin: x -->\n\n   one\n\n   two\n\n   <!-- end -->\n',
    );
  });

  test.each([
    [{}, 'nothing is generated for "begin: x"'],
    [{ x: 'new', y: 'more' }, 'no "begin: y" was found'],
  ])('%j: %s', (sections, message) => {
    expect(() => fill(page, sections)).toThrow(message);
  });
});
