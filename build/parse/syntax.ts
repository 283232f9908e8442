import { TEXT_LIMITS } from '../../contract/base/limits.ts';
import { hostAdvice, nameOfCharacter, UNSEEN } from '../diagnostics/wording.ts';
import {
  type Explanation,
  explainControl,
  lineEnd,
  lineStart,
  NO_SPACE_AFTER_DASH,
  NOT_AN_ENTRY,
  type YamlText,
} from './document.ts';

interface Failure {
  readonly source: YamlText;
  readonly text: string;
  /** The offset of the error in `text`. */
  readonly at: number;
  /** Begins at `from`; a long line is cut. */
  readonly line: string;
  readonly from: number;
  readonly code: string;
  readonly message: string;
}

/** Explaining an error takes time, and a file can have thousands. */
const MAX_EXPLAINED = 50;

/** Explains only the first error of each line. */
export function explainSyntax(source: YamlText): Explanation[] {
  const { text, errors, outdented } = source;
  const whole = explainConflict(text) ?? explainControl(text);
  if (whole) return [whole];
  const found = new Map<number, Explanation & { readonly line: number; readonly isOpen: boolean }>();
  // A long line may have an error at each character.
  let [from, to] = [0, -1];
  for (const { code, message, pos } of errors) {
    const at = Math.min(pos[0], text.length);
    if (at < from || at > to) [from, to] = [lineStart(text, at), lineEnd(text, at)];
    // Tags have their own diagnostic.
    if (code === 'TAG_RESOLVE_FAILED' || found.has(from)) continue;
    if (found.size === MAX_EXPLAINED) break;
    // After the end of the document, each word is an error.
    if (found.size > 0 && /in YAML stream/.test(message)) break;
    const line = text.slice(from, Math.min(to, from + TEXT_LIMITS.line));
    const explanation = explain({ source, text, at, line, from, code, message });
    const causeLine = lineStart(text, explanation.start);
    found.set(from, {
      ...explanation,
      line: causeLine,
      isOpen: causeLine < from || /never closed/.test(explanation.reason),
    });
  }
  for (const at of outdented) {
    const line = lineStart(text, at);
    if (!found.has(line)) found.set(line, { ...belongsAbove(text, at), line, isOpen: false });
  }
  const kept: Explanation[] = [];
  let last = -1;
  for (const { line, isOpen, start, end, reason } of [...found.values()].sort(
    (a, b) => a.line - b.line || Number(b.isOpen) - Number(a.isOpen),
  )) {
    if (line === last) continue;
    kept.push({ start, end, reason });
    last = line;
    // Both cause the errors that follow.
    if (isOpen || FENCE.test(text.slice(start, end))) break;
  }
  return kept;
}

function explain(failure: Failure): Explanation {
  for (const step of [explainFence, explainHost, explainLine, explainUnseen, explainOpen, explainEmpty, explainQuote]) {
    const explanation = step(failure);
    if (explanation) return explanation;
  }
  const { text } = failure;
  const [place, reason] = reasonFor(failure);
  // After the last text, no line can be shown.
  const start = text.slice(place).trim() === '' ? Math.max(0, text.trimEnd().length - 1) : place;
  return { start, end: start + 1, reason };
}

function explainConflict(text: string): Explanation | null {
  const start = text.search(/^(?:<{7}|>{7})(?=\s|$)/m);
  return start === -1 ? null : { start, end: start + 7, reason: 'a merge conflict is not resolved here' };
}

const FENCE = /^(?:`{3,}|~{3,})/;

/** People copy the fence of Markdown with the code inside. */
function explainFence({ text, line, from }: Failure): Explanation | null {
  const end = from + line.length;
  if (!FENCE.test(line)) return null;
  const others = /^(?:`{3,}|~{3,})/m.test(text.slice(end)) ? ', and the one at the end' : '';
  const reason = `a line with ${line.slice(0, 3)} is part of Markdown, not of the file; remove this line${others}`;
  return { start: from, end, reason };
}

/** YAML takes a host that begins with a placeholder for a mapping. */
function explainHost({ line, from }: Failure): Explanation | null {
  const end = /^\s*(?:hosts:|-).*?([#$]?\{[^{}\s]*\}\.[\w.-]+)/.exec(line)?.[1];
  const words = line.slice(0, line.indexOf(end ?? '')).split(/[^\w.-]/);
  const host = end === undefined ? undefined : `${words.at(-1)}${end}`;
  const reason = host === undefined ? null : hostAdvice(host);
  if (host === undefined || reason === null) return null;
  const found = from + line.indexOf(host);
  return { start: found, end: found + host.length, reason };
}

const UNSEEN_HERE = new RegExp(`[${UNSEEN}]`, 'uy');

function explainUnseen({ text, at }: Failure): Explanation | null {
  UNSEEN_HERE.lastIndex = at;
  const character = UNSEEN_HERE.exec(text)?.[0];
  return character ? { start: at, end: at + 1, reason: `this is ${nameOfCharacter(character)}; delete it` } : null;
}

const ENTRY_LINE = /^\s*(?:-|(?:"[^"]*"|'[^']*'|[^\s,[{]+):)(?:\s|$)/;

function explainOpen({ source, text, at, line, message }: Failure): Explanation | null {
  const quote = /Missing closing (["'])/.exec(message)?.[1];
  if (quote) return notClosed(text, openingQuote(text, at, quote), at, 'a quote', quote);
  const closer = /Flow .* end with a ([\]}])/.exec(message)?.[1];
  if (!closer) return null;
  const [opener, name] = closer === ']' ? (['[', 'a bracket'] as const) : (['{', 'a brace'] as const);
  if (line.includes(closer) && !ENTRY_LINE.test(line) && !/^\s*[\]}]/.test(line)) return belongsAbove(text, at);
  const start = source.unclosed.findLast((open) => open < at && text[open] === opener);
  return start === undefined ? null : notClosed(text, start, at, name, closer);
}

function belongsAbove(text: string, at: number): Explanation {
  const opener = text[at] === '}' ? '{' : '[';
  return { start: at, end: at + 1, reason: `this line belongs to the ${opener} above; indent it by two spaces` };
}

function notClosed(text: string, start: number, at: number, name: string, closer: string): Explanation {
  const hidden =
    name !== 'a quote' && /\s#/.test(text.slice(start, at).trimEnd())
      ? '; after a space, # begins a comment, which may hide the end'
      : '';
  return { start, end: start + 1, reason: `${name} is opened here and never closed with ${closer}${hidden}` };
}

function openingQuote(text: string, at: number, quote: string): number {
  const inside = quote === '"' ? /(?<!\\)(?:\\\\)*"/g : /'+/g;
  let start = 0;
  for (const { index, 0: found } of text.slice(0, at).matchAll(inside)) {
    // Inside single quotes, each single quote is doubled.
    if (quote === '"') start = index + found.length - 1;
    else if (found.length % 2 === 1) start = index;
  }
  return start;
}

/** Items below `[]`, or members below `{}`. */
function explainEmpty({ text, at, line }: Failure): Explanation | null {
  const empty = /^(?:\[\s*\]|\{\s*\})(?=[ \t]*(?:#.*)?\r?$)/m.exec(text.slice(0, at));
  if (!empty || !ENTRY_LINE.test(line)) return null;
  const [brackets] = empty;
  const { index } = empty;
  const reason = `${brackets} means an empty value, but there is more below; delete it`;
  return { start: index, end: index + brackets.length, reason };
}

const QUOTED = /'(?:[^']|'')*'|"(?:\\.|[^"\\])*"/y;

/** A quote that ends a text early: `'Bob's map'`. */
function explainQuote({ text, at, code }: Failure): Explanation | null {
  QUOTED.lastIndex = at;
  // At a key, `yaml` reports its start; at a value, what follows.
  const isKey = code === 'MISSING_CHAR' && QUOTED.test(text);
  const next = isKey ? QUOTED.lastIndex : at;
  const line = text.slice(0, next).trimEnd();
  const quote = line.at(-1);
  if ((quote !== "'" && quote !== '"') || /[\s,:\]}#'"]/.test(text[next] ?? '\n')) return null;
  const open = openingQuote(text, line.length - 1, quote);
  const place = { start: line.length - 1, end: line.length };
  if (line.length < next)
    return { ...place, reason: `the text ends at this ${quote}; put what follows in the quotes, too` };
  const name = quote === "'" ? 'apostrophe' : 'quote';
  const rest = /^[^\r\n]*?['"](?=[ \t]*(?:[,:\]}#\r\n]|$))/.exec(text.slice(next));
  const whole = rest?.[0].endsWith(quote) && text.slice(open + 1, next + rest[0].length - 1);
  return { ...place, reason: `this ${name} ends the text; ${whole ? `write ${inQuotes(whole)}` : 'write it twice'}` };
}

function inQuotes(text: string): string {
  const single = `'${text.replaceAll("'", "''")}'`;
  return /["\\]/.test(text) ? single : `${single} or "${text}"`;
}

/** Looks like a space, in the indentation or after a dash or colon, but is text to YAML. */
const FOREIGN_SPACE = new RegExp(`^-?([${UNSEEN}])|^[^\\s:]+:([${UNSEEN}])`, 'd');

function explainLine({ at, line, from, code, message }: Failure): Explanation | null {
  const lacksKey = /^Implicit|^All mapping items/.test(message) || code === 'BLOCK_AS_IMPLICIT_KEY';
  if (!lacksKey) return null;
  const [, dashes = '', content = ''] =
    /^([ \t]*(?:- +)*)(.*?)[ \t]*(?:(?<=\s)#.*)?$/.exec(line.slice(at - from)) ?? [];
  const start = at + dashes.length;
  const [, space] = (FOREIGN_SPACE.exec(content)?.indices ?? []).filter((range) => range !== undefined);
  if (space) {
    const name = nameOfCharacter(content.slice(...space));
    return { start: start + space[0], end: start + space[1], reason: `this is ${name}; type an ordinary space` };
  }
  // A key ends only at a colon before a space or tab.
  if (/:(?=[ \t]|$)/.test(content)) return null;
  if (/^-[^\s-]/.test(content)) return { start, end: start + 1, reason: NO_SPACE_AFTER_DASH };
  const [, key = ''] = /^([^\s:,]+|"[^"]+"|'[^']+'):(?!\/\/)/.exec(content) ?? [];
  if (key) {
    const reason = `a space is missing after the colon of ${JSON.stringify(key.replace(/^(['"])(.*)\1$/, '$2'))}`;
    return { start, end: start + key.length + 1, reason };
  }
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' && !dashes.includes('-') && /^[\w./-]+$/.test(content)) {
    return { start, end: start + content.length, reason: `a colon is missing after ${JSON.stringify(content)}` };
  }
  return null;
}

const NOT_CONTINUED = 'this line does not continue what is above it; look at the indentation';

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^TAB_AS_INDENT/, 'a tab is used to indent; use spaces'],
  [/^BAD_DQ_ESCAPE/, 'no such escape in double quotes; write \\\\ for a backslash'],
  [/Missing , or :/, 'a comma is missing between two items'],
  [/Unexpected , in flow/, 'an item is missing before the comma'],
  [/Block scalar header|Not a YAML token/, 'after | or > the text begins on the next line; or put the value in quotes'],
  [/Comments must be separated/, 'a space is missing before the #'],
  [/^BLOCK_IN_FLOW/, 'inside brackets or braces, write a list in [ ] and a mapping in { }'],
  [/^KEY_OVER_1024_CHARS/, 'a key has more than 1,024 characters before its colon'],
  [/Missing space after/, 'a space is missing here'],
  [/^(?:BAD_INDENT|UNEXPECTED_TOKEN)/, NOT_CONTINUED],
  [/^M(?:ISSING_CHAR|ULTILINE_IMPLICIT_KEY)/, NOT_AN_ENTRY],
];

function reasonFor({ text, at, line, from, code, message }: Failure): [at: number, reason: string] {
  const character = text[at] ?? '';
  if (code === 'BAD_SCALAR_START' || code === 'BAD_ALIAS') {
    return [at, `a value that begins with ${character} needs quotes`];
  }
  if (code === 'BLOCK_IN_FLOW' && /\{[^{};]*;/.test(line)) return [at, 'separate the members with commas, not with ;'];
  if (text.slice(at - 1, at + 1) === '](')
    return [at, 'this is a link of Markdown; write its text without its address'];
  if (/flow-(?:map|seq)-end/.test(message)) {
    return [at, `this ${character} closes nothing; remove it, or put the value in quotes`];
  }
  if (/block-seq-ind/.test(message) && line.slice(0, at - from).trim() !== '') {
    return [at, 'a list begins on a new line, below its key'];
  }
  if (/^-\s/.test(text.slice(at, at + 2))) return [at, NOT_CONTINUED];
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    const colon = at + Math.max(0, text.slice(at).search(/:(?=\s|$)/));
    const isSameLine = colon < from + line.length;
    const reason = isSameLine
      ? 'a second colon on the line; put the value in quotes'
      : 'the indentation does not fit the lines above, or a value needs quotes';
    return [colon, reason];
  }
  const found = REASONS.find(([expression]) => expression.test(`${code} ${message}`));
  return [at, found?.[1] ?? message];
}
