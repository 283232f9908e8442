/** What is wrong with a value of the wrong type, and how that is mended. */
import type { ErrorObject } from 'ajv';
import { asMisread, resolvePlain } from '../parse/scalars.ts';
import { explain, type Reason } from './explain.ts';

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
