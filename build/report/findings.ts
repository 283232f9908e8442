/** Diagnostics with line, column and message, sorted by file and position. */
import { byCodePoint, grouped, plural } from '../../contract/text.ts';
import { withoutAllowed } from '../diagnostics/allowances.ts';
import { type Diagnostic, messageOf } from '../diagnostics/diagnostic.ts';
import { lineEnd, lineStarts } from '../parse/document.ts';
import { locate } from '../parse/locate.ts';
import { decode } from '../parse/parse.ts';
import type { CatalogFolder } from '../read/read.ts';
import type { Code } from '../rules/rules.ts';
import { withoutKeys } from '../tile-url/secrets.ts';

/** A diagnostic with its position and message. */
export interface Finding {
  /** Inside the catalog folder, with `/`. */
  readonly file: string;
  /** From 1; 1 if it is about the whole file. */
  readonly line: number;
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number;
  /** The column after the last one, on the same line; null if it is about the whole file. */
  readonly endColumn: number | null;
  /** The text of the line with keys masked; empty for a very long one, null if it is about the whole file. */
  readonly lineText: string | null;
  readonly severity: 'error' | 'warning';
  readonly code: Code;
  readonly message: string;
}

/** Finds lines and columns, and sorts. @param textOf the text of a file; null if it cannot be read */
export function findingsOf(diagnostics: readonly Diagnostic[], textOf: (file: string) => string | null): Finding[] {
  const byFile = grouped(diagnostics, ({ file }) => file);
  const files = [...byFile.keys()].sort(byCodePoint);
  return files.flatMap((file) => onePerCause(locateAll(byFile.get(file) as Diagnostic[], textOf)));
}

/** The findings for diagnostics of the files in a folder. For a file that cannot be read, they have no positions. */
export function reportOn(folder: CatalogFolder, diagnostics: readonly Diagnostic[]): Finding[] {
  return findingsOf(diagnostics, (file) => {
    try {
      return decode(file, folder.read(file)).text;
    } catch {
      return null;
    }
  });
}

function locateAll(diagnostics: readonly Diagnostic[], textOf: (file: string) => string | null): Finding[] {
  const needsText = diagnostics.some(({ place }) => place !== null);
  const readable = needsText ? textOf((diagnostics[0] as Diagnostic).file) : null;
  const text = readable ?? '';
  const ranges = readable === null ? [] : locate(text, diagnostics);
  const lineAt = lineFinder(text);
  const located = diagnostics.map((diagnostic, index) => {
    const range = ranges[index];
    return { diagnostic, range, position: range ? lineAt(range.start, range.end) : WHOLE_FILE };
  });
  return withoutAllowed(located, ({ range, position }) => (range ? position.line : null))
    .map(({ diagnostic, range, position }): Finding => {
      const written = range ? text.slice(range.start, range.end) : '';
      const { file, severity, code } = diagnostic;
      return {
        file,
        ...position,
        severity,
        code: code as Code,
        message: withoutKeys(messageOf(diagnostic, written)),
      };
    })
    .sort((a, b) => a.line - b.line || a.column - b.column || byCodePoint(a.code, b.code));
}

/** Longer lines are not shown. */
const LONGEST_LINE = 5_000_000;

const WHOLE_FILE = { line: 1, column: 1, endColumn: null, lineText: null };

type Position = Pick<Finding, 'line' | 'column' | 'endColumn' | 'lineText'>;

function lineFinder(text: string): (start: number, end: number) => Position {
  let starts: number[] | null = null;
  const lines = new Map<number, string>();
  return (start, end) => {
    starts ??= lineStarts(text);
    const line = lastAtMost(starts, start);
    const from = starts[line] as number;
    let lineText = lines.get(line);
    if (lineText === undefined) {
      const to = lineEnd(text, from);
      lineText = to - from > LONGEST_LINE ? '' : withoutKeys(text.slice(from, to));
      lines.set(line, lineText);
    }
    const column = start - from + 1;
    const endColumn = Math.max(column + 1, Math.min(end - from, lineText.length) + 1);
    return { line: line + 1, column, endColumn, lineText };
  };
}

/** The index of the last item that is at most `limit`. Items ascend, and the first is at most `limit`. */
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

/** Text lost to a comment leaves an empty or shortened value; problems of that value are not reported too. */
function onePerCause(findings: readonly Finding[]): Finding[] {
  const lost = new Set(findings.filter(({ code }) => code === 'lost-to-comment').map(({ line }) => line));
  return findings.filter(({ code, line }) => code === 'lost-to-comment' || !lost.has(line));
}

/** Whether an unchanged file has an error: only then does `concerning` need the previous findings. */
export function hasErrorElsewhere(findings: readonly Finding[], changed: ReadonlySet<string>): boolean {
  return findings.some(({ file, severity }) => severity === 'error' && !changed.has(file));
}

/**
 * Selects the findings in changed files (by their paths inside the catalog folder), and the errors that the change has
 * caused in others: if it deletes a data source, an edition that names it has an error. @param before those before it
 */
export function concerning(
  findings: readonly Finding[],
  changed: ReadonlySet<string>,
  before: readonly Finding[],
): { readonly listed: readonly Finding[]; readonly unlisted: readonly Finding[] } {
  const known = new Set(before.map(identity));
  const listed = findings.filter(
    (finding) => changed.has(finding.file) || (finding.severity === 'error' && !known.has(identity(finding))),
  );
  const shown = new Set(listed);
  return { listed, unlisted: findings.filter((finding) => !shown.has(finding)) };
}

/** A key that identifies a finding in an unchanged file. */
function identity({ file, line, column, code, message }: Finding): string {
  return JSON.stringify([file, line, column, code, message]);
}

/** The number of findings of each severity. */
export function countsOf(findings: readonly Finding[]): { readonly errors: number; readonly warnings: number } {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: findings.length - errors };
}

/** The counts as text: `3 errors, 1 warning`. */
export function summary(findings: readonly Finding[]): string {
  const { errors, warnings } = countsOf(findings);
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
}
