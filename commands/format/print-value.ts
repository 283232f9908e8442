/**
 * The short way through the formatter: a file printed from its value alone, without events and a tree.
 *
 * Programs write the large files of a catalog, and those have no comments. What a value does not say, because only the
 * source of the file does, makes this decline; then the tree is printed. A test compares both.
 */
import { byCodePoint } from '../../contract/text.ts';
import type { Form } from './form.ts';
import type { PrintedText } from './printed-text.ts';
import { quote, type Style, writeText } from './tree.ts';

/** Thrown where the source of the file is needed; never leaves this module. */
class Decline extends Error {}
const DECLINE = new Decline();

/**
 * Prints a file without comments: exactly the lines that `printTree` makes of its tree.
 *
 * @param value what parsing made of the file, in which neither parsing nor its schema found anything
 * @param text made of the source of that file
 * @returns false where the value does not say how the file is printed; the text means nothing then
 */
export function printValue(value: unknown, form: Form, text: PrintedText): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    if (isEmpty(value)) text.add(Array.isArray(value) ? '[]\n' : '{}\n');
    else printMembers(value, form, '', text);
    return true;
  } catch (error) {
    if (error === DECLINE) return false;
    throw error;
  }
}

function printMembers(value: object, form: Form, indent: string, text: PrintedText): void {
  if (Array.isArray(value)) {
    const inside = form.inside('');
    const head = `${indent}-`;
    const patterns = patternsOf(inside, indent);
    let next = 0;
    while (patterns && next + MANY <= value.length && text.addMatching(patterns.many)) next += MANY;
    for (; next < value.length; next++) {
      if (patterns && text.addMatching(patterns.one)) continue;
      text.add(head);
      printMember(value[next], inside, null, indent, text);
    }
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of keysOf(members, form)) {
    if (indent !== '') text.add(indent);
    text.add(typeof form.order === 'string' ? `${writeText(key, 'block')}:` : headsOf(key).block);
    printMember(members[key], form.inside(key), key, indent, text);
  }
}

function printMember(value: unknown, form: Form, key: string | null, indent: string, text: PrintedText): void {
  const isBlock = !form.isOneLine && typeof value === 'object' && value !== null && !isEmpty(value);
  text.add(isBlock ? '\n' : ' ');
  if (isBlock) {
    printMembers(value, form, `${indent}  `, text);
  } else {
    printInline(value, form, key, 'block', text);
    text.add('\n');
  }
}

/**
 * Prints a value on one line.
 *
 * @param key the key that it is the value of; null for an item of a list
 * @param style where it is, if it is a scalar
 */
function printInline(value: unknown, form: Form, key: string | null, style: Style, text: PrintedText): void {
  if (typeof value !== 'object' || value === null) {
    printScalar(value, key, style, text);
    return;
  }
  let isFirst = true;
  if (Array.isArray(value)) {
    const inside = form.inside('');
    text.add('[');
    for (const item of value) {
      if (!isFirst) text.add(', ');
      isFirst = false;
      printInline(item, inside, null, 'flow', text);
    }
    text.add(']');
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of keysOf(members, form)) {
    if (typeof form.order === 'string') text.add(`${isFirst ? '{ ' : ', '}${writeText(name, 'flow')}: `);
    else text.add(isFirst ? headsOf(name).first : headsOf(name).next);
    isFirst = false;
    printInline(members[name], form.inside(name), name, 'flow', text);
  }
  text.add(isFirst ? '{}' : ' }');
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

/** So many lines are matched at once. */
const MANY = 16;

/** Sticky patterns of items. */
interface Patterns {
  readonly one: RegExp;
  readonly many: RegExp;
}

/** Patterns by the form of an item, and by its indentation. */
const PATTERNS = new Map<Form, Map<string, Patterns>>();

/** Values that are printed as they are, whatever the style. */
const VALUE = '(?:null|true|false|0|[1-9][0-9]{0,14}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)';
const SHA1 = '(?:null|"[0-9A-F]{40}")';

/**
 * Matches items that are in their form, a line each: such a line is what its item is printed as, since the lines before
 * it are what the values before it are printed as. Most lines of large files are such. Null where items are no mappings
 * whose keys have an order.
 */
function patternsOf(form: Form, indent: string): Patterns | null {
  if (!form.isOneLine || typeof form.order === 'string') return null;
  let ofForm = PATTERNS.get(form);
  if (!ofForm) {
    ofForm = new Map();
    PATTERNS.set(form, ofForm);
  }
  let patterns = ofForm.get(indent);
  if (!patterns) {
    const members = form.order.map((key) => `(?:${key}: ${key === 'sha1' ? SHA1 : VALUE}(?:, (?!\\})| (?=\\})))?`);
    const line = `${indent}- \\{ (?!\\})${members.join('')}\\}\\n`;
    patterns = { one: new RegExp(line, 'y'), many: new RegExp(`(?:${line}){${MANY}}`, 'y') };
    ofForm.set(indent, patterns);
  }
  return patterns;
}

/** Texts in which nothing has to be escaped. */
const SIMPLE = /^[\w ./-]*$/;

function printScalar(value: unknown, key: string | null, style: Style, text: PrintedText): void {
  if (key === 'sha1' && value !== null) {
    // Whether a text that is a form of null had quotes, only the source says.
    if (typeof value !== 'string' || (value.length < 5 && /^(?:~|null)?$/i.test(value))) throw DECLINE;
    if (!SIMPLE.test(value)) {
      text.add(quote(value));
      return;
    }
    text.add('"');
    text.add(value);
    text.add('"');
    return;
  }
  if (typeof value === 'string') {
    text.add(writeText(value, style));
    return;
  }
  const written = String(value);
  // What JavaScript would not write in plain digits stays as it is in the source.
  const isKnown = typeof value === 'number' ? Number.isSafeInteger(value) || /^[-.0-9]+$/.test(written) : isWord(value);
  if (!isKnown) throw DECLINE;
  text.add(written);
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
  let last = -1;
  let isInOrder = true;
  for (const key of keys) {
    const rank = order.indexOf(key);
    if (rank === -1) throw DECLINE;
    if (rank < last) isInOrder = false;
    last = rank;
  }
  return isInOrder ? keys : keys.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if (byCodePoint(keys[index - 1] as string, keys[index] as string) > 0) return false;
  }
  return true;
}
