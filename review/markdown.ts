/**
 * A report as Markdown for a comment on a pull request.
 *
 * Whatever a stranger may have written stands in a fenced block, in which nothing is markup, a mention or a link; no
 * line holds a line break, and the fence is longer than any run of backticks in the block.
 */
import { visible } from '../build/text/visible.ts';
import type { Part, Report } from './report.ts';
import { number } from './wording.ts';

/** What the host of the pull request takes is 65,536; the rest is for what is put around the report. */
export const LONGEST = 60_000;

/** Longer lines are cut: a path can have a thousand characters. */
const LONGEST_LINE = 300;

/** How many lines each part may show; the first number with which everything fits is taken. */
const LINES = [200, 100, 50, 25, 12, 6, 3];

/** Renders the report, at most `LONGEST` characters. */
export function markdownOf(report: Report): string {
  let text = '';
  for (const lines of LINES) {
    text = render(report, lines);
    if (text.length <= LONGEST) break;
  }
  return text;
}

function render({ summary, parts }: Report, limit: number): string {
  return `${[`**${summary}**`, ...parts.map((part) => renderPart(part, limit))].join('\n\n')}\n`;
}

function renderPart({ heading, form, lines }: Part, limit: number): string {
  const shown = lines.slice(0, limit).map((line) => cut(visible(line)));
  const more = lines.length - shown.length;
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  const block = `#### ${heading}\n\n${fence}${form}\n${shown.join('\n')}\n${fence}`;
  return more === 0 ? block : `${block}\n\n… and ${number(more)} more.`;
}

function cut(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  // Half of a surrogate pair would become a replacement character.
  return `${line.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '')}…`;
}

function longestRun(lines: readonly string[]): number {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}
