/** Finds the comments of a file and attaches each to the line it belongs to, with which it moves. */
import type { Event } from 'js-yaml';
import { findComments } from '../../build/pipeline.ts';
import type { Collection, Comment, Member, Tree } from './tree.ts';

/** A comment with its place in the source. */
export interface FoundComment extends Comment {
  readonly start: number;
  /** How many characters come before it on its line. */
  readonly column: number;
  /** Whether nothing comes before it on its line but spaces and the marks of a list or key. */
  readonly isAlone: boolean;
}

/** Whether a comment is the one that tells editors the schema of the file. */
export function isSchemaLine(comment: string): boolean {
  return /^#\s*yaml-language-server:\s*\$schema=/.test(comment);
}

/**
 * Attaches every comment to the tree.
 *
 * A comment on its own line belongs to what follows; where it is indented deeper than that, to the end of the block
 * above. A comment after a value belongs to the line of the value. A comment inside a value that will take one line goes
 * above it.
 *
 * @param comments those of `readComments`
 * @returns the comments at the top of the file, which stay there when entries below them are reordered
 */
export function attachComments(source: string, comments: readonly FoundComment[], tree: Tree): Comment[] {
  const top: FoundComment[] = [];
  const firstStart = tree.members[0]?.start ?? tree.root.start;
  let next = 0;
  for (const comment of comments) {
    while (next < tree.members.length && (tree.members[next] as Member).start < comment.start) next++;
    if (comment.start < firstStart) top.push(comment);
    else place(comment, tree.members[next - 1] ?? null, tree.members[next] ?? null, { source, root: tree.root });
  }
  return splitTop(source, top, tree.members[0] ?? null);
}

/** Every comment of a file, in its order. */
export function readComments(source: string, events: readonly Event[]): FoundComment[] {
  const comments: FoundComment[] = [];
  for (const { start, end, isAlone } of findComments(source, events)) {
    const line = lineStart(source, start);
    comments.push({
      text: source.slice(start, end).trimEnd(),
      start,
      column: start - line,
      isAlone,
      hasBlankAbove: line > 0 && source.slice(lineStart(source, line - 1), line).trim() === '',
    });
  }
  return comments;
}

/** The text of every comment of a file, in its order. */
export function* commentTexts(source: string, events: readonly Event[]): Generator<string> {
  for (const { start, end } of findComments(source, events)) yield source.slice(start, end).trimEnd();
}

function lineStart(source: string, at: number): number {
  return at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1;
}

interface Context {
  readonly source: string;
  readonly root: Collection;
}

function place(comment: FoundComment, last: Member | null, next: Member | null, { source, root }: Context): void {
  if (!last) {
    root.below.push(comment);
    return;
  }
  const line = lineOf(last);
  if (!comment.isAlone) putAfter(comment, outermostOnLine(line, lineStart(source, comment.start)));
  else if (next && lineOf(next) === line) line.above.push(comment);
  else if (isInside(comment, last, line, source)) line.above.push(comment);
  else if (next && next.parent.owner === last) next.above.push(comment);
  else {
    const block = blockEndingAt(comment, line, next?.parent ?? null, source);
    if (block) block.below.push(comment);
    else if (next) next.above.push(comment);
    else root.below.push(comment);
  }
}

/** Whether a comment is between a key and its value, or at the end of a list or mapping that will take one line. */
function isInside(comment: FoundComment, last: Member, line: Member, source: string): boolean {
  return comment.start < last.valueStart || (last !== line && comment.column > columnOf(line, source));
}

function columnOf({ start }: Pick<Member, 'start'>, source: string): number {
  return start - lineStart(source, start);
}

function putAfter(comment: FoundComment, line: Member): void {
  if (line.after === null) line.after = comment.text;
  else line.above.push(comment);
}

/** A comment after several members on one line is about the one that holds the others. */
function outermostOnLine(line: Member, lineStart: number): Member {
  let outermost = line;
  while (outermost.parent.owner && outermost.parent.owner.start >= lineStart) outermost = outermost.parent.owner;
  return outermost;
}

/** The member that starts the line this one will be on: itself, or one that holds it. */
function lineOf(member: Member): Member {
  let line = member;
  for (let { parent } = member; parent.form.isOneLine && parent.owner; { parent } = parent.owner) line = parent.owner;
  return line;
}

/** The innermost block that ends before what comes next and is not indented deeper than the comment. */
function blockEndingAt(
  comment: FoundComment,
  line: Member,
  nextParent: Collection | null,
  source: string,
): Collection | null {
  if (nextParent && comment.column <= columnOf(nextParent, source)) return null;
  for (let block: Collection | undefined = line.parent; block && block !== nextParent; block = block.owner?.parent) {
    if (columnOf(block, source) <= comment.column) return block;
  }
  return null;
}

/**
 * Divides the comments before the first entry. Those after the last blank line are about the entry, unless another
 * blank line follows them.
 */
function splitTop(source: string, top: readonly FoundComment[], first: Member | null): Comment[] {
  const last = top.at(-1);
  const start = top.findLastIndex(({ hasBlankAbove }) => hasBlankAbove);
  if (!first || !last || start < 1) return [...top];
  const isApart = /\n[^\S\n]*\n/.test(source.slice(last.start, first.start));
  if (isApart) return [...top];
  const later = first.above.splice(0);
  for (const comment of top.slice(start)) if (!isSchemaLine(comment.text)) first.above.push(comment);
  for (const comment of later) first.above.push(comment);
  return top.slice(0, start);
}
