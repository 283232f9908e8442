import { byCodePoint, itemsByKey } from '../../contract/base/text.ts';
import { withoutAllowed } from '../diagnostics/allowances.ts';
import { type Diagnostic, isSound, withoutNamedIds } from '../diagnostics/diagnostic.ts';
import { lineEnd, lineStarts } from '../parse/document.ts';
import { locateDiagnostics } from '../parse/locate.ts';
import { decodeCatalogFile } from '../parse/parse.ts';
import type { CatalogFolder } from '../read/folder.ts';
import { maskedMessage, withoutPastedKeys } from '../tile-url/secrets.ts';
import type { Finding } from './findings.ts';

type TextOf = (file: string) => string | null;

export function findingsOf(diagnostics: readonly Diagnostic[], textOf: TextOf): Finding[] {
  const byFile = itemsByKey(diagnostics, ({ file }) => file);
  const files = [...byFile.keys()].sort(byCodePoint);
  // After an error, rules see only parts of the catalog, and may miss warnings that comments allow.
  const isComplete = isSound(diagnostics);
  const locatedIn = (file: string) => locateAll(withoutNamedIds(byFile.get(file) as Diagnostic[]), textOf, isComplete);
  return files.flatMap((file) => onePerCause(locatedIn(file)));
}

export function findingsInFolder(folder: CatalogFolder, diagnostics: readonly Diagnostic[]): Finding[] {
  return findingsOf(diagnostics, (file) => {
    try {
      return decodeCatalogFile(file, folder.read(file)).text;
    } catch {
      return null;
    }
  });
}

function locateAll(diagnostics: readonly Diagnostic[], textOf: TextOf, isComplete: boolean): Finding[] {
  const needsText = diagnostics.some(({ place }) => place !== null);
  const readable = needsText ? textOf((diagnostics[0] as Diagnostic).file) : null;
  const text = readable ?? '';
  const ranges = readable === null ? [] : locateDiagnostics(text, diagnostics);
  const positionAt = positionFinder(text);
  const located = diagnostics.map((diagnostic, index) => {
    const range = ranges[index];
    return { diagnostic, range, position: range ? positionAt(range.start, range.end) : WHOLE_FILE };
  });
  return withoutAllowed(located, ({ range, position }) => (range ? position.line : null), isComplete)
    .map(({ diagnostic, range, position }): Finding => {
      const written = range ? text.slice(range.start, range.end) : '';
      const { file, severity, code } = diagnostic;
      return {
        file,
        ...position,
        severity,
        code,
        message: maskedMessage(diagnostic, written),
      };
    })
    .sort((a, b) => a.line - b.line || a.column - b.column || byCodePoint(a.code, b.code));
}

const MAX_LINE_CHARACTERS = 5_000_000;

const WHOLE_FILE = { line: 1, column: 1, endColumn: null, lineText: null };

type Position = Pick<Finding, 'line' | 'column' | 'endColumn' | 'lineText'>;

function positionFinder(text: string): (start: number, end: number) => Position {
  let starts: number[] | null = null;
  const lines = new Map<number, string>();
  return (start, end) => {
    starts ??= lineStarts(text);
    const line = lastAtMost(starts, start);
    const from = starts[line] as number;
    let lineText = lines.get(line);
    if (lineText === undefined) {
      const to = lineEnd(text, from);
      // A key's name may be on the line before its value.
      const before = Math.max(starts[line - 1] ?? from, from - 200);
      lineText = to - from > MAX_LINE_CHARACTERS ? '' : withoutPastedKeys(text.slice(before, to)).slice(from - before);
      lines.set(line, lineText);
    }
    const column = start - from + 1;
    const endColumn = Math.max(column + 1, Math.min(end - from, lineText.length) + 1);
    return { line: line + 1, column, endColumn, lineText };
  };
}

/** Items ascend; the first is at most `limit`. */
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

/** Text lost to a comment leaves an empty or shortened value, whose other problems are not reported. */
function onePerCause(findings: readonly Finding[]): Finding[] {
  const lost = new Set(findings.filter(({ code }) => code === 'lost-to-comment').map(({ line }) => line));
  return findings.filter(({ code, line }) => code === 'lost-to-comment' || !lost.has(line));
}
