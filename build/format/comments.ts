import { isScalar, type Node } from 'yaml';
import { itemsByKey } from '../../contract/base/text.ts';
import { jsonPointerTo } from '../diagnostics/diagnostic.ts';
import { yamlEntriesIn } from '../parse/divide.ts';
import { childNodesOf, lineStart, readYaml, scalarTextOf, type YamlText } from '../parse/document.ts';
import type { Comment, NodeComments } from './printer.ts';
import type { Form } from './standard-forms.ts';

export interface FileComments {
  /** They stay at the top when entries are reordered. */
  readonly top: readonly Comment[];
  readonly byPointer: Map<string, NodeComments>;
}

interface FoundComment extends Comment {
  readonly start: number;
  readonly column: number;
  /** Only spaces, dashes or a key precede it. */
  readonly isAlone: boolean;
}

interface Collection {
  readonly form: Form;
  readonly pointer: string;
  readonly column: number;
  readonly owner: Member | null;
}

interface Member {
  readonly pointer: string;
  readonly start: number;
  readonly column: number;
  /** Where a scalar begins, maybe on a later line than its key; otherwise `start`. */
  readonly valueStart: number;
  readonly parent: Collection;
}

function isSchemaLine(comment: string): boolean {
  return /^#\s*yaml-language-server:\s*\$schema=/.test(comment);
}

/** Null without comments besides the schema line. The file must have no errors. Parses only parts with comments. */
export function readComments(source: string, form: Form): FileComments | null {
  const first = /^#.*\n/.exec(source)?.[0] ?? '';
  const hasSchemaLine = isSchemaLine(first);
  if (!mayHaveComments(source, hasSchemaLine ? first.length : 0)) return null;
  const text = source.replace(/\r\n?/g, '\n');
  const byPointer = new Map<string, NodeComments>();
  let top: Comment[] = [];
  let late: Comment[] = [];
  const parts = yamlEntriesIn(text) ?? [{ start: 0, end: text.length }];
  for (const { start, end } of parts) {
    const part = text.slice(start, end);
    if (late.length === 0 && !mayHaveComments(part, 0)) continue;
    const attacher = new Attacher(readYaml(part), form, byPointer);
    const above = attacher.attachAll();
    if (start === 0) top = above;
    else attacher.putFirst([...late, ...above]);
    // Comments after the last member of a part belong to the next part.
    late = end < text.length ? (byPointer.get('')?.below.splice(0) ?? []) : [];
  }
  const topComments = top.map((comment, index) => ({ ...comment, hasBlankAbove: comment.hasBlankAbove && index > 0 }));
  return { top: topComments.filter(({ text }) => !isSchemaLine(text)), byPointer };
}

export function commentTexts({ top, byPointer }: FileComments): string[] {
  const nodes = [...byPointer.values()];
  const alone = [...top, ...nodes.flatMap(({ above, below }) => [...above, ...below])].map(({ text }) => text);
  return [...alone, ...nodes.flatMap(({ after }) => after ?? [])];
}

/** Counts a # in quotes, too. */
function mayHaveComments(source: string, start: number): boolean {
  for (let index = source.indexOf('#', start); index !== -1; index = source.indexOf('#', index + 1)) {
    if (/\s/.test(source[index - 1] ?? '\n')) return true;
  }
  return false;
}

/**
 * A comment on its own line belongs to what follows; if indented deeper, to the end of the block above. A comment after
 * a value belongs to its line; inside a value that will take one line, it moves above.
 */
class Attacher {
  readonly #source: YamlText;
  readonly #byPointer: Map<string, NodeComments>;
  readonly #members: Member[] = [];
  readonly #root: Collection;

  constructor(source: YamlText, form: Form, byPointer: Map<string, NodeComments>) {
    this.#source = source;
    this.#byPointer = byPointer;
    const start = source.root?.range?.[0] ?? 0;
    this.#root = { form, pointer: '', column: this.#columnOf(start), owner: null };
    this.#collect(source.root, this.#root);
  }

  #collect(node: Node | null, parent: Collection): void {
    for (const [index, { key, value }] of childNodesOf(node).entries()) {
      const name = key === null ? '' : scalarTextOf(key);
      const pointer = `${parent.pointer}${jsonPointerTo([key === null ? index : name])}`;
      const [start, end] = value?.range ?? [0, 0];
      const from = key?.range?.[0] ?? start;
      const valueStart = isScalar(value) && start < end ? start : from;
      const member: Member = { pointer, start: from, column: this.#columnOf(from), valueStart, parent };
      this.#members.push(member);
      const form = parent.form.inside(name);
      this.#collect(value, { form, pointer, column: this.#columnOf(start), owner: member });
    }
  }

  #columnOf(offset: number): number {
    return offset === 0 ? 0 : offset - this.#source.text.lastIndexOf('\n', offset - 1) - 1;
  }

  attachAll(): Comment[] {
    const { text, root, marks } = this.#source;
    const top: FoundComment[] = [];
    const firstStart = this.#members[0]?.start ?? root?.range?.[0] ?? 0;
    let next = 0;
    for (const { type, start, end } of marks) {
      if (type !== 'comment') continue;
      const line = lineStart(text, start);
      const comment = {
        text: text.slice(start, end),
        start,
        column: start - line,
        isAlone: /^[\s\-?:]*$/.test(text.slice(line, start)),
        hasBlankAbove: line > 0 && text.slice(lineStart(text, line - 1), line).trim() === '',
      };
      while (next < this.#members.length && (this.#members[next] as Member).start < start) next++;
      if (start < firstStart) top.push(comment);
      else this.#place(comment, this.#members[next - 1] ?? null, this.#members[next] ?? null);
    }
    return this.#splitTop(top);
  }

  putFirst(comments: readonly Comment[]): void {
    const first = this.#members[0];
    if (!first) return;
    const { above } = this.#commentsOf(first.pointer);
    const later = above.splice(0);
    for (const comment of [...comments, ...later]) above.push(comment);
  }

  #commentsOf(pointer: string): NodeComments {
    let comments = this.#byPointer.get(pointer);
    if (!comments) {
      comments = { above: [], after: null, below: [] };
      this.#byPointer.set(pointer, comments);
    }
    return comments;
  }

  #place(comment: FoundComment, last: Member | null, next: Member | null): void {
    if (!last) {
      this.#commentsOf('').below.push(comment);
      return;
    }
    const outer = outermostOnLine(last);
    if (!comment.isAlone) this.#putAfter(comment, outer);
    else if ((next && outermostOnLine(next) === outer) || isInside(comment, last, outer))
      this.#commentsOf(outer.pointer).above.push(comment);
    else if (next && next.parent.owner === last) this.#commentsOf(next.pointer).above.push(comment);
    else {
      const block = blockEndingAt(comment, outer, next?.parent ?? null);
      if (block) this.#commentsOf(block.pointer).below.push(comment);
      else if (next) this.#commentsOf(next.pointer).above.push(comment);
      else this.#commentsOf('').below.push(comment);
    }
  }

  /** A comment after several members on a line belongs to the outermost. */
  #putAfter(comment: FoundComment, member: Member): void {
    const begin = comment.start - comment.column;
    let outermost = member;
    while (outermost.parent.owner && outermost.parent.owner.start >= begin) outermost = outermost.parent.owner;
    const comments = this.#commentsOf(outermost.pointer);
    if (comments.after === null) comments.after = comment.text;
    else comments.above.push(comment);
  }

  /** Comments after the last blank line belong to the first member, unless a blank line follows them. */
  #splitTop(top: readonly FoundComment[]): Comment[] {
    const first = this.#members[0];
    const last = top.at(-1);
    const start = top.findLastIndex(({ hasBlankAbove }) => hasBlankAbove);
    if (!first || !last || start < 1) return [...top];
    if (/\n[^\S\n]*\n/.test(this.#source.text.slice(last.start, first.start))) return [...top];
    this.putFirst(top.slice(start).filter(({ text }) => !isSchemaLine(text)));
    return top.slice(0, start);
  }
}

function outermostOnLine(member: Member): Member {
  let outer = member;
  for (let { parent } = member; parent.form.isOneLine && parent.owner; { parent } = parent.owner) outer = parent.owner;
  return outer;
}

/** Whether a comment is between key and value, or at the end of a collection that will take one line. */
function isInside(comment: FoundComment, last: Member, outer: Member): boolean {
  return comment.start < last.valueStart || (last !== outer && comment.column > outer.column);
}

/** The innermost block not indented deeper than the comment. */
function blockEndingAt(comment: FoundComment, outer: Member, nextParent: Collection | null): Collection | null {
  if (nextParent && comment.column <= nextParent.column) return null;
  for (let block: Collection | undefined = outer.parent; block && block !== nextParent; block = block.owner?.parent) {
    if (block.column <= comment.column) return block;
  }
  return null;
}

/** A comment moves with its member or item, and is lost only with it. */
export function carryComments(
  { byPointer, top }: FileComments,
  before: unknown,
  after: unknown,
  rootForm: Form,
  renamed?: ReadonlyMap<string, string>,
): FileComments {
  const carried = new Map<string, NodeComments>();
  const carry = (from: unknown, to: unknown, form: Form, fromPointer: string, toPointer: string): void => {
    const comments = byPointer.get(fromPointer);
    if (comments) carried.set(toPointer, comments);
    if (!isCollection(from) || !isCollection(to) || Array.isArray(from) !== Array.isArray(to)) return;
    for (const [key, old] of oldKeys(from, to, form, fromPointer === '' ? renamed : undefined)) {
      const inside = form.inside(Array.isArray(to) ? '' : String(key));
      carry(from[old], to[key], inside, `${fromPointer}${jsonPointerTo([old])}`, `${toPointer}${jsonPointerTo([key])}`);
    }
  };
  carry(before, after, rootForm, '', '');
  return { top, byPointer: carried };
}

type Key = string | number;

/** Maps new keys to old ones: equal items first, then items with the same name. */
function oldKeys(from: Values, to: Values, form: Form, renamed?: ReadonlyMap<string, string>): Map<Key, Key> {
  const found = new Map<Key, Key>(renamed);
  const sameValue = (values: Values, key: Key): string => JSON.stringify(values[key]);
  const sameName = (values: Values, key: Key): string => nameOf(values, key, form);
  for (const identify of Array.isArray(to) ? [sameValue, sameName] : [sameName]) {
    const taken = new Set(found.values());
    const free = keysOf(from).filter((key) => !taken.has(key));
    const left = itemsByKey(free, (key) => identify(from, key));
    for (const key of keysOf(to).filter((newKey) => !found.has(newKey))) {
      const old = left.get(identify(to, key))?.shift();
      if (old !== undefined) found.set(key, old);
    }
  }
  return found;
}

type Values = Readonly<Record<string | number, unknown>>;

const isCollection = (value: unknown): value is Values => typeof value === 'object' && value !== null;

const keysOf = (values: Values): Key[] => (Array.isArray(values) ? [...values.keys()] : Object.keys(values));

/** The key of a member; the value or first member of an item. */
function nameOf(values: Values, key: Key, form: Form): string {
  const value = values[key];
  if (!Array.isArray(values)) return String(key);
  if (!isCollection(value)) return JSON.stringify(value);
  const { order } = form.inside('');
  const first = typeof order === 'string' ? Object.keys(value)[0] : order.find((name) => Object.hasOwn(value, name));
  return first === undefined || isCollection(value[first]) ? '' : `${first}: ${value[first]}`;
}
