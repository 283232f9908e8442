/** Findings as workflow commands, which GitHub shows on the lines of a pull request. */
import type { Finding } from './report.ts';

/**
 * @param prefix what leads from the root of the repository to the catalog
 */
export function formatGithub(findings: readonly Finding[], prefix: string): string {
  return findings
    .map(({ file, line, column, endColumn, lineText, severity, code, message }) => {
      const position = lineText === null ? {} : { line, col: column, endColumn };
      return annotation(severity, { file: `${prefix}${file}`, ...position, title: code }, message);
    })
    .join('');
}

/** One workflow command, with its line end. */
export function annotation(
  severity: Finding['severity'],
  properties: Readonly<Record<string, string | number | null>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity} ${list.join(',')}::${escapeMessage(message)}\n`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
