import { withoutPastedKeys } from '../../build/tile-url/secrets.ts';
import { shortenedText, visible, withThousands } from '../../contract/base/text.ts';

/** Paths can have a thousand characters. */
const LONGEST_LINE = 300;

/**
 * Nothing in the block is markup, a mention or a link. No line can end it: none contains a line break, and the fence is
 * longer than any run of backticks.
 * @param form the block's language; trusted
 * @param limit of lines; a line below counts the others
 */
export function fencedLines(form: string, lines: readonly string[], limit: number): string {
  const shown = lines.slice(0, limit).map((line) => shortenedText(withoutPastedKeys(visible(line)), LONGEST_LINE));
  const more = lines.length - shown.length;
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  const block = `${fence}${form}\n${shown.join('\n')}\n${fence}`;
  return more === 0 ? block : `${block}\n\n… and ${withThousands(more)} more.`;
}

function longestRun(lines: readonly string[]): number {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}

export function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
