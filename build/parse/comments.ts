/** Finds text that its writer meant as part of a value and YAML takes for a comment: `name: Map #1`. */
import { EVENT_ID, type Event } from 'js-yaml';
import type { Range } from './events.ts';

/**
 * The comments of a text that were probably none: behind a value or key on the same line, and with no space behind
 * the `#`.
 */
export function findLostText(text: string, events: readonly Event[]): Range[] {
  const suspects: Range[] = [];
  for (let at = text.indexOf(' #'); at !== -1; at = text.indexOf(' #', at + 1)) {
    const start = at + 1;
    const line = text.slice(text.lastIndexOf('\n', at) + 1, start);
    if (/^\s*$/.test(line) || !/[^\s#!]/.test(text[start + 1] ?? ' ')) continue;
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    suspects.push({ start, end: text[end - 1] === '\r' ? end - 1 : end });
    at = end - 1;
  }
  if (suspects.length === 0) return suspects;
  const isInside = ({ start }: Range): boolean =>
    events.some((event) => event.type === EVENT_ID.SCALAR && event.valueStart <= start && start < event.valueEnd) ||
    isInsideComment(text, start);
  return suspects.filter((suspect) => !isInside(suspect));
}

/** Whether a `# ` comment already began earlier on the line. */
function isInsideComment(text: string, at: number): boolean {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return /(?:^|\s)#\s/.test(text.slice(lineStart, at));
}
