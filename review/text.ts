import { visible } from '../build/text/visible.ts';
import type { Report } from './report.ts';

/** A report as plain text for a terminal: complete, nothing cut. */
export function textOf({ summary, parts }: Report): string {
  const blocks = parts.map(({ heading, lines }) =>
    [`${heading}:`, ...lines.map((line) => `  ${visible(line)}`)].join('\n'),
  );
  return `${[summary, ...blocks].join('\n\n')}\n`;
}
