import { expect, test } from 'vitest';
import { byCodePoint } from '../../contract/text.ts';
import { fc } from '../support/property.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc
    .array(fc.constantFrom('a', '\uFF5E', '\uFFFF', '\u{10000}', '\u{10FFFF}', '\uE000', '\uD7FF'), { maxLength: 4 })
    .map((all) => all.join('')),
);

test('is the order of arrays of code points', () => {
  const points = (text: string): number[] => [...text].map((character) => character.codePointAt(0) as number);
  const byPoints = (a: string, b: string): number => {
    const left = points(a);
    const right = points(b);
    const at = left.findIndex((point, index) => point !== right[index]);
    if (at === -1) return left.length - right.length;
    return at < right.length ? (left[at] as number) - (right[at] as number) : 1;
  };
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(byPoints(a, b)));
    }),
    { numRuns: 2_000 },
  );
});

test('is a total order, of lone halves of surrogate pairs too', () => {
  const any = fc
    .array(fc.constantFrom('a', 'b', '\uD800', '\uDC00', '\uFFFF', '😀'), { maxLength: 4 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      expect(byCodePoint(a, a)).toBe(0);
      expect(byCodePoint(a, b) === 0).toBe(a === b);
      expect(Math.sign(byCodePoint(a, b)) + Math.sign(byCodePoint(b, a))).toBe(0);
      if (byCodePoint(a, b) <= 0 && byCodePoint(b, c) <= 0) expect(byCodePoint(a, c)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 2_000 },
  );
});
