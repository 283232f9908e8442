import { withoutLogins } from '../../contract/base/text.ts';
import { ACCESS_TOKEN, isReservedName, isTokenVariable } from '../../contract/maps/placeholders.ts';
import { type Diagnostic, diagnosticMessage, pointerSegments } from '../diagnostics/diagnostic.ts';
import { isPasswordName, isUserName, looksLikeTokenName } from './template-pieces.ts';

/** Labels that precede a country's suffix, as in `example.co.uk`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'edu', 'go', 'gov', 'gv', 'ne', 'net', 'or', 'org']);

/** `example.co.uk` for `a.tile.example.co.uk`. */
export function domainOf(host: string): string {
  const labels = host.toLowerCase().split('.');
  return labels.slice(labels.length > 2 && SECOND_LEVEL.has(labels.at(-2) ?? '') ? -3 : -2).join('.');
}

/** `THUNDERFOREST_API_KEY` for api.thunderforest.com; `_ACCESS_TOKEN` if the placeholder or parameter is called so. */
export function tokenVariable(host: string, parameter: string): string {
  const [name = '', ending] = domainOf(host).split('.');
  const word = (ending === undefined ? '' : name).toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const variable = `${word}_${/token/i.test(parameter) ? 'ACCESS_TOKEN' : 'API_KEY'}`;
  return /^[A-Z]/.test(variable) && !isReservedName(variable) ? variable : `TILES_${variable}`;
}

/** The variable for another token of a server: `EXAMPLE_APP_CODE_KEY` after `EXAMPLE_API_KEY`. */
export function nextVariable(first: string, name: string): string {
  const stem = first.replace(/_(?:API_KEY|ACCESS_TOKEN|KEY|TOKEN)$/, '');
  return `${stem}_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_KEY`;
}

export interface Part {
  readonly start: number;
  readonly end: number;
}

/** What is, or looks like, a literal access token. */
interface PastedKey extends Part {
  /** The parameter's name; null in a path, or for a name that tokens do not have. */
  readonly parameter: string | null;
  /** It may be the id or name of a map. */
  readonly isDoubtful: boolean;
}

/** The values of these parameters change with the tiles, to avoid old answers of caches. */
const VERSION_PARAMETER = /^(?:v|ver|version|hash|rev|revision|t|ts|time|timestamp|date|cache|cb|_)$/i;

/** The values of these parameters are ids of data, not keys. */
const DATA_PARAMETER = /^(?:uuid|guid|id|(?:asset|dataset|item|layer|map|mosaic|scene|style|tileset)s?[._-]?(?:id)?)$/i;

/** In a parameter, a UUID is often a customer's id, which is a key; in a path, it names data. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** On some servers, the value is a key; on others, the name of a map or a version. */
const MAY_NAME_MAP = /^(?:key|api)$/i;

/** Words and versions, as in names of maps: `outdoors-v2`, `v1beta`. */
const WORDS =
  /^(?:[a-z]{1,12}|v?\d{1,3}(?:alpha|beta|rc)?\d?)(?:[._-](?:[a-z]{1,12}|v?\d{1,3}(?:alpha|beta|rc)?\d?)){0,5}$/i;

const isName = (parameter: string, value: string): boolean => MAY_NAME_MAP.test(parameter) && WORDS.test(value);

/** Texts of this form are keys, but also ids of items and database records. */
const HEXADECIMAL = /^[0-9a-f]{24,}$/i;

/**
 * `isToken` tests a parameter with a token's name, `hasForm` any other part of an address; `mayHaveForm` tests parts
 * that are reported as doubtful.
 */
interface KeyTest {
  readonly isToken: (value: string) => boolean;
  readonly hasForm: (part: string) => boolean;
  readonly mayHaveForm?: (part: string, before: string) => boolean;
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

/** A key is a parameter's value, begins like one of Mapbox, is before an @, follows `key/`, or is this long. */
const MAY_HAVE_KEYS = /[=@]|[ps]k\.|[\w-]{13}|[nyNY]\//;

function* searchKeys(address: string, test: KeyTest): Generator<PastedKey> {
  const { isToken, hasForm } = test;
  if (!MAY_HAVE_KEYS.test(address)) return;
  const parameters = [...parametersOf(address)];
  const hasPassword = parameters.some(({ name, value }) => isPasswordName(name) && isToken(value));
  let searchedTo = 0;
  for (const { name, value, start, end } of parameters) {
    yield* partsWith(test, address, searchedTo, start, true);
    searchedTo = end;
    const isNamed = looksLikeTokenName(name) || (hasPassword && isUserName(name));
    const isCustomerId = UUID.test(value) && !DATA_PARAMETER.test(name) && !VERSION_PARAMETER.test(name);
    if ((isNamed && isToken(value)) || isCustomerId) {
      yield { parameter: name, start, end, isDoubtful: isName(name, value) };
    } else
      yield* partsWith(
        { hasForm: VERSION_PARAMETER.test(name) ? isKnownKey : hasForm },
        address,
        start,
        end,
        DATA_PARAMETER.test(name),
      );
  }
  yield* partsWith(test, address, searchedTo, address.length, true);
}

function* partsWith(
  { hasForm, mayHaveForm = () => false }: Pick<KeyTest, 'hasForm' | 'mayHaveForm'>,
  address: string,
  from: number,
  to: number,
  mayBeId: boolean,
): Generator<PastedKey> {
  for (const { 0: part, index } of address.slice(from, to).matchAll(/[^/?&=;,{}<>\s"']+/g)) {
    const isKey = hasForm(part);
    const before = address.slice(0, from + index);
    if (!isKey && !mayHaveForm(part, before)) continue;
    const isDoubtful = !isKey || (mayBeId && HEXADECIMAL.test(part));
    yield { parameter: null, start: from + index, end: from + index + part.length, isDoubtful };
  }
}

export function pastedKeysIn(address: string): PastedKey[] {
  return [...searchKeys(address, { isToken: looksLikeToken, hasForm: looksSecret, mayHaveForm: mayBeKeyInPath })];
}

/** Also a possible key, but none that the reader must fill in. */
export const holdsKey = (address: string): boolean =>
  pastedKeysIn(address).some(({ start, end }) => !isLeftOpen(address.slice(start, end)));

/** `/key/abc123def`, or many short runs of letters and digits. */
function mayBeKeyInPath(part: string, before: string): boolean {
  if (!/^(?=.*\d.*\d)[a-z\d]{8,40}$/i.test(part)) return false;
  return looksLikeTokenName(before.split('/').at(-2) ?? '') || (part.length > 15 && isDense(part, 2.5));
}

/** @param host null if the address cannot have variables */
export function* keyReasons(keys: readonly PastedKey[], host: string | null) {
  const [{ parameter: name = null } = {}] = keys;
  const first = host === null ? null : tokenVariable(host, name ?? '');
  for (const [index, { parameter, start, end, isDoubtful }] of keys.entries()) {
    const variable = first && index > 0 ? nextVariable(first, parameter ?? String(index + 1)) : first;
    const code = isDoubtful ? 'possible-key' : 'pasted-key';
    yield { code, details: { parameter, length: end - start, variable } } as const;
  }
}

export function withTokenVariables(
  address: string,
  host = /^https?:\/\/([^/?:#]+)/.exec(address)?.[1] ?? null,
): string {
  const keys = host === null ? [] : [...searchKeys(address, MASKED)];
  const variables = [...keyReasons(keys, host)].map(({ details: { variable, parameter } }) =>
    variable && address.includes(`{${variable}}`) ? nextVariable(variable, parameter ?? '2') : variable,
  );
  return replaceParts(address, keys, (key) => `$\{${variables[keys.indexOf(key)]}}`);
}

/** A long number in an address is usually a version. */
export function keysInUrl(address: string): PastedKey[] {
  return [...searchKeys(address, { isToken: looksLikeToken, hasForm: isKnownKey })];
}

/** The text is for people, such as a credit. */
export function keysInText(text: string): PastedKey[] {
  const words = text.match(/[^\s"'<>()[\]]+/g) ?? [];
  return words.flatMap((word) => (word.includes('/') ? keysInUrl(word) : pastedKeysIn(word)));
}

/** Literal tokens, or tokens for the reader to fill in. */
export function tokensToReplace(address: string): (Part & { readonly parameter: string })[] {
  const isToken = (value: string): boolean => isLeftOpen(value) || looksLikeToken(value);
  return [...searchKeys(address, { isToken, hasForm: () => false })].flatMap(({ parameter, start, end, isDoubtful }) =>
    parameter === null || (isDoubtful && !isLeftOpen(address.slice(start, end))) ? [] : [{ parameter, start, end }],
  );
}

export function isLeftOpen(value: string): boolean {
  return value === '' || value === ACCESS_TOKEN || OF_READER.test(value);
}

/** `YOUR_API_KEY`, `my-token`, `INSERT_KEY_HERE`. */
const OF_READER =
  /^(?:your|my|dein|mein|ihr|insert|enter)[_-]?(?:\w{1,20}[_-])?(?:api[_-]?)?(?:key|token)(?:[_-]?here)?$/i;

export function replaceParts<P extends Part>(text: string, parts: Iterable<P>, by: (part: P) => string): string {
  const pieces: string[] = [];
  let copiedTo = 0;
  for (const part of parts) {
    pieces.push(text.slice(copiedTo, part.start), by(part));
    copiedTo = part.end;
  }
  return pieces.join('') + text.slice(copiedTo);
}

/**
 * Replaces keys, passwords and possible secrets by asterisks: many people see logs of continuous integration. The
 * length stays the same. `ACCESS_TOKEN`, which is published in place of a key, stays.
 * @param field of the text, if known: hashes of files stay visible
 */
export function withoutPastedKeys(text: string, field = ''): string {
  const plain = text.replace(ENCODED, (code, hex?: string) =>
    (hex ? String.fromCharCode(Number.parseInt(hex, 16)) : code === '\\/' ? '/' : '&').repeat(code.length),
  );
  const masked = maskForms(maskNamed(maskWords(withoutLogins(plain))), field);
  return plain === text
    ? masked
    : text.replace(/./gs, (unit, index: number) => (masked[index] === plain[index] ? unit : '*'));
}

/** @param written the text at the place of the diagnostic */
export function maskedMessage(diagnostic: Diagnostic, written: string): string {
  const { place } = diagnostic;
  const path = place && 'pointer' in place ? pointerSegments(place.pointer) : [];
  return withoutPastedKeys(diagnosticMessage(diagnostic, written), path.filter((name) => !/^\d+$/.test(name)).at(-1));
}

/** A replacer for `JSON.stringify`. */
export function withoutKeysIn(field: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutPastedKeys(value, field) : value;
}

/** Punctuation in addresses, JSON and HTML: `%3D`, `\u003d`, `\/`, `&amp;`. */
const ENCODED = /(?:%(?:25)*|\\u00|\\x)(2[1-9a-f]|3[a-f]|40|5[b-f]|7[b-e])|\\\/|&amp;/gi;

const stars = ({ length }: { readonly length: number }): string => '*'.repeat(length);

const maskParts = (text: string, parts: Iterable<Part>): string =>
  replaceParts(text, parts, ({ start, end }) => '*'.repeat(end - start));

/** A login for curl, or with a slash in its password. Digits before the slash are a port. */
const ODD_LOGIN =
  /(?<=\s-u[ =]?["']?|\s--user[ =]["']?)[^\s"':]{1,100}:[^\s"']{1,100}|(?<=\/\/)[^\s"'/?#@:]{1,100}:(?!\d{1,5}\/)[^\s"'@]{0,100}(?=@)/g;

function maskWords(text: string): string {
  const loginsMasked = text.replace(ODD_LOGIN, stars).replace(/[^\s"'<>()[\]{},]+/g, (word) => {
    const login = word.slice(0, Math.max(0, word.lastIndexOf('@')));
    // An @ in a path, as in topo@EPSG:900913@png, follows no login. Only a password may have a slash.
    const [, name = ''] = /^([^/]*?)(?::\d{1,5}\/|\/|$)/.exec(login.replace(/EPSG:\d+/gi, '')) ?? [];
    const isLogin = !word.includes('//') && !/^mailto:/i.test(word) && (name.includes(':') || mayBeSecret(name));
    return isLogin ? stars(login) + word.slice(login.length) : word;
  });
  return loginsMasked.replace(/[^\s"']+/g, (word) =>
    maskParts(word, searchKeys(word, word.includes('/') ? MASKED : { ...MASKED, hasForm: isKnownKey })),
  );
}

/** `token: …`, `key = …`, also in the next line, and what follows a scheme's name in a header. */
const maskNamed = (text: string): string => maskParts(text, namedKeysIn(text));

/** The text is for people. */
export function passwordsIn(text: string): PastedKey[] {
  return namedKeysIn(text)
    .filter(({ name, isSpaced, start, end }) => {
      // In a sentence, a word may follow the word "password".
      return isPasswordName(name) && (!isSpaced || /\d|[a-z][A-Z]/.test(text.slice(start, end)));
    })
    .map(({ name, start, end }) => ({ parameter: name, start, end, isDoubtful: true }));
}

interface NamedKey extends Part {
  readonly name: string;
  /** Only a space or a verb is between name and key. */
  readonly isSpaced: boolean;
}

function namedKeysIn(text: string): NamedKey[] {
  const parts: NamedKey[] = [];
  // After a word for password, in several languages, a space is enough.
  const sign =
    /[:=：]+|\b(?:Bearer|Basic|Digest)(?=\s+\S{8})|(?<=r[dt]|passe|ña|pwd?|token|key)[ \u00A0](?:(?:is|ist|lautet|est|es|è)[ \u00A0])?(?=\S)/gi;
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    const before = text.slice(Math.max(0, found.index - 60), found.index);
    const named = /([\n{,[]|- )?[\s-]*["'\\]*([\p{L}\p{M}\w.-]+)["'\\]*\s*$/u.exec(before);
    const [isScheme, isParameter, name] = [/^\w/.test(found[0]), found[0].startsWith('='), named?.[2] ?? ''];
    if (!isScheme && !looksLikeTokenName(name.replace(/(?<!s)s$/, '')) && !SECRET_NAME.test(name)) continue;
    const value = isParameter
      ? /(?:(?<=\s=)[ \t]{1,9})?["'\\]{0,3}(?:[ \t\r]*\n[ \t]*)?((?![#$<{])[^&;\s"'<>]*)/y
      : /[\s"'\\[|>+-]{0,200}((?![#$<{])[^\s"',\]}]*)/y;
    value.lastIndex = sign.lastIndex;
    const [, key = ''] = value.exec(text) ?? [];
    // In a sentence, a word may follow "key".
    const isMember = named?.[1] !== undefined || (named?.index === 0 && before.length < 60);
    const isPassword = isPasswordName(name);
    const isSpaced = /^[ \u00A0]/.test(found[0]);
    const needsMixed = !isPassword || found[0].length > 1;
    if (isSpaced && (needsMixed ? !isMixed(key) : AFTER_PASSWORD.test(key))) continue;
    const isValue = isParameter || (isMember && !isScheme) || isPassword || /\d|=$|[a-z][A-Z]/.test(key);
    const isPublic = isTokenVariable(key) || MINISIGN_PUBLIC_KEY.test(key) || (!isParameter && isName(name, key));
    if (!isValue || isPublic || /^(?:Bearer|Basic|Digest)$/i.test(key) || key.endsWith(':') || !looksLikeToken(key))
      continue;
    parts.push({ name, isSpaced, start: value.lastIndex - key.length, end: value.lastIndex });
    sign.lastIndex = value.lastIndex;
  }
  return parts;
}

/** In addresses, such names may mean something else: only messages mask their values. */
const SECRET_NAME =
  /^(?:authcfg|authorization|bearer|(?:set-)?cookie|geheim(?:nis|wort)?|login|passcode|(?:php|j)?sess(?:ion)?(?:[_-]?id)?)$/i;

/** A key, not a word or version, after "token" or "password is". */
const isMixed = (word: string): boolean => /^[\w!$%*+.-]{8,}$/.test(word) && /\d/.test(word) && /[a-z]/i.test(word);

/** Words that follow the word "password" in a sentence. */
const AFTER_PASSWORD = /^(?:and|or|is|may|for|in|of|to|that|before|after|by|with|looks|required|und|oder|ist|\W.*)$/i;

const MINISIGN_PUBLIC_KEY = /^RW[\w+/]{54}$/;

function maskForms(text: string, field: string): string {
  return text.replace(/\bRW[\w+/]{54}(?![\w+/])|[\w-]+…?/g, (word, offset: number) => {
    // Messages shorten long values.
    if (/.{8}…$/.test(word) && /\d.*\d/.test(word) && isDense(word, 3)) return `${stars(word.slice(1))}…`;
    if (/^AKIA[0-9A-Z]{16}$/.test(word)) return stars(word);
    if (word.length < 20 || MINISIGN_PUBLIC_KEY.test(word) || isTokenVariable(word)) return word;
    if (looksSecret(word.replace(/[_-]/g, '')) && !HEXADECIMAL.test(word.replace(/-/g, ''))) return stars(word);
    const isHash =
      HASH_NAME.test(`${field.slice(-40)}: `) || HASH_NAME.test(text.slice(Math.max(0, offset - 40), offset));
    return word.replace(/[A-Za-z0-9]{20,}/g, (part) =>
      mayBeSecret(part) && !(isHash && /^(?:[0-9a-fA-F]+|[0-9A-Z]+)$/.test(part)) ? stars(part) : part,
    );
  });
}

/** Precedes a hash, or the name of a commit. */
const HASH_NAME = /(?:sha[-_ ]?\d{0,3}|md5|hash|hashes|checksums?|commit|\bref)["'\\]*[\s:=("'[\\]+$/i;

/** True also for texts without capitals or small letters, or with few digits, for which `looksSecret` is false. */
const mayBeSecret = (part: string): boolean =>
  /\d/.test(part) &&
  (looksSecret(part) || (/^[A-Za-z0-9]{20,}$/.test(part) && /[a-z]/i.test(part) && isDense(part, 5)));

const isWrittenOut = (value: string): boolean => /^[^#$<{]/.test(value) && value !== ACCESS_TOKEN;

const MASKED: KeyTest = { isToken: isWrittenOut, hasForm: looksSecret };

/** Words and versions as values of key parameters. */
const NO_KEY = /^(?:none|null|undefined|true|false|yes|no|v?\d{1,2}(?:\.\d{1,2}){0,2})$/i;
/** A map with up to eight words, as the value of a key parameter. */
const MAP_NAME =
  /^(?:[._-]\d{0,2}|aerial|base|bike|bright|city|contours?|cycle|dark|day|default|elevation|gr[ae]y|hills?|hybrid|image(?:ry)?|labels?|land|light|main|maps?|nautical|night|ortho|osm|outdoors?|overlay|photo|positron|radar|rain|reliefs?|roads?|satellite|sea|shaded?|ski|snow|standard|streets?|terrain|tiles?|topo(?:graphic)?|toner|traffic|transport|voyager|water|weather|wind|winter|world){1,8}$/i;

/** True for values under a token's name, except some words, versions and names of maps. */
function looksLikeToken(value: string): boolean {
  return isWrittenOut(value) && !NO_KEY.test(value) && !MAP_NAME.test(value);
}

/** Begins like keys of Mapbox or Google, or contains a JSON Web Token. */
function isKnownKey(part: string): boolean {
  if (/eyJ[A-Za-z0-9_-]{10}/.test(part) || /^AIza[\w-]{16,}$/.test(part)) return true;
  return /^[ps]k\.[\w.-]{8,}$/.test(part) && /[A-Z]/.test(part) && /\d/.test(part);
}

export function looksSecret(part: string): boolean {
  if (isKnownKey(part) || HEXADECIMAL.test(part)) return true;
  if (!/^[A-Za-z0-9]{20,}$/.test(part) || ![/[A-Z]/g, /[a-z]/g, /\d/g].every((pattern) => count(part, pattern) >= 3)) {
    return false;
  }
  return isDense(part, 3.5);
}

/** Runs of letters and digits are short on average; in names like USGSImageryTopo20230101, they are longer. */
const isDense = (part: string, longest: number): boolean =>
  part.length / count(part, /[A-Z]*[a-z]+|[A-Z]+|\d+/g) < longest;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
