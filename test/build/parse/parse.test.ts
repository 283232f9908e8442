import { expect, test } from 'vitest';
import { parse } from '../../../build/parse/parse.ts';

/** The findings of a text: code, the text at the place, and why a number cannot be used. */
function problemsOf(text: string): string[] {
  return parse('x.yaml', Buffer.from(text)).diagnostics.map(({ code, place, details }) => {
    const at = place && 'start' in place ? text.slice(place.start, place.end) : '';
    return `${code} ${at}${(details as { why?: string } | null)?.why === undefined ? '' : `: ${(details as { why: string }).why}`}`;
  });
}

test.each<[text: string, problems: string[]]>([
  ['{ a: 3,001,234, b: 1 }', ['bad-number 3,001,234: write it without commas: 3001234']],
  ['{ a: 12,000,000 }', ['bad-number 12,000,000: write it without commas: 12000000']],
  ['{ a: -1,000,000,b: 1 }', ['bad-number -1,000,000: write it without commas: -1000000']],
  ['{ a: 3,001 }', ['bad-number 3,001: write it without the comma: 3001, or with a point: 3.001']],
  [
    '{ a: 13,77, b: 52,6900 }',
    ['bad-number 13,77: write a point instead of the comma', 'bad-number 52,6900: write a point instead of the comma'],
  ],
  ['{ a: 1234,567 }', ['bad-number 1234,567: write a point instead of the comma']],
  [
    '- { a: 1,001,001,\n    b: 2,001,001 }',
    [
      'bad-number 1,001,001: write it without commas: 1001001',
      'bad-number 2,001,001: write it without commas: 2001001',
    ],
  ],
  ['{ a: b3,001 }', ['key-not-text 001']],
  ['{ a: 3, 001 }', ['key-not-text 001']],
  ['[3,001,234]', []],
  ['a:\n  -5\nb:\n  -.5\nc: -d\ne: [\n  -f ]', []],
  ['a: # b\n\n  -c\n  -d', ['yaml-syntax -']],
  ['-a\n-b', ['yaml-syntax -']],
])('%s', (text, problems) => {
  expect(problemsOf(text)).toEqual(problems);
});
