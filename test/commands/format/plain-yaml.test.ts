import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../../build/parse/parse.ts';
import { plainYaml } from '../../../commands/format/plain-yaml.ts';

test.each([
  [1e-7, '0.0000001'],
  [-1.5e-9, '-0.0000000015'],
  [1e21, '1000000000000000000000'],
  [1.25e22, '12500000000000000000000'],
  [12.5, '12.5'],
  [0, '0'],
])('the number %d is written %s', (number, text) => {
  expect(plainYaml({ a: number })).toBe(`"a": ${text}\n`);
  expect(Number(text)).toBe(number);
});

test('lists and mappings are blocks, so that the limit of YAML for braces does not hold for them', () => {
  expect(plainYaml({ a: [], b: {}, c: [{ d: 1, e: [2] }], f: undefined })).toBe(
    '"a": []\n"b": {}\n"c":\n  -\n    "d": 1\n    "e":\n      - 2\n',
  );
});

const text = fc
  .string({ unit: 'binary', maxLength: 20 })
  .filter((value) => value !== '<<' && !/[\p{Cs}\ufffe\uffff]/u.test(value));
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, text, fc.boolean(), fc.constant(null), fc.nat(), tie('list'), tie('mapping')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  mapping: fc.dictionary(text, tie('any'), { maxKeys: 4 }),
}));

test('any value is read back', () => {
  fc.assert(
    fc.property(fc.dictionary(text, value.any, { maxKeys: 4 }), (mapping) => {
      const { value: read, diagnostics } = parse('x.yaml', Buffer.from(plainYaml(mapping)));
      expect(diagnostics).toEqual([]);
      expect(read).toEqual({ ...mapping });
    }),
  );
});
