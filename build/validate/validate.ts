/** The third stage: each file against the schema of its kind, with the answer in the words of the catalog. */
import type { ErrorObject } from 'ajv';
import {
  type Diagnostic,
  diagnostic,
  key,
  pointerTo,
  segmentsOf,
  value as valueAt,
} from '../diagnostics/diagnostic.ts';
import validators from '../generated/catalog.validators.cjs';
import { asMisread, resolvePlain } from '../parse/scalars.ts';
import type { FileKind } from '../read/layout.ts';
import { closestTo } from '../text/closest.ts';
import { explain, type Reason } from './explain.ts';
import { prune } from './prune.ts';

/** The outcome: what is wrong, and what is left when that is taken out. */
export interface Validated {
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
}

/** Validates the value of one file. The value is pruned in place where it has faults. */
export function validate(kind: FileKind, path: string, value: unknown): Validated {
  const check = validators[kind];
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

interface Judgement {
  readonly place: Diagnostic['place'];
  /** The part that is at fault. */
  readonly pointer: string;
  readonly reasons: readonly Reason[];
  /** Whether rules can look at the part all the same: what stands behind a key that is refused. */
  readonly isKept?: true;
}

function judge(error: ErrorObject): Judgement[] {
  const path = segmentsOf(error.instancePath);
  const found: unknown = error.data;
  const params = error.params;
  const here = (...reasons: Reason[]): Judgement[] => [
    { place: valueAt(...path), pointer: error.instancePath, reasons },
  ];

  switch (error.keyword) {
    case 'additionalProperties': {
      const name: string = params['additionalProperty'];
      const known = knownKeys(error);
      const reason: Reason = {
        code: 'unknown-key',
        details: { key: name, suggestion: suggestKey(error, name), known },
      };
      return [{ place: key(...path, name), pointer: pointerTo([...path, name]), reasons: [reason] }];
    }
    case 'required': {
      const name: string = params['missingProperty'];
      const reason: Reason = { code: 'missing-key', details: { key: name } };
      return [{ place: valueAt(...path), pointer: pointerTo([...path, name]), reasons: [reason] }];
    }
    case 'type':
      return here(...judgeType(error, found));
    case 'enum': {
      const allowed: readonly string[] = params['allowedValues'];
      const suggestion = typeof found === 'string' ? closestTo(found, allowed) : null;
      return here({ code: 'not-allowed', details: { allowed, suggestion } });
    }
    case 'minimum':
    case 'maximum': {
      const word = error.keyword === 'minimum' ? 'at least' : 'at most';
      return here({ code: 'out-of-range', details: { found: found as number, limit: `${word} ${params['limit']}` } });
    }
    case 'uniqueItems':
      return judgeItems(path, found as unknown[]);
    case 'minItems':
      return here({ code: 'empty-value', details: null });
    default:
      return here(...judgeText(error, found as string));
  }
}

/** What is wrong with a text, be it a value or a key. */
function judgeText({ keyword, params }: ErrorObject, found: string): Reason[] {
  switch (keyword) {
    case 'minLength':
      return [{ code: 'empty-value', details: null }];
    case 'maxLength':
      return [{ code: 'too-long', details: { limit: params['limit'] } }];
    case 'pattern':
      return found === '' ? [{ code: 'empty-value', details: null }] : explain(params['pattern'], found);
    default:
      throw new Error(`the schemas use "${keyword}", for which there is no wording`);
  }
}

function judgeKey(error: ErrorObject, name: string): Judgement {
  const path = [...segmentsOf(error.instancePath), name];
  return { place: key(...path), pointer: pointerTo(path), reasons: judgeText(error, name), isKept: true };
}

/** Every text of a list that stands in it before. */
function judgeItems(path: readonly string[], items: readonly unknown[]): Judgement[] {
  const met = new Set<string>();
  const faults: Judgement[] = [];
  for (const [index, item] of items.entries()) {
    // What is not text has another fault, and is not compared.
    if (typeof item !== 'string') continue;
    if (met.has(item)) {
      const reason: Reason = { code: 'repeated-item', details: { item: JSON.stringify(item) } };
      faults.push({ place: valueAt(...path, index), pointer: pointerTo([...path, index]), reasons: [reason] });
    }
    met.add(item);
  }
  return faults;
}

function judgeType(error: ErrorObject, found: unknown): Reason[] {
  const types = [error.params['type']].flat() as string[];
  const misread = asMisread(found);
  if (types.includes('string') && (misread || typeof found === 'number' || typeof found === 'boolean')) {
    const raw = misread?.raw ?? String(found);
    const pattern: unknown = error.parentSchema?.['pattern'];
    // Where quotes alone would not mend it, the rest is said at once.
    if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(raw)) return explain(pattern, raw);
    const reading = misread?.reading ?? (typeof found === 'number' ? 'a number' : 'a truth value');
    return [{ code: 'not-text', details: { reading } }];
  }
  if (found === null && error.instancePath === '') return [{ code: 'empty-file', details: null }];
  if (misread?.reading === 'a number' && types.some((type) => type === 'integer' || type === 'number')) {
    return [{ code: 'bad-number', details: { raw: misread.raw, why: numberProblem(misread.raw) } }];
  }
  const expected = types.map((type) => TYPES[type] ?? type).join(' or ');
  const details = { expected, found: misread ? misread.raw : describe(found), mend: mendType(error, types, found) };
  return [{ code: 'wrong-type', details }];
}

/** How a value of the wrong type is mended, where that is plain. */
function mendType({ parentSchema = {} }: ErrorObject, types: readonly string[], found: unknown): string | null {
  if (found === null) {
    if (types.includes('object') && !parentSchema['required']) return 'write {} where there is nothing to say';
    if (types.includes('array') && !parentSchema['minItems']) return 'write [] for a list without items';
    return null;
  }
  if (typeof found !== 'string') return null;
  if (types.includes('array') && found.length <= 40) return `write [${found}]`;
  const meant = resolvePlain(found);
  const isNumber = typeof meant === 'number' && types.some((type) => type === 'integer' || type === 'number');
  return isNumber || (typeof meant === 'boolean' && types.includes('boolean')) ? 'take away the quotes' : null;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a mapping ("key: value")',
  array: 'a list',
  null: 'null',
};

function describe(found: unknown): string | null {
  if (found === null) return null;
  if (Array.isArray(found)) return 'a list';
  if (typeof found === 'object') return 'a mapping';
  if (typeof found !== 'string') return String(found);
  return found.length > 40 ? 'text' : `the text ${JSON.stringify(found)}`;
}

function numberProblem(raw: string): string {
  if (/^[-+]?\.(?:inf|nan)$/i.test(raw)) return 'it is not a finite number';
  if (/^-?\d+$/.test(raw) && !/^-?0\d/.test(raw)) return 'it is beyond 9007199254740991 and would be rounded';
  return 'write it in plain decimal digits';
}

function knownKeys(error: ErrorObject): string[] {
  return Object.keys(error.parentSchema?.['properties'] ?? {});
}

/** The key that was probably meant: one that is missing, before one that is there. */
function suggestKey(error: ErrorObject, name: string): string | null {
  const known = knownKeys(error);
  const missing = known.filter((candidate) => !Object.hasOwn(error.data as object, candidate));
  return closestTo(name, missing) ?? closestTo(name, known);
}
