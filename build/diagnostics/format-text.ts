/** Findings as text for a terminal: position, severity, code and message, then the line with a caret below. */
import type { Finding } from './report.ts';

/** How the parts of a report are coloured; each function gives its text back, dressed. */
export interface Palette {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
}

/** Lines are cut to this many characters around the caret. */
const WIDTH = 100;

/**
 * @param prefix what stands before each path, so that it can be opened from where the command ran
 */
export function formatText(findings: readonly Finding[], prefix: string, palette: Palette): string {
  return findings.map((finding) => `${heading(finding, prefix, palette)}\n${frame(finding, palette)}`).join('');
}

function heading({ file, line, column, severity, code, message }: Finding, prefix: string, palette: Palette): string {
  const position = line === null ? '' : `:${line}:${column}`;
  const dress = severity === 'error' ? palette.red : palette.yellow;
  return `${palette.bold(`${prefix}${file}${position}`)} ${dress(severity)} ${palette.dim(code)}  ${message}`;
}

function frame({ line, column, endColumn, lineText, severity }: Finding, palette: Palette): string {
  // A warning needs no mend, and its line no look.
  if (severity === 'warning' || line === null || column === null || endColumn === null || lineText === null) return '';
  const from = Math.max(0, Math.min(column - 1 - WIDTH / 2, lineText.length - WIDTH));
  const shown = lineText.slice(from, from + WIDTH).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  const gutter = `  ${line} | `;
  const indent = `${' '.repeat(gutter.length - 2)}| ${' '.repeat(column - 1 - from)}`;
  const length = Math.max(1, Math.min(endColumn - column, WIDTH - (column - 1 - from)));
  return `${palette.dim(gutter)}${shown}\n${palette.dim(indent)}${palette.red('^'.repeat(length))}\n`;
}
