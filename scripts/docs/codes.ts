/** What each diagnostic code means, from the table of their words. */
import { type Code, WORDING } from '../../build/diagnostics/wording.ts';
import { byCodePoint } from '../../build/text/order.ts';
import { code, prose } from './markdown.ts';

/**
 * Every code with its meaning, as Markdown.
 *
 * @param reports what the check printed of bad catalogs, from which the shortest message of each code is shown
 */
export function codesSection(reports: readonly string[]): string {
  const examples = examplesIn(reports);
  return (Object.keys(WORDING) as Code[])
    .map((name) => {
      const { severity, about } = WORDING[name];
      const kind = severity === 'warning' ? ' (a warning)' : '';
      const example = examples.get(name);
      return `- **${code(name)}**${kind}: ${prose(about)}${example ? `\\\n  For example: ${code(example)}` : ''}`;
    })
    .join('\n');
}

/** A line of a report: `path:line:column severity code  message`. */
const LINE = /^\S.*? (?:error|warning) ([a-z0-9-]+) {2}(.+)$/gm;

function examplesIn(reports: readonly string[]): Map<string, string> {
  const examples = new Map<string, string>();
  for (const [, name = '', message = ''] of reports.flatMap((report) => [...report.matchAll(LINE)])) {
    const known = examples.get(name);
    if (known === undefined || isBetter(message, known)) examples.set(name, message);
  }
  return examples;
}

const isBetter = (a: string, b: string): boolean =>
  a.length === b.length ? byCodePoint(a, b) < 0 : a.length < b.length;
