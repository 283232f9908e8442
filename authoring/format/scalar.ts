/** The one way in which each text, number, truth value and null is written. */
import { resolvePlain } from '../../build/parse/scalars.ts';

/** Where a text stands: in flow style, commas and brackets need quotes too. */
export type Style = 'block' | 'flow';

/** What no plain scalar holds: control characters, line separators, a byte order mark. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u;

/** A plain scalar begins with no indicator and no document marker, and holds neither `: ` nor ` #`. */
const PLAIN = /^(?![\s\-?:,[\]{}#&*!|>'"%@`]|\.\.\.)(?!.*(?::(?:\s|$)|\s#|\s$))/u;

const FLOW_INDICATOR = /[,[\]{}]/;

/** Writes a text: without quotes where every reader then takes it for the same text, else in double quotes. */
export function writeText(text: string, style: Style): string {
  return isPlain(text, style) ? text : quote(text);
}

function isPlain(text: string, style: Style): boolean {
  if (text === '' || UNPRINTABLE.test(text) || !PLAIN.test(text)) return false;
  if (style === 'flow' && FLOW_INDICATOR.test(text)) return false;
  return resolvePlain(text) === text;
}

/** Writes a text in double quotes. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return escaped;
}

/**
 * Writes what a plain scalar stands for.
 *
 * @param source the scalar as it stands in the file
 */
export function writePlain(source: string, style: Style): string {
  const value = resolvePlain(source);
  if (typeof value === 'string') return writeText(value, style);
  if (typeof value !== 'number') return String(value);
  // A number too small for plain digits in JavaScript's own form stays as it was written.
  const digits = String(value);
  return digits.includes('e') ? source : digits;
}
