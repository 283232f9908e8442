/**
 * Plain scalars follow the YAML 1.2 core schema. A number not in plain decimal digits, or not exact, becomes a symbol
 * of its text, which no schema accepts: it is reported as written. What only YAML 1.1 reads as another value (`NO`,
 * `2026-09-19`, `1_000`) stays text, which `format` writes in quotes.
 */
import type { Checksum } from '../../contract/generated/catalog.types.ts';

/** Null for any other value. */
export function asMisreadNumber(value: unknown): string | null {
  return typeof value === 'symbol' ? (value.description ?? '') : null;
}

/**
 * In the standard form. The canonical parser has compared it with the schema, so generated validators
 * (`scripts/generate/validators.ts`) skip objects with its symbol.
 */
export class VerifiedChecksum implements Checksum {
  readonly lastModified: string;
  readonly contentLength: number;
  readonly sha1: string;

  constructor(lastModified: string, contentLength: number, sha1: string) {
    this.lastModified = lastModified;
    this.contentLength = contentLength;
    this.sha1 = sha1;
  }

  get [Symbol.for('cartalog.verified')](): true {
    return true;
  }

  written(): string {
    return `{ lastModified: ${this.lastModified}, contentLength: ${this.contentLength}, sha1: "${this.sha1}" }`;
  }
}

const WORDS = new Map<string, null | boolean>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

const OTHER_NUMBER =
  /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** An accepted timestamp, which needs no quotes. */
const UTC_SECOND = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/;

/** A string, number, boolean, null, or the symbol of an unusable number. */
export function resolvePlainScalar(source: string): unknown {
  const word = WORDS.get(source);
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(source)) return source;
  if (PLAIN_NUMBER.test(source)) {
    const number = Number(source);
    const isExact = source.includes('.') ? Number.isFinite(number) : Number.isSafeInteger(number);
    // JSON readers disagree on -0; adding 0 makes it 0.
    return isExact ? number + 0 : Symbol(source);
  }
  return OTHER_NUMBER.test(source) ? Symbol(source) : source;
}

/** `20.000`, which YAML reads as 20. `20.500` is refused anyway. */
export const mayBeThousands = (source: string): boolean => /^-?[1-9]\d{0,2}\.000$/.test(source);

/** Text in YAML 1.2. */
const OLD_NUMBER =
  /^[-+]?(?:(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9_]+)(?:[eE][-+]?[0-9]+)?|0b[01_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)$/;

/** Truth values, dates and default values of YAML 1.1. */
const OLD_WORD =
  /^(?:[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|=|[0-9]{4}-(?:[0-9]{2}-[0-9]{2}|[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?))$/;

/** Null if both versions read text, if YAML 1.2 reads another value, and for accepted timestamps. */
export function yaml11Reading(text: string): 'a number' | 'another value' | null {
  if (typeof resolvePlainScalar(text) !== 'string' || UTC_SECOND.test(text)) return null;
  return OLD_NUMBER.test(text) ? 'a number' : OLD_WORD.test(text) ? 'another value' : null;
}

const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'comma',
  '.': 'point',
  "'": 'apostrophe',
  '\u2019': 'apostrophe',
};

/** How to write a number without separators, or null. */
export function thousandsAdvice(text: string, isWhole = false): string | null {
  const [, separator = ''] = /^-?\d{1,3}([,.'\u2019 \u00A0\u2009\u202F])\d{3}(?:\1\d{3})*$/.exec(text) ?? [];
  if (separator === '') return null;
  const parts = text.split(separator);
  const name = SEPARATORS[separator] ?? 'space';
  const separators = parts.length === 2 ? `the ${name}` : `${name}s`;
  const orPoint =
    separator === ',' && parts.length === 2 && !isWhole ? `, or with a point: ${text.replace(',', '.')}` : '';
  return `write it without ${separators}: ${parts.join('')}${orPoint}`;
}
