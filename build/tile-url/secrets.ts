/** Access tokens in a tile URL: finds those that are written out, so that none gets into the catalog or a report. */
import { ACCESS_TOKEN, isReserved } from '../../contract/placeholders.ts';
import { looksLikeTokenName } from './template.ts';

/** Second-level names that are part of a country's ending, as in `example.co.uk`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'edu', 'go', 'gov', 'gv', 'ne', 'net', 'or', 'org']);

/**
 * The environment variable for the token of a host: `THUNDERFOREST_API_KEY` for api.thunderforest.com.
 *
 * @param name of the placeholder or query parameter, which decides between `_API_KEY` and `_ACCESS_TOKEN`
 */
export function variableFor(host: string, name: string): string {
  const labels = host.split('.');
  labels.pop();
  if (labels.length > 1 && SECOND_LEVEL.has(labels.at(-1) ?? '')) labels.pop();
  const word = (labels.at(-1) ?? '').toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const variable = `${word}_${/token/i.test(name) ? 'ACCESS_TOKEN' : 'API_KEY'}`;
  return /^[A-Z]/.test(variable) && !isReserved(variable) ? variable : `TILES_${variable}`;
}

/** The variable for one more token of the same server: `EXAMPLE_APP_CODE_KEY` after `EXAMPLE_API_KEY`. */
export function nextVariable(first: string, name: string): string {
  const stem = first.replace(/_(?:API_KEY|ACCESS_TOKEN|KEY|TOKEN)$/, '');
  return `${stem}_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_KEY`;
}

/** A part of a text, from one offset up to another. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** A part of an address that is, or looks like, an access token written out. */
export interface PastedKey extends Part {
  /** The query parameter whose value it is, where its name is one that tokens have; else null. */
  readonly parameter: string | null;
}

/** A query parameter. The name is the first group and the value the second. */
const PARAMETER = /(?:^|[?&;])([^?=&;/]+)=([^&;]*)/g;

/** Parameters whose values change with the tiles, so that no old ones are shown. */
const VERSION = /^(?:v|ver|version|hash|rev|revision|t|ts|time|timestamp|date|cache|cb|_)$/i;

/** What decides whether a part of an address is a key. */
interface Test {
  /** For the value of a parameter that is named like a token. */
  readonly isToken: (value: string) => boolean;
  /** For any other part. */
  readonly hasForm: (part: string) => boolean;
}

function* search(address: string, { isToken, hasForm }: Test): Generator<PastedKey> {
  let at = 0;
  for (const { 0: whole, 1: parameter = '', 2: value = '', index } of address.matchAll(PARAMETER)) {
    const start = index + whole.length - value.length;
    yield* partsWith(hasForm, address, at, start);
    at = start + value.length;
    if (looksLikeTokenName(parameter) && isToken(value)) yield { parameter, start, end: at };
    else yield* partsWith(VERSION.test(parameter) ? isKnownKey : hasForm, address, start, at);
  }
  yield* partsWith(hasForm, address, at, address.length);
}

function* partsWith(hasForm: Test['hasForm'], address: string, from: number, to: number): Generator<PastedKey> {
  for (const { 0: part, index } of address.slice(from, to).matchAll(/[^/?&=;,{}<>\s"']+/g)) {
    if (hasForm(part)) yield { parameter: null, start: from + index, end: from + index + part.length };
  }
}

/** The access tokens that are written out in a tile URL. */
export function keysIn(address: string): PastedKey[] {
  return [...search(address, { isToken: looksLikeToken, hasForm: looksSecret })];
}

/** The same for any other address, where a long number is usually a version and not a key. */
export function keysInUrl(address: string): PastedKey[] {
  return [...search(address, { isToken: looksLikeToken, hasForm: isKnownKey })];
}

/** The values to replace in a template: written out, or left empty for the reader to fill in. */
export function tokensToReplace(address: string): (Part & { readonly parameter: string })[] {
  const isToken = (value: string): boolean => value === '' || looksLikeToken(value);
  return [...search(address, { isToken, hasForm: () => false })].flatMap(({ parameter, ...part }) =>
    parameter === null ? [] : [{ parameter, ...part }],
  );
}

/** Replaces parts of a text, in the order of their offsets. */
export function replaceParts<P extends Part>(text: string, parts: Iterable<P>, by: (part: P) => string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const part of parts) {
    pieces.push(text.slice(at, part.start), by(part));
    at = part.end;
  }
  return pieces.join('') + text.slice(at);
}

/** Whatever is taken for a key is the value of a parameter, begins like one of Mapbox, or is at least so long. */
const MAY_HAVE_KEYS = /=|[ps]k\.|[\w-]{13}/;

/**
 * A text with an asterisk for each character of a key, so that columns stay. Reports are kept in the logs of continuous
 * integration, where a key would be seen by more people than in the catalog. What is published in place of a key stays.
 */
export function withoutKeys(text: string): string {
  if (!MAY_HAVE_KEYS.test(text)) return text;
  return text.replace(/[^\s"']+/g, (word) => {
    // A long number that is not in an address is a checksum.
    const test = { isToken: isWrittenOut, hasForm: word.includes('/') ? looksSecret : isKnownKey };
    return replaceParts(word, search(word, test), ({ start, end }) => '*'.repeat(end - start));
  });
}

/** Whether the value of a parameter is there and is not a placeholder. */
const isWrittenOut = (value: string): boolean => /^[^#$<{]/.test(value) && value !== ACCESS_TOKEN;

/** Whether the value of a parameter that is named like a token is one, and not a word such as `terrain`. */
function looksLikeToken(value: string): boolean {
  if (value.length < 8 || !isWrittenOut(value)) return false;
  return !/^[a-z]+(?:[._-][a-z]+)*$/.test(value) || looksLikeTokenName(value);
}

/** Whether a text begins like the keys of Mapbox or Google, or has a JSON Web Token in it. */
function isKnownKey(part: string): boolean {
  if (/eyJ[A-Za-z0-9_-]{10}/.test(part) || /^AIza[\w-]{16,}$/.test(part)) return true;
  return /^[ps]k\.[\w.-]{8,}$/.test(part) && /[A-Z]/.test(part) && /\d/.test(part);
}

/** Whether a text has the form of a key: a known one, a long hexadecimal number, or letters and digits mixed. */
export function looksSecret(part: string): boolean {
  if (isKnownKey(part) || /^[0-9a-f]{24,}$/i.test(part)) return true;
  if (!/^[A-Za-z0-9]{20,}$/.test(part) || ![/[A-Z]/g, /[a-z]/g, /\d/g].every((kind) => count(part, kind) >= 3)) {
    return false;
  }
  // In names like USGSImageryTopo20230101, the words and numbers are longer.
  return part.length / count(part, /[A-Z]*[a-z]+|[A-Z]+|\d+/g) < 3.5;
}

const count = (text: string, kind: RegExp): number => text.match(kind)?.length ?? 0;
