/** Diagnostics as people and programs read them: with line and column, sorted by file and position. */
import { locate } from '../parse/locate.ts';
import { byCodePoint } from '../text/order.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type Code, messageOf, severityOf } from './wording.ts';

/** A diagnostic with its position and words. */
export interface Finding {
  /** Inside the catalog folder, with `/`. */
  readonly file: string;
  /** From 1; null where the whole file is meant. */
  readonly line: number | null;
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number | null;
  /** The column behind the end, on the same line. */
  readonly endColumn: number | null;
  /** The text of the line; null where the whole file is meant. */
  readonly lineText: string | null;
  readonly severity: 'error' | 'warning';
  readonly code: Code;
  readonly message: string;
}

/**
 * Finds lines and columns, and sorts.
 *
 * @param textOf gives the text of a file; asked once for each file that has a diagnostic with a position
 */
export function report(diagnostics: readonly Diagnostic[], textOf: (file: string) => string): Finding[] {
  const byFile = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const group = byFile.get(diagnostic.file);
    if (group) group.push(diagnostic);
    else byFile.set(diagnostic.file, [diagnostic]);
  }
  const files = [...byFile.keys()].sort(byCodePoint);
  return files.flatMap((file) => onePerCause(findings(byFile.get(file) as Diagnostic[], textOf)));
}

function findings(diagnostics: readonly Diagnostic[], textOf: (file: string) => string): Finding[] {
  const needsText = diagnostics.some(({ place }) => place !== null);
  const text = needsText ? textOf((diagnostics[0] as Diagnostic).file) : '';
  const ranges = locate(text, diagnostics);
  const lineAt = lineFinder(text);
  return diagnostics
    .map((diagnostic, index): Finding => {
      const range = ranges[index];
      const position = range ? lineAt(range.start, range.end) : NOWHERE;
      const { file, code } = diagnostic;
      return { file, ...position, severity: severityOf(code), code, message: messageOf(diagnostic) };
    })
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || byCodePoint(a.code, b.code));
}

const NOWHERE = { line: null, column: null, endColumn: null, lineText: null };

type Position = Pick<Finding, 'line' | 'column' | 'endColumn' | 'lineText'>;

function lineFinder(text: string): (start: number, end: number) => Position {
  let starts: number[] | null = null;
  return (start, end) => {
    starts ??= lineStarts(text);
    const line = lastAtMost(starts, start);
    const from = starts[line] as number;
    const lineText = text.slice(from, (starts[line + 1] ?? text.length + 1) - 1).replace(/\r$/, '');
    const column = start - from + 1;
    const endColumn = Math.max(column + 1, Math.min(end - from, lineText.length) + 1);
    return { line: line + 1, column, endColumn, lineText };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the last item that is not above a value; the items ascend and the first is not above it. */
function lastAtMost(items: readonly number[], limit: number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((items[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Text lost to a comment leaves an empty or cut value behind; what is then wrong with that is not said as well. */
function onePerCause(findings: readonly Finding[]): Finding[] {
  const lost = new Set(findings.filter(({ code }) => code === 'lost-to-comment').map(({ line }) => line));
  return findings.filter(({ code, line }) => code === 'lost-to-comment' || !lost.has(line));
}
