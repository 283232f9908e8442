/** Prints a tree as text. */
import { byCodePoint } from '../../contract/text.ts';
import { type Collection, type Comment, type Member, styleIn, writeText } from './tree.ts';

const INDENT = '  ';

/** Writes the lines of a file. @param root the collection at its root */
export function printTree(root: Collection): string[] {
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
    const { value } = member;
    const isOwnLine = member.after !== null && wouldCut(value, member.after);
    if (isOwnLine) lines.push(indent + member.after);
    const after = member.after === null || isOwnLine ? '' : ` ${member.after}`;
    if (typeof value === 'string' || value.form.isOneLine || value.members.length === 0) {
      lines.push(`${indent}${head} ${writeInline(value)}${after}`);
    } else {
      lines.push(`${indent}${head}${after}`);
      printMembers(value, indent + INDENT, lines);
      printComments(value.below, indent + INDENT, lines);
    }
  }
}

/** Whether a comment after a value would be taken for a part of it: the value has no quotes, `#` no space after it. */
function wouldCut(value: string | Collection, comment: string): boolean {
  return typeof value === 'string' && !value.startsWith('"') && /^#[^\s#!]/.test(comment);
}

function printComments(comments: readonly Comment[], indent: string, lines: string[], isFirst = false): void {
  for (const [index, { text, hasBlankAbove }] of comments.entries()) {
    if (hasBlankAbove && !(isFirst && index === 0)) lines.push('');
    lines.push(indent + text);
  }
}

function inOrder({ members, form: { order } }: Collection): readonly Member[] {
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
