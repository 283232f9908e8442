/**
 * Explains syntax errors to editors.
 *
 * js-yaml stops at the first character that fits nothing it has read so far, which is often a line after the mistake.
 * The functions here look for the usual mistakes and name the place where they were made.
 */
import type { YAMLException } from 'js-yaml';
import { nameOfCharacter, UNSEEN } from '../diagnostics/wording.ts';
import { lineEnd, lineStart, type Range } from './events.ts';
import { findOpen } from './open.ts';

/** The reason for an item of a list such as `-b`. */
export const NO_SPACE_AFTER_DASH = 'a space is missing after the dash';

/** What is wrong, where, and how to fix it, as the end of a sentence. */
export interface Explanation extends Range {
  readonly reason: string;
}

/** What js-yaml reports, and the offset at which it stops. */
interface Failure {
  readonly text: string;
  readonly at: number;
  readonly reason: string;
}

/** Explains why a text is not YAML. */
export function explainSyntax(text: string, { reason, mark }: YAMLException): Explanation {
  const failure = { text, at: Math.min(mark?.position ?? 0, text.length), reason };
  for (const explain of [
    explainConflict,
    explainFence,
    explainTab,
    explainUnseen,
    explainOpen,
    explainEmpty,
    explainQuote,
    explainLine,
  ]) {
    const explanation = explain(failure);
    if (explanation) return explanation;
  }
  return { ...visiblePlace(failure), reason: reasonAt(failure) };
}

function explainConflict({ text }: Failure): Explanation | null {
  const start = text.search(/^(?:<{7}|>{7})(?=\s|$)/m);
  return start === -1 ? null : { start, end: start + 7, reason: 'a merge conflict is not resolved here' };
}

/** The line around a code block in Markdown, copied along with the code. */
function explainFence({ text, at }: Failure): Explanation | null {
  const fence = /^(?:`{3,}|~{3,})[^\r\n]*/m.exec(text);
  if (!fence || fence.index > at) return null;
  const [line] = fence;
  const others = /^(?:`{3,}|~{3,})/m.test(text.slice(fence.index + line.length)) ? ', and the one at the end' : '';
  const reason = `a line with ${line.slice(0, 3)} is part of Markdown, not of the file; remove this line${others}`;
  return { start: fence.index, end: fence.index + line.length, reason };
}

function explainTab({ text, at, reason }: Failure): Explanation | null {
  // js-yaml cannot say how deep a line with a tab in it is.
  const line = text.slice(lineStart(text, at), at);
  if (!/deficient indentation/.test(reason) || !line.includes('\t')) return null;
  return { start: at, end: at + 1, reason: 'there is a tab on this line; use spaces' };
}

const UNSEEN_HERE = new RegExp(`[${UNSEEN}]`, 'uy');

/** A character that nobody sees, after a bracket or quote for example. */
function explainUnseen({ text, at }: Failure): Explanation | null {
  UNSEEN_HERE.lastIndex = at;
  const character = UNSEEN_HERE.exec(text)?.[0];
  return character ? { start: at, end: at + 1, reason: `this is ${nameOfCharacter(character)}; delete it` } : null;
}

/** A line that begins an item or member of a block. */
const ENTRY_LINE = /^\s*(?:-|(?:"[^"]*"|'[^']*'|[^\s,[{]+):)(?:\s|$)/;

const NAMES = { "'": 'a quote', '"': 'a quote', ']': 'a bracket', '}': 'a brace' } as const;

/** A quote, bracket or brace that is not closed. */
function explainOpen({ text, at, reason }: Failure): Explanation | null {
  const isClosing = /[\]}]/.test(text[at] ?? '');
  if (!isClosing && !/deficient indentation|end of the (?:stream|document) within/.test(reason)) return null;
  const open = findOpen(text, at);
  if (!open) return null;
  const { start, closer } = open;
  const line = text.slice(lineStart(text, at), lineEnd(text, at));
  const isInside = /[\]}]/.test(closer) && line.includes(closer) && !ENTRY_LINE.test(line);
  if (isInside && /deficient indentation/.test(reason)) {
    const opener = text[start];
    return { start: at, end: at + 1, reason: `this line belongs to the ${opener} above; indent it by two spaces` };
  }
  const written = text.slice(start, at).trimEnd();
  const hidden = /\s#/.test(written) ? '; after a space, # begins a comment, which may hide the end' : '';
  return { start, end: start + 1, reason: `${NAMES[closer]} is opened here and never closed with ${closer}${hidden}` };
}

/** Items below the `[]` of a list that had none, or members below `{}`. */
function explainEmpty({ text, at }: Failure): Explanation | null {
  const empty = /^(?:\[\s*\]|\{\s*\})(?=[ \t]*(?:#.*)?\r?$)/m.exec(text.slice(0, at));
  if (!empty || !ENTRY_LINE.test(text.slice(lineStart(text, at), lineEnd(text, at)))) return null;
  const [brackets] = empty;
  const { index } = empty;
  const reason = `${brackets} says that there is nothing, and there is more below; delete it`;
  return { start: index, end: index + brackets.length, reason };
}

/** A quote that ends a text too early: `'Bob's map'`. */
function explainQuote({ text, at }: Failure): Explanation | null {
  const line = text.slice(0, at).trimEnd();
  const quote = line.at(-1);
  const next = text[at] ?? '\n';
  if ((quote !== "'" && quote !== '"') || /[\s,:\]}#'"]/.test(next)) return null;
  const open = findOpen(text, line.length - 1);
  if (open?.closer !== quote) return null;
  const place = { start: line.length - 1, end: line.length };
  if (line.length < at)
    return { ...place, reason: `the text ends at this ${quote}; put what follows in the quotes, too` };
  const name = quote === "'" ? 'apostrophe' : 'quote';
  const rest = /^[^\r\n]*?['"](?=[ \t]*(?:[,:\]}#\r\n]|$))/.exec(text.slice(at));
  const whole = rest?.[0].endsWith(quote) && text.slice(open.start + 1, at + rest[0].length - 1);
  return { ...place, reason: `this ${name} ends the text; ${whole ? `write ${inQuotes(whole)}` : 'write it twice'}` };
}

/** The ways to write a text that has quotes in it. */
function inQuotes(text: string): string {
  const single = `'${text.replaceAll("'", "''")}'`;
  return /["\\]/.test(text) ? single : `${single} or "${text}"`;
}

/** A line that has no "key: value" or "- item" and was therefore read together with its neighbours. */
function explainLine({ text, at, reason }: Failure): Explanation | null {
  if (!/can not read|mapping key|implicit key|separator is expected|key-value separator|indentation of a/.test(reason))
    return null;
  const lines = linesUpFrom(text, at);
  const own = lines[0];
  if (!own) return null;
  const broken: Line[] = [];
  for (const line of lines) {
    if (line.indent !== own.indent || (line.isItem && line === own)) continue;
    if (slipIn(line)) broken.push(line);
    if (line !== own && (line.isItem || ENTRY.test(line.content))) break;
  }
  const first = broken.findLast(({ isItem }) => !isItem) ?? broken.at(-1);
  return first ? slipIn(first) : null;
}

interface Line {
  /** The offset at which its content begins. */
  readonly start: number;
  /** Without indentation, the dashes of list items, and a comment. */
  readonly content: string;
  /** The number of characters before the content. */
  readonly indent: number;
  /** Whether it begins with "- ". */
  readonly isItem: boolean;
}

/** How many lines are looked at. */
const NEAR = 50;

/** The colon of "key: value". To YAML, only a space or tab follows one. */
const ENTRY = /:(?=[ \t]|$)/;

/** The lines from the one at an offset upwards, without those that are blank or a comment. */
function linesUpFrom(text: string, at: number): Line[] {
  const lines: Line[] = [];
  let end = lineEnd(text, at);
  for (let count = 0; count < NEAR && end >= 0; count++) {
    const from = lineStart(text, end);
    const [, marks = '', content = ''] =
      /^([ \t]*(?:- +)*)(.*?)[ \t]*(?:(?<=\s)#.*)?$/.exec(text.slice(from, end)) ?? [];
    if (content !== '' && !content.startsWith('#')) {
      lines.push({ start: from + marks.length, content, indent: marks.length, isItem: marks.includes('-') });
    }
    end = text[from - 1] === '\n' && text[from - 2] === '\r' ? from - 2 : from - 1;
  }
  return lines;
}

/** Characters that look like a space but are ordinary text to YAML, after a dash or colon or in the indentation. */
const FOREIGN_SPACE = new RegExp(`^-?([${UNSEEN}])|^[^\\s:]+:([${UNSEEN}])`, 'd');

/** The mistake in a line that is neither "key: value" nor "- item"; null if it is not a usual one. */
function slipIn({ start, content, isItem }: Line): Explanation | null {
  const [, space] = (FOREIGN_SPACE.exec(content)?.indices ?? []).filter((range) => range !== undefined);
  if (space) {
    const name = nameOfCharacter(content.slice(...space));
    return { start: start + space[0], end: start + space[1], reason: `this is ${name}; type an ordinary space` };
  }
  if (ENTRY.test(content)) return null;
  if (/^-[^\s-]/.test(content)) return { start, end: start + 1, reason: NO_SPACE_AFTER_DASH };
  const [, key = ''] = /^([^\s:,]+|"[^"]+"|'[^']+'):(?!\/\/)/.exec(content) ?? [];
  if (key) {
    const reason = `a space is missing after the colon of ${JSON.stringify(key.replace(/^(['"])(.*)\1$/, '$2'))}`;
    return { start, end: start + key.length + 1, reason };
  }
  if (!isItem && /^[\w./-]+$/.test(content)) {
    return { start, end: start + content.length, reason: `a colon is missing after ${JSON.stringify(content)}` };
  }
  return null;
}

/** The reasons of js-yaml, in the words of an editor. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/tab characters/, 'a tab is used to indent; use spaces'],
  [/null byte/, 'there is a NUL byte here; the file may be damaged or not text'],
  [/non-printable/, 'there is a control character here; remove it'],
  [/quoted scalar|deficient indentation/, 'a quote, bracket or brace is opened and never closed'],
  [/within a flow collection/, 'a bracket or brace is opened and never closed'],
  [/missed comma/, 'a comma is missing between two items'],
  [/found ','/, 'an item is missing before the comma'],
  [/unknown escape sequence/, 'no such escape in double quotes; write \\\\ for a backslash'],
  [/name of an anchor/, 'a value that begins with & needs quotes'],
  [/name of an alias/, 'a value that begins with * needs quotes'],
  [/line break is expected/, 'after | or > the text begins on the next line; or put the value in quotes'],
  [/after a mapping key/, 'a colon is missing after a key'],
  [/key-value separator/, 'a space is missing after a colon'],
  [/can not read|implicit key/, 'this line, or one above it, is neither "key: value" nor "- item"'],
];

function reasonAt({ text, at, reason }: Failure): string {
  const character = text[at] ?? '';
  if (/document separator is expected/.test(reason)) {
    if (/[\]}]/.test(character)) return `this ${character} closes nothing; remove it`;
    return 'this line does not continue what is above it; look at the indentation';
  }
  if (/indentation of a (?:mapping|sequence) entry/.test(reason)) return indentationReason(text, at);
  return REASONS.find(([expression]) => expression.test(reason))?.[1] ?? reason;
}

/** js-yaml says "bad indentation" of anything it does not expect where the value of a key belongs. */
function indentationReason(text: string, at: number): string {
  const character = text[at] ?? '';
  const before = text.slice(lineStart(text, at), at);
  if (/[\]}]/.test(character)) return `this ${character} closes nothing; remove it, or put the value in quotes`;
  if (/[@`%|>]/.test(character)) return `a value that begins with ${character} needs quotes`;
  if (character === ':' && before.includes(': ')) return 'a second colon on the line; put the value in quotes';
  if (character === '-') return 'a list begins on a new line, below its key';
  return 'the indentation does not fit the lines above, or a value needs quotes';
}

/** The place of a failure; at the end of the file, where there is nothing to see, the last character before it. */
function visiblePlace({ text, at }: Failure): Range {
  const start = text.slice(at).trim() === '' ? Math.max(0, text.trimEnd().length - 1) : at;
  return { start, end: start + 1 };
}
