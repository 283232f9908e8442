/**
 * The fast way through the parse stage: a reader of the form that `cartalog format` writes, and nothing else.
 *
 * Programs write the large files of a catalog, all in that form, and most of the time of a build was spent in reading them.
 * This reader gives exactly the value that `parse` makes with js-yaml, order of keys included, or declines. What it
 * declines, and everything that has to be reported, is read by js-yaml: it never decides that a file is faulty. A test
 * compares both on documents that are valid, changed at random, and random.
 */
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { resolvePlain, UTC_SECOND } from './scalars.ts';

/** The reader does not read a text: it is not in the one form, or something in it may have to be reported. */
export const DECLINED: unique symbol = Symbol('declined');

/** Nested deeper than any catalog file needs, so that the stack is not a question. */
const DEEPEST = 16;

/** The words that are no text, like `false`, are not longer. */
const LONGEST_WORD = 5;

const NEWLINE = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const HASH = 0x23;
const COMMA = 0x2c;
const DASH = 0x2d;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_MAPPING = 0x7b;
const CLOSE_MAPPING = 0x7d;

/** Digits. */
const DIGIT = 1;
/** Letters of ASCII. */
const LETTER = 2;
/** What plain text may have anywhere: letters and digits, and a few characters that never end it. */
const PLAIN = 4;
/** What plain text may have in addition where no brackets are around it. */
const OUTSIDE = 8;

/** What each character of ASCII may be. */
const KINDS = new Uint8Array(128);
for (const character of '0123456789') KINDS[character.charCodeAt(0)] = DIGIT | PLAIN | OUTSIDE;
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') {
  KINDS[character.charCodeAt(0)] = LETTER | PLAIN | OUTSIDE;
}
for (const character of "_./+-()=~;@&$*!|<>^'") KINDS[character.charCodeAt(0)] = PLAIN | OUTSIDE;
for (const character of '{}[],%?#') KINDS[character.charCodeAt(0)] = OUTSIDE;

/** Characters that may begin plain text: those with which nothing else begins. */
const BEGINS = LETTER | DIGIT;

/** Thrown where the text is not in the form; never leaves this module. */
class Decline extends Error {}
const DECLINE = new Decline();

/** Reads a text that is in the form. */
export function readCanonical(text: string): unknown {
  try {
    return new CanonicalReader(text).read();
  } catch (error) {
    if (error === DECLINE) return DECLINED;
    throw error;
  }
}

class CanonicalReader {
  readonly #text: string;
  readonly #end: number;
  #at = 0;
  /** As many as js-yaml has events. */
  #events = 2;
  /** The keys of the last mapping in braces, and each as it is written: the next one has mostly the same. */
  #keys: { readonly key: string; readonly written: string }[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#end = text.length;
  }

  read(): unknown {
    if (this.#nextLine() !== 0) throw DECLINE;
    const value = this.#block(0, 1);
    if (this.#at < this.#end || this.#events > INPUT_LIMITS.values) throw DECLINE;
    return value;
  }

  /** Goes to the first character of the next line with content. Gives its indentation; -1 at the end of the text. */
  #nextLine(): number {
    const text = this.#text;
    for (;;) {
      const start = this.#at;
      let at = start;
      while (text.charCodeAt(at) === SPACE) at++;
      if (at >= this.#end) {
        if (at > start) throw DECLINE;
        return -1;
      }
      const code = text.charCodeAt(at);
      if (code === NEWLINE) {
        if (at > start) throw DECLINE;
        this.#at = at + 1;
        continue;
      }
      if (code !== HASH) {
        this.#at = at;
        return at - start;
      }
      while (at < this.#end && text.charCodeAt(at) !== NEWLINE) {
        if (!isText(text.charCodeAt(at))) throw DECLINE;
        at++;
      }
      this.#at = at + 1;
      if (at >= this.#end) this.#at = this.#end;
    }
  }

  /** Ends a line. */
  #endLine(): void {
    if (this.#at === this.#end) return;
    if (this.#text.charCodeAt(this.#at) !== NEWLINE) throw DECLINE;
    this.#at++;
  }

  /** A mapping or list whose lines have this indentation, from the first character of its first line. */
  #block(indentation: number, depth: number): unknown {
    if (depth > DEEPEST) throw DECLINE;
    this.#events += 2;
    return this.#isItem() ? this.#blockList(indentation, depth) : this.#blockMapping(indentation, depth);
  }

  #isItem(): boolean {
    return this.#text.charCodeAt(this.#at) === DASH && this.#text.charCodeAt(this.#at + 1) === SPACE;
  }

  #blockList(indentation: number, depth: number): unknown[] {
    const items: unknown[] = [];
    for (;;) {
      if (!this.#isItem()) throw DECLINE;
      this.#at += 2;
      items.push(this.#inline(depth, false));
      this.#endLine();
      const next = this.#nextLine();
      if (next < indentation) return this.#leave(next, items);
      if (next > indentation) throw DECLINE;
    }
  }

  #blockMapping(indentation: number, depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    for (;;) {
      const key = this.#key();
      if (Object.hasOwn(members, key)) throw DECLINE;
      let next: number;
      if (this.#text.charCodeAt(this.#at) === SPACE) {
        this.#at++;
        members[key] = this.#inline(depth, false);
        this.#endLine();
        next = this.#nextLine();
      } else {
        this.#endLine();
        const inner = this.#nextLine();
        if (inner <= indentation) throw DECLINE;
        members[key] = this.#block(inner, depth + 1);
        next = this.#left;
      }
      if (next < indentation) return this.#leave(next, members);
      if (next > indentation) throw DECLINE;
    }
  }

  /** The indentation of the line after a block that has ended. */
  #left = -1;

  #leave<T>(next: number, value: T): T {
    this.#left = next;
    return value;
  }

  /** A key with its colon. */
  #key(): string {
    const text = this.#text;
    const start = this.#at;
    this.#events++;
    if (text.charCodeAt(start) === QUOTE) {
      const key = this.#quoted();
      if (text.charCodeAt(this.#at) !== COLON) throw DECLINE;
      this.#at++;
      return checkedKey(key);
    }
    let at = start;
    if (!(kindOf(text.charCodeAt(at)) & BEGINS)) throw DECLINE;
    let before = 0;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === COLON) break;
      if (code === SPACE ? before === SPACE : !(kindOf(code) & PLAIN)) throw DECLINE;
      before = code;
      at++;
    }
    if (before === SPACE) throw DECLINE;
    this.#at = at + 1;
    const key = text.slice(start, at);
    if (!isWord(key) && typeof resolvePlain(key) !== 'string') throw DECLINE;
    return checkedKey(key);
  }

  /** A value that begins on this line, and so ends on it. */
  #inline(depth: number, isInside: boolean): unknown {
    this.#events++;
    const code = this.#text.charCodeAt(this.#at);
    if (code === QUOTE) return this.#quoted();
    if (code === OPEN_MAPPING || code === OPEN_LIST) {
      if (depth + 1 > DEEPEST) throw DECLINE;
      this.#events++;
      return code === OPEN_LIST ? this.#list(depth + 1) : this.#mapping(depth + 1);
    }
    return this.#plain(isInside);
  }

  #list(depth: number): unknown[] {
    const text = this.#text;
    const items: unknown[] = [];
    this.#at++;
    if (text.charCodeAt(this.#at) === CLOSE_LIST) {
      this.#at++;
      return items;
    }
    for (;;) {
      items.push(this.#inline(depth, true));
      const code = text.charCodeAt(this.#at);
      if (code === CLOSE_LIST) break;
      if (code !== COMMA || text.charCodeAt(this.#at + 1) !== SPACE) throw DECLINE;
      this.#at += 2;
    }
    this.#at++;
    return items;
  }

  #mapping(depth: number): Record<string, unknown> {
    const text = this.#text;
    const members: Record<string, unknown> = {};
    if (text.charCodeAt(this.#at + 1) === CLOSE_MAPPING) {
      this.#at += 2;
      return members;
    }
    if (text.charCodeAt(this.#at + 1) !== SPACE) throw DECLINE;
    this.#at += 2;
    const known = this.#keys;
    let count = 0;
    for (;;) {
      const expected = known[count];
      let key: string;
      if (expected !== undefined && text.startsWith(expected.written, this.#at)) {
        this.#at += expected.written.length;
        this.#events++;
        key = expected.key;
      } else {
        const start = this.#at;
        key = this.#key();
        if (text.charCodeAt(this.#at) !== SPACE) throw DECLINE;
        this.#at++;
        known.length = Math.min(known.length, count);
        if (known.length === count) known.push({ key, written: text.slice(start, this.#at) });
      }
      if (Object.hasOwn(members, key)) throw DECLINE;
      members[key] = this.#inline(depth, true);
      count++;
      const code = text.charCodeAt(this.#at);
      if (text.charCodeAt(this.#at + 1) === CLOSE_MAPPING && code === SPACE) break;
      if (code !== COMMA || text.charCodeAt(this.#at + 1) !== SPACE) throw DECLINE;
      this.#at += 2;
    }
    this.#at += 2;
    return members;
  }

  /** A text in double quotes, without escapes. */
  #quoted(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let at = start;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH || !isText(code)) throw DECLINE;
      at++;
    }
    if (at - start > INPUT_LIMITS.textLength) throw DECLINE;
    this.#at = at + 1;
    return text.slice(start, at);
  }

  /** Plain text, a number, a truth value or null. */
  #plain(isInside: boolean): unknown {
    const text = this.#text;
    const start = this.#at;
    const allowed = isInside ? PLAIN : OUTSIDE;
    let at = start;
    let code = text.charCodeAt(at);
    if (!(kindOf(code) & BEGINS) && code !== DASH) throw DECLINE;
    let before = 0;
    for (;;) {
      if (kindOf(code) & allowed) {
        if (code === HASH && before === SPACE) throw DECLINE;
      } else if (code === SPACE) {
        const next = kindOf(text.charCodeAt(at + 1));
        if (!(next & allowed)) break;
      } else if (code === COLON) {
        if (!(kindOf(text.charCodeAt(at + 1)) & PLAIN)) throw DECLINE;
      } else break;
      before = code;
      at++;
      code = text.charCodeAt(at);
    }
    this.#at = at;
    const length = at - start;
    if (length > INPUT_LIMITS.textLength) throw DECLINE;
    const source = text.slice(start, at);
    const first = kindOf(text.charCodeAt(start));
    if (first & LETTER && length > LONGEST_WORD) return source;
    if (first & DIGIT) {
      if (length < 16 && ONLY_DIGITS.test(source)) return Number(source);
      if (length === UTC_SECOND_LENGTH && UTC_SECOND.test(source)) return source;
    } else if (first === kindOf(DASH) && !NEGATIVE.test(source)) throw DECLINE;
    const value = resolvePlain(source);
    if (typeof value === 'symbol') throw DECLINE;
    return value;
  }
}

const ONLY_DIGITS = /^(?:0|[1-9][0-9]*)$/;
const NEGATIVE = /^-[0-9]/;
const UTC_SECOND_LENGTH = '2026-01-01T00:00:00Z'.length;

const kindOf = (code: number): number => (code < 128 ? (KINDS[code] as number) : 0);

/** Whether a character is text for every YAML reader, in quotes and comments; code units of astral characters are not. */
function isText(code: number): boolean {
  return code < 0x7f ? code >= SPACE : code >= 0xa0 && code < 0xd800 && code !== 0x2028 && code !== 0x2029;
}

/** Whether plain text is a text by its look alone: it begins with a letter and is longer than any other word. */
function isWord(text: string): boolean {
  return text.length > LONGEST_WORD && (kindOf(text.charCodeAt(0)) & LETTER) !== 0;
}

function checkedKey(key: string): string {
  if (key.length > INPUT_LIMITS.keyLength || key === '__proto__') throw DECLINE;
  return key;
}
