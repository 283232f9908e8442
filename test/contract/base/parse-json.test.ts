import { expect, test } from 'vitest';
import { parseJson, readJson, TooLargeJsonError } from '../../../contract/base/parse-json.ts';
import { inTime } from '../../support/in-time.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  '{"a":[1,"x",null,{"b":true}]}',
  nested(32),
  `[${Array(100).fill('[]').join()}]`,
  JSON.stringify('['.repeat(100)),
  JSON.stringify({ '\\"[[': '\\\\', b: `"${'{'.repeat(50)}\\` }),
])('%s is read as JSON.parse reads it', (text) => expect(parseJson(text)).toEqual(JSON.parse(text)));

test.each([
  nested(33),
  '['.repeat(5_000_000),
  `[${'{},'.repeat(2_000_000)}{}]`,
  '{"a":'.repeat(33),
  `["\\\\",${nested(32)}]`,
])('%.20s… is nested too deep, or has too many values', (text) =>
  inTime(() => {
    expect(() => parseJson(text)).toThrow(TooLargeJsonError);
  }),
);

test.each(['', '<html>', '"', '"\\"', ']]]]', '[1,'])('%s is not JSON', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
  expect(() => parseJson(text)).not.toThrow(TooLargeJsonError);
});

test.each<[string | Uint8Array, ReturnType<typeof readJson>]>([
  ['[1]', { value: [1] }],
  [Buffer.from('\ufeff{}'), { value: {} }],
  [Buffer.from([0x22, 0xff, 0x22]), { problem: 'not JSON' }],
  ['<html>', { problem: 'not JSON' }],
  [nested(33), { problem: 'nested more than 32 levels deep' }],
])('%j is read, or has a problem', (source, read) => expect(readJson(source)).toEqual(read));

test('what is parsed can be made of what is read, and an error of that is no problem of the JSON', () => {
  expect(readJson(Buffer.from('"a"'), (text) => text.replace('a', 'b'))).toEqual({ value: 'b' });
  const fail = (): never => {
    throw new RangeError('x');
  };
  expect(() => readJson('1', fail)).toThrow(RangeError);
});
