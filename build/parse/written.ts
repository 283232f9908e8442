import { resolvePlainScalar, yaml11Reading } from './scalars.ts';

/** JavaScript writes small and large numbers with an exponent. */
export function plainNumber(number: number): string {
  const written = String(number);
  return written.includes('e')
    ? number.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 21 })
    : written;
}

/** In flow style, commas and brackets need quotes too. */
export type Style = 'block' | 'flow';

/** Control characters, line separators, byte order mark, and non-characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;

/**
 * A plain scalar must not begin with an indicator or document marker, contain `: ` or ` #`, or end in a space or colon.
 */
const PLAIN = /^(?![\s\-?:,[\]{}#&*!|>'"%@`]|\.\.\.)(?!.*(?::(?:\s|$)|\s#|\s$))/u;

const FLOW_INDICATOR = /[,[\]{}]/;

/** Most texts, fast: words longer than any truth value, and timestamps. */
const WORD = /^(?:[A-Za-z][\w./-]{5,}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)$/;

/** Unquoted if every YAML reader then reads this text. */
export function yamlText(text: string, style: Style): string {
  if (WORD.test(text)) return text;
  if (text === '' || UNPRINTABLE.test(text) || !PLAIN.test(text)) return quotedYaml(text);
  if (style === 'flow' && FLOW_INDICATOR.test(text)) return quotedYaml(text);
  return resolvePlainScalar(text) === text && yaml11Reading(text) === null ? text : quotedYaml(text);
}

export function quotedYaml(text: string): string {
  if (/^[\w ./-]*$/.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

export function flowYaml(value: unknown, style: Style = 'flow'): string {
  if (typeof value === 'string') return yamlText(value, style);
  if (typeof value === 'number') return plainNumber(value);
  if (Array.isArray(value)) return `[${value.map((item) => flowYaml(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([key, member]) => `${yamlText(key, 'flow')}: ${flowYaml(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
