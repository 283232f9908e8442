/**
 * The requested rendition as regular expressions, for servers without a handler: the logic of `edge/intent.ts` and
 * `edge/accept.ts`.
 *
 * They mean the same in PCRE (nginx, Apache), RE2 (Caddy) and JavaScript (the tests): no look-around, no braces, no
 * back references. They match the query as it was sent, or the `Accept` header.
 */
import { FORMATS, RENDITIONS } from '../../../contract/renditions.ts';

/** One letter of a query, possibly percent-encoded. */
interface Letter {
  /** The letter itself. */
  readonly plain: string;
  /** The first hexadecimal digit of its code. */
  readonly high: string;
  /** The second one, in either case. */
  readonly low: string;
}

function lettersOf(word: string): Letter[] {
  return [...word].map((plain) => {
    const [high = '', low = ''] = plain.charCodeAt(0).toString(16);
    return { plain, high, low: low === low.toUpperCase() ? low : low + low.toUpperCase() };
  });
}

/** A word in a query, with any of its letters percent-encoded. */
function encoded(word: string): string {
  return lettersOf(word)
    .map(({ plain, high, low }) => `(?:${plain}|%${high}[${low}])`)
    .join('');
}

const ANYTHING = '[^&]*';

/** A parameter name other than a word: it ends earlier, goes on after it, or has another letter. */
function otherThan(word: string): string {
  return lettersOf(word).reduceRight((rest, { plain, high, low }) => {
    const otherCode = `%(?:[^&${high}]${ANYTHING}|${high}(?:[^&${low}]${ANYTHING})?)?`;
    return `(?:[^&%${plain}]${ANYTHING}|${otherCode}|(?:${plain}|%${high}[${low}])${rest})?`;
  }, `[^&=]${ANYTHING}`);
}

/** A query whose first parameter of this name has this value; any value if null. */
function queryWith(name: string, value: string | null): string {
  const wanted = value === null ? '' : `=${encoded(value)}`;
  return `^(?:${otherThan(name)}&)*${encoded(name)}${wanted}${value === null ? '(?:[=&]|$)' : '(?:&|$)'}`;
}

/** The query of each value of `format`. */
export const FORMAT_QUERIES: readonly (readonly [format: string, pattern: string])[] = FORMATS.map((format) => [
  format,
  queryWith('format', format),
]);

/** A query with any `format`; if none of the patterns above matches, the format does not exist. */
export const ANY_FORMAT_QUERY = queryWith('format', null);

/** A query that requests the upstream source. */
export const SOURCE_QUERY = queryWith(RENDITIONS['xml-source'].parameter, 'true');

/** A parameter of a media range that is not its quality. */
const PARAMETER = '(?:;\\s*(?:[^q,;\\s][^,;]*|q[^,;=\\s][^,;]*)?)*';
const FULL_QUALITY = '(?:;\\s*q\\s*=\\s*1(?:[.]0*)?\\s*(?:;[^,]*)?)?';
const LOWER_QUALITY = ';\\s*q\\s*=\\s*(?:0?[.][0-9]+|0[.]?)\\s*(?:;[^,]*)?';

/** An `Accept` that contains a media range with a quality, in any case. */
function acceptWith(range: string, quality: string): string {
  return `(?:^|,)\\s*${range}\\s*${PARAMETER}${quality}(?:,|$)`;
}

/** An `Accept` that contains XML with a quality of 1, in any case. */
export const XML_ACCEPT = acceptWith(`(?:${RENDITIONS.xml.accept.join('|')})`, FULL_QUALITY);

/**
 * Whether JSON has a quality of 1 in an `Accept`: the first matching pattern decides, in any case; without a match it
 * has not. JSON with a lower quality comes before the ranges that include it.
 */
export const JSON_ACCEPTS: readonly (readonly [pattern: string, isFull: boolean])[] = [
  RENDITIONS.json.accept[0],
  'application/[*]',
  '[*]/[*]',
].flatMap((range) => [
  [acceptWith(range, FULL_QUALITY), true] as const,
  [acceptWith(range, LOWER_QUALITY), false] as const,
]);
