/** Finds text that its writer meant as part of a value and YAML takes for a comment: `name: Map #1`. */
import { EVENT_ID, type Event, SCALAR_STYLE } from 'js-yaml';
import { behindOf, type Range, rangeOf } from './events.ts';

/**
 * The comments of a text that were probably none: right behind a value that stands without quotes, or where a value
 * should stand, and with no space behind the `#`.
 */
export function findLostText(text: string, events: readonly Event[]): Range[] {
  if (!/[ \t]#[^\s#!]/.test(text)) return [];
  const scalars = scalarsOf(text, events);
  const lost: Range[] = [];
  let next = 0;
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at)) {
    while (next < scalars.length && (scalars[next] as Scalar).end <= at) next++;
    const scalar = scalars[next];
    if (scalar && scalar.start <= at) {
      at = scalar.end;
      continue;
    }
    if (!/\s/.test(text[at - 1] ?? '\n')) {
      at++;
      continue;
    }
    const end = lineEnd(text, at);
    const before = scalars[next - 1];
    const isMeant = /[^\s#!]/.test(text[at + 1] ?? ' ');
    if (isMeant && before?.isOpen && /^[ \t]*$/.test(text.slice(before.end, at))) lost.push({ start: at, end });
    at = end;
  }
  return lost;
}

interface Scalar extends Range {
  /** Whether more text could have belonged to it: it stands without quotes, or is not written at all. */
  readonly isOpen: boolean;
}

/** The scalars in the order of the text; one that is not written is the indicator that it is missed behind. */
function scalarsOf(text: string, events: readonly Event[]): Scalar[] {
  const scalars: Scalar[] = [];
  let behind = 0;
  for (const event of events) {
    if (!('tagStart' in event)) continue;
    const range = rangeOf(text, event, behind);
    behind = behindOf(text, event, range);
    if (event.type !== EVENT_ID.SCALAR) continue;
    const { start, end } = range;
    const isWritten = event.valueStart >= 0;
    const isOpen = !isWritten || event.style === SCALAR_STYLE.PLAIN;
    scalars.push({ start, end: isWritten ? end : end + 1, isOpen });
  }
  return scalars;
}

function lineEnd(text: string, from: number): number {
  const ending = /[^\r\n]*/y;
  ending.lastIndex = from;
  return from + (ending.exec(text)?.[0].length ?? 0);
}
