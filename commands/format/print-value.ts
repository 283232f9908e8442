/**
 * The short way through the formatter: a file printed from its value alone, without events and a tree.
 *
 * Programs write the large files of a catalog, and those have no comments. What a value does not say, because only the
 * source of the file does, makes this decline; then the tree is printed. A test compares both.
 */
import { byCodePoint } from '../../contract/text.ts';
import type { Form } from './form.ts';
import type { PrintedBytes } from './printed-bytes.ts';
import { isQuoted, quote, type Style, writeText } from './tree.ts';

/** Thrown where the source of the file is needed; never leaves this module. */
class Decline extends Error {}
const DECLINE = new Decline();

/**
 * Prints a file without comments: exactly the lines that `printTree` makes of its tree.
 *
 * @param value what parsing made of the file, in which neither parsing nor its schema found anything
 * @returns false where the value does not say how the file is printed; what has been added means nothing then
 */
export function printValue(value: unknown, form: Form, out: PrintedBytes): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    if (isEmpty(value)) out.add(Array.isArray(value) ? '[]\n' : '{}\n');
    else printMembers(value, form, '', out);
    return true;
  } catch (error) {
    if (error === DECLINE) return false;
    throw error;
  }
}

function printMembers(value: object, form: Form, indent: string, out: PrintedBytes): void {
  if (Array.isArray(value)) {
    const inside = form.inside('');
    const head = `${indent}-`;
    for (const item of value) {
      out.add(head);
      printMember(item, inside, null, indent, out);
    }
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of keysOf(members, form)) {
    if (indent !== '') out.add(indent);
    out.add(typeof form.order === 'string' ? `${writeText(key, 'block')}:` : headsOf(key).block);
    printMember(members[key], form.inside(key), key, indent, out);
  }
}

function printMember(value: unknown, form: Form, key: string | null, indent: string, out: PrintedBytes): void {
  const isBlock = !form.isOneLine && typeof value === 'object' && value !== null && !isEmpty(value);
  out.add(isBlock ? '\n' : ' ');
  if (isBlock) {
    printMembers(value, form, `${indent}  `, out);
  } else {
    printInline(value, form, key, 'block', out);
    out.add('\n');
  }
}

/**
 * Prints a value on one line.
 *
 * @param key the key that it is the value of; null for an item of a list
 * @param style where it is, if it is a scalar
 */
function printInline(value: unknown, form: Form, key: string | null, style: Style, out: PrintedBytes): void {
  if (typeof value !== 'object' || value === null) {
    printScalar(value, key, style, out);
    return;
  }
  let isFirst = true;
  if (Array.isArray(value)) {
    const inside = form.inside('');
    out.add('[');
    for (const item of value) {
      if (!isFirst) out.add(', ');
      isFirst = false;
      printInline(item, inside, null, 'flow', out);
    }
    out.add(']');
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of keysOf(members, form)) {
    if (typeof form.order === 'string') out.add(`${isFirst ? '{ ' : ', '}${writeText(name, 'flow')}: `);
    else out.add(isFirst ? headsOf(name).first : headsOf(name).next);
    isFirst = false;
    printInline(members[name], form.inside(name), name, 'flow', out);
  }
  out.add(isFirst ? '{}' : ' }');
}

/** What comes before a value: its key, and what divides it from the one before. */
interface Heads {
  readonly block: string;
  readonly first: string;
  readonly next: string;
}

/** Those of the keys that schemas have. */
const HEADS = new Map<string, Heads>();

function headsOf(key: string): Heads {
  let heads = HEADS.get(key);
  if (!heads) {
    const inside = writeText(key, 'flow');
    heads = { block: `${writeText(key, 'block')}:`, first: `{ ${inside}: `, next: `, ${inside}: ` };
    HEADS.set(key, heads);
  }
  return heads;
}

/** Texts in which nothing has to be escaped. */
const SIMPLE = /^[\w ./-]*$/;

function printScalar(value: unknown, key: string | null, style: Style, out: PrintedBytes): void {
  if (isQuoted(key) && value !== null) {
    // Whether a text that is a form of null had quotes, only the source says.
    if (typeof value !== 'string' || (value.length < 5 && /^(?:~|null)?$/i.test(value))) throw DECLINE;
    if (!SIMPLE.test(value)) {
      out.add(quote(value));
      return;
    }
    out.add('"');
    out.add(value);
    out.add('"');
    return;
  }
  if (typeof value === 'string') {
    out.add(writeText(value, style));
    return;
  }
  const written = String(value);
  // What JavaScript would not write in plain digits stays as it is in the source.
  const isKnown = typeof value === 'number' ? Number.isSafeInteger(value) || /^[-.0-9]+$/.test(written) : isWord(value);
  if (!isKnown) throw DECLINE;
  out.add(written);
}

const isWord = (value: unknown): boolean => value === null || typeof value === 'boolean';

function isEmpty(value: object): boolean {
  return (Array.isArray(value) ? value : Object.keys(value)).length === 0;
}

/** The keys of a mapping in the order of its form. */
function keysOf(value: object, { order }: Form): string[] {
  const keys = Object.keys(value);
  if (order === 'sorted') return isSorted(keys) ? keys : keys.sort(byCodePoint);
  if (order === 'written') {
    // JavaScript puts keys that are numbers first, wherever they are in the source.
    if (keys.some((key) => /^[0-9]+$/.test(key))) throw DECLINE;
    return keys;
  }
  const known = order.filter((key) => Object.hasOwn(value, key));
  if (known.length !== keys.length) throw DECLINE;
  return known;
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if (byCodePoint(keys[index - 1] as string, keys[index] as string) > 0) return false;
  }
  return true;
}
