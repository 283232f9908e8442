/** A tree as text. */

import { resolvePlain } from '../../build/parse/scalars.ts';
import { byCodePoint } from '../../contract/text.ts';
import { type Collection, type Comment, type Member, styleIn } from './tree.ts';

const INDENT = '  ';

/** Writes the lines of a collection that stands at the root of a file. */
export function print(root: Collection): string[] {
  const lines: string[] = [];
  if (root.members.length === 0) lines.push(writeEmpty(root));
  else printMembers(root, '', lines);
  printComments(root.below, '', lines);
  return lines;
}

function printMembers(collection: Collection, indent: string, lines: string[]): void {
  for (const [index, member] of inOrder(collection).entries()) {
    // A block does not begin with a blank line.
    printComments(member.above, indent, lines, index === 0);
    const head = member.key === null ? '-' : `${writeText(member.key, 'block')}:`;
    const beside = member.beside === null ? '' : ` ${member.beside}`;
    const { value } = member;
    if (typeof value === 'string' || value.layout.isOneLine || value.members.length === 0) {
      lines.push(`${indent}${head} ${writeInline(value)}${beside}`);
    } else {
      lines.push(`${indent}${head}${beside}`);
      printMembers(value, indent + INDENT, lines);
      printComments(value.below, indent + INDENT, lines);
    }
  }
}

function printComments(comments: readonly Comment[], indent: string, lines: string[], isFirst = false): void {
  for (const [index, { text, hasBlankAbove }] of comments.entries()) {
    if (hasBlankAbove && !(isFirst && index === 0)) lines.push('');
    lines.push(indent + text);
  }
}

function inOrder({ members, layout: { order } }: Collection): readonly Member[] {
  if (order === 'written' || members.length < 2) return members;
  if (order === 'sorted') return members.toSorted((a, b) => byCodePoint(a.key ?? '', b.key ?? ''));
  return members.toSorted((a, b) => order.indexOf(a.key ?? '') - order.indexOf(b.key ?? ''));
}

function writeInline(value: string | Collection): string {
  if (typeof value === 'string') return value;
  if (value.members.length === 0) return writeEmpty(value);
  const style = styleIn(value);
  const parts = inOrder(value).map(({ key, value: part }) =>
    key === null ? writeInline(part) : `${writeText(key, style)}: ${writeInline(part)}`,
  );
  return value.isMapping ? `{ ${parts.join(', ')} }` : `[${parts.join(', ')}]`;
}

function writeEmpty({ isMapping }: Collection): string {
  return isMapping ? '{}' : '[]';
}

/* MERGED:  The one way in which each text, number, truth value and null is written. */

/** Where a text stands: in flow style, commas and brackets need quotes too. */
export type Style = 'block' | 'flow';

/** What no plain scalar holds: control characters, line separators, a byte order mark. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u;

/** A plain scalar begins with no indicator and no document marker, and holds neither `: ` nor ` #`. */
const PLAIN = /^(?![\s\-?:,[\]{}#&*!|>'"%@`]|\.\.\.)(?!.*(?::(?:\s|$)|\s#|\s$))/u;

const FLOW_INDICATOR = /[,[\]{}]/;

/** Writes a text: without quotes where every reader then takes it for the same text, else in double quotes. */
export function writeText(text: string, style: Style): string {
  return isPlain(text, style) ? text : quote(text);
}

function isPlain(text: string, style: Style): boolean {
  if (text === '' || UNPRINTABLE.test(text) || !PLAIN.test(text)) return false;
  if (style === 'flow' && FLOW_INDICATOR.test(text)) return false;
  return resolvePlain(text) === text;
}

/** Writes a text in double quotes. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return escaped;
}

/**
 * Writes what a plain scalar stands for.
 *
 * @param source the scalar as it stands in the file
 */
export function writePlain(source: string, style: Style): string {
  const value = resolvePlain(source);
  if (typeof value === 'string') return writeText(value, style);
  if (typeof value !== 'number') return String(value);
  // A number too small for plain digits in JavaScript's own form stays as it was written.
  const digits = String(value);
  return digits.includes('e') ? source : digits;
}
