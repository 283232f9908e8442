/** Parses JSON from untrusted sources. */
import { INPUT_LIMITS } from './limits.ts';

/** JSON is nested deeper than any published document. */
export class TooDeepError extends SyntaxError {}

/**
 * `JSON.parse` with a limit on nesting, which is checked before parsing: readers of the result are recursive, and a few
 * megabytes of `[` take long.
 *
 * @throws SyntaxError if it is not JSON; TooDeepError
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeepError(`nested more than ${INPUT_LIMITS.depth} levels deep`);
  return JSON.parse(text);
}

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The members of an object; an empty list for any other value. */
export function membersOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** Whether brackets nest too deep. Text that is not JSON may get either answer. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    else if (character === '"') index = endOfString(text, index);
    if (depth > INPUT_LIMITS.depth) return true;
  }
  return false;
}

/** The index of the quote that ends a string; the length of the text if there is none. */
function endOfString(text: string, begin: number): number {
  let end = begin;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === '\\') first--;
  return (quote - first) % 2 === 1;
}
