import { expect, test } from 'vitest';
import { byCodePoint, itemsByPrefix, listOfNames, sortedByCodePoint } from '../../../contract/base/text.ts';
import { anyCharacter, fc } from '../../support/property.ts';

const texts = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 6 }),
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
    { numRuns: 500 },
  );
});

test('lists are sorted by it, and items with the same text stay in their order', () =>
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 12 }), (list) => {
      const items = list.map((text, index) => ({ text, index }));
      const wanted = items.toSorted((a, b) => byCodePoint(a.text, b.text) || a.index - b.index);
      expect(sortedByCodePoint(items, ({ text }) => text)).toEqual(wanted);
    }),
    { numRuns: 500 },
  ));

test('of texts that begin with each other, each belongs to the longest, and of equal ones to the first', () => {
  const paths = fc.array(fc.string({ unit: fc.constantFrom('a', '/', '\u{10000}', '\uFFFF'), maxLength: 4 }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(paths, (all) => {
      const items = all.map((text, index) => ({ text, index }));
      const outerOf = (item: { text: string; index: number }): number | undefined =>
        items
          .filter((other) => item.text.startsWith(other.text))
          .filter(({ text, index }) => text !== item.text || index < item.index)
          .sort((a, b) => b.text.length - a.text.length || a.index - b.index)[0]?.index;
      const found = itemsByPrefix(items, ({ text }) => text);
      const pairs = [...found].flatMap(([outer, inside]) => inside.map(({ index }) => [index, outer.index]));
      const expected = items.map((item) => [item.index, outerOf(item)]).filter(([, outer]) => outer !== undefined);
      expect(pairs.sort(([a = 0], [b = 0]) => a - b)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b c'], 'a, b c'],
  [['Map, hiking', 'b'], '"Map, hiking", b'],
  [['Map "A, B"'], '"Map \\"A, B\\""'],
])('a list of names: %j', (names, expected) => expect(listOfNames(names)).toBe(expected));
