/**
 * Reads only the form that `cartalog format` writes, with any spaces in brackets. Large files nearly always have it,
 * and parsing took most of a build's time. Returns exactly the value of `yaml`, including the order of keys, or
 * declines: then `yaml` finds all problems. A test compares both on valid, changed and random texts.
 */
import { INPUT_LIMITS } from '../../contract/base/limits.ts';
import { mayBeThousands, resolvePlainScalar, VerifiedChecksum } from './scalars.ts';

export const CANONICAL_DECLINED: unique symbol = Symbol('declined');

/** Part of a character class, like the next three: non-ASCII characters that every YAML reader accepts as text. */
const FOREIGN = '\\u00a0-\\u2027\\u202a-\\ud7ff';
/** A plain scalar may begin with these. */
const FIRST = `0-9A-Za-z${FOREIGN}`;
/** A plain scalar may go on with these, inside and outside of brackets. */
const INSIDE = `${FIRST}_./+()=~;@&$*!|<>^'\\-`;
const OUTSIDE = `${INSIDE}{}[\\],%?#`;
const QUOTED = `"[ !#-[\\]-~${FOREIGN}]*"`;

/** The most words of a text. Engines keep each part of a match in memory, so repetitions need a limit. */
const MAX_PARTS = INPUT_LIMITS.textLength / 2;

const sticky = (source: string): RegExp => new RegExp(source, 'y');

const BLANK_LINE = sticky(`\\n| *#[ -~${FOREIGN}]*(?:\\n|$)`);
const KEY = sticky(`[${FIRST}][${INSIDE}]*(?: [${INSIDE}]+){0,${MAX_PARTS}}`);
const QUOTED_TEXT = sticky(QUOTED);
const TEXT_INSIDE = sticky(plain(INSIDE));
const TEXT_OUTSIDE = sticky(plain(OUTSIDE));
const OPENING = sticky('[[{] *');
const COMMA = sticky(' *, *');
const LIST_END = sticky(' *\\]');
const MAPPING_END = sticky(' *\\}');
const BEFORE_VALUE = sticky(' +');

function plain(characters: string): string {
  return `(?=[${FIRST}]|-[0-9])[${characters}]+(?:(?: (?!#)|:(?=[${INSIDE}]))[${characters}]+){0,${MAX_PARTS}}`;
}

/**
 * A checksum as programs write it, with values that the schema accepts. Most lines of a catalog are checksums. `{40}`
 * would be slower than repeated classes.
 */
const CHECKSUM = sticky(
  [
    `\\{ lastModified: (?!0000)${'[0-9]'.repeat(4)}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])`,
    'T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z',
    // More digits may not be exact.
    ', contentLength: (?:0|[1-9][0-9]{0,14})',
    `, sha1: "${'[0-9A-F]'.repeat(40)}" \\}`,
  ].join(''),
);
/** Offsets in a match of CHECKSUM; negative ones from its end, because the length varies. */
const PLACES = { time: 16, afterTime: 36, length: 53, afterLength: -52, sha1: -43, afterSha1: -3 };
/** A mapping and its end, three keys and three values. */
const VALUES_IN_CHECKSUM = 8;

class Decline extends Error {}
const DECLINE = new Decline();

export function readCanonicalYaml(text: string): unknown {
  try {
    return new CanonicalReader(text).read();
  } catch (error) {
    if (error === DECLINE) return CANONICAL_DECLINED;
    throw error;
  }
}

class CanonicalReader {
  readonly #text: string;
  #at = 0;
  /** The indentation of the current line; -1 at the end of the text. */
  #indentation = 0;
  /** Counted as `INPUT_LIMITS.values` counts. */
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    this.#nextLine();
    if (this.#indentation !== 0) throw DECLINE;
    const value = this.#block(1);
    if (this.#values > INPUT_LIMITS.values) throw DECLINE;
    return value;
  }

  #skip(expected: RegExp): boolean {
    expected.lastIndex = this.#at;
    if (!expected.test(this.#text)) return false;
    this.#at = expected.lastIndex;
    return true;
  }

  #take(expected: RegExp): string {
    const start = this.#at;
    if (!this.#skip(expected)) throw DECLINE;
    return this.#text.slice(start, this.#at);
  }

  #nextLine(): void {
    for (;;) {
      const start = this.#at;
      while (this.#text[this.#at] === ' ') this.#at++;
      const first = this.#text[this.#at];
      if (first === undefined && this.#at > start) throw DECLINE;
      this.#indentation = first === undefined ? -1 : this.#at - start;
      if (first !== '\n' && first !== '#') return;
      this.#at = start;
      if (!this.#skip(BLANK_LINE)) throw DECLINE;
    }
  }

  #endLine(): void {
    const next = this.#text[this.#at];
    if (next === '\n') this.#at++;
    else if (next !== undefined) throw DECLINE;
    this.#nextLine();
  }

  #block(depth: number): unknown {
    if (depth > INPUT_LIMITS.depth) throw DECLINE;
    this.#values += 2;
    const indentation = this.#indentation;
    const isContinued = (): boolean => {
      if (this.#indentation > indentation) throw DECLINE;
      return this.#indentation === indentation;
    };
    if (this.#isItem()) {
      // Most lists have one item; for an empty list, engines would reserve memory for more.
      const items = [this.#item(depth)];
      while (isContinued()) items.push(this.#item(depth));
      return items;
    }
    const members: Record<string, unknown> = {};
    do this.#member(members, depth);
    while (isContinued());
    return members;
  }

  #isItem(): boolean {
    return this.#text.startsWith('- ', this.#at);
  }

  #item(depth: number): unknown {
    if (!this.#isItem()) throw DECLINE;
    this.#at += 2;
    return this.#restOfLine(depth);
  }

  #member(members: Record<string, unknown>, depth: number): void {
    const indentation = this.#indentation;
    const key = this.#key(members);
    if (this.#text[this.#at] === ' ') {
      this.#at++;
      members[key] = this.#restOfLine(depth);
      return;
    }
    this.#endLine();
    if (this.#indentation <= indentation) throw DECLINE;
    members[key] = this.#block(depth + 1);
  }

  #restOfLine(depth: number): unknown {
    const value = this.#inline(depth, TEXT_OUTSIDE);
    this.#endLine();
    return value;
  }

  #key(members: object): string {
    this.#values++;
    const isQuoted = this.#text[this.#at] === '"';
    const written = this.#take(isQuoted ? QUOTED_TEXT : KEY);
    if (this.#text[this.#at] !== ':') throw DECLINE;
    this.#at++;
    const key = isQuoted ? written.slice(1, -1) : written;
    if (!isQuoted && typeof resolvePlainScalar(key) !== 'string') throw DECLINE;
    if (key.length > INPUT_LIMITS.keyLength || key === '__proto__' || Object.hasOwn(members, key)) throw DECLINE;
    return key;
  }

  #inline(depth: number, text: RegExp): unknown {
    const first = this.#text[this.#at];
    if (first === '{') return this.#checksum() ?? this.#mapping(depth + 1);
    if (first === '[') return this.#list(depth + 1);
    this.#values++;
    const written = this.#take(first === '"' ? QUOTED_TEXT : text);
    if (written.length > INPUT_LIMITS.textLength) throw DECLINE;
    const value = first === '"' ? written.slice(1, -1) : resolvePlainScalar(written);
    if (typeof value === 'symbol' || (typeof value === 'number' && mayBeThousands(written))) throw DECLINE;
    return value;
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#inBrackets(depth, LIST_END, () => items.push(this.#inline(depth, TEXT_INSIDE)));
    return items;
  }

  #mapping(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    this.#inBrackets(depth, MAPPING_END, () => {
      const key = this.#key(members);
      if (!this.#skip(BEFORE_VALUE)) throw DECLINE;
      members[key] = this.#inline(depth, TEXT_INSIDE);
    });
    return members;
  }

  #inBrackets(depth: number, end: RegExp, readItem: () => void): void {
    if (depth > INPUT_LIMITS.depth) throw DECLINE;
    this.#values += 2;
    this.#skip(OPENING);
    if (this.#skip(end)) return;
    do readItem();
    while (this.#skip(COMMA));
    if (!this.#skip(end)) throw DECLINE;
  }

  #checksum(): VerifiedChecksum | null {
    const start = this.#at;
    if (!this.#skip(CHECKSUM)) return null;
    this.#values += VALUES_IN_CHECKSUM;
    const text = this.#text;
    const end = this.#at;
    const time = text.slice(start + PLACES.time, start + PLACES.afterTime);
    const length = Number(text.slice(start + PLACES.length, end + PLACES.afterLength));
    return new VerifiedChecksum(time, length, text.slice(end + PLACES.sha1, end + PLACES.afterSha1));
  }
}
