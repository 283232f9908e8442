/** Reads the advice of a diagnostic as data, and applies it to the text of a file, as somebody who follows it. */
import { isMap, isSeq, type Node, parseDocument } from 'yaml';
import { type Diagnostic, jsonPointerTo, type Place, pointerSegments } from '../../build/diagnostics/diagnostic.ts';
import { yamlText } from '../../build/parse/written.ts';

export const pointerOf = (place: Place): string | null => (place && 'pointer' in place ? place.pointer : null);
export const isBelow = (place: Place, pointer: string): boolean => `${pointerOf(place)}/`.startsWith(`${pointer}/`);

/** What to write in place of a value or key, as it is written, and its value. */
type Written = { readonly value: unknown; readonly text: string };

/** The advice of a diagnostic; null if it has none that can be followed without thinking. @param written the value */
export function adviceIn({ code, advice, details }: Diagnostic, written: string): Written | null {
  if (advice) return advice;
  if (code === 'not-text') return { value: written, text: JSON.stringify(written) };
  const { suggestion = null } = (details ?? {}) as { suggestion?: string | null };
  if (suggestion === null || !/^(?:not-allowed|unknown-(?:key|name|datasource))$/.test(code)) return null;
  return { value: suggestion, text: yamlText(suggestion, 'flow') };
}

/** The text with the advice applied, and where; null without advice, or if the place is not in the text. */
export function applied(text: string, problem: Diagnostic): { text: string; pointer: string } | null {
  const { place } = problem;
  if (!place || !('pointer' in place)) return null;
  let key: Node | null = null;
  let node = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' }).contents as Node | null;
  const segments = pointerSegments(place.pointer);
  for (const segment of segments) {
    const pair = isMap<Node, Node | null>(node) ? node.items.find((one) => String(one.key) === segment) : undefined;
    key = pair?.key ?? null;
    node = pair ? pair.value : isSeq<Node>(node) ? (node.items[Number(segment)] ?? null) : null;
  }
  const first = place.on === 'key' ? key : node;
  // Advice about a key includes its value, if that is written anew.
  const last = place.on === 'key' && !problem.advice ? key : (node ?? key);
  if (!first?.range || !last?.range) return null;
  const start = first.range[0];
  // A value of several lines ends with its last line.
  const end = start + text.slice(start, last.range[1]).replace(/[\r\n]+$/, '').length;
  const advice = adviceIn(problem, text.slice(start, end));
  if (advice === null) return null;
  if (advice.text === '') {
    const without = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
    without.deleteIn(segments.map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment)));
    return { text: String(without), pointer: place.pointer };
  }
  const space = /[:,-]$/.test(text.slice(0, start)) ? ' ' : '';
  const name = advice.text.replace(/:.*/, '');
  return {
    text: `${text.slice(0, start)}${space}${advice.text}${text.slice(end)}`,
    pointer: place.on === 'key' ? jsonPointerTo([...segments.slice(0, -1), name]) : place.pointer,
  };
}
