import { describe, expect, test } from 'vitest';
import { asMisread, resolvePlain } from '../../../build/parse/scalars.ts';

describe('resolvePlain', () => {
  test.each<[source: string, value: unknown]>([
    ['', null],
    ['~', null],
    ['null', null],
    ['true', true],
    ['FALSE', false],
    ['0', 0],
    ['-0', 0],
    ['19', 19],
    ['-179.5', -179.5],
    ['9007199254740991', 9007199254740991],
    ['2026-09-19T01:03:00Z', '2026-09-19T01:03:00Z'],
    ['One', 'One'],
    ['N32E034.hgt', 'N32E034.hgt'],
    ['1.2.3', '1.2.3'],
    ['v1', 'v1'],
    ['none', 'none'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['E5_N45', 'E5_N45'],
    ['__proto__', '__proto__'],
  ])('%j is %j', (source, value) => {
    expect(resolvePlain(source)).toBe(value);
  });

  test.each<[source: string, reading: string]>([
    ...[
      ...['1e3', '1e400', '-1.5E+9999', '12345678901234567890123456789012345E6789', '0o17', '0x1F', '017'],
      ...['+5', '.5', '5.', '1_000', '0b11', '12:30:45', '.nan', '.NaN', '.inf', '-.INF'],
    ].map((source): [string, string] => [source, 'a number']),
    ['9007199254740992', 'a number'],
    ['-9007199254740993', 'a number'],
    ['1234567890123456789012345678901234567890', 'a number'],
    ['1234567890123456789012345678901234567E90', 'a number'],
    ...['NO', 'no', 'Yes', 'y', 'N', 'on', 'OFF'].map((source): [string, string] => [source, 'a truth value']),
    ...['2026-09-19', '2026-09-19T01:03:00+02:00', '2026-09-19 01:03:00', '2026-09-19T01:03:00.5Z'].map(
      (source): [string, string] => [source, 'a date'],
    ),
  ])('%s is misread as %s', (source, reading) => {
    expect(asMisread(resolvePlain(source))).toEqual({ raw: source, reading });
  });

  test('only misread scalars are recognised as such', () => {
    for (const value of ['NO', 0, null, undefined, true, {}, []]) expect(asMisread(value)).toBeNull();
  });
});
