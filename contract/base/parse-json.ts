import { isObject, type JsonObject } from './json-values.ts';
import { INPUT_LIMITS } from './limits.ts';
import { withThousands } from './text.ts';

/** Nested deeper than any published document, or more values. The message is the end of "it is …". */
export class TooLargeJsonError extends SyntaxError {}

/**
 * Checks limits before parsing: readers of the result are recursive, and 24 MiB of `{},` become gigabytes.
 *
 * @throws SyntaxError if it is not JSON; TooLargeJsonError
 */
export function parseJson(text: string): unknown {
  const excess = excessOf(text);
  if (excess !== null) throw new TooLargeJsonError(excess);
  return JSON.parse(text);
}

export function decodeJson(bytes: Uint8Array, { fatal = false } = {}): unknown {
  return parseJson(new TextDecoder('utf-8', { fatal }).decode(bytes));
}

/** The end of "it is …". @throws other errors */
export function jsonProblem(error: unknown): string {
  if (error instanceof TooLargeJsonError) return error.message;
  if (error instanceof SyntaxError || error instanceof TypeError) return 'not JSON';
  throw error;
}

export function jsonObjectIn(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA, QUOTE] = [...'[]{},"'].map((one) => one.charCodeAt(0));

/** Text that is not JSON may get any answer. */
function excessOf(text: string): string | null {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth++;
      values++;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    else if (code === COMMA) values++;
    else if (code === QUOTE) index = endOfString(text, index);
    if (depth > INPUT_LIMITS.depth) return `nested more than ${INPUT_LIMITS.depth} levels deep`;
    if (values > INPUT_LIMITS.values) return `larger than ${withThousands(INPUT_LIMITS.values)} values`;
  }
  return null;
}

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
