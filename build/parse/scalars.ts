/**
 * Reads plain scalars by the YAML 1.2 core schema, without the forms that are easily misread.
 *
 * If some YAML reader takes a plain scalar for a number, truth value or date, but not all readers and JSON agree, it
 * becomes a `Misread`. No schema accepts one, so it is reported as it was written; nothing is rounded or converted
 * first.
 */
import type { Checksum } from '../../contract/generated/catalog.types.ts';

/** A plain scalar that readers disagree about, or that cannot be represented exactly. */
export interface Misread {
  readonly raw: string;
  /** What some readers take it for. */
  readonly reading: 'a number' | 'a truth value' | 'a date';
}

/** The value of a misread scalar: a symbol, which matches no type of a schema. */
function misread(raw: string, reading: Misread['reading']): symbol {
  return Symbol(`${reading}:${raw}`);
}

/** The misread scalar of a value; null for any other value. */
export function asMisread(value: unknown): Misread | null {
  if (typeof value !== 'symbol') return null;
  const description = value.description ?? '';
  const colon = description.indexOf(':');
  return { reading: description.slice(0, colon) as Misread['reading'], raw: description.slice(colon + 1) };
}

/**
 * A checksum in the standard form that the strict reader has compared with its schema. Generated validators skip objects
 * with this symbol, which no file can contain (`scripts/generate/validators.ts`).
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

  /** The text that it was read from. */
  written(): string {
    return `{ lastModified: ${this.lastModified}, contentLength: ${this.contentLength}, sha1: "${this.sha1}" }`;
  }
}

const WORDS = new Map<string, null | boolean>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** Truth values of YAML 1.1 only. */
const OLD_TRUTH = /^(?:[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/;

/** The accepted form of a number. */
const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Every other form of a number in YAML 1.2 or 1.1. */
const OTHER_NUMBERS = [
  /^0o[0-7]+$/,
  /^[-+]?[0-9]+$/,
  /^[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9_]+)[eE][-+]?[0-9]+$/,
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  /^[-+]?(?:0b[01_]+|0[0-7_]+|0x[0-9a-fA-F_]+|[1-9][0-9_]*)$/,
  /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\._*[0-9][0-9_]*)$/,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
];

/** A timestamp in UTC, to the second, in its accepted form. It is a text. */
export const UTC_SECOND = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/;

const DATE =
  /^[0-9]{4}-(?:[0-9]{2}-[0-9]{2}|[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)$/;

/** The value of a plain scalar: a string, number, boolean, null, or a `Misread`. */
export function resolvePlain(source: string): unknown {
  const word = WORDS.get(source);
  if (word !== undefined) return word;
  if (OLD_TRUTH.test(source)) return misread(source, 'a truth value');
  if (!/^[-+.0-9]/.test(source) || UTC_SECOND.test(source)) return source;
  if (PLAIN_NUMBER.test(source)) {
    const number = Number(source);
    const isExact = source.includes('.') ? Number.isFinite(number) : Number.isSafeInteger(number);
    // Adding 0 turns -0, which JSON readers disagree on, into 0.
    return isExact ? number + 0 : misread(source, 'a number');
  }
  if (OTHER_NUMBERS.some((form) => form.test(source))) return misread(source, 'a number');
  return DATE.test(source) ? misread(source, 'a date') : source;
}

const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'comma',
  '.': 'point',
  "'": 'apostrophe',
  '\u2019': 'apostrophe',
};

/** How to write a number with thousands separators, such as `3,001,234`; null for any other text. */
export function withoutSeparators(text: string): string | null {
  const [, separator = ''] = /^-?\d{1,3}([,.'\u2019 \u00A0\u2009\u202F])\d{3}(?:\1\d{3})*$/.exec(text) ?? [];
  if (separator === '') return null;
  const parts = text.split(separator);
  const name = SEPARATORS[separator] ?? 'space';
  const whole = `${parts.length === 2 ? `the ${name}` : `${name}s`}: ${parts.join('')}`;
  const orPoint = separator === ',' && parts.length === 2 ? `, or with a point: ${text.replace(',', '.')}` : '';
  return `write it without ${whole}${orPoint}`;
}
