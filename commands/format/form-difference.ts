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
  // Lines and line ends in turn.
  const parts = text.split(/(\r\n?|\n)/);
  const lines = withoutEnd(parts.filter((_, index) => index % 2 === 0));
  const wanted = withoutEnd(formatted.split('\n'));
  let at = 0;
  while (at < lines.length && lines[at] === wanted[at]) at++;
  if (at === lines.length && at === wanted.length) {
    return { diagnostic: diagnostic('not-in-form', path, null, { differs: 'bytes', wanted: '' }), lines: [] };
  }
  const start = parts.slice(0, 2 * at).reduce((sum, part) => sum + part.length, 0);
  const place = { start, end: start + Math.max(1, lines[at]?.length ?? 0) };
  // A copy: a part of a text keeps all of it in memory, and a difference outlives the texts.
  const shown = wanted.slice(at, at + SHOWN).map((line) => Buffer.from(line).toString());
  const details = { differs: shown.length === 0 ? 'surplus' : 'line', wanted: shown[0] ?? '' } as const;
  return { diagnostic: diagnostic('not-in-form', path, place, details), lines: shown };
}

/** Lines without the empty one that follows the last line end. */
function withoutEnd(lines: readonly string[]): readonly string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
