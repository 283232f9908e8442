/** Where a file first differs from its form. */
import { type Diagnostic, diagnostic } from '../../build/pipeline.ts';

/** How many lines of the form are shown. */
const SHOWN = 12;

/** The first difference between a file and its form. */
export interface FormDifference {
  readonly diagnostic: Diagnostic;
  /** What to write from there on: the first lines, without their line ends. Empty where only bytes around lines differ. */
  readonly lines: readonly string[];
}

/**
 * Finds the first line that differs.
 *
 * @param text the file as it is, which is not in its form
 */
export function formDifference(path: string, text: string, formatted: string): FormDifference {
  let start = 0;
  let from = 0;
  let line = lineAt(text, start);
  let wanted = lineAt(formatted, from);
  while (line !== null && line.text === wanted?.text) {
    start = line.next;
    from = wanted.next;
    line = lineAt(text, start);
    wanted = lineAt(formatted, from);
  }
  if (line === null && wanted === null) {
    return { diagnostic: diagnostic('not-in-form', path, null, { differs: 'bytes', wanted: '' }), lines: [] };
  }
  const place = { start, end: start + Math.max(1, line?.text.length ?? 0) };
  const lines: string[] = [];
  for (; wanted !== null && lines.length < SHOWN; wanted = lineAt(formatted, wanted.next)) lines.push(wanted.text);
  // A copy: a part of a text keeps all of it in memory, and a difference outlives the texts.
  const shown = lines.map((line) => Buffer.from(line).toString());
  const details = { differs: shown.length === 0 ? 'surplus' : 'line', wanted: shown[0] ?? '' } as const;
  return { diagnostic: diagnostic('not-in-form', path, place, details), lines: shown };
}

/** A line without its end, and the offset of the next one. */
interface Line {
  readonly text: string;
  readonly next: number;
}

/** The line that begins at an offset; null at the end of the text. */
function lineAt(text: string, start: number): Line | null {
  if (start >= text.length) return null;
  const ending = /\r\n?|\n/g;
  ending.lastIndex = start;
  const found = ending.exec(text);
  const end = found?.index ?? text.length;
  return { text: text.slice(start, end), next: end + (found?.[0].length ?? 0) };
}
