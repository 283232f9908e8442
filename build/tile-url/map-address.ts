/** Reads the addresses of maps: what type of map they are of, and its members. Pure. */

import { TEXT_LIMITS } from '../../contract/base/limits.ts';
import { withoutMissing } from '../../contract/base/parse-json.ts';
import { splitRequest } from '../../contract/maps/get-map.ts';
import { fileTypeOf, isTileJson, type MapType, type NewType } from '../../contract/maps/map-types.ts';
import { convert, misfitOf, type Template, tileDataOf, withVariables } from './convert.ts';
import type { Note, TemplateProblem } from './explanations.ts';
import { filledIn, isTemplate, meaningOf, normalisedAddress, SHORT, tileIn } from './template.ts';

/** What an address says of a map: its type, and the members that only this type has. */
export interface MapOfAddress<Type extends MapType = NewType> {
  readonly type: Type;
  readonly members: Readonly<Record<string, unknown>>;
  /** What was assumed, or left out. */
  readonly notes: readonly Note[];
}

/** Why an address cannot be listed. */
export interface Refused {
  readonly reason: TemplateProblem;
}

type Variables = Template['variables'];

type Found = MapOfAddress | Refused | null;

/** What an address is of: any type of map. */
export function readMapAddress(template: Template): MapOfAddress<MapType> | Refused {
  const its = mapOfAddress(template);
  if (its) return its;
  const converted = convert(template);
  if ('reason' in converted) return converted;
  const { hosts, urlPattern, notes } = converted;
  return { type: 'xyz', members: { hosts, urlPattern }, notes };
}

/** What an address is of; null if of tiles with rows from the north, or of anything else. */
export function mapOfAddress(template: Template): Found {
  const { variables, values, isVector = false } = template;
  if (template.url.length > TEXT_LIMITS.address) return { reason: { code: 'too-long' } };
  const written = normalisedAddress(template.url);
  const address = filledIn(written, ({ name }) => values?.get(name.toLowerCase()));
  const stated = wms(address, variables);
  if (stated) return stated;
  const [reason] = refusalsOf(address);
  // What is known to be vector tiles is, whatever it looks like.
  if (reason && !(isVector && /^https?:/i.test(address))) return { reason };
  return (
    tiles(address, { ...template, url: written }) ?? archive(address, variables) ?? vector(address, variables, isVector)
  );
}

/** What addresses of no map in this catalog look like: the part before the parameters, if not the whole. */
const REFUSED = [
  ['mbtiles', /\.mbtiles$/i],
  ['geotiff', /^[^{]*\.tiff?$/i],
  ['arcgis-vector', /\/VectorTileServer\/?$/i],
  ['arcgis-map', /^(?=.*\/rest\/services\/).*\/MapServer\/?$/i],
  ['arcgis-image', /^(?=.*\/rest\/services\/).*\/ImageServer\/?$/i],
  ['wmts', /\/WMTSCapabilities\.xml$/i],
] as const;
const REFUSED_WHOLE = [
  ['mapbox', /^mapbox:\/\//i],
  ['quadkey', /\{(?:q|u|quad|quadkey)\}/i],
  ['wmts', /^(?!.*tilematrix=).*[?&]service=wmts(?:&|$)|\/wmts\/?\??$/i],
] as const;

/** Why an address looks like that of no map: one reason or none. */
export function refusalsOf(address: string): TemplateProblem[] {
  const path = address.replace(/[?#](?!\{).*$/s, '');
  const found = [
    ...REFUSED.filter(([, pattern]) => pattern.test(path)),
    ...REFUSED_WHOLE.filter(([, pattern]) => pattern.test(address)),
  ];
  return found.map(([code]) => ({ code, found: null }));
}

/** `wms:https://…`, any request, or a template with `{bbox}`. A JPEG is never transparent. */
function wms(address: string, variables: Variables): MapOfAddress | null {
  const plain = address.replace(/^wms(?:_endpoint)?(?:\[[^\]]*\])?:/i, '');
  // WMTS has GetCapabilities, too.
  const asks = /[?&](?:service=wms|request=get(?:map|capabilities))(?:&|$)|\/WMSServer\/?(?:\?|$)/i.test(plain);
  const isWms = plain !== address || (asks && !/[?&]service=wmts(?:&|$)/i.test(plain));
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
  const [, ofBox] = /\{bbox-epsg-(\d{4,6})\}/i.exec(plain) ?? [];
  const crs = (value('crs') || value('srs') || (ofBox ? `EPSG:${ofBox}` : '')).toUpperCase();
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
function tiles(address: string, template: Template): Found {
  const url = filledIn(template.url, ({ name }) => {
    const meaning = meaningOf(name);
    return meaning.is === 'impossible' && meaning.why === 'rows-from-below' ? '{y}' : undefined;
  });
  const isVector = template.isVector || tileDataOf(address)?.is === 'vector';
  const isFlipped = template.isFlipped || url !== template.url;
  const misfit = misfitOf(tileIn(address)?.template ?? address, isVector);
  if (misfit?.code === 'data') return { reason: misfit };
  if (!isFlipped && !isVector) return null;
  if (isFlipped && isVector) return { reason: { code: 'flipped-vector' } };
  const found = convert({ ...template, url, isVector });
  // Without any placeholder it is that of a TileJSON.
  const lacksAll = 'reason' in found && found.reason.code === 'missing' && found.reason.names.length === 3;
  if ('reason' in found) return template.isVector && lacksAll ? null : found;
  const { hosts, urlPattern, notes } = found;
  if (!isVector) return { type: 'tms', members: { hosts, urlPattern }, notes };
  const [chosen = ''] = hosts;
  const one = urlPattern.replace('#{host}', chosen).replace(/#\{(\w+)\}/g, (own, name) => SHORT[name] ?? own);
  const choice: readonly Note[] = hosts.length > 1 ? [{ code: 'first-host', chosen }] : [];
  return { type: 'vector', members: { tiles: one, schema: 'other' }, notes: [...notes, ...choice] };
}

/** The address of a map that is one file. */
function archive(address: string, variables: Variables): MapOfAddress | null {
  const plain = address.replace(/^pmtiles:\/\//i, '');
  const type = plain === address ? fileTypeOf(plain) : 'pmtiles';
  if (!/^https?:\/\//i.test(plain) || type === null) return null;
  const { text: url, notes } = withVariables(plain.replace(/#.*$/s, ''), variables);
  return { type, members: { url }, notes };
}

/** The address of a style, or of a TileJSON. */
function vector(address: string, variables: Variables, isVector: boolean): MapOfAddress | null {
  if (!/^https?:\/\//i.test(address)) return null;
  const { text, notes } = withVariables(address.replace(/#(?!\{).*$/s, ''), variables);
  const path = text.replace(/\?.*$/s, '');
  const isNamed = /\.json$/i.test(path) || /\/styles?\/(?:[^/{}.]+\/?){1,3}$/i.test(path);
  if (isTemplate(path) || !(isNamed || isVector)) return null;
  // A style may have any name; below tiles, others are likely.
  const isTiles = isVector || isTileJson(path) || /\/tiles\/(?!.*style).*\.json$/i.test(path);
  return { type: 'vector', members: isTiles ? { tiles: text, schema: 'other' } : { style: text }, notes };
}
