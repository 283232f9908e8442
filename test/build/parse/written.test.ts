import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { flowYaml } from '../../../build/parse/written.ts';
import { fc } from '../../support/property.ts';

test('every YAML reader reads the same value', () => {
  const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>('a', 'a, b', 'yes', '12', '2026-12-31', '- a', '', '#{host}', 5, -0.5, true, null),
      fc.string(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'no', 'a: b', '7'), tie('value'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(values, (value) => {
      expect(parse(`key: ${flowYaml(value)}`)).toEqual({ key: value });
      expect(parse(`key: [${flowYaml(value)}]`)).toEqual({ key: [value] });
    }),
  );
});

test('a value is on one line, in the style of our files', () => {
  const value = [{ text: '© Kompass', url: 'https://x.net/' }, { sizes: [1, 2] }, {}];
  expect(flowYaml(value)).toBe('[{ text: © Kompass, url: https://x.net/ }, { sizes: [1, 2] }, {}]');
});
