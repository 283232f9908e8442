import { distance } from 'fastest-levenshtein';
import { percentDecoded } from '../../contract/base/text.ts';
import { LAST_ZOOM } from '../../contract/maps/placeholders.ts';
import { ANY_MERCATOR_CODE } from '../../contract/maps/web-mercator.ts';

/** `found` is as written, `name` is inside the braces. */
export type Placeholder = { readonly found: string; readonly name: string };

export type Piece = { readonly text: string } | Placeholder;

/**
 * `#{z}`, `${z}`, `{$z}`, `{{z}}`, `{{{z}}}`, `{z}`, `$z`, `%(z)s`, `%1$d`, `%d` and `<your key>`, but not a percent-encoded
 * byte.
 */
const PLACEHOLDER =
  /[#$]\{([^{}]*)\}|\{\{\{?([^{}]*)\}\}\}?|\{\$?([^{}]*)\}|\$(zoom|quadkey|[zxyqs])(?![a-z0-9_])|%\((\w+)\)s|%([1-3])\$[ds]|(%d)(?![0-9a-f])|<([^<>]{0,60}(?:key|token)[^<>]{0,60})>/gi;

/** For `%1$d`, `%2$d` and `%3$d`, as in examples for Android. */
const NUMBERED = ['zoom', 'x', 'y'];

export function templatePieces(template: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  let counted = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const [found, signed, doubled, plain, dollar, named, numbered, next, angled] = match;
    if (match.index > end) pieces.push({ text: template.slice(end, match.index) });
    end = match.index + found.length;
    const index = numbered ? Number(numbered) - 1 : next ? counted++ : null;
    const words = angled && (/token/i.test(angled) ? 'access_token' : 'api_key');
    const name = signed ?? doubled ?? plain ?? dollar ?? named ?? words ?? '';
    pieces.push({ found, name: index === null ? name : (NUMBERED[index] ?? found) });
  }
  if (end < template.length) pieces.push({ text: template.slice(end) });
  return pieces;
}

export function fillPieces(text: string, textOf: (placeholder: Placeholder) => string | undefined): string {
  return templatePieces(text)
    .map((piece) => ('text' in piece ? piece.text : (textOf(piece) ?? piece.found)))
    .join('');
}

/** Replaces a misspelt scheme: https//, http:/, htps://. */
export function withWholeScheme(text: string): string {
  const [found = '', name = ''] =
    /^([a-z]{3,6})\s?(?::\s?[/\\]{0,3}|[;.,]?\/\/|[.,]?(?=www\.))\s?(?=[^\s/\\])/i.exec(text) ?? [];
  const [toHttp = 9, toHttps = 9] = ['http', 'https'].map((scheme) => distance(name.toLowerCase(), scheme));
  // Equally near to both, it may be either.
  if (found === '' || toHttp === toHttps || Math.min(toHttp, toHttps) > 1) return text;
  return `${toHttp < toHttps ? 'http' : 'https'}://${text.slice(found.length)}`;
}

export const namesSeveral = (text: string): boolean => /^(?:\w+:)?https?:[^"'`<]*[\s,;|(]https?:\/\//i.test(text);

const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Cuts off code after an address: from a quote or bracket that it does not open, a tag, or a mark that no path has. */
export function withoutCodeAfter(address: string): string {
  const open: string[] = [];
  // Placeholders keep their length, without marks.
  const text = templatePieces(address)
    .map((piece) => ('text' in piece ? piece.text : '0'.repeat(piece.found.length)))
    .join('');
  for (const { 0: mark, index } of text.matchAll(/[()[\]{}"`<|…]|\\(?!\/)|&(?:quot|lt|#39);|(?<!\w)'|'(?!\w)/g)) {
    const isQuote = /["'`]/.test(mark);
    const opens = /[([{]/.test(mark) || (isQuote && /[=(,]/.test(text.charAt(index - 1)));
    if (open.at(-1) === (BRACKETS[mark] ?? (isQuote ? mark : ''))) open.pop();
    else if (opens) open.push(mark);
    // In a query, or before the tile, it may be part of a name.
    else if (!/[|…]/.test(mark) || !(text.slice(0, index).includes('?') || address.slice(index).includes('{')))
      return address.slice(0, index);
  }
  return address;
}

/** A value of a query may end in a dot. */
const END_OF_SENTENCE = /(?:(?<![,;])[,;]+|\.)$(?<=^https?:[^?]*|=wm[st]+.|[,;])/i;

/** Removes code around an address, and encodings of braces, letters and digits. */
export function normalisedAddress(text: string): string {
  const whole = text.trim().replace(/^(["'`])(.*)\1[,;]?$|^[<(](https?:.*)[>)]$|^[“„](.*)[”“]$/is, '$2$3$4');
  const isEncoded = /^https?(?:%3a|(?!.*(?:=|%2f)).*%3d(?:%7b|\{))/i.test(whole);
  const decoded = isEncoded ? percentDecoded(whole) : whole;
  return (/^https?:/i.test(decoded) ? withoutCodeAfter(decoded) : decoded)
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replaceAll('\\/', '/')
    .replace(/%(?:25)?(7[bd])|%(2[de]|3\d|[46][1-9a-f]|5[\daf]|7[\dae])/gi, (_, brace, plain) =>
      String.fromCharCode(Number.parseInt(brace ?? plain, 16)),
    )
    .replace(/%2[34](?=\{)|\{[^{}%]{0,60}%[^{}]{0,60}\}/gi, percentDecoded)
    .replace(END_OF_SENTENCE, '');
}

/**
 * What code or a connection says of tiles outside of their address: elevation, another projection, headers, a login.
 */
export function decidingTextIn(code: string): string | null {
  const [found] = DECISIVE.exec(code) ?? [];
  return found ?? null;
}

const DECISIVE = new RegExp(
  [
    String.raw`raster-dem|\b(?:encoding|interpretation)["']?[:=] ?["']?(?!mvt|mlt)\w{2,20}`,
    String.raw`\bEPSG(?::|%3A)?(?!(?:${ANY_MERCATOR_CODE})\b)\d{4,6}`,
    String.raw`\bhttp-header:[\w-]{1,40}|\b(?:username|password|authcfg)(?==\w)`,
  ].join('|'),
  'i',
);

/** Editors write zoom levels before an address: `tms[3,19]:https://…`, or only the highest, `tms[19]:…`. */
export function zoomPrefixIn({ url = '' }: { readonly url?: string }, which: 'lowest' | 'highest'): string | null {
  const [, lowest, highest] = /^[\s"']*tms\[(?:(\d+)[,-])?(\d+)\]:/i.exec(url) ?? [];
  return (which === 'lowest' ? lowest : highest) ?? null;
}

export function isTemplate(address: string): boolean {
  return templatePieces(address).some(
    (piece) => 'name' in piece && ['known', 'impossible'].includes(pieceMeaning(piece.name).is),
  );
}

export function isNumberedTemplate(template: string): boolean {
  return /%[1-3]\$[ds]|%d(?![0-9a-f])|\{[012]\}/i.test(template);
}

const TILE_IN_PATH = /^(.*\/)(\d{1,2})\/(\d+)\/(\d+)(?=[.@/?#]|$)/s;
/** Some servers write the row before the column. */
const ROW_FIRST = /\/(?:Map|Image)Server\/tile\/$/i;

/** The address of a single tile as a template, and the tile's numbers. Null for other addresses. */
export function asTileTemplate(url: string) {
  const [found = '', before = '', zoom = '', first = '', second = ''] =
    TILE_IN_PATH.exec(url.replace(/[?#].*$/s, '')) ?? [];
  if (found !== '') {
    const isRowFirst = ROW_FIRST.test(before);
    const [column, row] = isRowFirst ? [second, first] : [first, second];
    const template = `${before}{z}/${isRowFirst ? '{y}/{x}' : '{x}/{y}'}${url.slice(found.length)}`;
    return isTile(zoom, column, row) ? { template, place: { zoom, column, row } } : null;
  }
  const values: Record<string, string> = {};
  const template = url.replace(/(?<=[?&])(\w+)=(\d+)(?=[&#]|$)/g, (parameter, name: string, value: string) => {
    const meaning = pieceMeaning(name);
    if (meaning.is !== 'known') return parameter;
    values[meaning.name] = value;
    return `${name}={${name}}`;
  });
  const { zoom: level = '', tilex = '', tiley = '' } = values;
  return isTile(level, tilex, tiley) ? { template, place: { zoom: level, column: tilex, row: tiley } } : null;
}

function isTile(zoom: string, column: string, row: string): boolean {
  const tilesPerSide = 2 ** Number(zoom);
  const isInside = (number: string): boolean => number !== '' && Number(number) < tilesPerSide;
  return zoom !== '' && Number(zoom) <= LAST_ZOOM && isInside(column) && isInside(row);
}

type Meaning =
  /** Names of the catalog: `#{zoom}` and so on. */
  | { readonly is: 'known'; readonly name: 'host' | 'zoom' | 'tilex' | 'tiley' | 'language' }
  /** One of several texts for the same tiles; null if not listed. */
  | { readonly is: 'choice'; readonly among: readonly string[] | null }
  /** `variable` is its environment variable, if named. */
  | { readonly is: 'token'; readonly variable: string | null }
  /** A mark for screens of double density, which can be left out. */
  | { readonly is: 'left-out' }
  | { readonly is: 'impossible'; readonly why: Impossible }
  | { readonly is: 'unknown' };

export const SHORT_NAMES: Readonly<Record<string, string>> = { zoom: '{z}', tilex: '{x}', tiley: '{y}' };

export type Impossible = 'rows-from-below' | 'rows-from-equator' | 'quadkey' | 'area-request' | 'arithmetic';

const NAMES: Readonly<Record<string, Meaning>> = {
  ...sameMeaning({ is: 'known', name: 'host' }, 'host'),
  ...sameMeaning({ is: 'known', name: 'zoom' }, 'z', 'zoom', 'level', 'zoomlevel', 'tilematrix', '0'),
  ...sameMeaning({ is: 'known', name: 'tilex' }, 'x', 'tilex', 'col', 'column', 'tilecol', '1'),
  ...sameMeaning({ is: 'known', name: 'tiley' }, 'y', 'tiley', 'row', 'tilerow', '2'),
  ...sameMeaning({ is: 'known', name: 'language' }, 'lang', 'language', 'locale', 'hl'),
  ...sameMeaning({ is: 'choice', among: null }, 's', 'subdomain', 'subdomains', 'server', 'serverpart', 'switch'),
  ...sameMeaning({ is: 'left-out' }, 'r', 'retina', 'ratio', 'hidpi', 'dpr'),
  // 2^(z-1) - 1 - y.
  ...sameMeaning({ is: 'impossible', why: 'rows-from-equator' }, '!y'),
  ...sameMeaning({ is: 'impossible', why: 'quadkey' }, 'q', 'u', 'quad', 'quadkey'),
  ...sameMeaning({ is: 'impossible', why: 'area-request' }, 'proj', 'srs', 'crs', 'wkid', 'width', 'height'),
};

/** Rows counted from below: `-y`, `invY`, `tmsy`, `y_tms`. */
const FROM_BELOW =
  /^(?:-|(?:inv|inverted|tms|reversed?|flipped)[_-]?)(?:tile)?(?:y|row)$|^(?:tile)?(?:y|row)[_-]?(?:inv|inverted|tms|reversed|flipped)$/;

function sameMeaning(meaning: Meaning, ...names: string[]): Record<string, Meaning> {
  return Object.fromEntries(names.map((name) => [name, meaning]));
}

export function pieceMeaning(text: string): Meaning {
  const name = text.trim().toLowerCase();
  if (Object.hasOwn(NAMES, name)) return NAMES[name] as Meaning;
  const [, list] = /^(?:switch:(.+)|(\w+(?:[,|]\w+)+))$/.exec(text.trim())?.filter(Boolean) ?? [];
  const choices = list?.split(/[,|]/) ?? placeholderRange(name);
  if (choices) return { is: 'choice', among: choices.map((choice) => choice.trim()) };
  // A variable, but not an example such as API_KEY or YOUR_TOKEN.
  if (/^(?!(?:API|ACCESS|AUTH|SUBSCRIPTION|YOUR)_)[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)$/.test(text)) {
    return { is: 'token', variable: text };
  }
  if (looksLikeTokenName(name)) return { is: 'token', variable: null };
  if (FROM_BELOW.test(name)) return { is: 'impossible', why: 'rows-from-below' };
  if (name.startsWith('bbox')) return { is: 'impossible', why: 'area-request' };
  if (/^(?:z|zoom|x|y|\d+)\s*[-+]\s*(?:z|zoom|x|y|\d+)$/.test(name)) return { is: 'impossible', why: 'arithmetic' };
  return { is: 'unknown' };
}

export function placeholderRange(name: string): string[] | null {
  const [, first = '', last = ''] = /^([a-z])-([a-z])$/.exec(name) ?? /^(\d)-(\d)$/.exec(name) ?? [];
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return from < to ? Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)) : null;
}

/** Names of keys, and names that end in one. A client_id is public: it names the program. */
const TOKEN_NAME =
  /(?:key|token|secret|signature|credentials?|schl(?:ü|ue|u)ssel|sleutel|chiave|(?:^|[._-])(?:cl[eé]|clave|llave|jeton))$|^(?:ak|tk|api|sig|auth|appid|app_?id|app_?code|connect_?id)$|^your[ _-]|^keys_|api_?key|access_?key|access_?token/i;

export function looksLikeTokenName(name: string): boolean {
  return TOKEN_NAME.test(name.normalize('NFC')) || isPasswordName(name);
}

/** In several languages. Of "mot de passe", the last word is compared. */
export function isPasswordName(name: string): boolean {
  return /(?:^|[\s._-])(?:pass|passe|passwor[dt]|passwd|passphrase|pwd|pw|pin|kennwort|wachtwoord|mot_?de_?passe|mdp|contrase[ñn]a|parola|senha)$/i.test(
    name.normalize('NFC'),
  );
}

export function isUserName(name: string): boolean {
  return /^(?:user|username|user[._-]?name|user[._-]?id|usr|login)$/i.test(name);
}
