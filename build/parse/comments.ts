/** The scan for comments, and for text that its writer meant as part of a value: `name: Map #1`. */
import { EVENT_ID, type Event, SCALAR_STYLE } from 'js-yaml';
import { contentAfter, lineEnd, lineStart, type Range, rangeOf } from './events.ts';

/** A comment, from its `#` to the end of its line. */
export interface SourceComment extends Range {
  /** Whether only indentation and the marks of a list item or key (`-`, `?`, `:`) come before it on its line. */
  readonly isAlone: boolean;
  /** Whether it comes directly after a value without quotes, or where a value is expected and missing. */
  readonly cutsValue: boolean;
}

/**
 * The comments of a text, in its order, one at a time: there can be millions.
 *
 * @param events the events of `text`
 */
export function* findComments(text: string, events: readonly Event[]): Generator<SourceComment> {
  if (!text.includes('#')) return;
  const scalars = scalarsOf(text, events);
  let next = 0;
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at)) {
    while (next < scalars.length && (scalars[next] as Scalar).end <= at) next++;
    const scalar = scalars[next];
    if (scalar && scalar.start <= at) {
      at = scalar.end;
      continue;
    }
    // Without a space before it, # is part of a tag or anchor.
    if (!/\s/.test(text[at - 1] ?? '\n')) {
      at++;
      continue;
    }
    const end = lineEnd(text, at);
    const before = scalars[next - 1];
    yield {
      start: at,
      end,
      isAlone: /^[\s\-?:]*$/.test(text.slice(lineStart(text, at), at)),
      cutsValue: before?.isOpen === true && /^[ \t]*$/.test(text.slice(before.end, at)),
    };
    at = end;
  }
}

/** The comments that were probably meant as part of a value: they cut one, and no space follows their `#`. */
export function findLostText(text: string, events: readonly Event[]): Range[] {
  if (!/[ \t]#[^\s#!]/.test(text)) return [];
  const lost: Range[] = [];
  for (const { start, end, cutsValue } of findComments(text, events)) {
    if (cutsValue && /[^\s#!]/.test(text[start + 1] ?? ' ')) lost.push({ start, end });
  }
  return lost;
}

interface Scalar extends Range {
  /** Whether more text could have belonged to it: it has no quotes, or is missing. */
  readonly isOpen: boolean;
}

/** The scalars in the order of the text. A missing one has the range of the `:` or `-` that comes before it. */
function scalarsOf(text: string, events: readonly Event[]): Scalar[] {
  const scalars: Scalar[] = [];
  let offset = 0;
  for (const event of events) {
    if (!('tagStart' in event)) continue;
    const range = rangeOf(text, event, offset);
    offset = contentAfter(text, event, range);
    if (event.type !== EVENT_ID.SCALAR) continue;
    const { start, end } = range;
    const isWritten = event.valueStart >= 0;
    const isOpen = !isWritten || event.style === SCALAR_STYLE.PLAIN;
    scalars.push({ start, end: isWritten ? end : end + 1, isOpen });
  }
  return scalars;
}
