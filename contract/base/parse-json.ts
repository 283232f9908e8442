import { isObject, type JsonObject } from './json-values.ts';
import { INPUT_LIMITS } from './limits.ts';
import { withThousands } from './text.ts';

/** The text is deeper than any published document, or has more values. The message completes `it is …`. */
export class TooLargeJsonError extends SyntaxError {}

/**
 * Limits are checked first: readers of the result are recursive, and 24 MiB of `{},` become gigabytes.
 * @throws SyntaxError if it is not JSON; TooLargeJsonError
 */
export function parseJson(text: string): unknown {
  const excess = excessOf(text);
  if (excess !== null) throw new TooLargeJsonError(excess);
  return JSON.parse(text);
}

/** Like browsers: UTF-8, with or without a byte order mark. */
export function decodeJson(bytes: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(bytes));
}

/** Only UTF-8. A problem completes `it is …`. @param edited makes the parsed text */
export function readJson(
  source: Uint8Array | string,
  edited = (text: string): string => text,
): { readonly value: unknown } | { readonly problem: string } {
  try {
    const text = typeof source === 'string' ? source : new TextDecoder('utf-8', { fatal: true }).decode(source);
    return { value: parseJson(edited(text)) };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    return { problem: error instanceof TooLargeJsonError ? error.message : 'not JSON' };
  }
}

export function jsonObjectIn(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA, QUOTE] = [...'[]{},"'].map((sign) =>
  sign.charCodeAt(0),
);

/** The missing end of a cut text: `"}]`. Empty if it closes all that it opens, or more. */
export function unclosedIn(text: string): string {
  const open: string[] = [];
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index);
    if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']');
    else if ((sign === '}' || sign === ']') && open.pop() !== sign) return '';
    if (sign === '"') index = endOfString(text, index);
    if (index === text.length) open.push('"');
  }
  return open.reverse().join('');
}

/** Null within the limits. Meaningless without JSON. */
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
