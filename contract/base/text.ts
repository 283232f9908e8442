import { closest, distance } from 'fastest-levenshtein';

export const oneLine = (text: string): string => text.trim().replace(/[\r\n]\s*/g, ' ');

/** The order of all that is published. By UTF-16 units, U+10000 would come before U+FF5E. */
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

export function sortedByCodePoint<T>(items: Iterable<T>, textOf: (item: T) => string): T[] {
  const sorted = [...items];
  // Without surrogates, as nearly always, UTF-16 units have this order.
  if (sorted.some((item) => HIGH.test(textOf(item)))) return sorted.sort((a, b) => byCodePoint(textOf(a), textOf(b)));
  return sorted.sort((a, b) => {
    const left = textOf(a);
    const right = textOf(b);
    return left < right ? -1 : Number(left > right);
  });
}

const HIGH = /[\ud800-\uffff]/;

/** Keys and items keep their order. */
export function itemsByKey<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** By prefix: `/maps/` has `/maps/v5/`. An item belongs only to its longest prefix; of equal ones, to the first. */
export function itemsByPrefix<T>(items: readonly T[], textOf: (item: T) => string): ReadonlyMap<T, readonly T[]> {
  const inside = new Map<T, T[]>();
  // Texts that begin with a text follow it at once: only current prefixes are kept.
  const prefixes: T[] = [];
  for (const item of sortedByCodePoint(items, textOf)) {
    while (prefixes.length > 0 && !textOf(item).startsWith(textOf(prefixes.at(-1) as T))) prefixes.pop();
    const outer = prefixes.at(-1);
    if (outer !== undefined) {
      const others = inside.get(outer);
      if (others) others.push(item);
      else inside.set(outer, [item]);
    }
    if (outer === undefined || textOf(outer) !== textOf(item)) prefixes.push(item);
  }
  return inside;
}

/** Surrogates last, like the code points that they begin. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Control and formatting characters, line separators, halves of surrogate pairs, and the noncharacters of YAML. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

/** GitHub's commands in a log: two colons at the beginning of a line, or this older form anywhere. */
const COMMAND = /^(\s*):(?=:)|#(?=#\[)/g;

/**
 * Escapes what moves the cursor, ends the line or is invisible: `\u001b`. Text from files, servers and git can contain
 * anything, even commands for programs that read the output.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, codeOf).replace(COMMAND, codeOfCommand);
}

const codeOfCommand = (start: string, space = ''): string => space + codeOf(start.slice(-1));

function codeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

const INVISIBLE_IN_LINES = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

const COMMAND_IN_LINES = /^([^\S\n]*):(?=:)|#(?=#\[)/gm;

/** Like `visible`, but lines stay. JSON keeps its value. @param mayCommand lines may be commands for GitHub */
export function printableLines(lines: string, mayCommand = false): string {
  if (/^[\n\x20-\x7e]*$/.test(lines) && !lines.includes('##[') && (mayCommand || !lines.includes('::'))) return lines;
  const escaped = lines.replace(INVISIBLE_IN_LINES, codeOf);
  return mayCommand ? escaped.replace(/#(?=#\[)/g, codeOf) : escaped.replace(COMMAND_IN_LINES, codeOfCommand);
}

/** A space for each UTF-16 unit: columns stay. */
export function blankedText(text: string): string {
  return text.replace(INVISIBLE, (character) => ' '.repeat(character.length)).replace(/#(?=#\[)/g, ' ');
}

export function shortenedText(text: string, limit = 100): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export function closestWordTo(word: string, candidates: readonly string[]): string | null {
  if (candidates.length === 0) return null;
  const folded = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const nearest = closest(word.toLowerCase(), [...folded.keys()]);
  const length = Math.max(word.length, nearest.length);
  // One different letter makes another word of a short one: day and dey.
  const allowed = length < 4 && word.length === nearest.length ? 0 : Math.max(1, Math.floor(length / 3));
  const isNear =
    distance(word.toLowerCase(), nearest) <= allowed || sortedLetters(word.toLowerCase()) === sortedLetters(nearest);
  return isNear ? (folded.get(nearest) ?? null) : null;
}

/** Two swapped letters are one mistake, with an edit distance of two. */
function sortedLetters(word: string): string {
  return [...word].sort().join('');
}

export function plural(count: number, noun: string): string {
  return `${withThousands(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export const shellWord = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Options that are false, empty or undefined are left out. */
export const shellCommand = (words: string, options: Readonly<Record<string, string | boolean | undefined>>): string =>
  Object.entries(options).reduce(
    (command, [name, value]) =>
      value ? `${command} --${name}${value === true ? '' : ` ${shellWord(value)}`}` : command,
    words,
  );

/** `Map, Other map`. A name with a comma is quoted: `"Map, hiking"`. */
export function listOfNames(names: readonly string[]): string {
  return names.map((name) => (name.includes(',') ? JSON.stringify(name) : name)).join(', ');
}

export function firstNames(names: readonly string[], count = 3): string {
  const more = names.length - count;
  return listOfNames(names.slice(0, count)) + (more > 0 ? ` and ${withThousands(more)} more` : '');
}

export const joinedWith = (word: 'and' | 'or', names: readonly string[]): string =>
  [...names.slice(0, -2), names.slice(-2).join(` ${word} `)].join(', ');

export function withThousands(count: number | string): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

export function textInColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

export function withoutLogins(text: string): string {
  return text.replace(/(?<=\/\/)[^\s"/?#]+(?=@)/g, (login) => '*'.repeat(login.length));
}

/** People leave out the scheme. A host without dots needs a port. */
export const withScheme = (text: string): string =>
  /^(?:(?:[\p{L}\d_-]{1,63}\.){1,9}\p{L}{2,63}|(?:\d{1,3}\.){3}\d{1,3}|[\p{L}\d_-]{1,63}(?=:\d{1,5}\/))(?::\d{1,5})?(?:[/?#]\S*)?$/u.test(
    text,
  )
    ? `https://${text}`
    : text;

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text);

/** Once Node 20 has compiled it, `URL.canParse` refuses letters beyond ASCII. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
}
