/** Numbers, sizes, years and degrees as all languages write them, but for their separators and letters. */
import { withThousands } from '../text.ts';

/**
 * Writes numbers as people of a language do, with at most three digits after the point: `1,234.5`. The same as
 * `Intl.NumberFormat` for all that has at most 15 digits; that takes 25 ms to load its rules.
 *
 * @param thousands what is between thousands
 */
export function numbersWith(thousands: string, point: string): (value: number) => string {
  return (value) => {
    const [whole = '', fraction] = String(toThousandths(value)).split('.');
    return withThousands(whole, thousands) + (fraction === undefined ? '' : point + fraction);
  };
}

/** Rounds to thousandths, halves away from zero, as they are written and not as they are counted: 1.0005 to 1.001. */
function toThousandths(value: number): number {
  if (Number.isInteger(value)) return value;
  const size = Math.abs(value);
  // Below that, numbers are written with an exponent.
  const rounded = size < 1e-6 ? 0 : Number(`${Math.round(Number(`${size}e3`))}e-3`);
  return Math.sign(value) * rounded;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Bytes in the unit that people would choose: `1.5 MB`, `235 MB`. A thousand of one unit are one of the next. */
export function inUnits(bytes: number, number: (value: number) => string): string {
  let value = bytes;
  let unit = 0;
  // What rounds to a thousand is one of the next unit.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const rounded = unit === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
  // No line ends between a number and its unit.
  return `${number(rounded)}\u00a0${UNITS[unit]}`;
}

/** A period of whole years, from the month with which it begins: `2026`, `2020–2029`. */
export function years(month: string, months: number): string {
  const first = Number(month.slice(0, 4));
  return months === 12 ? String(first) : `${first}–${first + months / 12 - 1}`;
}

/**
 * Degrees north or south, east or west: `38.7° N`.
 *
 * @param sides the letters of what is at least 0, and of what is below
 */
export function onSide(degrees: number, sides: readonly [string, string], number: (value: number) => string): string {
  return `${number(Math.abs(degrees))}°\u00a0${sides[degrees < 0 ? 1 : 0]}`;
}
