/** Finds the comments of a file and gives each to the line it belongs to, so that it moves along with it. */
import type { Event } from 'js-yaml';
import { findComments } from '../../build/pipeline.ts';
import type { Collection, Comment, Member, Tree } from './tree.ts';

interface FoundComment extends Comment {
  readonly start: number;
  /** How many characters stand before it on its line. */
  readonly column: number;
  /** Whether nothing but the marks of a list or key stands before it on its line. */
  readonly isAlone: boolean;
}

/** Whether a comment is the one that tells editors the schema of the file. */
export function isSchemaLine(comment: string): boolean {
  return /^#\s*yaml-language-server:\s*\$schema=/.test(comment);
}

/**
 * Attaches every comment to the tree.
 *
 * A comment on a line of its own belongs to what follows; indented deeper than that, to the end of the block above.
 * One behind a value belongs to its line. What stands inside a value that will take one line goes above it.
 *
 * @returns the comments at the top of the file, which stay there whatever is moved below them
 */
export function attachComments(source: string, events: readonly Event[], tree: Tree): Comment[] {
  const comments = readComments(source, events);
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

function readComments(source: string, events: readonly Event[]): FoundComment[] {
  return findComments(source, events).map(({ start, end, isAlone }) => {
    const line = lineStart(source, start);
    return {
      text: source.slice(start, end).trimEnd(),
      start,
      column: start - line,
      isAlone,
      hasBlankAbove: line > 0 && source.slice(lineStart(source, line - 1), line).trim() === '',
    };
  });
}

function lineStart(source: string, at: number): number {
  return at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1;
}

interface Surroundings {
  readonly source: string;
  readonly root: Collection;
}

function place(comment: FoundComment, last: Member | null, next: Member | null, where: Surroundings): void {
  if (!last) {
    where.root.below.push(comment);
    return;
  }
  const line = lineOf(last);
  if (!comment.isAlone) putBeside(comment, outermostOnLine(line, lineStart(where.source, comment.start)));
  else if (next && lineOf(next) === line) line.above.push(comment);
  else if (next && next.parent.owner === last) next.above.push(comment);
  else {
    const block = blockEndingAt(comment, line, next?.parent ?? null, where.source);
    if (block) block.below.push(comment);
    else if (next) next.above.push(comment);
    else where.root.below.push(comment);
  }
}

function putBeside(comment: FoundComment, line: Member): void {
  if (line.beside === null) line.beside = comment.text;
  else line.above.push(comment);
}

/** What a comment behind several members on one line is about: the one that holds the others. */
function outermostOnLine(line: Member, lineStart: number): Member {
  let outermost = line;
  while (outermost.parent.owner && outermost.parent.owner.start >= lineStart) outermost = outermost.parent.owner;
  return outermost;
}

/** The member that takes a line of its own and holds this one, or is it. */
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
  const column = ({ start }: Collection): number => start - lineStart(source, start);
  if (nextParent && comment.column <= column(nextParent)) return null;
  for (let block: Collection | undefined = line.parent; block && block !== nextParent; block = block.owner?.parent) {
    if (column(block) <= comment.column) return block;
  }
  return null;
}

/**
 * A block of comments that a blank line parts from the one at the top, and none from the first entry, is about the
 * entry.
 */
function splitTop(source: string, top: readonly FoundComment[], first: Member | null): Comment[] {
  const last = top.at(-1);
  const start = top.findLastIndex(({ hasBlankAbove }) => hasBlankAbove);
  if (!first || !last || start < 1) return [...top];
  const isApart = /\n[^\S\n]*\n/.test(source.slice(last.start, first.start));
  if (isApart) return [...top];
  first.above.unshift(...top.slice(start).filter(({ text }) => !isSchemaLine(text)));
  return top.slice(0, start);
}
