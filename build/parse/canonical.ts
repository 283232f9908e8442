/**
 * A fast parser for the form that `cartalog format` writes, with any spaces in brackets, and nothing else.
 *
 * Programs write the large files of a catalog, nearly always in that form, and parsing them took most of a build's time.
 * This parser returns exactly the value that `parse` makes with `yaml`, including the order of keys, or declines. `yaml`
 * then parses what it declines, and finds all problems. A test compares both on valid, randomly changed and random texts.
 */
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { resolvePlain, UTC_SECOND, VerifiedChecksum } from './scalars.ts';

/** The parser declines: the text is not in the standard form, or may have problems. */
export const DECLINED: unique symbol = Symbol('declined');

/** Nested deeper than any catalog file needs, to limit recursion. */
const DEEPEST = 16;

/** The maximum length of words with another meaning than text, like `false`. */
const LONGEST_WORD = 5;

const NEWLINE = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const HASH = 0x23;
const COMMA = 0x2c;
const DASH = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_MAPPING = 0x7b;
const CLOSE_MAPPING = 0x7d;

/** The code for every non-ASCII character that is text for every YAML reader. */
const FOREIGN = 0x80;

/** Digits. */
const DIGIT = 1;
/** Letters and non-ASCII text: no number and no indicator begins with one. */
const LETTER = 2;
/** Characters that plain text may have anywhere: letters, digits, and a few characters that never end it. */
const PLAIN = 4;
/** Additional characters of plain text outside of brackets. */
const OUTSIDE = 8;
/** Characters of comments: all text. */
const TEXT = 16;
/** Characters of text in double quotes. */
const QUOTED = 32;
/** Digits of a SHA-1. */
const HEX = 64;

/** The classes of each character code. */
const KINDS = new Uint8Array(256);
for (let code = SPACE; code < 0x7f; code++) KINDS[code] = TEXT | QUOTED;
KINDS[FOREIGN] = TEXT | QUOTED | LETTER | PLAIN | OUTSIDE;
KINDS[QUOTE] = TEXT;
KINDS[BACKSLASH] = TEXT;
mark('0123456789', DIGIT | PLAIN | OUTSIDE);
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', LETTER | PLAIN | OUTSIDE);
mark("_./+-()=~;@&$*!|<>^'", PLAIN | OUTSIDE);
mark('{}[],%?#', OUTSIDE);
mark('0123456789ABCDEF', HEX);

function mark(characters: string, kind: number): void {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    KINDS[code] = (KINDS[code] as number) | kind;
  }
}

/** The first characters of plain text, with which nothing else begins. */
const BEGINS = LETTER | DIGIT;

/** Thrown if the text is not in the standard form; never leaves this module. */
class Decline extends Error {}
const DECLINE = new Decline();

/**
 * Parses a text in the standard form.
 *
 * @param bytes the text as bytes, if it is ASCII
 */
export function readCanonical(text: string, bytes: Uint8Array | null = null): unknown {
  try {
    return new CanonicalReader(text, bytes ?? codesOf(text)).read();
  } catch (error) {
    if (error === DECLINE) return DECLINED;
    throw error;
  }
}

/** Maps each UTF-16 unit to a code: itself if ASCII, `FOREIGN` for other text, and 0 for anything else. */
function codesOf(text: string): Uint8Array {
  const codes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    codes[at] = code < FOREIGN ? code : isText(code) ? FOREIGN : 0;
  }
  return codes;
}

/** Whether a non-ASCII character is text for every YAML reader; surrogates are not. */
function isText(code: number): boolean {
  return code >= 0xa0 && code < 0xd800 && code !== 0x2028 && code !== 0x2029;
}

/** Most of a catalog are checksums: `{ lastModified: 2026-01-01T00:00:00Z, contentLength: 1, sha1: "…" }`. */
const BEFORE_TIME = codesOf('{ lastModified: ');
/** A zero for each digit. */
const TIME = codesOf('0000-00-00T00:00:00Z');
const BEFORE_LENGTH = codesOf(', contentLength: ');
/** A number with more digits may not be exact. */
const MAX_DIGITS = 15;
const BEFORE_SHA1 = codesOf(', sha1: "');
const SHA1_LENGTH = 40;
const AFTER_SHA1 = codesOf('" }');
const LONGEST_CHECKSUM = [BEFORE_TIME, TIME, BEFORE_LENGTH, BEFORE_SHA1, AFTER_SHA1].reduce(
  (sum, { length }) => sum + length,
  MAX_DIGITS + SHA1_LENGTH,
);
/** The values of a checksum, as counted by `values` in INPUT_LIMITS. */
const EVENTS_IN_CHECKSUM = 2 * 3;

const isDigit = (code: number): boolean => code >= ZERO && code < COLON;

/** Whether these codes are at an offset. */
export function follows(codes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let index = 0; index < wanted.length; index++) if (codes[at + index] !== wanted[index]) return false;
  return true;
}

/** Whether the timestamp of a checksum is at an offset, as its schema describes it. */
function isTime(codes: Uint8Array, at: number): boolean {
  for (let index = 0; index < TIME.length; index++) {
    const code = codes[at + index] as number;
    if (TIME[index] === ZERO ? !isDigit(code) : code !== TIME[index]) return false;
  }
  const pair = (from: number): number => 10 * (codes[from] as number) + (codes[from + 1] as number) - 11 * ZERO;
  const [year, month, day] = [pair(at) + pair(at + 2), pair(at + 5), pair(at + 8)];
  const isDay = year > 0 && month > 0 && month <= 12 && day > 0 && day <= 31;
  return isDay && pair(at + 11) < 24 && pair(at + 14) < 60 && pair(at + 17) < 60;
}

class CanonicalReader {
  readonly #text: string;
  readonly #codes: Uint8Array;
  readonly #end: number;
  #at = 0;
  /** The number of values so far, as counted by `values` in INPUT_LIMITS. */
  #events = 2;
  /** The keys of the last mapping in braces, with their source: the next one usually has the same. */
  #keys: { readonly key: string; readonly written: string }[] = [];

  constructor(text: string, codes: Uint8Array) {
    this.#text = text;
    this.#codes = codes;
    this.#end = text.length;
  }

  read(): unknown {
    if (this.#nextLine() !== 0) throw DECLINE;
    const value = this.#block(0, 1);
    if (this.#at < this.#end || this.#events > INPUT_LIMITS.values) throw DECLINE;
    return value;
  }

  /** The code at an offset; 0, which is not text, after the end. */
  #code(at: number): number {
    return at < this.#end ? (this.#codes[at] as number) : 0;
  }

  /** The classes of the character at an offset. */
  #kind(at: number): number {
    return KINDS[this.#code(at)] as number;
  }

  /** Moves to the first character of the next line with content. Returns its indentation; -1 at the end of the text. */
  #nextLine(): number {
    for (;;) {
      const start = this.#at;
      let at = start;
      while (this.#code(at) === SPACE) at++;
      if (at >= this.#end) {
        if (at > start) throw DECLINE;
        return -1;
      }
      const code = this.#code(at);
      if (code === NEWLINE) {
        if (at > start) throw DECLINE;
        this.#at = at + 1;
        continue;
      }
      if (code !== HASH) {
        this.#at = at;
        return at - start;
      }
      while (at < this.#end && this.#code(at) !== NEWLINE) {
        if (!(this.#kind(at) & TEXT)) throw DECLINE;
        at++;
      }
      this.#at = at + 1;
      if (at >= this.#end) this.#at = this.#end;
    }
  }

  /** Consumes the end of a line. */
  #endLine(): void {
    if (this.#at === this.#end) return;
    if (this.#code(this.#at) !== NEWLINE) throw DECLINE;
    this.#at++;
  }

  /** A mapping or list with this indentation, from the first character of its first line. */
  #block(indentation: number, depth: number): unknown {
    if (depth > DEEPEST) throw DECLINE;
    this.#events += 2;
    return this.#isItem() ? this.#blockList(indentation, depth) : this.#blockMapping(indentation, depth);
  }

  #isItem(): boolean {
    return this.#code(this.#at) === DASH && this.#code(this.#at + 1) === SPACE;
  }

  #blockList(indentation: number, depth: number): unknown[] {
    let items: unknown[] | null = null;
    for (;;) {
      if (!this.#isItem()) throw DECLINE;
      this.#at += 2;
      const item = this.#inline(depth, false);
      // Most lists have one item; the engine would reserve space for many in an empty one.
      if (items === null) items = [item];
      else items.push(item);
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
      if (this.#code(this.#at) === SPACE) {
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

  /** The indentation of the line after a finished block. */
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
    if (this.#code(start) === QUOTE) {
      const key = this.#quoted();
      if (this.#code(this.#at) !== COLON) throw DECLINE;
      this.#at++;
      return checkedKey(key);
    }
    let at = start;
    const first = this.#kind(at);
    if (!(first & BEGINS)) throw DECLINE;
    let before = 0;
    for (;;) {
      const code = this.#code(at);
      if (code === COLON) break;
      if (code === SPACE ? before === SPACE : !((KINDS[code] as number) & PLAIN)) throw DECLINE;
      before = code;
      at++;
    }
    if (before === SPACE) throw DECLINE;
    this.#at = at + 1;
    const key = text.slice(start, at);
    if (!isWord(first, key) && typeof resolvePlain(key) !== 'string') throw DECLINE;
    return checkedKey(key);
  }

  /** A value that begins and ends on this line. */
  #inline(depth: number, isInside: boolean): unknown {
    this.#events++;
    const code = this.#code(this.#at);
    if (code === QUOTE) return this.#quoted();
    if (code === OPEN_MAPPING || code === OPEN_LIST) {
      if (depth + 1 > DEEPEST) throw DECLINE;
      this.#events++;
      return code === OPEN_LIST ? this.#list(depth + 1) : (this.#checksum() ?? this.#mapping(depth + 1));
    }
    return this.#plain(isInside);
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at++;
    this.#skipSpaces();
    if (this.#code(this.#at) === CLOSE_LIST) {
      this.#at++;
      return items;
    }
    for (;;) {
      items.push(this.#inline(depth, true));
      this.#skipSpaces();
      const code = this.#code(this.#at++);
      if (code === CLOSE_LIST) return items;
      if (code !== COMMA) throw DECLINE;
      this.#skipSpaces();
    }
  }

  #skipSpaces(): void {
    while (this.#code(this.#at) === SPACE) this.#at++;
  }

  #mapping(depth: number): Record<string, unknown> {
    const text = this.#text;
    const members: Record<string, unknown> = {};
    this.#at++;
    this.#skipSpaces();
    if (this.#code(this.#at) === CLOSE_MAPPING) {
      this.#at++;
      return members;
    }
    const known = this.#keys;
    for (let count = 0; ; count++) {
      const expected = known[count];
      let key: string;
      if (expected !== undefined && text.startsWith(expected.written, this.#at)) {
        this.#at += expected.written.length;
        this.#events++;
        key = expected.key;
      } else {
        const start = this.#at;
        key = this.#key();
        if (this.#code(this.#at) !== SPACE) throw DECLINE;
        this.#at++;
        known.length = Math.min(known.length, count);
        if (known.length === count) known.push({ key, written: text.slice(start, this.#at) });
      }
      if (Object.hasOwn(members, key)) throw DECLINE;
      this.#skipSpaces();
      members[key] = this.#inline(depth, true);
      this.#skipSpaces();
      const code = this.#code(this.#at++);
      if (code === CLOSE_MAPPING) return members;
      if (code !== COMMA) throw DECLINE;
      this.#skipSpaces();
    }
  }

  /** A checksum in the form that programs write; undefined for anything else. */
  #checksum(): VerifiedChecksum | undefined {
    const codes = this.#codes;
    const start = this.#at;
    if (start + LONGEST_CHECKSUM > this.#end) return;
    const time = start + BEFORE_TIME.length;
    const length = time + TIME.length + BEFORE_LENGTH.length;
    if (!follows(codes, start, BEFORE_TIME) || !isTime(codes, time)) return;
    if (!follows(codes, time + TIME.length, BEFORE_LENGTH)) return;
    let contentLength = 0;
    let at = length;
    for (let code = codes[at] as number; isDigit(code); code = codes[++at] as number) {
      contentLength = 10 * contentLength + code - ZERO;
      if (at - length === MAX_DIGITS) return;
    }
    if (at === length || (at > length + 1 && codes[length] === ZERO)) return;
    const sha1 = at + BEFORE_SHA1.length;
    const end = sha1 + SHA1_LENGTH;
    if (!follows(codes, at, BEFORE_SHA1) || !follows(codes, end, AFTER_SHA1)) return;
    for (at = sha1; at < end; at++) if (!((KINDS[codes[at] as number] as number) & HEX)) return;
    this.#at = end + AFTER_SHA1.length;
    this.#events += EVENTS_IN_CHECKSUM;
    const text = this.#text;
    return new VerifiedChecksum(text.slice(time, time + TIME.length), contentLength, text.slice(sha1, end));
  }

  /** A text in double quotes, without escapes. */
  #quoted(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let at = start;
    while (this.#kind(at) & QUOTED) at++;
    if (this.#code(at) !== QUOTE) throw DECLINE;
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
    let code = this.#code(at);
    if (!((KINDS[code] as number) & BEGINS) && code !== DASH) throw DECLINE;
    let before = 0;
    for (;;) {
      if ((KINDS[code] as number) & allowed) {
        if (code === HASH && before === SPACE) throw DECLINE;
      } else if (code === SPACE) {
        const next = this.#kind(at + 1);
        if (!(next & allowed)) break;
      } else if (code === COLON) {
        if (!(this.#kind(at + 1) & PLAIN)) throw DECLINE;
      } else break;
      before = code;
      at++;
      code = this.#code(at);
    }
    this.#at = at;
    const length = at - start;
    if (length > INPUT_LIMITS.textLength) throw DECLINE;
    const source = text.slice(start, at);
    const first = this.#kind(start);
    if (isWord(first, source)) return source;
    if (first & DIGIT) {
      if (length <= MAX_DIGITS && ONLY_DIGITS.test(source)) return Number(source);
      if (length === TIME.length && UTC_SECOND.test(source)) return source;
    } else if (!(first & LETTER) && !NEGATIVE.test(source)) throw DECLINE;
    const value = resolvePlain(source);
    if (typeof value === 'symbol') throw DECLINE;
    return value;
  }
}

const ONLY_DIGITS = /^(?:0|[1-9][0-9]*)$/;
const NEGATIVE = /^-[0-9]/;

/** Words that some reader takes for a truth value or null. */
const NO_TEXT = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** Whether plain text is obviously a text: it begins with a letter and is not one of a few words. */
function isWord(first: number, source: string): boolean {
  return (first & LETTER) !== 0 && (source.length > LONGEST_WORD || !NO_TEXT.test(source));
}

function checkedKey(key: string): string {
  if (key.length > INPUT_LIMITS.keyLength || key === '__proto__') throw DECLINE;
  return key;
}
