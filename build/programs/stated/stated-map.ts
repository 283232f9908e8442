import { isObject, type JsonObject } from '../../../contract/base/json-values.ts';
import { shortenedText } from '../../../contract/base/text.ts';
import type { XmlElement } from '../../../contract/base/xml-elements.ts';
import type { TileServerSource } from '../../../contract/generated/catalog.types.ts';
import { dataOfFormat, nameOfFormat } from '../../../contract/maps/map-formats.ts';
import type { NewType } from '../../../contract/maps/map-types.ts';
import type { Template } from '../../tile-url/convert.ts';
import { describeTemplateProblem } from '../../tile-url/explanations.ts';
import type { StatedArea } from './stated-area.ts';

/**
 * Every reader sees each document; null if it is of another program. A text says why the document cannot be read: the
 * end of a sentence that begins with its name.
 */
export interface ListReader {
  readonly reads: string;
  /** @param address where the document was fetched from; undefined for a file */
  json?(root: JsonObject, address: string | undefined): readonly StatedMap[] | string | null;
  xml?(root: XmlElement): readonly StatedMap[] | null;
  wellFormed?(xml: string): string;
}

/** A map as a list of another program states it. What is missing or null is not stated. */
export interface StatedMap
  extends Pick<Template, 'url' | 'subdomains' | 'hosts' | 'values' | 'isVector' | 'isFlipped'> {
  /** A JSON Pointer into its document; for XML into the equivalent JSON. */
  readonly path: readonly (string | number)[];
  readonly name: string;
  /** The file name and the longer name beside the id, in the catalog that wrote the list. */
  readonly fileName?: string;
  readonly description?: string;
  readonly minZoom?: number | null;
  readonly maxZoom?: number | null;
  /** The highest zoom level of pictures, if the list states none. */
  readonly usualMaxZoom?: number;
  /** If the list says it; otherwise the address does. */
  readonly type?: NewType;
  /** Members that only maps of its type have, beside what the address says: not yet validated. */
  readonly own?: JsonObject;
  readonly headers?: readonly string[];
  readonly isOff?: boolean;
  /** Text or HTML, and the address that a text links to. */
  readonly credit?: string | null;
  readonly creditUrl?: string | undefined;
  readonly isOverlay?: boolean;
  readonly area?: StatedArea | null;
  /** Other members of its record, not yet validated. */
  readonly known?: Readonly<Partial<Record<KnownMember, unknown>>>;
  readonly others?: readonly string[];
  readonly remark?: string | null;
  readonly problem?: string | null;
}

export type StatedType = Pick<StatedMap, 'type' | 'own' | 'problem'>;

type KnownMember = Extract<
  keyof TileServerSource,
  'kind' | 'countries' | 'terms' | 'privacy' | 'licence' | 'since' | 'until' | 'tileSize' | 'probe'
>;

export const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const creditOf = (value: unknown): string | null => trimmedText(value) || null;

export function unreadMembersIn(names: Iterable<string>, read: string): string[] {
  const known = new Set(read.split(' '));
  const decides = [PROJECTIONS, CONTENTS, STATED_ZOOM_MEMBERS, HEADERS, OWN_HEADER, /^(?:format|status|scheme|tms)$/];
  return [...new Set(names)].filter((name) => !known.has(name) && !decides.some((named) => named.test(name)));
}

/** Members of any list that name projections, or say what the tiles contain. */
const PROJECTIONS = /^(?:crs|srs|epsg|srid|projection|profile|(?:crs_?)?wkt|tile_?matrix_?set(?:_?ur[il])?)$/i;
const CONTENTS = /^(?:encoding|interpretation|type|(?:red|green|blue)_?factor)$/i;

export const STATED_ZOOM_MEMBERS = /^m(?:in|ax)[-_]?(?:native[-_]?)?zoom$/i;

export const MERCATOR_NAMES =
  /(?:^|\D)(?:3857|900913|3785|10210[02]|102113)$|^(?!.*(?:world|transverse|oblique)).*mercator|^googlemaps/i;
const ELEVATION =
  /^(?:encoding|interpretation): (?:.*(?:terrar|terrain|elevation|height)|mapbox$|.*dem$)|^type: raster-?dem$|^\w+factor: /i;

/** Names written as a text, which may be WKT, as a number, in a list or in an object. */
function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  if (isObject(value)) {
    const key = ['code', 'id', 'uri', 'wkid', 'wkt', 'properties', 'name'].find((one) => one in value);
    return key === undefined ? [] : namesOf(value[key]);
  }
  const text = typeof value === 'number' ? String(value) : trimmedText(value);
  return text === '' ? [] : [shortenedText(/^\w{1,20}\["([^"]*)"/.exec(text)?.[1] ?? text)];
}

/** Why the tiles cannot be of a map, by members that any list may have; null if nothing speaks against it. */
export function importObstacleIn(members: JsonObject): string | null {
  const namesIn = (keys: RegExp) =>
    Object.entries(members).flatMap(([key, value]) => (keys.test(key) ? [{ key, names: namesOf(value) }] : []));
  const other = namesIn(PROJECTIONS).find(
    ({ names }) => names.length > 0 && !names.some((crs) => MERCATOR_NAMES.test(crs)),
  );
  if (other) return `its tiles are in ${other.names[0]} and not in Web Mercator (EPSG:3857)`;
  const contents = namesIn(CONTENTS).map(({ key, names }) => `${key}: ${names[0]}`);
  const elevation = contents.find((content) => ELEVATION.test(content));
  if (elevation) return `its tiles are elevation (${elevation}), and not pictures`;
  const ending = nameOfFormat(shortenedText(trimmedText(members['format'])));
  return dataOfFormat(ending) === 'data' ? describeTemplateProblem({ code: 'data', ending }) : null;
}

/** Members with HTTP headers in JSON, and members that are a header themselves. */
const HEADERS = /^(?:custom|request)?[-_]?(?:http)?[-_]?headers?$/i;
const OWN_HEADER = /^(?:(cookies?)|(referr?er)|user[-_]?agent)$/i;

const isYes = (value: unknown): boolean =>
  value !== undefined &&
  !/^(?:""|\[\]|\{\}|"?(?:0|no|false|null)"?)$/i.test(JSON.stringify(trimmedText(value) || value));

export const statedMembersIn = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

function headersIn(header: unknown): readonly string[] {
  if (!isObject(header)) return trimmedText(header).split(':', 1);
  const stated = statedMembersIn(header);
  const name = stated['header-name'] ?? stated['name'];
  return name === undefined ? Object.keys(stated) : [trimmedText(name)];
}

/** Members that decide whether a map can be imported, in lists of every kind. */
export function decidingMembersIn(
  members: JsonObject,
): Pick<StatedMap, 'headers' | 'isOff' | 'problem' | 'isVector' | 'isFlipped'> {
  const headers = Object.entries(members).flatMap(([key, value]) => {
    const [own, cookies, referer] = OWN_HEADER.exec(key) ?? [];
    if (own) return isYes(value) ? (cookies && 'Cookie') || (referer && 'Referer') || 'User-Agent' : [];
    return HEADERS.test(key) ? [value].flat().flatMap(headersIn) : [];
  });
  return {
    headers,
    isOff: /^(?:broken|dead|deprecated|down|inactive|offline)$/i.test(trimmedText(members['status'])),
    isVector: ['format', 'encoding'].some((key) => dataOfFormat(trimmedText(members[key])) === 'vector'),
    isFlipped: /^tms$/i.test(trimmedText(members['scheme'])) || isYes(members['tms']),
    problem: importObstacleIn(members),
  };
}

/** A native zoom level, which is of tiles, wins. */
export function statedZoomIn(members: JsonObject, which: 'min' | 'max'): number | null {
  const named = (name: string): unknown =>
    Object.entries(members).find(
      ([key]) => STATED_ZOOM_MEMBERS.test(key) && key.replace(/[-_]/g, '').toLowerCase() === name,
    )?.[1];
  return asStatedZoom(named(`${which}nativezoom`) ?? named(`${which}zoom`));
}

export function readWrittenKey(key: string): Partial<Pick<StatedMap, 'name' | 'fileName' | 'isOverlay'>> {
  const [, folder, name] = /^(mapservers|overlayservers|maps)[/_](.+)$/.exec(key) ?? [];
  return name === undefined ? {} : { name, fileName: name, isOverlay: folder === 'overlayservers' };
}

/** The catalog states it only if it is not 256. */
export function tileSizeOf(value: unknown): number | undefined {
  const size = asStatedZoom(value);
  return size === null || size === 256 ? undefined : size;
}

/** Also reads texts; drops the fraction; null for anything else. */
export function asStatedZoom(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : trimmedText(value);
  return /^\d{1,3}(?:\.\d{1,20})?$/.test(text) ? Math.floor(Number(text)) : null;
}

export const withProblem = (problem: string | null): Pick<StatedMap, 'problem'> => (problem ? { problem } : {});

export const IMPORT_BY_ADDRESS = 'import it by its address, which its record names';

/** Named after the file, if no other name is stated. */
export function statedMapAtAddress(address: string, name: unknown): Pick<StatedMap, 'path' | 'name' | 'url'> {
  const file = /([^/]*?)(?:\.\w+)?$/.exec(new URL(address).pathname)?.[1] ?? '';
  return { path: [], name: typeof name === 'string' && name ? name : file, url: address };
}
