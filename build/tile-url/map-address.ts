/** Takes the address of a map apart that is no list of tiles with rows from the north. Pure. */
import { splitRequest } from '../../contract/get-map.ts';
import { TEXT_LIMITS } from '../../contract/limits.ts';
import { fileTypeOf, isTileJson, isTileTemplate, type NewType } from '../../contract/map-types.ts';
import { withoutMissing } from '../../contract/parse-json.ts';
import { convert, isVectorTile, withVariables } from './convert.ts';
import type { Note, TemplateProblem } from './explanations.ts';
import { meaningOf, piecesOf, SHORT, withoutWrapping } from './template.ts';

/** What an address says of a map: its type, and the members that only this type has. */
export interface MapOfAddress {
  readonly type: NewType;
  readonly members: Readonly<Record<string, unknown>>;
  /** What was assumed, or left out. */
  readonly notes: readonly Note[];
}

/** Why an address cannot be listed. */
export interface Refused {
  readonly reason: TemplateProblem;
}

/** The environment variables that hold the access tokens of hosts, as far as known. */
type Variables = ReadonlyMap<string, string>;

type Found = MapOfAddress | Refused | null;

/** What an address is of, with a schema vector tiles; null if of tiles with rows from the north, or of anything else. */
export function mapOfAddress(text: string, variables: Variables = new Map(), hasSchema = false): Found {
  if (text.length > TEXT_LIMITS.address) return { reason: { code: 'too-long' } };
  const address = withoutWrapping(text);
  const [reason] = refusalsOf(address);
  if (reason) return { reason };
  return (
    wms(address, variables) ??
    tiles(address, variables, hasSchema) ??
    archive(address, variables) ??
    vector(address, variables, hasSchema)
  );
}

/** Addresses that are of no map in this catalog. */
const REFUSED = [
  ['mapbox', /^mapbox:\/\//i],
  ['quadkey', /\{(?:q|u|quad|quadkey)\}/i],
  ['mbtiles', /\.mbtiles(?:[?#]|$)/i],
  ['geotiff', /\.tiff?(?:[?#]|$)/i],
  ['arcgis-vector', /\/VectorTileServer\/?(?:[?#]|$)/i],
  ['arcgis-map', /\/rest\/services\/.*\/(?:Map|Image)Server\/?(?:[?#]|$)/i],
  ['wmts', /^(?!.*tilematrix=).*[?&]service=wmts(?:&|$)|\/wmts\/?\??$|\/WMTSCapabilities\.xml(?:[?#]|$)/i],
] as const;

/** Why an address is of no map, if that is known: one reason or none. */
export function refusalsOf(address: string): TemplateProblem[] {
  return REFUSED.filter(([, pattern]) => pattern.test(address)).map(([code]) => ({ code, found: null }));
}

/** `wms:https://…` of JOSM, a request of any kind, or a template with `{bbox}`. A JPEG is never transparent. */
function wms(address: string, variables: Variables): MapOfAddress | null {
  const plain = address.replace(/^wms(?:_endpoint)?(?:\[[^\]]*\])?:/i, '');
  const isWms = plain !== address || /[?&](?:service=wms|request=get(?:map|capabilities))(?:&|$)/i.test(plain);
  if ((!isWms && !/\{bbox/i.test(plain)) || !/^https?:\/\//i.test(plain)) return null;
  const { service: stated, given } = splitRequest(plain);
  const { text: service, notes } = withVariables(stated, variables);
  const value = (name: string): string => given.get(name) ?? '';
  const list = (name: string): string[] | undefined => {
    const names = value(name)
      .split(',')
      .map((one) => one.trim());
    return names.some((one) => one !== '') ? names : undefined;
  };
  const crs = (value('crs') || value('srs')).toUpperCase();
  const isCapabilities = /^getcapabilities$/i.test(value('request'));
  const format = (!isCapabilities && value('format').toLowerCase()) || undefined;
  const members = {
    service,
    layers: list('layers'),
    styles: list('styles'),
    format,
    version: value('version') || undefined,
    crs: /^[A-Z0-9]+:\w+$/.test(crs) ? [SAME_AS_WEB_MERCATOR.has(crs) ? 'EPSG:3857' : crs] : undefined,
    transparent: (format !== 'image/jpeg' && /^true$/i.test(value('transparent'))) || undefined,
  };
  return { type: 'wms', members: withoutMissing(members), notes };
}

/** Names of Web Mercator from before it had a number. */
const SAME_AS_WEB_MERCATOR = new Set(['EPSG:900913', 'EPSG:102100', 'EPSG:102113', 'EPSG:3785']);

/** A template of vector tiles, in the notation of any program, or of tiles whose rows are counted from the south. */
function tiles(address: string, variables: Variables, hasSchema: boolean): Found {
  const pieces = piecesOf(address).map((piece) => {
    if ('text' in piece) return piece.text;
    const meaning = meaningOf(piece.name);
    return meaning.is === 'impossible' && meaning.why === 'rows-from-below' ? '{y}' : piece.found;
  });
  const url = pieces.join('');
  const isVector = hasSchema || isVectorTile(address);
  if (url === address && !isVector) return null;
  if (url !== address && isVector) return { reason: { code: 'flipped-vector' } };
  const found = convert({ url, subdomains: null, hosts: null, values: new Map(), variables, isVector });
  // Without any placeholder it is that of a TileJSON.
  if ('reason' in found) return hasSchema && lacksAll(found.reason) ? null : found;
  const { hosts, urlPattern, notes } = found;
  if (!isVector) return { type: 'tms', members: { hosts, urlPattern }, notes };
  if (hosts.length > 1) return { reason: { code: 'one-host' } };
  const one = urlPattern.replace('#{host}', hosts.join()).replace(/#\{(\w+)\}/g, (own, name) => SHORT[name] ?? own);
  return { type: 'vector', members: { tiles: one, schema: 'other' }, notes };
}

const lacksAll = (reason: TemplateProblem): boolean => reason.code === 'missing' && reason.names.length === 3;

/** The address of a map that is one file. */
function archive(address: string, variables: Variables): MapOfAddress | null {
  const plain = address.replace(/^pmtiles:\/\//i, '');
  const type = plain === address ? fileTypeOf(plain) : 'pmtiles';
  if (!/^https?:\/\//i.test(plain) || type === null) return null;
  const { text: url, notes } = withVariables(plain.replace(/#.*$/s, ''), variables);
  return { type, members: { url }, notes };
}

/** The address of a style, or of a TileJSON. */
function vector(address: string, variables: Variables, hasSchema: boolean): MapOfAddress | null {
  if (!/^https?:\/\//i.test(address)) return null;
  const { text, notes } = withVariables(address.replace(/#(?!\{).*$/s, ''), variables);
  const path = text.replace(/\?.*$/s, '');
  const isNamed = /\.json$/i.test(path) || /\/styles?\/(?:[^/{}.]+\/?){1,3}$/i.test(path);
  if (isTileTemplate(path) || !(isNamed || hasSchema)) return null;
  // A style may have any name; below tiles, others are likely.
  const isTiles = hasSchema || isTileJson(path) || /\/tiles\/(?!.*style).*\.json$/i.test(path);
  return { type: 'vector', members: isTiles ? { tiles: text, schema: 'other' } : { style: text }, notes };
}
