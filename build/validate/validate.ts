/** The third stage: each file against the schema of its kind, with the errors in the words of the catalog. */
import type { ErrorObject } from 'ajv';
import validators from '../../contract/generated/catalog.validators.cjs';
import { type Diagnostic, diagnostic, pointerTo, segmentsOf } from '../diagnostics/diagnostic.ts';
import { type FileKind, schemaOf } from '../read/layout.ts';
import { type Judgement, judge, judgeKey } from './faults.ts';

/** The outcome: what is wrong, and what is left when that is taken out. */
export interface Validated {
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
}

/** Validates the value of one file. The value is pruned in place where it has faults. */
export function validate(kind: FileKind, path: string, value: unknown): Validated {
  const check = validators[schemaOf(kind)];
  if (!check || check(value)) return { value, diagnostics: [] };
  const faults: Judgement[] = [];
  for (const { error, key } of withKeys(check.errors ?? [])) {
    for (const fault of key === null ? judge(error) : [judgeKey(error, key)]) faults.push(fault);
  }
  const diagnostics: Diagnostic[] = [];
  const reported = new Set<string>();
  const misspelt = misspeltKeys(faults);
  for (const { place, pointer, reasons } of faults) {
    for (const { code, details } of reasons) {
      // A key with a slip in it is not missing as well, and a text that two keywords call empty is so once.
      if (code === 'missing-key' && misspelt.has(pointer)) continue;
      const cause = `${code} ${pointer} ${JSON.stringify(details)}`;
      if (reported.has(cause)) continue;
      reported.add(cause);
      diagnostics.push(diagnostic(code, path, place, details as never));
    }
  }
  const refused = new Set(faults.filter(({ isKept }) => !isKept).map(({ pointer }) => pointer));
  return { value: prune(value, refused), diagnostics };
}

/**
 * The errors, those of keys told apart: of a key that is refused, first each reason is given, in the place of the
 * mapping it is in, then one error that names the key.
 */
function withKeys(errors: readonly ErrorObject[]): { error: ErrorObject; key: string | null }[] {
  const result: { error: ErrorObject; key: string | null }[] = [];
  let outer: ErrorObject | null = null;
  for (const error of errors.toReversed()) {
    if (error.keyword === 'propertyNames') {
      outer = error;
      continue;
    }
    const name: string | null = outer?.params['propertyName'] ?? null;
    const isOfKey = name !== null && error.instancePath === outer?.instancePath && error.data === name;
    result.push({ error, key: isOfKey ? name : null });
  }
  return result.reverse();
}

/** The pointers of the keys that are missing because they are written with a slip. */
function misspeltKeys(faults: readonly Judgement[]): Set<string> {
  const pointers = new Set<string>();
  for (const { pointer, reasons } of faults) {
    for (const { code, details } of reasons) {
      if (code !== 'unknown-key' || details.suggestion === null) continue;
      pointers.add(pointerTo([...segmentsOf(pointer).slice(0, -1), details.suggestion]));
    }
  }
  return pointers;
}

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
