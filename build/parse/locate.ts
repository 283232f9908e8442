/** Finds where diagnostics stand in the text of their file. */
import { type Diagnostic, segmentsOf } from '../diagnostics/diagnostic.ts';
import { eventsOf, type Found, type Range, walk } from './events.ts';

type Pointers = ReadonlyMap<string, readonly string[]>;

/** Longer texts are not parsed again as a whole where a few of their entries are enough: that takes memory and time. */
const LARGE = 1_000_000;
const FEW = 50;

/**
 * The range of each diagnostic of one file in its text, in the order given; null for one that means the whole file.
 *
 * Parses the text again where a diagnostic holds a JSON Pointer: only a file with something to report pays for that.
 */
export function locate(text: string, diagnostics: readonly Diagnostic[]): (Range | null)[] {
  const pointers = new Map<string, string[]>();
  for (const { place } of diagnostics) {
    if (place && 'pointer' in place) pointers.set(place.pointer, segmentsOf(place.pointer));
  }
  const found = findNodes(text, pointers);
  return diagnostics.map(({ place }) => {
    if (!place || 'start' in place) return place;
    const node = found.get(place.pointer);
    return (place.on === 'key' ? node?.key : node?.value) ?? node?.value ?? null;
  });
}

function findNodes(text: string, pointers: Pointers): ReadonlyMap<string, Found> {
  if (pointers.size === 0) return new Map();
  const inEntries = text.length < LARGE ? null : findInEntries(text, pointers);
  return inEntries ?? walk(text, eventsOf(text), pointers);
}

/** Looks only at the entries that the pointers begin with; null where that does not find all of them. */
function findInEntries(text: string, pointers: Pointers): Map<string, Found> | null {
  const keys = new Set([...pointers.values()].map(([key]) => key));
  if (keys.size > FEW) return null;
  const found = new Map<string, Found>();
  for (const key of keys) {
    const lines = key === undefined ? null : entryLines(text, key);
    if (!lines) return null;
    const entry = text.slice(lines.start, lines.end);
    const inside = new Map([...pointers].filter(([, segments]) => segments[0] === key));
    for (const [pointer, node] of walk(entry, eventsOf(entry), inside)) {
      found.set(pointer, { key: node.key && moved(node.key, lines.start), value: moved(node.value, lines.start) });
    }
  }
  return [...pointers.keys()].every((pointer) => found.has(pointer)) ? found : null;
}

function moved({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}

/**
 * The lines of one entry of a block mapping that is a whole file: from its key at the beginning of a line to the next
 * line that begins with something else than a space or comment. Null where the key is not written plainly enough.
 *
 * Only for text that has been parsed: nothing but a key then stands at the beginning of a line.
 */
export function entryLines(text: string, key: string): Range | null {
  for (const written of [key, JSON.stringify(key), `'${key.replaceAll("'", "''")}'`]) {
    const start = text.startsWith(`${written}:`) ? 0 : text.indexOf(`\n${written}:`) + 1;
    const isFound = start > 0 || text.startsWith(`${written}:`);
    if (!isFound || !/\s/.test(text[start + written.length + 1] ?? '\n')) continue;
    const next = /\n(?=[^\s#])/g;
    next.lastIndex = start;
    return { start, end: (next.exec(text)?.index ?? text.length) + 1 };
  }
  return null;
}
