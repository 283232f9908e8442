import { isMap, type Node } from 'yaml';
import { INPUT_LIMITS } from '../../contract/base/limits.ts';
import { type Diagnostic, pointerSegments } from '../diagnostics/diagnostic.ts';
import { yamlEntriesIn, yamlEntryKey } from './divide.ts';
import { type Child, childNodesOf, nodeRangeOf, type Range, readYaml, scalarTextOf } from './document.ts';

/**
 * Ranges in the order of the diagnostics; null for the whole file, or a place not found. Of a large file, parses only
 * entries that JSON Pointers lead to.
 */
export function locateDiagnostics(text: string, diagnostics: readonly Diagnostic[]): (Range | null)[] {
  const wanted = diagnostics.map(({ place }) => (place && 'pointer' in place ? pointerSegments(place.pointer) : null));
  const rootOf = wanted.some((path) => path !== null) ? rootFinder(text, wanted) : () => null;
  const indexes: Indexes = new Map();
  return diagnostics.map(({ place }, index) => {
    if (!place || 'start' in place) return place;
    const path = wanted[index] as string[];
    const part = rootOf(path[0]);
    const found = part && nodeAt(part.root, path, indexes);
    const node = found && ((place.on === 'key' ? found.key : found.value) ?? found.key);
    if (!node) return null;
    const { start, end } = nodeRangeOf(part.text, node);
    return { start: start + part.start, end: end + part.start };
  });
}

interface Part {
  readonly text: string;
  readonly start: number;
  readonly root: Node;
}

function rootFinder(
  text: string,
  paths: readonly (readonly string[] | null)[],
): (key: string | undefined) => Part | null {
  const entries = yamlEntriesIn(text);
  const keys = new Set(paths.map((path) => path?.[0]));
  if (!entries || keys.has(undefined)) {
    const whole = partOf(text, 0);
    return () => whole;
  }
  const parts = new Map<string, Part | null>();
  for (const { start, end } of entries) {
    const key = yamlEntryKey(text, { start, end });
    // The first of two equal keys is kept.
    if (key !== null && keys.has(key) && !parts.has(key)) parts.set(key, partOf(text.slice(start, end), start));
  }
  return (key) => parts.get(key ?? '') ?? null;
}

function partOf(text: string, start: number): Part | null {
  if (text.length > INPUT_LIMITS.undividedLength) return null;
  const { root, errors, outdented } = readYaml(text);
  return root && errors.length + outdented.length === 0 ? { text, start, root } : null;
}

function nodeAt(root: Node, path: readonly string[], indexes: Indexes): Child | null {
  let found: Child | null = { key: null, value: root };
  for (const segment of path) {
    const node: Node | null = found.value;
    let index: ReadonlyMap<string, Child> | undefined = node ? indexes.get(node) : undefined;
    if (node && !index) {
      index = indexOf(node);
      indexes.set(node, index);
    }
    found = index?.get(segment) ?? null;
    if (!found) return null;
  }
  return found;
}

/** Children by key or position; memoized, because many diagnostics are about the same nodes. */
type Indexes = Map<Node, ReadonlyMap<string, Child>>;

function indexOf(node: Node): ReadonlyMap<string, Child> {
  const index = new Map<string, Child>();
  for (const [position, part] of childNodesOf(node).entries()) {
    const name = isMap(node) ? scalarTextOf(part.key) : String(position);
    if (!index.has(name)) index.set(name, part);
  }
  return index;
}
