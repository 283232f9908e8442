/**
 * How plain scalars are read: by the YAML 1.2 core schema, without the forms that are easily misread.
 *
 * A plain scalar that is a number, truth value or date to some YAML reader, but not in the one form that all readers
 * and JSON agree on, becomes a `Misread`. No schema accepts one, so it is reported wherever it is, as it was written;
 * nothing is rounded or converted first.
 */
import {
  boolCoreTag,
  boolYaml11Tag,
  defineScalarTag,
  floatCoreTag,
  floatYaml11Tag,
  intCoreTag,
  intYaml11Tag,
  NOT_RESOLVED,
  nullCoreTag,
  type ScalarTagDefinition,
  timestampTag,
} from 'js-yaml';

/** A plain scalar that readers disagree on, or that cannot be held exactly. */
export interface Misread {
  /** As it is written in the file. */
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

const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** A moment in UTC, to the second: a text, in the one form of it. */
export const UTC_SECOND = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/;

/** A number that is too large for a reader: js-yaml leaves it a text, others take it for infinite. */
const OVERFLOWING = /^[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9_]+)[eE][-+]?[0-9]+$/;

const FIRST_OF_NUMBERS = ['-', '+', '.', ...'0123456789'];

const isResolvedBy = (tag: ScalarTagDefinition<unknown>, source: string): boolean =>
  tag.resolve(source, false, tag.tagName) !== NOT_RESOLVED;

const numberTag = defineScalarTag<unknown>('tag:yaml.org,2002:float', {
  implicit: true,
  implicitFirstChars: FIRST_OF_NUMBERS,
  identify: () => false,
  resolve(source) {
    if (UTC_SECOND.test(source)) return source;
    if (PLAIN_NUMBER.test(source)) {
      const number = Number(source);
      const exact = source.includes('.') ? Number.isFinite(number) : Number.isSafeInteger(number);
      // Adding 0 turns -0, which JSON readers disagree on, into 0.
      return exact ? number + 0 : misread(source, 'a number');
    }
    if (OVERFLOWING.test(source)) return misread(source, 'a number');
    if ([intCoreTag, floatCoreTag, intYaml11Tag, floatYaml11Tag].some((tag) => isResolvedBy(tag, source))) {
      return misread(source, 'a number');
    }
    return isResolvedBy(timestampTag, source) ? misread(source, 'a date') : NOT_RESOLVED;
  },
});

const truthTag = defineScalarTag<unknown>('tag:yaml.org,2002:bool', {
  implicit: true,
  implicitFirstChars: [...'yYnNtTfFoO'],
  identify: () => false,
  resolve(source) {
    const value = boolCoreTag.resolve(source, false, boolCoreTag.tagName);
    if (value !== NOT_RESOLVED) return value;
    return isResolvedBy(boolYaml11Tag, source) ? misread(source, 'a truth value') : NOT_RESOLVED;
  },
});

/** The scalar types of the catalog's YAML, for a js-yaml schema. */
export const SCALAR_TAGS: ScalarTagDefinition<unknown>[] = [nullCoreTag, truthTag, numberTag];

/** What a plain scalar is read as: a string, number, boolean, null, or a `Misread`. */
export function resolvePlain(source: string): unknown {
  for (const tag of SCALAR_TAGS) {
    const value = tag.resolve(source, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return source;
}

const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'comma',
  '.': 'point',
  "'": 'apostrophe',
  '\u2019': 'apostrophe',
};

/** How to write a number whose thousands are divided, such as `3,001,234`; null for any other text. */
export function withoutSeparators(text: string): string | null {
  const [, separator = ''] = /^-?\d{1,3}([,.'\u2019 \u00A0\u2009\u202F])\d{3}(?:\1\d{3})*$/.exec(text) ?? [];
  if (separator === '') return null;
  const parts = text.split(separator);
  const name = SEPARATORS[separator] ?? 'space';
  const whole = `${parts.length === 2 ? `the ${name}` : `${name}s`}: ${parts.join('')}`;
  const orPoint = separator === ',' && parts.length === 2 ? `, or with a point: ${text.replace(',', '.')}` : '';
  return `write it without ${whole}${orPoint}`;
}
