/** Recognizes the address of a map that is no list of tiles with rows from the north, and takes it apart. Pure. */
import { decoded, splitRequest } from '../../contract/get-map.ts';
import { fileTypeOf, isTileJson, type NewType } from '../../contract/map-types.ts';
import { type Conversion, convert } from './convert.ts';
import type { Note } from './explanations.ts';
import { isLeftOpen, nextVariable, replaceParts, tokensToReplace, variableFor } from './secrets.ts';
import { meaningOf, type Piece, piecesOf, withoutWrapping } from './template.ts';

/** What an address says of a map: its type, and the members that only this type has. */
export interface Recognized {
  readonly type: NewType;
  readonly members: Readonly<Record<string, unknown>>;
  /** What was assumed, or left out. */
  readonly notes: readonly Note[];
}

/** Why an address is of such a map, but cannot be listed: a sentence that begins in lower case. */
export interface Refused {
  readonly reason: string;
}

/** Recognizes an address; null if it is of tiles with rows from the north, or of anything else. */
export function recognized(
  text: string,
  variables: ReadonlyMap<string, string> = new Map(),
): Recognized | Refused | null {
  const address = withoutWrapping(text);
  for (const recognize of RECOGNIZERS) {
    const found = recognize(address, variables);
    if (found !== null) return found;
  }
  return null;
}

type Recognizer = (address: string, variables: ReadonlyMap<string, string>) => Recognized | Refused | null;

const MAPBOX =
  'only programs with a token of Mapbox can read a mapbox:// address, and its terms ask for its own library. A style that any program may load has an address with https://';

const RECOGNIZERS: readonly Recognizer[] = [
  (address) => (/^mapbox:\/\//i.test(address) ? { reason: MAPBOX } : null),
  wms,
  flippedRows,
  archive,
  vector,
];

/** `wms:https://…` of JOSM, a request of any kind, or a template with `{bbox}`. */
function wms(address: string, variables: ReadonlyMap<string, string>): Recognized | null {
  const plain = address.replace(/^wms(?:_endpoint)?(?:\[[^\]]*\])?:/i, '');
  const isWms = plain !== address || /[?&](?:service=wms|request=get(?:map|capabilities))(?:&|$)/i.test(plain);
  if ((!isWms && !/\{bbox/i.test(plain)) || !/^https?:\/\//i.test(plain)) return null;
  const { service: stated, given } = splitRequest(plain);
  const { text: service, notes } = withVariables(stated, variables);
  const list = (name: string): string[] | undefined => {
    const names = decoded(given.get(name) ?? '')
      .split(',')
      .map((one) => one.trim());
    return names.some((one) => one !== '') ? names : undefined;
  };
  const crs = decoded(given.get('crs') ?? given.get('srs') ?? '').toUpperCase();
  const isCapabilities = /^getcapabilities$/i.test(given.get('request') ?? '');
  const members = {
    service,
    layers: list('layers'),
    styles: list('styles'),
    format: isCapabilities ? undefined : decoded(given.get('format') ?? '').toLowerCase() || undefined,
    version: given.get('version') || undefined,
    crs: /^[A-Z0-9]+:\w+$/.test(crs) ? [SAME_AS_WEB_MERCATOR.has(crs) ? 'EPSG:3857' : crs] : undefined,
    transparent: /^true$/i.test(given.get('transparent') ?? '') || undefined,
  };
  return { type: 'wms', members: defined(members), notes };
}

/** Names of Web Mercator from before it had a number. */
const SAME_AS_WEB_MERCATOR = new Set(['EPSG:900913', 'EPSG:102100', 'EPSG:102113', 'EPSG:3785']);

/** A template whose rows are counted from the south. */
function flippedRows(address: string, variables: ReadonlyMap<string, string>): Recognized | null {
  const pieces = piecesOf(address);
  const isFlipped = (piece: Piece): boolean => {
    const meaning = 'name' in piece ? meaningOf(piece.name) : null;
    return meaning?.is === 'impossible' && meaning.why === 'rows-from-below';
  };
  if (!pieces.some(isFlipped)) return null;
  const template = {
    url: pieces.map((piece) => ('text' in piece ? piece.text : isFlipped(piece) ? '{y}' : piece.found)).join(''),
    subdomains: null,
    hosts: null,
    values: new Map(),
    variables,
  };
  const found: Conversion = convert(template);
  if ('reason' in found) return null;
  const { hosts, urlPattern, notes } = found;
  return { type: 'tms', members: { hosts, urlPattern }, notes };
}

/** The address of a map that is one file. */
function archive(address: string, variables: ReadonlyMap<string, string>): Recognized | null {
  const plain = address.replace(/^pmtiles:\/\//i, '');
  const type = plain === address ? fileTypeOf(plain) : 'pmtiles';
  if (!/^https?:\/\//i.test(plain) || type === null) return null;
  const { text: url, notes } = withVariables(plain.replace(/#.*$/s, ''), variables);
  return { type, members: { url }, notes };
}

/** The address of a style, of a TileJSON, or of one vector tile. */
function vector(address: string, variables: ReadonlyMap<string, string>): Recognized | null {
  if (!/^https?:\/\//i.test(address)) return null;
  const { text, notes } = withVariables(address.replace(/#(?!\{).*$/s, ''), variables);
  const path = text.replace(/\?.*$/s, '');
  const isTile = /\{z\}.*\{x\}.*\{y\}/.test(path);
  if (isTile && /\.(?:pbf|mvt|vector\.pbf)$/i.test(path)) return { type: 'vector', members: { tiles: text }, notes };
  if (isTile || !(/\.json$/i.test(path) || /\/styles?\/(?:[^/{}.]+\/?){1,3}$/i.test(path))) return null;
  return { type: 'vector', members: { [isTileJson(path) ? 'tiles' : 'style']: text }, notes };
}

/** An address with a variable in place of each key that is written out or left open. */
function withVariables(address: string, known: ReadonlyMap<string, string>): { text: string; notes: Note[] } {
  const host = /^https?:\/\/([^/?:]+)/i.exec(address)?.[1]?.toLowerCase() ?? '';
  const notes: Note[] = [];
  const named = address.replace(/(?<!\$)\{([^{}]*(?:key|token)[^{}]*)\}|<([^<>]*(?:key|token)[^<>]*)>/gi, '');
  const open = named === address ? address : address.replace(/=(?:(?<!\$)\{[^{}]*\}|<[^<>]*>)(?=&|$)/gi, '=');
  let count = 0;
  const text = replaceParts(open, tokensToReplace(open), ({ parameter, start, end }) => {
    const first = known.get(host) ?? variableFor(host, parameter);
    const variable = count++ === 0 ? first : nextVariable(first, parameter);
    const isOpen = isLeftOpen(open.slice(start, end));
    notes.push(isOpen ? { code: 'token', variable } : { code: 'secret-replaced', parameter, variable });
    return `$\{${variable}}`;
  });
  return { text, notes };
}

function defined(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
