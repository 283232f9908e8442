import { describe, expect, test } from 'vitest';
import { parse as parseWith } from 'yaml';
import { newFileText, printYaml } from '../../../build/format/printer.ts';
import { STANDARD_FORMS } from '../../../build/format/standard-forms.ts';
import { parseCatalogFile } from '../../../build/parse/parse.ts';
import map from '../../../schemas/catalog/map.json' with { type: 'json' };
import { anyCharacter, fc } from '../../support/property.ts';

const print = (value: unknown, form = STANDARD_FORMS.files): string => [...printYaml(value, form, null)].join('');

test.each([
  [1e-7, '0.0000001'],
  [-1.5e-9, '-0.0000000015'],
  [12.5, '12.5'],
  [0, '0'],
])('the number %d is written %s', (number, text) => expect(print({ a: { b: number } })).toBe(`a:\n  b: ${text}\n`));

test.each<[what: string, value: unknown, text: string]>([
  ['an empty mapping', {}, '{}\n'],
  ['an empty list', [], '[]\n'],
  ['paths in the order of code points', { b: {}, '10': {}, '2': {} }, '"10": {}\n"2": {}\nb: {}\n'],
  ['a member without a value is left out', { a: undefined, b: {} }, 'b: {}\n'],
  ['keys that the schema does not know come last', { a: { x: 1, checksums: [] } }, 'a:\n  checksums: []\n  x: 1\n'],
  [
    'the keys of a checksum in their order',
    { a: { checksums: [{ sha1: '1E3', contentLength: 1, lastModified: '2026-01-01T00:00:00Z' }] } },
    'a:\n  checksums:\n    - { lastModified: 2026-01-01T00:00:00Z, contentLength: 1, sha1: "1E3" }\n',
  ],
])('%s', (_, value, text) => expect(print(value)).toBe(text));

test('a new file has comments above its fields', () => {
  const text = newFileText({ path: 'editions/a.yaml', role: 'edition' }, { datasources: ['b'], name: 'A' }, (key) =>
    key === 'name' ? ['# one', '# two'] : [],
  );
  expect(text).toBe(
    '# yaml-language-server: $schema=../../schemas/catalog/edition.json\n\n# one\n# two\nname: A\ndatasources:\n  - b\n',
  );
});

describe('any value is read back', () => {
  const text = fc
    .string({ unit: anyCharacter, maxLength: 20 })
    .filter((value) => value !== '<<' && !/[\p{Cs}\ufffe\uffff]/u.test(value));
  const leaf = fc.oneof(
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.constantFrom('1', 'no', '0x1', '~', 'a b'),
  );
  const { any } = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(text, tie('any'), { maxKeys: 4 }),
    ),
  }));

  test.each(Object.keys(STANDARD_FORMS) as (keyof typeof STANDARD_FORMS)[])('in the form of %s', (name) => {
    fc.assert(
      fc.property(fc.dictionary(text, any, { maxKeys: 4 }), (mapping) => {
        const { sha1, reason, ...rest } = mapping;
        const { value, diagnostics } = parseCatalogFile('x.yaml', Buffer.from(print(rest, STANDARD_FORMS[name])));
        expect(diagnostics).toEqual([]);
        expect(value).toEqual({ ...rest });
      }),
      { numRuns: 60 },
    );
  });
});

test('a reader of YAML 1.1 reads the same text', () => {
  const text = fc.oneof(
    fc.constantFrom('NO', 'y', 'off', '2027-12-03', '2019-5-4 1:2:3', '1_000', '0b1', '12:30:45', '-0x1F', '1_0e+3'),
    fc.string({ unit: fc.constantFrom(...'0123456789-+._eExobTZ:nNyYsSoOfF '), maxLength: 20 }),
  );
  fc.assert(
    fc.property(text, text, (one, other) => {
      // A timestamp to the second is text in every form of the catalog, and 1.1 takes it for that moment.
      // And `yaml` takes "E0" and "." for numbers, which YAML 1.1 does not.
      fc.pre([one, other].every((each) => !/^\d{4}-\d\d-\d\dT[\d:]{8}Z$|^[-+._]*(?:E|$)/i.test(each)));
      const value = { a: one, list: [other] };
      expect(parseWith(print(value), { version: '1.1' })).toEqual(value);
    }),
    { numRuns: 500 },
  );
});

test.each(map.oneOf.map(({ $ref }) => $ref.slice('#/$defs/'.length) as 'tms' | 'wms' | 'vector' | 'pmtiles'))(
  'the members of a map of type %s are in the order of its schema',
  (type) => {
    const keys = Object.keys(map.$defs[type].properties);
    const { order } = STANDARD_FORMS.map;
    expect(Array.isArray(order) && order.filter((key) => keys.includes(key))).toEqual(keys);
  },
);
