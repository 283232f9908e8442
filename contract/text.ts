/** How text is ordered, printed and compared, the same for everything that publishes, checks or prints it. */
import { closest, distance } from 'fastest-levenshtein';

/**
 * Compares by code point, the order in which everything is published.
 *
 * JavaScript's own comparison goes by UTF-16 unit and puts U+10000 before U+FF5E.
 */
export function byCodePoint(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** The items by their texts in code-point order; ones with the same text stay in their order. */
export function sortedByCodePoint<T>(items: Iterable<T>, textOf: (item: T) => string): T[] {
  const sorted = [...items];
  // Without surrogates, the order of UTF-16 units is the same, and nearly every text has none.
  if (sorted.some((item) => HIGH.test(textOf(item)))) return sorted.sort((a, b) => byCodePoint(textOf(a), textOf(b)));
  return sorted.sort((a, b) => {
    const left = textOf(a);
    const right = textOf(b);
    return left < right ? -1 : Number(left > right);
  });
}

const HIGH = /[\ud800-\uffff]/;

/**
 * The items whose text begins with that of another, equal ones included, by that other: `/maps/` has `/maps/v5/` and
 * `/maps/v4/`. An item belongs to the longest; of equal ones to the first.
 */
export function nestedTexts<T>(items: readonly T[], textOf: (item: T) => string): ReadonlyMap<T, readonly T[]> {
  const inside = new Map<T, T[]>();
  // What begins with a text follows it at once in this order, so that only the texts around an item are kept.
  const around: T[] = [];
  for (const item of sortedByCodePoint(items, textOf)) {
    while (around.length > 0 && !textOf(item).startsWith(textOf(around.at(-1) as T))) around.pop();
    const outer = around.at(-1);
    if (outer !== undefined) {
      const others = inside.get(outer);
      if (others) others.push(item);
      else inside.set(outer, [item]);
    }
    if (outer === undefined || textOf(outer) !== textOf(item)) around.push(item);
  }
  return inside;
}

/** Orders UTF-16 units as the code points they begin: surrogates after everything else. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Control and formatting characters, line separators, halves of surrogate pairs, and the noncharacters of YAML. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/**
 * What GitHub takes for the beginning of a command in the log of a workflow: two colons at the beginning of a line, and
 * this older form anywhere.
 */
const COMMAND = /^(\s*):(?=:)|#(?=#\[)/g;

/**
 * The text for a part of one line: each character that would move the cursor, end the line or is invisible is replaced
 * by its code as JSON writes it, `\u001b`. Text from files, their names, servers and git can contain anything,
 * including escape sequences and commands for programs that read the output line by line.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, codeOf).replace(COMMAND, (start, space = '') => space + codeOf(start.slice(-1)));
}

function codeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** The same without the line feed. */
const INVISIBLE_IN_LINES = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/**
 * The text for whole lines: each of them visible, and for JSON still the same value. Lines may begin with two colons:
 * these are commands that are meant.
 */
export function printable(lines: string): string {
  // Most are, and may be large.
  if (/^[\n\x20-\x7e]*$/.test(lines) && !lines.includes('##[')) return lines;
  return lines.replace(INVISIBLE_IN_LINES, codeOf).replace(/#(?=#\[)/g, codeOf);
}

/** The text with a space for each invisible character (two for one that takes two units), so that columns stay. */
export function blanked(text: string): string {
  return text.replace(INVISIBLE, (character) => ' '.repeat(character.length)).replace(/#(?=#\[)/g, ' ');
}

/** The text, cut to the limit if it is longer, for quoting it in a message. */
export function shortened(text: string, limit = 100): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The candidate nearest to a word, for "did you mean"; null if none is near enough. */
export function closestTo(word: string, candidates: readonly string[]): string | null {
  if (candidates.length === 0) return null;
  const folded = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const nearest = closest(word.toLowerCase(), [...folded.keys()]);
  const allowed = Math.max(1, Math.floor(Math.max(word.length, nearest.length) / 3));
  const isNear = distance(word.toLowerCase(), nearest) <= allowed || letters(word.toLowerCase()) === letters(nearest);
  return isNear ? (folded.get(nearest) ?? null) : null;
}

/** The letters of a word, sorted: two letters that changed places are one mistake, although their distance is two. */
function letters(word: string): string {
  return [...word].sort().join('');
}

/** A number with its noun: `1 file`, `2,000 files`. */
export function plural(count: number, noun: string): string {
  return `${withThousands(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number with commas between thousands, in any locale: `2,000`; or with another separator. */
export function withThousands(count: number | string, separator = ','): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, separator);
}

/** Rows of cells as lines of text, each column as wide as its widest cell. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

/** A text with an asterisk for each character of a user name and password in an address. */
export function withoutLogins(text: string): string {
  return text.replace(/(?<=\/\/)[^\s"/?#]+(?=@)/g, (login) => '*'.repeat(login.length));
}
