/**
 * A walk over the events of js-yaml that knows the position of each node.
 *
 * Positions are needed only where there is something to report, so parsing keeps none; this finds them again.
 */
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from 'js-yaml';
import { INPUT_LIMITS } from '../../contract/limits.ts';

/** The events that js-yaml reads from a text. @throws YAMLException if the text is not YAML, or nested too deep */
export function eventsOf(text: string): Event[] {
  return parseEvents(text, { maxDepth: INPUT_LIMITS.depth });
}

/** The events of a text, or the exception that `eventsOf` throws. */
export function tryEvents(text: string): { events: Event[] } | { problem: YAMLException } {
  try {
    return { events: eventsOf(text) };
  } catch (error) {
    if (error instanceof YAMLException) return { problem: error };
    throw error;
  }
}

/** Offsets into the text; the end is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The positions of one member or item. */
export interface Found {
  /** The range of its key; null for items of a list. */
  readonly key: Range | null;
  /** The range of its value; of a list or mapping only the beginning. */
  readonly value: Range;
}

/** A tree of the nodes that are looked for. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  readonly pointers: string[];
}

interface Frame {
  readonly wanted: Wanted | undefined;
  /** The keys met so far; kept only if `onKey` is given. */
  readonly keys: Set<string>;
  readonly isMapping: boolean;
  index: number;
  key: { readonly text: string; readonly range: Range } | null;
}

/** A key of a mapping, as a walk meets it. */
export interface Key {
  /** Its text; empty if it is not a scalar. */
  readonly text: string;
  readonly range: Range;
  readonly isScalar: boolean;
  /** Whether it is written without quotes. */
  readonly isPlain: boolean;
  /** Whether an earlier key of the same mapping has the same text. */
  readonly isRepeated: boolean;
}

/**
 * Walks one document.
 *
 * @param events the events of `source`
 * @param pointers what to find: the unescaped segments of each JSON Pointer, by pointer
 * @param onKey called for every key
 * @returns the positions of the nodes that were found, by pointer
 */
export function walk(
  source: string,
  events: readonly Event[],
  pointers: ReadonlyMap<string, readonly string[]>,
  onKey?: (key: Key) => void,
): Map<string, Found> {
  const found = new Map<string, Found>();
  const frames: Frame[] = [];
  let offset = 0;

  const report = (wanted: Wanted, key: Range | null, value: Range): Wanted => {
    // The first of two equal keys is the one that is kept.
    for (const pointer of wanted.pointers) if (!found.has(pointer)) found.set(pointer, { key, value });
    return wanted;
  };
  const enterNode = (range: Range): Wanted | undefined => {
    const frame = frames.at(-1);
    if (!frame) return report(treeOf(pointers), null, range);
    const name = frame.isMapping ? (frame.key?.text ?? '') : String(frame.index++);
    const key = frame.key?.range ?? null;
    frame.key = null;
    const wanted = frame.wanted?.children.get(name);
    return wanted && report(wanted, key, range);
  };
  const enterKey = (frame: Frame, range: Range, event: Event): void => {
    const isScalar = event.type === EVENT_ID.SCALAR;
    const text = isScalar && (frame.wanted || onKey) ? getScalarValue(source, event) : '';
    const isPlain = isScalar && event.style === SCALAR_STYLE.PLAIN;
    frame.key = { text, range };
    onKey?.({ text, range, isScalar, isPlain, isRepeated: isScalar && frame.keys.has(text) });
    if (onKey && isScalar) frame.keys.add(text);
  };

  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.ALIAS) continue;
    if (event.type === EVENT_ID.POP) {
      frames.pop();
      continue;
    }
    const frame = frames.at(-1);
    const range = rangeOf(source, event, offset);
    offset = contentAfter(source, event, range);
    let wanted: Wanted | undefined;
    if (frame?.isMapping && frame.key === null) enterKey(frame, range, event);
    else wanted = enterNode(range);
    if (event.type === EVENT_ID.SCALAR) continue;
    frames.push({ wanted, keys: new Set(), isMapping: event.type === EVENT_ID.MAPPING, index: 0, key: null });
  }
  return found;
}

function treeOf(paths: ReadonlyMap<string, readonly string[]>): Wanted {
  const root: Wanted = { children: new Map(), pointers: [] };
  for (const [pointer, segments] of paths) {
    let node = root;
    for (const segment of segments) {
      let child = node.children.get(segment);
      if (!child) {
        child = { children: new Map(), pointers: [] };
        node.children.set(segment, child);
      }
      node = child;
    }
    node.pointers.push(pointer);
  }
  return root;
}

/** The event of a scalar, list or mapping. */
export type NodeEvent = Extract<Event, { tagStart: number }>;

/**
 * The range of a scalar, with its quotes; of a list or mapping its first character. An empty range for a scalar that is
 * missing, as in `key:`, at the `:` or `-` that comes before it.
 *
 * @param offset where to look for that indicator: where the node before ends, as `contentAfter` returns it
 */
export function rangeOf(source: string, event: NodeEvent, offset: number): Range {
  if (event.type !== EVENT_ID.SCALAR) return { start: event.start, end: event.start + 1 };
  const { valueStart, valueEnd, style } = event;
  if (valueStart < 0) {
    const start = indicatorFrom(source, offset);
    return { start, end: start };
  }
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  if (isQuoted && /['"]/.test(source[valueStart - 1] ?? '')) return { start: valueStart - 1, end: valueEnd + 1 };
  // Left of the first word of a block is its indentation.
  let start = valueStart;
  while (start < valueEnd && /\s/.test(source[start] as string)) start++;
  return { start: start < valueEnd ? start : valueStart, end: valueEnd };
}

/** The first offset at which what follows a node can begin; for a list or mapping, its own content. */
export function contentAfter(source: string, event: NodeEvent, { start, end }: Range): number {
  // Lists and mappings without brackets begin with their first item.
  if (event.type !== EVENT_ID.SCALAR) return '[{'.includes(source[start] ?? ' ') ? end : start;
  return event.valueStart < 0 ? end + 1 : end;
}

/** The offset of the first `:`, `-` or `?` at or after an offset, with only space, comments and `,]}` before it. */
function indicatorFrom(source: string, offset: number): number {
  let at = offset;
  for (; at < source.length; at++) {
    const character = source[at] as string;
    if (character === '#') {
      while (at + 1 < source.length && !/[\r\n]/.test(source[at + 1] as string)) at++;
    } else if (!/[\s,\]}]/.test(character)) break;
  }
  return /[-:?]/.test(source[at] ?? '') ? at : offset;
}

/** The offset at which the line of a character begins. Lines end in a line feed, a carriage return, or both. */
export function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  return start;
}

/** The offset after the last character of a line, without the characters that end it. */
export function lineEnd(text: string, at: number): number {
  const ending = /[^\r\n]*/y;
  ending.lastIndex = at;
  return at + (ending.exec(text)?.[0].length ?? 0);
}
