import { expect, test } from 'vitest';
import {
  listedFactsOf,
  type RowCell,
  readInstant,
} from '../../../../../commands/upstream/update/listing/listed-facts.ts';

const cell = (text: string, more: Partial<RowCell> = {}): RowCell => ({ text, datetime: null, ...more });
const facts = (...cells: (string | RowCell)[]): unknown => {
  const { time, size } = listedFactsOf(cells.map((one) => (typeof one === 'string' ? cell(one) : one)));
  const length = size && (size.least === size.most ? size.least : between(size.least, size.most));
  return [time && `${textOf(time)} ±${time.seconds}${time.isUtc ? ' UTC' : ''}`, length];
};
const textOf = ({ ms, seconds }: { ms: number; seconds: number }): string =>
  new Date(ms).toISOString().slice(0, { 1: 19, 60: 16 }[seconds] ?? 10);
const between = (least: number, most: number): string => `${least}-${most}`;
const KIB = 1024;
const MIB = 1024 * 1024;

test.each<[string, unknown]>([
  ['      19-Sep-2026 01:03     12M', ['2026-09-19T01:03 ±60', between(11 * MIB, 13 * MIB)]],
  ['  2026-09-19 03:03  241M  Map of somewhere', ['2026-09-19T03:03 ±60', between(240 * MIB, 242 * MIB)]],
  ['  2026-09-19 03:03  9.5K', ['2026-09-19T03:03 ±60', between(Math.floor(9.4 * KIB), Math.ceil(9.6 * KIB))]],
  ['  2026-09-19 03:03   -  ', ['2026-09-19T03:03 ±60', null]],
  ['  2026-09-19', ['2026-09-19 ±86400', null]],
  ['  31-Feb-2026 01:03 12', [null, null]],
  [' version 2026-09-19 01:03 12', [null, null]],
  ['  2026-09-19 03:03  99999999999999999999', ['2026-09-19T03:03 ±60', null]],
  ['  2026-09-19 03:03  1.5', ['2026-09-19T03:03 ±60', null]],
])('the rest of a line: %s', (text, expected) => expect(facts(text)).toEqual(expected));

test.each<[string, (string | RowCell)[], unknown]>([
  ['a number of downloads without a time', ['', '17'], [null, null]],
  ['megabytes of either kind', ['', '2026-09-19 03:03', '2 MB'], ['2026-09-19T03:03 ±60', between(1000000, 3 * MIB)]],
  ['a time in HTML without a zone', [cell('', { datetime: '2026-09-19 01:03' })], ['2026-09-19T01:03 ±60', null]],
])('cells: %s', (_name, cells, expected) => expect(facts(...cells)).toEqual(expected));

test.each<[string, string | undefined]>([
  ['2026-09-19T01:03:07.000Z', '2026-09-19T01:03:07'],
  ['2026-09-19T03:03:07+02:00', '2026-09-19T01:03:07'],
  ['2026-09-19T03:03+0200', '2026-09-19T01:03'],
  ['2026-09-19T01:03:07', undefined],
  ['2026-02-31T01:03:07Z', undefined],
  ['', undefined],
])('the instant %s', (text, expected) => {
  const instant = readInstant(text);
  expect(instant ? textOf(instant) : undefined).toBe(expected);
});
