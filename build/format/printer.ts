/** Parses no YAML, to run in a browser. */
import { byCodePoint } from '../../contract/base/text.ts';
import { jsonPointerTo } from '../diagnostics/diagnostic.ts';
import { VerifiedChecksum } from '../parse/scalars.ts';
import { plainNumber, quotedYaml, type Style, yamlText } from '../parse/written.ts';
import { type SourceFile, schemaOf } from '../read/layout.ts';
import { type Form, STANDARD_FORMS } from './standard-forms.ts';

export type FileName = Pick<SourceFile, 'path' | 'role'>;

export interface Comment {
  readonly text: string;
  readonly hasBlankAbove: boolean;
}

export interface NodeComments {
  readonly above: Comment[];
  after: string | null;
  readonly below: Comment[];
}

/** By JSON Pointer. */
export type Comments = ReadonlyMap<string, NodeComments>;

/** In parts: a large file is never in memory as a whole. */
export function* printCatalogFile(
  { path, role }: FileName,
  value: unknown,
  comments: Comments | null = null,
  top: readonly Comment[] = [],
  print = printYaml,
): Generator<string, void, undefined> {
  if (role === 'area') {
    yield areaText(value);
    return;
  }
  const head = top.map(({ text, hasBlankAbove }) => `${hasBlankAbove ? '\n' : ''}${text}\n`);
  // Otherwise the next run would take a comment on the first entry for a part of the top.
  let needsBlank = head.some((line) => line.startsWith('\n'));
  let before = `${schemaLine(path, role)}\n${head.join('')}`;
  for (const part of print(value, STANDARD_FORMS[schemaOf(role)], comments)) {
    if (before !== '') needsBlank ||= part.startsWith('#');
    yield before === '' ? part : `${before}${needsBlank ? '\n' : ''}${part}`;
    before = '';
  }
}

function areaText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  // A position takes one line.
  return `${text.replace(/\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]/g, '[$1, $2]')}\n`;
}

function schemaLine(path: string, role: SourceFile['role']): string {
  return `# yaml-language-server: $schema=${'../'.repeat(path.split('/').length)}schemas/catalog/${schemaOf(role)}.json`;
}

/** @param commentOf lines above a field, with their `#` */
export function newFileText(
  file: FileName,
  value: unknown,
  commentOf: (key: string) => readonly string[] = () => [],
): string {
  const comments = new Map<string, NodeComments>();
  for (const key of Object.keys(value as object)) {
    const above = commentOf(key).map((text) => ({ text, hasBlankAbove: false }));
    if (above.length > 0) comments.set(jsonPointerTo([key]), { above, after: null, below: [] });
  }
  return [...printCatalogFile(file, value, comments.size > 0 ? comments : null)].join('');
}

/** The text without its head; a part for each member of the root. */
export function* printYaml(value: unknown, form: Form, comments: Comments | null): Generator<string, void, undefined> {
  const printer = new Printer(comments);
  if (isBlock(value, form)) {
    for (const [index, key] of namesOf(value, form).entries()) {
      printer.member(value, key, form, '', '', index === 0);
      yield printer.take();
    }
  } else printer.text = `${inline(value, form, null, 'block')}\n`;
  printer.below('', '');
  yield printer.take();
}

class Printer {
  text = '';
  readonly #comments: Comments | null;

  constructor(comments: Comments | null) {
    this.#comments = comments;
  }

  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  member(parent: object, name: string | number, form: Form, indent: string, pointer: string, isFirst: boolean): void {
    const key = typeof name === 'string' ? name : null;
    const inside = form.inside(key ?? '');
    const value = (parent as Record<string | number, unknown>)[name];
    const ownPointer = this.#comments ? `${pointer}${jsonPointerTo([name])}` : '';
    const hasLines = isBlock(value, inside);
    const rest = hasLines ? '' : ` ${inline(value, inside, key, 'block')}`;
    const after = this.#comments ? this.#around(ownPointer, indent, rest, isFirst) : '';
    this.text += `${indent}${key === null ? '-' : `${keyText(key, form, 'block')}:`}${rest}${after}\n`;
    if (!hasLines) return;
    let isFirstInside = true;
    for (const next of namesOf(value, inside)) {
      this.member(value, next, inside, `${indent}  `, ownPointer, isFirstInside);
      isFirstInside = false;
    }
    this.below(ownPointer, `${indent}  `);
  }

  /** @returns the comment after the value */
  #around(pointer: string, indent: string, rest: string, isFirst: boolean): string {
    const { above, after } = this.#comments?.get(pointer) ?? { above: [], after: null };
    // A block does not begin with a blank line.
    this.#lines(above, indent, isFirst);
    if (after === null) return '';
    // After an unquoted value, `check` takes a # without a following space for lost text.
    const looksLost = /^#[^\s#!]/.test(after) && /^ [^"[{]/.test(rest);
    if (looksLost) this.text += `${indent}${after}\n`;
    return looksLost ? '' : ` ${after}`;
  }

  below(pointer: string, indent: string): void {
    const comments = this.#comments?.get(pointer);
    if (comments) this.#lines(comments.below, indent, false);
  }

  #lines(comments: readonly Comment[], indent: string, isFirst: boolean): void {
    for (const [index, { text, hasBlankAbove }] of comments.entries()) {
      this.text += `${hasBlankAbove && !(isFirst && index === 0) ? '\n' : ''}${indent}${text}\n`;
    }
  }
}

function isBlock(value: unknown, form: Form): value is object {
  if (form.isOneLine || typeof value !== 'object' || value === null) return false;
  for (const _ in value) return true;
  return false;
}

/** @param key null for an item of a list */
function inline(value: unknown, form: Form, key: string | null, style: Style): string {
  if (typeof value === 'string') return needsQuotes(key) ? quotedYaml(value) : yamlText(value, style);
  if (typeof value === 'number') return plainNumber(value);
  // Checksums are most lines of large files; sorting their keys would take longer than all else.
  if (value instanceof VerifiedChecksum) return value.written();
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => inline(item, form.inside(''), null, 'flow')).join(', ')}]`;
  let text = '';
  for (const name of keysOf(value, form)) {
    const member = inline((value as Record<string, unknown>)[name], form.inside(name), name, 'flow');
    text += `${text === '' ? '{ ' : ', '}${keyText(name, form, 'flow')}: ${member}`;
  }
  return text === '' ? '{}' : `${text} }`;
}

function namesOf(value: object, form: Form): (string | number)[] {
  return Array.isArray(value) ? [...value.keys()] : keysOf(value, form);
}

function keysOf(value: object, { order }: Form): string[] {
  const members = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(members).filter((key) => members[key] !== undefined);
  if (order === 'sorted') return isSorted(keys) ? keys : keys.sort(byCodePoint);
  if (order === 'written') return keys;
  const known = order.filter((key) => keys.includes(key));
  return known.length === keys.length ? known : [...known, ...keys.filter((key) => !known.includes(key))];
}

function keyText(key: string, { order }: Form, style: Style): string {
  return typeof order !== 'string' && order.includes(key) ? key : yamlText(key, style);
}

function isSorted(keys: readonly string[]): boolean {
  return keys.every((key, index) => index === 0 || byCodePoint(keys[index - 1] as string, key) <= 0);
}

/** Unquoted, a hash of decimal digits is a number, and a removal's reason ends at its first comma. */
function needsQuotes(key: string | null): boolean {
  return key === 'sha1' || key === 'sha256' || key === 'reason';
}
