/**
 * Leaves out of a file what is in the standard form line by line: nearly all of a large one.
 *
 * Where what remains is in its form, without anything to report, so is the whole. For what is left out follows from siblings
 * of the same shape that remain: a checksum from one before it in the same list; an entry or fragment from one before and one
 * after it in the same mapping, because its path comes between theirs. A test compares what is said of both.
 */
import { follows } from '../../build/pipeline.ts';
import { INPUT_LIMITS } from '../../contract/limits.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };

const NEWLINE = 0x0a;
const SPACE = 0x20;
const HASH = 0x23;
const DASH = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const COLON = 0x3a;
const LETTER_T = 0x54;

const DIGIT = 1;
/** What a SHA-1 has. */
const HEX = 2;
const LETTER = 4;
/** What a path may begin its parts with, and end them: a part of no characters but these needs no quotes. */
const WORD = 8;

/** What the character with each code may be. */
const KINDS = new Uint8Array(256);
mark('0123456789', DIGIT | HEX | WORD);
mark('ABCDEF', HEX);
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', LETTER | WORD);
mark('_-', WORD);

function mark(characters: string, kind: number): void {
  for (const code of Buffer.from(characters)) KINDS[code] = (KINDS[code] as number) | kind;
}

/** The parts of a checksum in the standard form. */
const BEFORE_TIME = Buffer.from('- { lastModified: ');
const TIME_LENGTH = '2026-01-01T00:00:00'.length;
const BEFORE_LENGTH = Buffer.from('Z, contentLength: ');
const BEFORE_SHA1 = Buffer.from(', sha1: "');
const AFTER_SHA1 = Buffer.from('" }\n');
const SHA1_LENGTH = 40;
/** A number with more digits may not be exact. */
const MOST_DIGITS = 15;
/** More than any number of two digits. */
const NO_NUMBER = 1_000;

const CHECKSUMS = Buffer.from('checksums:\n');
const FRAGMENTS = Buffer.from('fragments:\n');

/** What is written as it is, whatever it is: shorter words have meanings, and a longer path is no real one. */
const PATH_LENGTH = { least: 6, most: 200 };

/** As many values as a checksum and a key have, with their lists and mappings; and more than a byte has. */
const VALUES = { checksum: 8, key: 3, byte: 0.5 };

/** How much deeper what is inside begins. */
const STEP = 2;

/** What an entry or fragment consists of; one only follows from others that are of the same shape. */
type Shape = 'a list' | 'checksums' | 'checksums and fragments';

/** Entries or fragments of one shape, in the order of their paths. */
interface Run {
  /** Where the second one begins. */
  readonly second: number;
  readonly last: number;
  readonly end: number;
}

/**
 * Gives the lines of a file from which the others follow.
 *
 * @param bytes a file of entries, in whatever form
 * @returns null where it may have more than is allowed, which has to be counted
 */
export function abridge(bytes: Uint8Array): Uint8Array | null {
  return new Abridger(bytes).read();
}

class Abridger {
  readonly #codes: Uint8Array;
  /** How much has been read, and is sound. A part may be counted twice. */
  #values = 0;
  #paths = 0;
  /** The items of the list that is read, however it is interrupted. */
  #items = 0;
  /** The shape of the entry or fragment that was read last. */
  #shape: Shape = 'a list';

  constructor(codes: Uint8Array) {
    this.#codes = codes;
  }

  read(): Uint8Array | null {
    const codes = this.#codes;
    const kept: Uint8Array[] = [];
    let length = 0;
    let start = 0;
    const leaveOut = (from: number, to: number): void => {
      kept.push(codes.subarray(start, from));
      length += from - start;
      start = to;
    };
    for (let at = 0; at < codes.length; ) {
      const indentation = this.#indentationAt(at);
      const code = codes[at + indentation];
      if (code === DASH) {
        const second = this.#itemEnd(at, indentation);
        const end = second === 0 ? 0 : this.#itemsEnd(second, indentation);
        if (end > second) leaveOut(second, end);
        this.#items++;
        at = end || this.#lineEnd(at);
      } else {
        // Neither a comment nor an empty line ends a list.
        if (code !== HASH && code !== NEWLINE) this.#items = 0;
        const run = this.#run(at, indentation);
        if (run !== null && run.last > run.second) leaveOut(run.second, run.last);
        at = run?.end ?? this.#lineEnd(at);
        this.#paths++;
      }
      if (this.#items > common.$defs.checksums.maxItems || this.#paths > common.$defs.fragments.maxProperties)
        return null;
    }
    leaveOut(codes.length, codes.length);
    return this.#values + length * VALUES.byte > INPUT_LIMITS.values ? null : Buffer.concat(kept, length);
  }

  #run(at: number, indentation: number): Run | null {
    let end = this.#memberEnd(at, indentation);
    if (end === 0) return null;
    const run = { second: end, last: at, end };
    const shape = this.#shape;
    for (;;) {
      end = this.#memberEnd(run.end, indentation);
      if (end === 0 || this.#shape !== shape || !this.#isBefore(run.last, run.end, indentation)) return run;
      run.last = run.end;
      run.end = end;
    }
  }

  /** Where an entry or fragment ends that is sound; 0 where there is none with this indentation. */
  #memberEnd(at: number, indentation: number): number {
    const codes = this.#codes;
    const path = this.#pathEnd(at, indentation);
    if (path === 0) return 0;
    const inner = indentation + STEP;
    let end = this.#wholeListEnd(path, inner);
    if (end > 0) this.#shape = 'a list';
    else {
      if (!this.#isIndented(path, inner) || !follows(codes, path + inner, CHECKSUMS)) return 0;
      end = this.#wholeListEnd(path + inner + CHECKSUMS.length, inner + STEP);
      if (end === 0) return 0;
      let shape: Shape = 'checksums';
      if (this.#isIndented(end, inner) && follows(codes, end + inner, FRAGMENTS)) {
        const fragments = this.#run(end + inner + FRAGMENTS.length, inner + STEP);
        if (fragments === null || this.#shape !== 'a list') return 0;
        shape = 'checksums and fragments';
        end = fragments.end;
      }
      this.#values += 2 * VALUES.key;
      this.#shape = shape;
    }
    this.#values += VALUES.key;
    this.#paths++;
    return this.#indentationAt(end) > indentation ? 0 : end;
  }

  /** Where the line of a path ends; 0 where there is none. */
  #pathEnd(line: number, indentation: number): number {
    if (!this.#isIndented(line, indentation)) return 0;
    const codes = this.#codes;
    const start = line + indentation;
    if (!(kindAt(codes, start) & LETTER)) return 0;
    let at = start;
    let hasParts = false;
    for (let isWord = false; codes[at] !== COLON; at++) {
      if (kindAt(codes, at) & WORD) isWord = true;
      else if (isWord && (codes[at] === DOT || codes[at] === SLASH)) {
        hasParts = true;
        isWord = false;
      } else return 0;
      if (codes[at + 1] === COLON && !isWord) return 0;
    }
    const length = at - start;
    // No key of a schema has parts: what is a path is no such key.
    if (!hasParts || length < PATH_LENGTH.least || length > PATH_LENGTH.most) return 0;
    return codes[at + 1] === NEWLINE ? at + 2 : 0;
  }

  /** Whether the path on a line comes before the one on another. */
  #isBefore(line: number, other: number, indentation: number): boolean {
    const codes = this.#codes;
    let [at, to] = [line + indentation, other + indentation];
    while (codes[at] === codes[to] && codes[at] !== COLON) {
      at++;
      to++;
    }
    if (codes[to] === COLON) return false;
    return codes[at] === COLON || (codes[at] as number) < (codes[to] as number);
  }

  /** Where a list ends that has nothing but sound checksums; 0 where there is none. */
  #wholeListEnd(line: number, indentation: number): number {
    const items = this.#items;
    this.#items = 0;
    const end = this.#itemsEnd(line, indentation);
    const isWhole =
      end > line && this.#indentationAt(end) < indentation && this.#items <= common.$defs.checksums.maxItems;
    this.#items = items;
    return isWhole ? end : 0;
  }

  /** Where the sound checksums end that begin on a line, of which there may be none. */
  #itemsEnd(line: number, indentation: number): number {
    for (let end = line; ; ) {
      const next = this.#itemEnd(end, indentation);
      if (next === 0) return end;
      this.#items++;
      end = next;
    }
  }

  /** Where the line of a checksum ends that is in its form and that the schema accepts; 0 where there is none. */
  #itemEnd(line: number, indentation: number): number {
    const codes = this.#codes;
    if (!this.#isIndented(line, indentation) || !follows(codes, line + indentation, BEFORE_TIME)) return 0;
    let at = line + indentation + BEFORE_TIME.length;
    if (!isTime(codes, at)) return 0;
    at += TIME_LENGTH;
    if (!follows(codes, at, BEFORE_LENGTH)) return 0;
    at += BEFORE_LENGTH.length;
    const length = at;
    while (kindAt(codes, at) & DIGIT) at++;
    if (at === length || at > length + MOST_DIGITS || (at > length + 1 && codes[length] === ZERO)) return 0;
    if (!follows(codes, at, BEFORE_SHA1)) return 0;
    at += BEFORE_SHA1.length;
    let kinds = HEX;
    for (const end = at + SHA1_LENGTH; at < end; at++) kinds &= kindAt(codes, at);
    if (kinds === 0 || !follows(codes, at, AFTER_SHA1)) return 0;
    this.#values += VALUES.checksum;
    return at + AFTER_SHA1.length;
  }

  #isIndented(line: number, indentation: number): boolean {
    for (let at = line; at < line + indentation; at++) if (this.#codes[at] !== SPACE) return false;
    return true;
  }

  #indentationAt(line: number): number {
    let at = line;
    while (this.#codes[at] === SPACE) at++;
    return at - line;
  }

  #lineEnd(at: number): number {
    return this.#codes.indexOf(NEWLINE, at) + 1 || this.#codes.length;
  }
}

const kindAt = (codes: Uint8Array, at: number): number => KINDS[codes[at] as number] ?? 0;

/** Whether there is a moment that the schema accepts, without its last character. */
function isTime(codes: Uint8Array, at: number): boolean {
  const [century, year] = [twoDigits(codes, at), twoDigits(codes, at + 2)];
  const [month, day] = [twoDigits(codes, at + 5), twoDigits(codes, at + 8)];
  if (century + year === 0 || century + year >= NO_NUMBER) return false;
  if (month === 0 || month > 12 || day === 0 || day > 31) return false;
  if (twoDigits(codes, at + 11) > 23 || twoDigits(codes, at + 14) > 59 || twoDigits(codes, at + 17) > 59) return false;
  const [date, clock] = [codes[at + 4] === DASH && codes[at + 7] === DASH, codes[at + 13] === COLON];
  return date && codes[at + 10] === LETTER_T && clock && codes[at + 16] === COLON;
}

/** The number that two digits make; `NO_NUMBER` where there are none. */
function twoDigits(codes: Uint8Array, at: number): number {
  if (!(kindAt(codes, at) & kindAt(codes, at + 1) & DIGIT)) return NO_NUMBER;
  return 10 * ((codes[at] as number) - ZERO) + (codes[at + 1] as number) - ZERO;
}
