/** Numbers, sizes, years and degrees in any language. */

/** Writes numbers as people of a language do, with at most three decimals: `1,234.5`. */
export function numbersIn(language: string): (value: number) => string {
  return new Intl.NumberFormat(language).format;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Bytes in a readable unit: `1.5 MB`, `235 MB`. Units differ by a factor of 1000. */
export function inUnits(bytes: number, number: (value: number) => string): string {
  let value = bytes;
  let unit = 0;
  // 999.6 MB rounds to 1 GB.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const rounded = unit === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
  // A no-break space before the unit.
  return `${number(rounded)}\u00a0${UNITS[unit]}`;
}

/** A period of whole years, from its first month: `2026`, `2020–2029`. */
export function years(month: string, months: number): string {
  const first = Number(month.slice(0, 4));
  return months === 12 ? String(first) : `${first}–${first + months / 12 - 1}`;
}

/**
 * Degrees north or south, east or west: `38.7° N`.
 *
 * @param sides the letters for values of at least 0, and below 0
 */
export function onSide(degrees: number, sides: readonly [string, string], number: (value: number) => string): string {
  return `${number(Math.abs(degrees))}°\u00a0${sides[degrees < 0 ? 1 : 0]}`;
}
