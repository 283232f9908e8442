/** Finds the positions of diagnostics in the text of their file. */
import { type Diagnostic, segmentsOf } from '../diagnostics/diagnostic.ts';
import { type Found, type Range, tryEvents, walk } from './events.ts';

type Pointers = ReadonlyMap<string, readonly string[]>;

/** Of longer texts only the entries that are looked for are parsed again, to save memory and time. */
const LARGE = 1_000_000;

/** With more entries than this to look for, parsing the whole text is faster. */
const FEW = 50;

/**
 * The range of each diagnostic of one file in its text, in the order given. Null for a diagnostic about the whole file,
 * and for one that is not found: the text may not be YAML.
 *
 * Parses the text again if a diagnostic has a JSON Pointer: only a file with something to report takes that time.
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
  return inEntries ?? findInText(text, pointers);
}

/** The nodes that are found; none of them if the text is not YAML. */
function findInText(text: string, pointers: Pointers): Map<string, Found> {
  const read = tryEvents(text);
  return 'events' in read ? walk(text, read.events, pointers) : new Map();
}

/** Parses only the entries that the pointers begin with; null if that does not find all of the nodes. */
function findInEntries(text: string, pointers: Pointers): Map<string, Found> | null {
  const keys = new Set([...pointers.values()].map(([key]) => key));
  if (keys.size > FEW) return null;
  const found = new Map<string, Found>();
  for (const key of keys) {
    const lines = key === undefined ? null : entryLines(text, key);
    if (!lines) return null;
    const entry = text.slice(lines.start, lines.end);
    const inside = new Map([...pointers].filter(([, segments]) => segments[0] === key));
    for (const [pointer, node] of findInText(entry, inside)) {
      found.set(pointer, { key: node.key && moved(node.key, lines.start), value: moved(node.value, lines.start) });
    }
  }
  return [...pointers.keys()].every((pointer) => found.has(pointer)) ? found : null;
}

function moved({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}

/** The first character of the content, after blank lines and comments. */
const FIRST_CHARACTER = /^[^\S\r\n]*[^\s#]/m;

/**
 * The lines of one entry of a block mapping that is the root of a file: from its key, in the first column, to the next
 * line that begins with anything but a space or comment. Null if the key is written with escapes or is not found, and
 * if the root is in braces, because the first column then holds more than keys.
 *
 * Only for text that has been parsed.
 */
export function entryLines(text: string, key: string): Range | null {
  if (/[{[-]$/.test(FIRST_CHARACTER.exec(text)?.[0] ?? '')) return null;
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
