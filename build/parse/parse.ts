/** The second stage: UTF-8 bytes to values, by js-yaml, refusing everything that the format leaves out. */

import { isUtf8 } from 'node:buffer';
import {
  constructFromEvents,
  defineMappingTag,
  EVENT_ID,
  type Event,
  FAILSAFE_SCHEMA,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml';
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { DECLINED, readCanonical } from './canonical.ts';
import { findLostText } from './comments.ts';
import { eventsOf, type Key, type Range, walk } from './events.ts';
import { resolvePlain, SCALAR_TAGS, withoutSeparators } from './scalars.ts';
import { explainSyntax, NO_SPACE_AFTER_DASH } from './syntax.ts';

/** A catalog file as text and, if it could be read, as a value. */
export interface ParsedFile {
  readonly text: string;
  /**
   * Plain objects, arrays, strings, numbers, booleans and null, and symbols for misread scalars (see `asMisread`).
   * Undefined if the file could not be read as one YAML document.
   */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
}

const MERGE = '<<';

/** Parses one catalog file. */
export function parse(path: string, bytes: Uint8Array): ParsedFile {
  const { text, problem } = decode(path, bytes);
  if (problem) return { text, value: undefined, diagnostics: [problem] };
  // Every other character has more bytes than units.
  const isAscii = text.length === bytes.length;
  const value = readCanonical(text, isAscii ? bytes : null);
  return value === DECLINED ? parseYaml(path, text) : { text, value, diagnostics: [] };
}

/** Parses a text of any form, by js-yaml. */
export function parseYaml(path: string, text: string): ParsedFile {
  const diagnostics: Diagnostic[] = [];
  const report = { path, text, diagnostics };
  try {
    const events = eventsOf(text);
    if (events.length > INPUT_LIMITS.values) {
      return { text, value: undefined, diagnostics: [diagnostic('too-many-values', path, null, null)] };
    }
    const isReadable = checkStream(report, events);
    for (const lost of findLostText(text, events)) {
      diagnostics.push(diagnostic('lost-to-comment', path, lost, { text: text.slice(lost.start, lost.end) }));
    }
    return { text, value: isReadable ? construct(report, events) : undefined, diagnostics };
  } catch (error) {
    diagnostics.push(syntaxProblem(report, error));
    return { text, value: undefined, diagnostics };
  }
}

interface Report {
  readonly path: string;
  readonly text: string;
  readonly diagnostics: Diagnostic[];
}

/** Reports everything that is not part of one plain document. Returns whether a value can be made of the first. */
function checkStream({ path, text, diagnostics }: Report, events: readonly Event[]): boolean {
  let isReadable = true;
  let documents = 0;
  let position = 0;
  const anchors = new Set<string>();
  const directive = findDirective(text);
  if (directive !== null) {
    diagnostics.push(diagnostic('yaml-directive', path, { start: directive, end: directive + 1 }, null));
  }
  for (const event of events) {
    if (event.type === EVENT_ID.POP) continue;
    if (event.type === EVENT_ID.DOCUMENT) {
      if (++documents === 2) {
        const start = secondDocument(text, position);
        diagnostics.push(diagnostic('several-documents', path, { start, end: start + 3 }, null));
      }
      continue;
    }
    if (event.anchorStart >= 0) {
      isReadable = false;
      const place = { start: event.anchorStart - 1, end: event.anchorEnd };
      const name = text.slice(event.anchorStart, event.anchorEnd);
      // An anchor and its aliases are one cause.
      if (event.type !== EVENT_ID.ALIAS) anchors.add(name);
      if (event.type !== EVENT_ID.ALIAS || !anchors.has(name)) {
        diagnostics.push(diagnostic('yaml-anchor', path, place, { text: text.slice(place.start, place.end) }));
      }
    }
    if (event.type === EVENT_ID.ALIAS) continue;
    if (event.tagStart >= 0) {
      isReadable = false;
      const place = { start: event.tagStart, end: event.tagEnd };
      diagnostics.push(diagnostic('yaml-tag', path, place, { text: text.slice(place.start, place.end) }));
    }
    if (event.type === EVENT_ID.SCALAR && event.valueEnd - event.valueStart > INPUT_LIMITS.textLength) {
      isReadable = false;
      const place = { start: event.valueStart, end: event.valueEnd };
      diagnostics.push(diagnostic('too-long', path, place, { limit: INPUT_LIMITS.textLength }));
    }
    if (event.type === EVENT_ID.SCALAR && isTightItem(text, event)) {
      isReadable = false;
      const place = { start: event.valueStart, end: event.valueStart + 1 };
      diagnostics.push(diagnostic('yaml-syntax', path, place, { reason: NO_SPACE_AFTER_DASH }));
    }
    if (documents < 2) position = Math.max(position, event.type === EVENT_ID.SCALAR ? event.valueEnd : event.start);
  }
  if (documents === 0) diagnostics.push(diagnostic('empty-file', path, null, { hasComments: /^\s*#/m.test(text) }));
  return isReadable && documents > 0;
}

/** Whether a text on the line below its key begins with a dash and is not a number: an item without its space. */
function isTightItem(text: string, { style, valueStart, valueEnd }: ScalarEvent): boolean {
  if (style !== SCALAR_STYLE.PLAIN || text[valueStart] !== '-') return false;
  if (!/^-[^\s\d.-]/.test(text.slice(valueStart, Math.min(valueEnd, valueStart + 2)))) return false;
  return /(?:^|:[ \t]*(?:#[^\r\n]*)?[\r\n])\s*$/.test(text.slice(Math.max(0, valueStart - 200), valueStart));
}

/** The offset of the first directive, which only blank lines and comments can precede; null if there is none. */
function findDirective(text: string): number | null {
  for (const { index, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    if (line.startsWith('%')) return index;
    if (!/^\s*(?:#|$)/.test(line)) return null;
  }
  return null;
}

/** The offset of the line that begins the second document: the first `---` after the content of the first. */
function secondDocument(text: string, from: number): number {
  const marker = /^---(?=\s|$)/gm;
  marker.lastIndex = from;
  return marker.exec(text)?.index ?? from;
}

/** Makes the value. Keys that repeat, are not text or are too long are left out of it and reported. */
function construct({ path, text, diagnostics }: Report, events: Event[]): unknown {
  let hasBadKey = false;
  const mapping = defineMappingTag<Record<string, unknown>>('tag:yaml.org,2002:map', {
    create: () => ({}),
    addPair(members, key, value) {
      if (typeof key !== 'string' || key === MERGE || isTooLong(key) || Object.hasOwn(members, key)) hasBadKey = true;
      else if (key === '__proto__') define(members, key, value);
      else members[key] = value;
      return '';
    },
    // Repeated keys are reported, all of them, instead of ending the parse.
    has: () => false,
    keys: Object.keys,
    get: (members, key) => members[key as string],
    identify: () => false,
  });
  const schema = FAILSAFE_SCHEMA.withTags(mapping, SCALAR_TAGS);
  const [value] = constructFromEvents(events, { source: text, schema });
  if (hasBadKey) {
    walk(text, events, new Map(), (key) => {
      const problem = keyProblem(path, text, key);
      if (problem) diagnostics.push(problem);
    });
  }
  return value;
}

/** Later stages make texts of keys, for each thing that they say of it. */
const isTooLong = (key: string): boolean => key.length > INPUT_LIMITS.keyLength;

/** An ordinary assignment to `__proto__` would change what the object inherits from. */
function define(members: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
}

function keyProblem(path: string, text: string, { range, ...key }: Key): Diagnostic | null {
  if (key.text === MERGE) return diagnostic('yaml-anchor', path, range, { text: MERGE });
  if (isTooLong(key.text)) return diagnostic('too-long', path, range, { limit: INPUT_LIMITS.keyLength });
  if (!key.isScalar || (key.isPlain && typeof resolvePlain(key.text) !== 'string')) {
    const number = numberAround(text, range);
    if (!number) return diagnostic('key-not-text', path, range, { isScalar: key.isScalar });
    const { start, end } = number;
    const raw = text.slice(start, end);
    // One number can give several keys.
    if (raw.indexOf(',') + 1 !== range.start - start) return null;
    return diagnostic(
      'bad-number',
      path,
      { start, end },
      { raw, why: withoutSeparators(raw) ?? 'write a point instead of the comma' },
    );
  }
  return key.isRepeated ? diagnostic('duplicate-key', path, range, { key: key.text }) : null;
}

/** More digits than any number has. */
const DIGITS = 40;

/** The number with commas, such as `13,77` or `3,001,234`, of which YAML takes a part for a key; null if there is none. */
function numberAround(text: string, { start, end }: Range): Range | null {
  const before = /(?<=[\s[{])-?\d+(?:,\d+)*,$/.exec(text.slice(Math.max(0, start - DIGITS), start))?.[0];
  if (!before || !/^\d+$/.test(text.slice(start, Math.min(end, start + DIGITS)))) return null;
  const after = /^(?:,\d+)*(?=[\s,\]}])/.exec(text.slice(end, end + DIGITS))?.[0] ?? '';
  return { start: start - before.length, end: end + after.length };
}

function syntaxProblem({ path, text }: Report, error: unknown): Diagnostic {
  if (!(error instanceof YAMLException)) throw error;
  const at = Math.min(error.mark?.position ?? 0, text.length);
  if (/maxDepth/.test(error.reason)) return diagnostic('too-deep', path, { start: at, end: at + 1 }, null);
  const directive = findDirective(text);
  if (directive !== null) return diagnostic('yaml-directive', path, { start: directive, end: directive + 1 }, null);
  const { start, end, reason } = explainSyntax(text, error);
  return diagnostic('yaml-syntax', path, { start, end }, { reason });
}

/** A character has at most this many bytes. */
const LONGEST = 4;

/** The byte order mark, which editors do not show. */
const MARK = '\uFEFF';

/** Decodes a catalog file. A wrong encoding becomes a diagnostic that points at the first wrong byte. */
export function decode(path: string, bytes: Uint8Array): { text: string; problem: Diagnostic | null } {
  const encoding = foreignEncoding(bytes);
  if (encoding) return { text: '', problem: diagnostic('not-utf8', path, null, { encoding }) };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoded = buffer.toString('utf8');
  const text = decoded.startsWith(MARK) ? decoded.slice(1) : decoded;
  if (isUtf8(buffer)) return { text, problem: null };
  const start = buffer.subarray(0, validLength(buffer)).toString('utf8').length - (decoded.length - text.length);
  return { text, problem: diagnostic('not-utf8', path, { start, end: start + 1 }, { encoding: null }) };
}

/** UTF-16 and UTF-32, with or without a byte order mark: a YAML file begins with an ASCII character. */
function foreignEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32';
  const isTwoByte = bytes.length >= 4 && ((a === 0 && b !== 0 && c === 0) || (a !== 0 && b === 0 && d === 0));
  return isTwoByte ? 'UTF-16' : null;
}

/** For a buffer that is not UTF-8, how many bytes at its beginning are. */
function validLength(buffer: Buffer): number {
  // The bytes before `low` are UTF-8, and those before `high` are not.
  let low = 0;
  let high = buffer.length;
  while (high - low > 2 * LONGEST) {
    let middle = (low + high) >> 1;
    while (middle > low && isContinuation(buffer[middle])) middle--;
    // No character has that many continuation bytes.
    if (middle === low) break;
    if (isUtf8(buffer.subarray(low, middle))) low = middle;
    else high = middle;
  }
  let good = low;
  for (let end = low + 1; end <= Math.min(low + 2 * LONGEST, high); end++)
    if (isUtf8(buffer.subarray(low, end))) good = end;
  return good;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
