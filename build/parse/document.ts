import {
  Composer,
  type CST,
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type ParsedNode,
  Parser,
  type YAMLParseError,
  type YAMLWarning,
} from 'yaml';
import { INPUT_LIMITS } from '../../contract/base/limits.ts';

/** Offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

interface SourceMark extends Range {
  readonly type: 'comment' | 'anchor' | 'alias' | 'tag';
}

export interface YamlText {
  readonly text: string;
  /** The root of the first document; null if missing or nested too deep. */
  readonly root: Node | null;
  /** The offset of each `---`, or of a document without it. */
  readonly documents: readonly number[];
  readonly marks: readonly SourceMark[];
  /** Opening brackets of flow collections. */
  readonly unclosed: readonly number[];
  /** Closing brackets indented no deeper than their key. `yaml` accepts these. */
  readonly outdented: readonly number[];
  readonly errors: readonly (YAMLParseError | YAMLWarning)[];
  /** The offset of the first level that is nested too deep. */
  readonly tooDeep: number | null;
}

/**
 * Tags, aliases, `%YAML 1.1` and `<<` have no effect, and duplicate keys are kept. Accepts a comment in the first
 * column of a flow collection, which `yaml` reports as an error.
 */
export function readYaml(text: string): YamlText {
  // `yaml` does not end a line at a lone carriage return.
  const { tokens, tooDeep } = tokensOf(text.replace(/\r(?!\n)/g, '\n'));
  const walk = new TokenWalk(text, tooDeep);
  for (const token of tokens) walk.visit(token, 0, -1);
  const documents: Document.Parsed<ParsedNode>[] = [];
  if (walk.tooDeep === null) {
    const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
    for (const document of composer.compose(tokens)) documents.push(document as Document.Parsed<ParsedNode>);
  }
  return {
    text,
    root: documents[0]?.contents ?? null,
    documents: walk.documents,
    marks: walk.marks,
    unclosed: walk.unclosed,
    outdented: walk.outdented,
    errors: documents
      .flatMap(({ errors, warnings }) => [...errors, ...warnings])
      .filter(
        ({ message, pos }) => !(/^Comments must be separated/.test(message) && /[\r\n]/.test(text[pos[0] - 1] ?? '')),
      ),
    tooDeep: walk.tooDeep,
  };
}

/** Stops at the first level too deep: `yaml` ends levels by recursion, which would exhaust the stack. */
function tokensOf(text: string): { readonly tokens: readonly CST.Token[]; readonly tooDeep: number | null } {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The stack also has the document, and maybe a scalar.
    if (parser.stack.length > INPUT_LIMITS.depth + 2)
      return { tokens, tooDeep: parser.stack[INPUT_LIMITS.depth + 1]?.offset ?? 0 };
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, tooDeep: null };
}

class TokenWalk {
  readonly documents: number[] = [];
  readonly marks: SourceMark[] = [];
  readonly unclosed: number[] = [];
  readonly outdented: number[] = [];
  tooDeep: number | null;
  readonly #text: string;

  constructor(text: string, tooDeep: number | null) {
    this.#text = text;
    this.tooDeep = tooDeep;
  }

  /** @param indent of the surrounding block; -1 if there is none */
  visit(token: CST.Token, depth: number, indent: number): void {
    switch (token.type) {
      case 'comment':
      case 'anchor':
      case 'alias':
      case 'tag':
        this.#mark(token.type, token.offset, token.source);
        break;
      case 'document':
        this.documents.push(token.start.find(({ type }) => type === 'doc-start')?.offset ?? token.offset);
        this.#visitAll(token.start, depth, indent);
        if (token.value) this.visit(token.value, depth, indent);
        break;
      case 'block-scalar':
        this.#visitAll(token.props, depth, indent);
        break;
      case 'flow-collection':
        this.#checkClosing(token, indent);
        this.#visitItems(token, depth + 1, indent);
        break;
      case 'block-map':
      case 'block-seq':
        this.#visitItems(token, depth + 1, token.indent);
        break;
    }
    if ('end' in token && token.end) this.#visitAll(token.end, depth, indent);
  }

  #visitItems(token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection, depth: number, indent: number): void {
    if (depth > INPUT_LIMITS.depth) {
      this.tooDeep ??= token.offset;
      return;
    }
    for (const { start, key, sep, value } of token.items) {
      this.#visitAll(start, depth, indent);
      if (key) this.visit(key, depth, indent);
      if (sep) this.#visitAll(sep, depth, indent);
      if (value) this.visit(value, depth, indent);
    }
  }

  #checkClosing({ start, end, offset }: CST.FlowCollection, indent: number): void {
    const closer = end.find(({ type }) => type === (start.source === '[' ? 'flow-seq-end' : 'flow-map-end'));
    if (!closer) this.unclosed.push(offset);
    else if (closer.indent <= indent && this.#isFirstOnLine(closer.offset)) this.outdented.push(closer.offset);
  }

  #isFirstOnLine(at: number): boolean {
    let before = at - 1;
    while (this.#text[before] === ' ' || this.#text[before] === '\t') before--;
    return /[\r\n]/.test(this.#text[before] ?? '');
  }

  #visitAll(tokens: readonly CST.Token[], depth: number, indent: number): void {
    for (const token of tokens) this.visit(token, depth, indent);
  }

  #mark(type: SourceMark['type'], start: number, source: string): void {
    this.marks.push({ type, start, end: start + source.trimEnd().length });
  }
}

export interface Child {
  readonly key: Node | null;
  readonly value: Node | null;
}

export function childNodesOf(node: Node | null): Child[] {
  if (isMap<Node, Node | null>(node)) return node.items;
  return isSeq<Node>(node) ? node.items.map((value) => ({ key: null, value })) : [];
}

export function scalarTextOf(node: Node | null): string {
  if (!isScalar(node)) return '';
  return isPlain(node) ? (node.source ?? '') : String(node.value);
}

export function isPlain(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.type === 'PLAIN');
}

/**
 * The range of a scalar, or of a list or mapping in brackets, includes quotes and brackets. The range of another list
 * or mapping is its first character. A missing scalar has an empty range, at the dash or colon before it.
 */
export function nodeRangeOf(text: string, node: Node): Range {
  const [start = 0, end = start] = node.range ?? [];
  if (isCollection(node) && !node.flow) return { start, end: start + 1 };
  if (start < end) return { start, end };
  let at = /[-:?]/.test(text[start] ?? '') ? start : Math.max(0, start - 1);
  while (at > 0 && text[at] === ' ') at--;
  // Without content, the range is at the document's marker.
  while (/[-.]/.test(text[at] ?? '') && text[at - 1] === text[at]) at--;
  return { start: at, end: at };
}

/** Lines end in LF, CR or both. */
export function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  return start;
}

export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: ending } of text.matchAll(/\r\n?|\n/g)) starts.push(index + ending.length);
  return starts;
}

export function lineEnd(text: string, at: number): number {
  const ending = /[^\r\n]*/y;
  ending.lastIndex = at;
  return at + (ending.exec(text)?.[0].length ?? 0);
}

/** `reason` ends a sentence, without its full stop. */
export interface Explanation extends Range {
  readonly reason: string;
}

export const NOT_AN_ENTRY = 'this line, or one above it, is neither "key: value" nor "- item"';

export const NO_SPACE_AFTER_DASH = 'a space is missing after the dash';

// biome-ignore lint/suspicious/noControlCharactersInRegex: what YAML does not allow anywhere
const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/;

export function explainControl(text: string): Explanation | null {
  const start = text.search(CONTROL);
  if (start === -1) return null;
  const reason =
    text[start] === '\0'
      ? 'there is a NUL byte here; the file may be damaged or not text'
      : 'there is a control character here; remove it';
  return { start, end: start + 1, reason };
}
