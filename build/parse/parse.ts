/** Reads YAML, and refuses features outside of the format. */
import { isUtf8 } from 'node:buffer';
import { isMap, isScalar, type Node } from 'yaml';
import { INPUT_LIMITS } from '../../contract/base/limits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Details, STAGE_PROBLEMS } from '../diagnostics/messages.ts';
import { CANONICAL_DECLINED, readCanonicalYaml } from './canonical.ts';
import { yamlEntriesIn } from './divide.ts';
import {
  childNodesOf,
  type Explanation,
  explainControl,
  isPlain,
  NO_SPACE_AFTER_DASH,
  NOT_AN_ENTRY,
  nodeRangeOf,
  type Range,
  readYaml,
  scalarTextOf,
  type YamlText,
} from './document.ts';
import { mayBeThousands, resolvePlainScalar, thousandsAdvice } from './scalars.ts';

interface ParsedFile {
  readonly text: string;
  /**
   * Plain objects, arrays, strings, numbers, booleans, null, and symbols for misread scalars (`asMisreadNumber`).
   * Undefined if it is not one YAML document.
   */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
}

type ExplainSyntax = (source: YamlText) => readonly Explanation[];

/** Finds at most one error, without a reason, for callers that print none. Tags have their own diagnostic. */
const unexplained: ExplainSyntax = ({ errors, outdented }) =>
  [...errors.filter(({ code }) => code !== 'TAG_RESOLVE_FAILED').map(({ pos }) => pos[0]), ...outdented]
    .slice(0, 1)
    .map((start) => ({ start, end: start + 1, reason: '' }));

/** @param explain needed only if diagnostics are printed */
export function parseCatalogFile(path: string, bytes: Uint8Array, explain = unexplained): ParsedFile {
  const { text, problem } = decodeCatalogFile(path, bytes);
  if (problem) return { text, value: undefined, diagnostics: [problem] };
  const value = readCanonicalYaml(text);
  return value === CANONICAL_DECLINED ? parseYaml(path, text, explain) : { text, value, diagnostics: [] };
}

export function parseYaml(path: string, text: string, explain = unexplained): ParsedFile {
  const reader = new ValueReader(path, explain);
  const entries = yamlEntriesIn(text);
  if (entries) {
    const members: Record<string, unknown> = {};
    const keys = new Set<string>();
    for (const { start, end } of entries) reader.addEntry(text.slice(start, end), start, members, keys);
    return reader.result(text, members);
  }
  return reader.result(text, reader.read(text, 0));
}

type Code = keyof typeof STAGE_PROBLEMS;

const MERGE = '<<';

/** Under these keys, `20.000` is not a number of thousands: degrees and texts. */
const WITHOUT_THOUSANDS = /(?:itude|^west|^south|^east|^north|^name|^copyright|^text)$/i;

class ValueReader {
  readonly #path: string;
  readonly #explain: ExplainSyntax;
  readonly #diagnostics: Diagnostic[] = [];
  #source: YamlText = readYaml('');
  /** The offset of `#source` in the file. */
  #base = 0;
  #isReadable = true;
  #values = 0;
  /** Where unquoted keys and values end, in `#source`. */
  readonly #plainEnds = new Set<number>();

  constructor(path: string, explain: ExplainSyntax) {
    this.#path = path;
    this.#explain = explain;
  }

  result(text: string, value: unknown): ParsedFile {
    if (this.#values > INPUT_LIMITS.values) {
      return { text, value: undefined, diagnostics: [diagnostic('too-many-values', this.#path, null, null)] };
    }
    return { text, value: this.#isReadable ? value : undefined, diagnostics: this.#diagnostics };
  }

  addEntry(text: string, base: number, members: Record<string, unknown>, keys: Set<string>): void {
    const canonical = readCanonicalYaml(text);
    if (typeof canonical === 'object' && canonical !== null && !Array.isArray(canonical)) {
      const [key = ''] = Object.keys(canonical);
      if (!keys.has(key)) {
        this.#values += sizeOf(canonical);
        keys.add(key);
        define(members, key, (canonical as Record<string, unknown>)[key]);
        return;
      }
      if (text.startsWith(`${key}:`)) {
        this.#base = base;
        this.#values += sizeOf(canonical);
        if (this.#isReadable) this.#report('duplicate-key', { start: 0, end: key.length }, { key });
        return;
      }
    }
    const value = this.read(text, base, members, keys);
    if (value === members || !this.#isReadable) return;
    // The parser accepts a scalar as a document, which is not an entry.
    const { root, text: source } = this.#source;
    this.#refuse('yaml-syntax', root ? nodeRangeOf(source, root) : at(0), { reason: NOT_AN_ENTRY });
  }

  read(text: string, base: number, members: Record<string, unknown> = {}, keys = new Set<string>()): unknown {
    this.#base = base;
    const { undividedLength, undividedValues } = INPUT_LIMITS;
    const isTooLong = text.length > undividedLength;
    if (isTooLong || (text.length > undividedValues && separatorsIn(text) > undividedValues)) {
      const place = base === 0 ? null : { start: base, end: base + 1 };
      const more = isTooLong ? ([undividedLength, 'characters'] as const) : ([undividedValues, 'values'] as const);
      this.#diagnostics.push(diagnostic('not-divided', this.#path, place, { more }));
      this.#isReadable = false;
      return;
    }
    const source = readYaml(text);
    this.#source = source;
    this.#plainEnds.clear();
    const directive = findDirective(text);
    if (source.tooDeep !== null) {
      this.#refuse('too-deep', at(source.tooDeep), null);
      return;
    }
    if (directive !== null) this.#report('yaml-directive', at(directive), null);
    const hasErrors = source.errors.length + source.outdented.length > 0;
    const syntax = hasErrors ? this.#explain(source) : [];
    const control = syntax.length > 0 ? null : explainControl(text);
    for (const { reason, ...range } of control ? [control] : syntax) {
      if (directive === null) this.#report('yaml-syntax', range, { reason });
      this.#isReadable = false;
    }
    if (syntax.length > 0 || control) return;
    this.#checkStream(source);
    const value = this.#valueOf(source.root, members, keys);
    this.#findLostText(source);
    return value;
  }

  #report<C extends Code>(code: C, { start, end }: Range, details: Details<typeof STAGE_PROBLEMS, C>): void {
    const place = { start: start + this.#base, end: end + this.#base };
    this.#diagnostics.push(diagnostic(code, this.#path, place, details));
  }

  #refuse<C extends Code>(code: C, range: Range, details: Details<typeof STAGE_PROBLEMS, C>): void {
    this.#report(code, range, details);
    this.#isReadable = false;
  }

  #checkStream({ text, root, documents, marks }: YamlText): void {
    const second = documents[1];
    if (second !== undefined) this.#report('several-documents', { start: second, end: second + 3 }, null);
    const anchors = new Set<string>();
    for (const { type, ...range } of marks) {
      const written = text.slice(range.start, range.end);
      const name = written.slice(1);
      if (type === 'anchor') anchors.add(name);
      // An anchor and its aliases are one mistake.
      if (type === 'anchor' || (type === 'alias' && !anchors.has(name))) {
        this.#refuse('yaml-anchor', range, { text: written });
      }
      if (type === 'tag') this.#refuse('yaml-tag', range, { text: written });
    }
    if (documents.length === 0 || root === null) {
      this.#isReadable = false;
      this.#diagnostics.push(diagnostic('empty-file', this.#path, null, { hasComments: /^[ \t]*#/m.test(text) }));
    }
  }

  /** Reports and drops keys that repeat, are not text or are too long. */
  #valueOf(node: Node | null, members: Record<string, unknown> = {}, keys = new Set<string>()): unknown {
    this.#values++;
    if (node === null || isScalar(node)) return this.#scalar(node);
    // The end of a list or mapping counts, too.
    this.#values++;
    if (!isMap(node)) return childNodesOf(node).map(({ value }) => this.#valueOf(value));
    for (const { key, value: inner } of childNodesOf(node)) {
      this.#values++;
      if (isPlain(key) && key?.range) this.#plainEnds.add(key.range[1]);
      const text = scalarTextOf(key);
      const isUsable = this.#checkKey(key, text, keys);
      if (key === null || isScalar(key)) keys.add(text);
      const value = this.#valueOf(inner);
      if (isPlain(inner) && inner !== null && mayBeThousands(scalarTextOf(inner)) && !WITHOUT_THOUSANDS.test(text))
        this.#report('grouped-number', nodeRangeOf(this.#source.text, inner), { raw: scalarTextOf(inner) });
      if (isUsable) define(members, text, value);
    }
    return members;
  }

  #scalar(node: Node | null): unknown {
    const text = scalarTextOf(node);
    if (node?.range) {
      const [start, end] = node.range;
      if (end - start > INPUT_LIMITS.textLength) {
        this.#refuse('too-long', { start, end }, { limit: INPUT_LIMITS.textLength });
      }
      if (isPlain(node)) this.#plainEnds.add(end);
      if (isTightItem(this.#source.text, node, text)) {
        this.#refuse('yaml-syntax', at(start), { reason: NO_SPACE_AFTER_DASH });
      }
    }
    return isPlain(node) ? resolvePlainScalar(text) : text;
  }

  #checkKey(key: Node | null, text: string, keys: ReadonlySet<string>): boolean {
    const { text: source } = this.#source;
    const range = key === null ? at(0) : nodeRangeOf(source, key);
    const isText = (key === null || isScalar(key)) && !(isPlain(key) && typeof resolvePlainScalar(text) !== 'string');
    if (!this.#isReadable) return false;
    if (text === MERGE) this.#report('yaml-anchor', range, { text: MERGE });
    else if (text.length > INPUT_LIMITS.keyLength) this.#report('too-long', range, { limit: INPUT_LIMITS.keyLength });
    else if (!isText) this.#reportKeyNotText(key, range);
    else if (keys.has(text)) this.#report('duplicate-key', range, { key: text });
    else return true;
    return false;
  }

  #reportKeyNotText(key: Node | null, range: Range): void {
    const { text } = this.#source;
    const number = numberAround(text, range);
    if (!number) {
      this.#report('key-not-text', range, { isScalar: key === null || isScalar(key) });
      return;
    }
    const raw = text.slice(number.start, number.end);
    // A number with several commas becomes several keys.
    if (raw.indexOf(',') + 1 !== range.start - number.start) return;
    // Only coordinates have fractions.
    const isWhole = !/(?:itude|west|south|east|north)["']?:\s*$/i.test(text.slice(0, number.start).slice(-40));
    this.#report('bad-number', number, {
      raw,
      why: thousandsAdvice(raw, isWhole) ?? 'write a point instead of the comma',
    });
  }

  /**
   * Comments probably meant as part of a value, as in `name: Map #1`: after an unquoted or missing value, without a
   * space after the `#`.
   */
  #findLostText({ text, marks }: YamlText): void {
    for (const { type, start, end } of marks) {
      if (type !== 'comment' || !/^[ \t]#[^\s#!]/.test(text.slice(start - 1, start + 2))) continue;
      let before = start;
      while (/[ \t]/.test(text[before - 1] ?? '') && !this.#plainEnds.has(before)) before--;
      if (this.#plainEnds.has(before))
        this.#report('lost-to-comment', { start, end }, { text: text.slice(start, end) });
    }
  }
}

const at = (start: number): Range => ({ start, end: start + 1 });

const separatorsIn = (text: string): number => text.match(/[,\n]/g)?.length ?? 0;

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 2;
  for (const key in value) size += 1 + sizeOf((value as Record<string, unknown>)[key]);
  return size;
}

/** Assigning `__proto__` would change the prototype. */
function define(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value;
  else Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
}

/** An item without a space after its dash, at the start of a line, but not a number. */
function isTightItem(source: string, node: Node, text: string): boolean {
  if (!isPlain(node) || !/^-[^\s\d.-]/.test(text)) return false;
  const start = node.range?.[0] ?? 0;
  return /(?:^|:[ \t]*(?:#[^\r\n]*)?[\r\n])\s*$/.test(source.slice(Math.max(0, start - 200), start));
}

/** Only blank lines and comments can precede a directive. */
function findDirective(text: string): number | null {
  for (const { index, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    if (line.startsWith('%')) return index;
    if (!/^\s*(?:#|$)/.test(line)) return null;
  }
  return null;
}

const MAX_DIGITS = 40;

/** In braces, YAML reads the parts of `13,77` or `3,001,234` as keys. Null for other keys. */
function numberAround(text: string, { start, end }: Range): Range | null {
  const before = /(?<=[\s[{])-?\d+(?:,\d+)*,$/.exec(text.slice(Math.max(0, start - MAX_DIGITS), start))?.[0];
  if (!before || !/^\d+$/.test(text.slice(start, Math.min(end, start + MAX_DIGITS)))) return null;
  const after = /^(?:,\d+)*(?=[\s,\]}])/.exec(text.slice(end, end + MAX_DIGITS))?.[0] ?? '';
  return { start: start - before.length, end: end + after.length };
}

const BYTE_ORDER_MARK = '\uFEFF';

/** The place is the first byte that is not UTF-8. A file in UTF-16 or UTF-32 has no place. */
export function decodeCatalogFile(path: string, bytes: Uint8Array): { text: string; problem: Diagnostic | null } {
  const encoding = foreignEncoding(bytes);
  if (encoding) return { text: '', problem: diagnostic('not-utf8', path, null, { encoding }) };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoded = buffer.toString('utf8');
  const text = decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
  if (isUtf8(buffer)) return { text, problem: null };
  const start = firstReplaced(decoded, buffer) - (decoded.length - text.length);
  return { text, problem: diagnostic('not-utf8', path, { start, end: start + 1 }, { encoding: null }) };
}

/** A YAML file begins with an ASCII character: without a byte order mark, zero bytes show the encoding. */
function foreignEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32';
  const isTwoByte = bytes.length >= 4 && ((a === 0 && b !== 0 && c === 0) || (a !== 0 && b === 0 && d === 0));
  return isTwoByte ? 'UTF-16' : null;
}

/** The first U+FFFD that replaces a wrong byte. */
function firstReplaced(decoded: string, bytes: Buffer): number {
  let from = 0;
  let byte = 0;
  for (const { index } of decoded.matchAll(/\uFFFD/g)) {
    byte += Buffer.byteLength(decoded.slice(from, index));
    if (!bytes.subarray(byte, byte + REPLACEMENT.length).equals(REPLACEMENT)) return index;
    from = index;
  }
  return decoded.length;
}

const REPLACEMENT = Buffer.from('\uFFFD');
