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
import { asMisread } from '../parse/scalars.ts';
import type { FileKind } from '../read/layout.ts';
import { closestTo } from '../text/closest.ts';
import { explain, type Reason, TIMESTAMP } from './explain.ts';
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
  const diagnostics: Diagnostic[] = [];
  const refused = new Set<string>();
  for (const error of check.errors ?? []) {
    // The outer error of a bad key only repeats the inner one.
    if (error.keyword === 'propertyNames') continue;
    const { place, pointer, reasons } = judge(error);
    refused.add(pointer);
    for (const { code, details } of reasons) diagnostics.push(diagnostic(code, path, place, details as never));
  }
  return { value: prune(value, refused), diagnostics };
}

interface Judgement {
  readonly place: Diagnostic['place'];
  /** The part that rules must not look at. */
  readonly pointer: string;
  readonly reasons: readonly Reason[];
}

function judge(error: ErrorObject): Judgement {
  const path = segmentsOf(error.instancePath);
  const found: unknown = error.data;
  const params = error.params;
  const here = (...reasons: Reason[]): Judgement => ({ place: valueAt(...path), pointer: error.instancePath, reasons });

  if (error.propertyName !== undefined) return judgeKey(path, error);
  switch (error.keyword) {
    case 'additionalProperties': {
      const name: string = params['additionalProperty'];
      const known = knownKeys(error);
      const reason: Reason = { code: 'unknown-key', details: { key: name, suggestion: closestTo(name, known), known } };
      return { place: key(...path, name), pointer: pointerTo([...path, name]), reasons: [reason] };
    }
    case 'required': {
      const name: string = params['missingProperty'];
      const reason: Reason = { code: 'missing-key', details: { key: name } };
      return { place: valueAt(...path), pointer: pointerTo([...path, name]), reasons: [reason] };
    }
    case 'type':
      return here(...judgeType(error, found));
    case 'enum': {
      const allowed: readonly string[] = params['allowedValues'];
      return here({ code: 'not-allowed', details: { allowed, suggestion: closestTo(String(found), allowed) } });
    }
    case 'minimum':
    case 'maximum': {
      const word = error.keyword === 'minimum' ? 'at least' : 'at most';
      return here({ code: 'out-of-range', details: { found: found as number, limit: `${word} ${params['limit']}` } });
    }
    case 'minLength':
    case 'minItems':
      return here({ code: 'empty-value', details: null });
    case 'maxLength':
      return here({ code: 'too-long', details: { limit: params['limit'] } });
    case 'uniqueItems': {
      const second = Number(params['i']);
      const item = JSON.stringify((found as unknown[])[second]);
      const reason: Reason = { code: 'repeated-item', details: { item } };
      return { place: valueAt(...path, second), pointer: error.instancePath, reasons: [reason] };
    }
    case 'pattern':
      // An empty text is reported as empty, once.
      return here(...(found === '' ? [] : explain(params['pattern'], String(found))));
    default:
      throw new Error(`the schemas use "${error.keyword}", for which there is no wording`);
  }
}

function judgeKey(parent: readonly string[], error: ErrorObject): Judgement {
  const name = error.propertyName as string;
  const reasons: Reason[] = [];
  if (error.keyword === 'pattern') reasons.push(...explain(error.params['pattern'], name));
  else if (error.keyword === 'maxLength') reasons.push({ code: 'too-long', details: { limit: error.params['limit'] } });
  return { place: key(...parent, name), pointer: pointerTo([...parent, name]), reasons };
}

function judgeType(error: ErrorObject, found: unknown): Reason[] {
  const types = [error.params['type']].flat() as string[];
  const misread = asMisread(found);
  const wantsText = types.includes('string');
  if (misread && wantsText && misread.reading === 'a date' && isTimestamp(error)) {
    return explain(TIMESTAMP, misread.raw);
  }
  if (wantsText && (misread || typeof found === 'number' || typeof found === 'boolean')) {
    const raw = misread?.raw ?? String(found);
    const reading = misread?.reading ?? (typeof found === 'number' ? 'a number' : 'a truth value');
    return [{ code: 'not-text', details: { raw, reading } }];
  }
  if (misread?.reading === 'a number' && types.some((type) => type === 'integer' || type === 'number')) {
    return [{ code: 'bad-number', details: { raw: misread.raw, why: numberProblem(misread.raw) } }];
  }
  const expected = types.map((type) => TYPES[type] ?? type).join(' or ');
  return [{ code: 'wrong-type', details: { expected, found: misread ? misread.raw : describe(found) } }];
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

function describe(found: unknown): string {
  if (found === null) return 'empty';
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

const isTimestamp = (error: ErrorObject): boolean => error.parentSchema?.['pattern'] === TIMESTAMP;

const knownKeys = (error: ErrorObject): string[] => Object.keys(error.parentSchema?.['properties'] ?? {});
