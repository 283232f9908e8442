import { withoutLogins } from '../../contract/base/text.ts';
import { ACCESS_TOKEN, isReservedName } from '../../contract/maps/placeholders.ts';
import { isPasswordName, isUserName, looksLikeTokenName } from './template-pieces.ts';

/** Parts of a country's suffix, as in `example.co.uk`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'edu', 'go', 'gov', 'gv', 'ne', 'net', 'or', 'org']);

/**
 * `THUNDERFOREST_API_KEY` for api.thunderforest.com. The name of the placeholder or query parameter decides between
 * `_API_KEY` and `_ACCESS_TOKEN`.
 */
export function tokenVariable(host: string, name: string): string {
  const labels = host.split('.');
  labels.pop();
  if (labels.length > 1 && SECOND_LEVEL.has(labels.at(-1) ?? '')) labels.pop();
  const word = (labels.at(-1) ?? '').toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const variable = `${word}_${/token/i.test(name) ? 'ACCESS_TOKEN' : 'API_KEY'}`;
  return /^[A-Z]/.test(variable) && !isReservedName(variable) ? variable : `TILES_${variable}`;
}

/** `EXAMPLE_APP_CODE_KEY` after `EXAMPLE_API_KEY`, for another token of the same server. */
export function nextVariable(first: string, name: string): string {
  const stem = first.replace(/_(?:API_KEY|ACCESS_TOKEN|KEY|TOKEN)$/, '');
  return `${stem}_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_KEY`;
}

export interface Part {
  readonly start: number;
  readonly end: number;
}

/** A part of an address that is, or looks like, a literal access token. */
interface PastedKey extends Part {
  /** The parameter that has it as its value; null in a path, or under a name that tokens do not have. */
  readonly parameter: string | null;
  /** It could also be the id or the name of a map. */
  readonly isDoubtful: boolean;
}

/** Parameters whose values change with the tiles, so that caches do not answer with old ones. */
const VERSION = /^(?:v|ver|version|hash|rev|revision|t|ts|time|timestamp|date|cache|cb|_)$/i;

/** Parameters that select the data. */
const DATA = /^(?:uuid|guid|id|(?:asset|dataset|item|layer|map|mosaic|scene|style|tileset)s?[._-]?(?:id)?)$/i;

/** In a parameter of any name, an id that services give to each customer; in a path, the name of some data. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Parameters that some servers use for a key, others for the name of a map or a version. */
const MAY_NAME_MAP = /^(?:key|api)$/i;

/** A name of a map, of words and versions: `outdoors-v2`, `v1beta`. */
const WORDS =
  /^(?:[a-z]{1,12}|v?\d{1,3}(?:alpha|beta|rc)?\d?)(?:[._-](?:[a-z]{1,12}|v?\d{1,3}(?:alpha|beta|rc)?\d?)){0,5}$/i;

/** Keys, but also ids of ArcGIS items and database records. */
const HEXADECIMAL = /^[0-9a-f]{24,}$/i;

/** `isToken` tests the value of a parameter with a token's name, `hasForm` any other part of an address. */
interface KeyTest {
  readonly isToken: (value: string) => boolean;
  readonly hasForm: (part: string) => boolean;
}

interface Parameter extends Part {
  readonly name: string;
  readonly value: string;
}

function* parametersOf(address: string): Generator<Parameter> {
  const query = address.indexOf('?');
  const parts =
    query === -1
      ? [[0, address, IN_PATH] as const]
      : [[0, address.slice(0, query), IN_PATH] as const, [query, address.slice(query), IN_QUERY] as const];
  for (const [offset, part, pattern] of parts) {
    for (const { 0: whole, 1: name = '', 2: value = '', index } of part.matchAll(pattern)) {
      const end = offset + index + whole.length;
      yield { name, value, start: end - value.length, end };
    }
  }
}

const IN_PATH = /(?:^|[&;#])([^=&;/#]+)=([^&;/]*)/g;
const IN_QUERY = /(?:^|[?&;#])([^?=&;/#]+)=([^&;]*)/g;

/** Every key is the value of a parameter, begins like a key of Mapbox, comes before an @, or is at least this long. */
const MAY_HAVE_KEYS = /[=@]|[ps]k\.|[\w-]{13}/;

function* searchKeys(address: string, { isToken, hasForm }: KeyTest): Generator<PastedKey> {
  if (!MAY_HAVE_KEYS.test(address)) return;
  const parameters = [...parametersOf(address)];
  const hasPassword = parameters.some(({ name, value }) => isPasswordName(name) && isToken(value));
  let at = 0;
  for (const { name, value, start, end } of parameters) {
    yield* partsWith(hasForm, address, at, start, true);
    at = end;
    const isNamed = looksLikeTokenName(name) || (hasPassword && isUserName(name));
    const isCustomerId = UUID.test(value) && !DATA.test(name) && !VERSION.test(name);
    if ((isNamed && isToken(value)) || isCustomerId) {
      yield { parameter: name, start, end, isDoubtful: MAY_NAME_MAP.test(name) && WORDS.test(value) };
    } else yield* partsWith(VERSION.test(name) ? isKnownKey : hasForm, address, start, end, DATA.test(name));
  }
  yield* partsWith(hasForm, address, at, address.length, true);
}

function* partsWith(
  hasForm: KeyTest['hasForm'],
  address: string,
  from: number,
  to: number,
  mayBeId: boolean,
): Generator<PastedKey> {
  for (const { 0: part, index } of address.slice(from, to).matchAll(/[^/?&=;,{}<>\s"']+/g)) {
    if (!hasForm(part)) continue;
    const isDoubtful = mayBeId && HEXADECIMAL.test(part);
    yield { parameter: null, start: from + index, end: from + index + part.length, isDoubtful };
  }
}

export function pastedKeysIn(address: string): PastedKey[] {
  return [...searchKeys(address, { isToken: looksLikeToken, hasForm: looksSecret })];
}

/** A problem for each key, with the variable to write. @param host null if the address cannot have variables */
export function* keyReasons(keys: readonly PastedKey[], host: string | null) {
  const [{ parameter: name = null } = {}] = keys;
  const first = host === null ? null : tokenVariable(host, name ?? '');
  for (const [index, { parameter, start, end, isDoubtful }] of keys.entries()) {
    const variable = first && index > 0 ? nextVariable(first, parameter ?? String(index + 1)) : first;
    const code = isDoubtful ? 'possible-key' : 'pasted-key';
    yield { code, details: { parameter, length: end - start, variable } } as const;
  }
}

/** An address with a variable in place of each key that is written out. */
export function withTokenVariables(address: string): string {
  const [, host = null] = /^https?:\/\/([^/?:#]+)/.exec(address) ?? [];
  const keys = host === null ? [] : pastedKeysIn(address);
  const variables = [...keyReasons(keys, host)].map(({ details }) => details.variable);
  return replaceParts(address, keys, (key) => `$\{${variables[keys.indexOf(key)]}}`);
}

/** For addresses other than of tiles: a long number in them is usually a version, not a key. */
export function keysInUrl(address: string): PastedKey[] {
  return [...searchKeys(address, { isToken: looksLikeToken, hasForm: isKnownKey })];
}

/** Finds tokens that are written out, or left for the reader to fill in. */
export function tokensToReplace(address: string): (Part & { readonly parameter: string })[] {
  const isToken = (value: string): boolean => isLeftOpen(value) || looksLikeToken(value);
  return [...searchKeys(address, { isToken, hasForm: () => false })].flatMap(({ parameter, start, end, isDoubtful }) =>
    parameter === null || isDoubtful ? [] : [{ parameter, start, end }],
  );
}

export function isLeftOpen(value: string): boolean {
  return value === '' || value === ACCESS_TOKEN;
}

export function replaceParts<P extends Part>(text: string, parts: Iterable<P>, by: (part: P) => string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const part of parts) {
    pieces.push(text.slice(at, part.start), by(part));
    at = part.end;
  }
  return pieces.join('') + text.slice(at);
}

/**
 * Masks keys with asterisks, because more people see logs of continuous integration than the catalog. Columns stay, and
 * so does `ACCESS_TOKEN`, which is published instead of a key.
 */
export function withoutPastedKeys(text: string): string {
  if (!MAY_HAVE_KEYS.test(text)) return text;
  const withoutNamedKeys = withoutLogins(text).replace(/: \[?["']?[\w-]{20,}/g, (found, at: number, whole: string) => {
    const [name = ''] = /[\w-]+(?=["']?$)/.exec(whole.slice(Math.max(0, at - 40), at)) ?? [];
    const key = found.replace(/^: \[?["']?/, '');
    // A public key of minisign begins with RW.
    if (!looksLikeTokenName(name) || !looksSecret(key) || key.startsWith('RW')) return found;
    return found.slice(0, -key.length) + '*'.repeat(key.length);
  });
  return withoutNamedKeys.replace(/[^\s"']+/g, (word) => {
    // A long number that is not in an address is a checksum.
    const test = { isToken: isWrittenOut, hasForm: word.includes('/') ? looksSecret : isKnownKey };
    return replaceParts(word, searchKeys(word, test), ({ start, end }) => '*'.repeat(end - start));
  });
}

const isWrittenOut = (value: string): boolean => /^[^#$<{]/.test(value) && value !== ACCESS_TOKEN;

/** Values of key parameters that are not keys: words, versions, and names of maps. */
const NO_KEY = /^(?:none|null|undefined|true|false|yes|no|v?\d{1,2}(?:\.\d{1,2}){0,2})$/i;
const MAP_NAME =
  /^(?:[._-]\d{0,2}|aerial|base|bike|bright|city|contours?|cycle|dark|day|default|elevation|gr[ae]y|hills?|hybrid|image(?:ry)?|labels?|land|light|main|maps?|nautical|night|ortho|osm|outdoors?|overlay|photo|positron|radar|rain|reliefs?|roads?|satellite|sea|shaded?|ski|snow|standard|streets?|terrain|tiles?|topo(?:graphic)?|toner|traffic|transport|voyager|water|weather|wind|winter|world){1,8}$/i;

/** A parameter with a token's name has one as its value, except some words, versions and names of maps. */
function looksLikeToken(value: string): boolean {
  return isWrittenOut(value) && !NO_KEY.test(value) && !MAP_NAME.test(value);
}

/** Begins like the keys of Mapbox or Google, or has a JSON Web Token in it. */
function isKnownKey(part: string): boolean {
  if (/eyJ[A-Za-z0-9_-]{10}/.test(part) || /^AIza[\w-]{16,}$/.test(part)) return true;
  return /^[ps]k\.[\w.-]{8,}$/.test(part) && /[A-Z]/.test(part) && /\d/.test(part);
}

export function looksSecret(part: string): boolean {
  if (isKnownKey(part) || HEXADECIMAL.test(part)) return true;
  if (!/^[A-Za-z0-9]{20,}$/.test(part) || ![/[A-Z]/g, /[a-z]/g, /\d/g].every((pattern) => count(part, pattern) >= 3)) {
    return false;
  }
  // In names like USGSImageryTopo20230101, the words and numbers are longer.
  return part.length / count(part, /[A-Z]*[a-z]+|[A-Z]+|\d+/g) < 3.5;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
