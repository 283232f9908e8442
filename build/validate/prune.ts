import { segmentsOf } from '../diagnostics/diagnostic.ts';

/** What is left of a value when everything a schema refused is taken out: any part may be missing. */
export type Pruned<T> = T extends readonly (infer Item)[]
  ? readonly Pruned<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Pruned<T[K]> }
    : T;

/**
 * Takes the parts that JSON Pointers name out of a value, in place, so that rules can look at the rest: one run then
 * shows the faults of both kinds. Items of a list become empty objects, which keeps the positions of the others.
 *
 * @returns the value, or undefined where the whole was refused
 */
export function prune(value: unknown, pointers: Iterable<string>): unknown {
  for (const pointer of pointers) {
    const path = segmentsOf(pointer);
    const last = path.pop();
    if (last === undefined) return undefined;
    const parent = at(value, path);
    if (Array.isArray(parent)) parent[Number(last)] = {};
    else if (parent !== null && typeof parent === 'object') delete (parent as Record<string, unknown>)[last];
  }
  return value;
}

function at(value: unknown, path: readonly string[]): unknown {
  let part = value;
  for (const segment of path) {
    if (part === null || typeof part !== 'object' || !Object.hasOwn(part, segment)) return undefined;
    part = (part as Record<string, unknown>)[segment];
  }
  return part;
}
