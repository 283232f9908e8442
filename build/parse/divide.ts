import type { Range } from './document.ts';

/** In characters; shorter texts are parsed whole. */
const LARGE = 500_000;

/** A line that begins neither like a key, a comment nor the inside of an entry. One is `...`, which ends a document. */
const OTHER_LINE = /(?:^|\n)(?:\.{3}\s|(?![\w/.~(]|\P{ASCII}|"[^"\n]*":|'[^'\n]*':|[ #\n]|\r\n|$))/u;

/** An entry begins with the comments above it. Null for a short text, or one with an OTHER_LINE. */
export function yamlEntriesIn(text: string): Range[] | null {
  if (text.length < LARGE || OTHER_LINE.test(text)) return null;
  const starts: number[] = [];
  for (const { index } of text.matchAll(/(?<=^|\n)[^\s#]/g)) {
    starts.push(starts.length === 0 ? 0 : commentsAbove(text, index));
  }
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
}

function commentsAbove(text: string, line: number): number {
  let start = line;
  for (;;) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (!/^(?:#|\r?\n)/.test(text.slice(before, before + 2))) return start;
    start = before;
  }
}

/** Null without a key, or for an escape unknown to JSON. */
export function yamlEntryKey(text: string, { start, end }: Range): string | null {
  const line = /^[^\s#].*$/m.exec(text.slice(start, end))?.[0] ?? '';
  const [, double, single, plain] = /^(?:("(?:[^"\\]|\\.)*")|'((?:[^']|'')*)'|(.*?)):(?:\s|$)/.exec(line) ?? [];
  if (double === undefined) return single?.replaceAll("''", "'") ?? plain ?? null;
  try {
    return JSON.parse(double);
  } catch {
    return null;
  }
}
