/** Finds the quote, bracket or brace that a text does not close. */
import { COLLECTION_STYLE, EVENT_ID, type Event, type YAMLException } from 'js-yaml';
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { tryEvents } from './events.ts';

/** A quote, bracket or brace that is not closed. */
export interface Open {
  /** The offset of the quote, bracket or brace. */
  readonly start: number;
  /** The character that would close it. */
  readonly closer: "'" | '"' | ']' | '}';
}

/** The text is parsed up to twice for each level of nesting, so what is open is searched only in one of this length. */
const MOST = 500_000;

/**
 * The innermost quote, bracket or brace that is open at an offset of a text, found by closing it and parsing again. Null
 * if nothing is open there, if the text before the offset has another mistake, or if it is very long.
 */
export function findOpen(text: string, at: number): Open | null {
  if (at > MOST) return null;
  // On a new line, so that no comment hides what is added, and indented deeper than anything before it.
  const before = `${text.slice(0, at).trimEnd()}\n${' '.repeat(200)}`;
  let closers = '';
  for (let depth = 0; depth <= INPUT_LIMITS.depth; depth++) {
    const read = tryEvents(before + closers);
    if ('events' in read) return closers === '' ? null : openCollection(read.events, closers);
    const kind = openKind(read.problem);
    if (closers === '' && kind === 'double quoted') return { start: lastDoubleQuote(text, at), closer: '"' };
    if (closers === '' && kind === 'single quoted') return { start: lastSingleQuote(text, at), closer: "'" };
    if (kind !== 'flow') return null;
    closers += isClosedBy(before + closers, ']') ? ']' : '}';
  }
  return null;
}

/** What is still open at the end of a text: a quote or a flow collection; null if the problem is another. */
function openKind({ reason }: YAMLException): string | null {
  return /end of the stream within a (double quoted|single quoted|flow)/.exec(reason)?.[1] ?? null;
}

function isClosedBy(text: string, closer: string): boolean {
  const read = tryEvents(text + closer);
  return 'events' in read || openKind(read.problem) !== null;
}

/** The innermost of the collections that the closers at the end of a text belong to. */
function openCollection(events: readonly Event[], closers: string): Open | null {
  const open: (number | null)[] = [];
  const closed: number[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) open.push(null);
    else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      open.push(event.style === COLLECTION_STYLE.FLOW ? event.start : null);
    } else if (event.type === EVENT_ID.POP) {
      const start = open.pop();
      if (typeof start === 'number') closed.push(start);
    }
  }
  const start = closed.at(-closers.length);
  return start === undefined ? null : { start, closer: closers[0] as Open['closer'] };
}

/** The offset of the last unescaped `"` before an offset: an open quote contains no other one. */
function lastDoubleQuote(text: string, before: number): number {
  let at = text.lastIndexOf('"', before - 1);
  while (at > 0 && (/\\*$/.exec(text.slice(Math.max(0, at - 100), at))?.[0].length ?? 0) % 2 === 1) {
    at = text.lastIndexOf('"', at - 1);
  }
  return Math.max(0, at);
}

/** The offset of the `'` that opens the quote: inside the quote, every `'` is doubled. */
function lastSingleQuote(text: string, before: number): number {
  for (let end = text.lastIndexOf("'", before - 1) + 1; end > 0; ) {
    let start = end;
    while (text[start - 1] === "'") start--;
    if ((end - start) % 2 === 1) return start;
    end = text.lastIndexOf("'", start - 1) + 1;
  }
  return 0;
}
