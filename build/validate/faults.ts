/** What an error of the schema validator means, in the words of the catalog. */
import type { ErrorObject } from 'ajv';
import { closestTo } from '../../contract/text.ts';
import { type Diagnostic, key, pointerTo, segmentsOf, value as valueAt } from '../diagnostics/diagnostic.ts';
import { asMisread, resolvePlain } from '../parse/scalars.ts';
import { explain, type Reason } from './explain.ts';

/** What one error comes to. */
export interface Judgement {
  readonly place: Diagnostic['place'];
  /** The part that is at fault. */
  readonly pointer: string;
  readonly reasons: readonly Reason[];
  /** Whether rules can look at the part all the same: what stands behind a key that is refused. */
  readonly isKept?: true;
}

/** Judges an error that stands at a value. */
export function judge(error: ErrorObject): Judgement[] {
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

/** Judges an error that is about a key: its place is the mapping that the key is in. */
export function judgeKey(error: ErrorObject, name: string): Judgement {
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

function knownKeys(error: ErrorObject): string[] {
  return Object.keys(error.parentSchema?.['properties'] ?? {});
}

/** The key that was probably meant: one that is missing, before one that is there. */
function suggestKey(error: ErrorObject, name: string): string | null {
  const known = knownKeys(error);
  const missing = known.filter((candidate) => !Object.hasOwn(error.data as object, candidate));
  return closestTo(name, missing) ?? closestTo(name, known);
}

/** The reasons for an error of the keyword `type`. */
export function judgeType(error: ErrorObject, found: unknown): Reason[] {
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
