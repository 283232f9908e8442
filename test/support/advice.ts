/** Reads the advice of a diagnostic as data, and applies it to the text of a file, as somebody who follows it. */
import { isMap, isSeq, type Node, parseDocument } from 'yaml';
import { type Diagnostic, type Place, segmentsOf } from '../../build/diagnostics/diagnostic.ts';
import { writeText } from '../../build/parse/written.ts';

/** What to write in place of a value or key, and the value. */
export interface Followed {
  readonly value: unknown;
  readonly text: string;
}

/** The advice of a diagnostic; null if it has none that can be followed without thinking. @param written the value */
export function adviceIn({ code, advice, details }: Diagnostic, written: string): Followed | null {
  if (advice) return advice;
  if (code === 'not-text') return { value: written, text: JSON.stringify(written) };
  const { suggestion = null } = (details ?? {}) as { suggestion?: string | null };
  if (suggestion === null || !/^(?:not-allowed|unknown-(?:key|name|datasource))$/.test(code)) return null;
  return { value: suggestion, text: writeText(suggestion, 'flow') };
}

/** The range of a key or value, or of both; null if it is not in the text. */
export function rangeAt(text: string, place: Place, isWhole = false): readonly [start: number, end: number] | null {
  if (!place || !('pointer' in place)) return null;
  let key: Node | null = null;
  let node = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' }).contents as Node | null;
  for (const segment of segmentsOf(place.pointer)) {
    const pair = isMap<Node, Node | null>(node) ? node.items.find((one) => String(one.key) === segment) : undefined;
    key = pair?.key ?? null;
    node = pair ? pair.value : isSeq<Node>(node) ? (node.items[Number(segment)] ?? null) : null;
  }
  const [start] = (place.on === 'key' ? key : node)?.range ?? [];
  // The value of a key belongs to it, if it is written anew.
  const [, end] = (place.on === 'key' && !isWhole ? key : (node ?? key))?.range ?? [];
  return start === undefined || end === undefined ? null : [start, end];
}
