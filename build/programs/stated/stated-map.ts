import { isObject, type JsonObject } from '../../../contract/base/json-values.ts';
import { shortenedText } from '../../../contract/base/text.ts';
import type { XmlElement } from '../../../contract/base/xml-elements.ts';
import type { TileServerSource } from '../../../contract/generated/catalog.types.ts';
import type { ImportOffer } from '../../../contract/maps/import-offer.ts';
import { dataOfFormat, nameOfFormat } from '../../../contract/maps/map-formats.ts';
import type { NewType } from '../../../contract/maps/map-types.ts';
import { namesWebMercator } from '../../../contract/maps/web-mercator.ts';
import type { Template } from '../../tile-url/convert.ts';
import { describeTemplateProblem } from '../../tile-url/explanations.ts';
import type { StatedArea } from './stated-area.ts';

/**
 * A reader sees every document: null if another program wrote it. A text says why it cannot be read, as the end of a
 * sentence that begins with its name.
 */
export interface ListReader {
  /** How messages call its documents: `a TileJSON`. */
  readonly reads: string;
  /** @param address of the fetched document; undefined for a file */
  json?(root: JsonObject, address: string | undefined, unread: ReportUnread): Reading;
  /** @param service whose capabilities these are; undefined for a file */
  xml?(root: XmlElement, service: string | undefined, unread: ReportUnread): Reading;
  /** Text that is neither JSON nor XML. @param name of the file, with its folder; or the address that is the text */
  text?(text: string, name: string, unread: ReportUnread): Reading;
  /** Whether an address is itself a map, as its program shares it. */
  isLink?(address: string): boolean;
  /** The address of the list that a link of the program names. */
  listIn?(link: string): string | undefined;
  /** What a zip with an entry of such a name is, and what to do; each ends a sentence. */
  readonly zipped?: { readonly entry: RegExp; readonly is: string; readonly way: string };
  /** Repairs XML of the program that is not well-formed. */
  wellFormed?(xml: string): string;
}

export type Reading = readonly StatedMap[] | ImportOffer | string | null;

/** Names what the reader of a list does not read: `2 <theme>`. */
export type ReportUnread = (part: string) => void;

/** What another program's list leaves out is missing or null. */
export interface StatedMap
  extends Pick<Template, 'url' | 'subdomains' | 'hosts' | 'values' | 'isVector' | 'isFlipped'> {
  /** A JSON Pointer into its document; for XML into the equivalent JSON. */
  readonly path: readonly (string | number)[];
  readonly name: string;
  /** Its name in a service with many layers, of which a person chooses some. */
  readonly layer?: string;
  /** The name of the file, if this program wrote the list from a catalog. */
  readonly fileName?: string;
  /** A longer name, if the list has one that is not a text about the map. */
  readonly description?: string | undefined;
  /** As stated: it may have a fraction. */
  readonly minZoom?: number | null;
  readonly maxZoom?: number | null;
  /** Only if the list says it; otherwise the address does. */
  readonly type?: NewType;
  /** What its address does not say; not yet validated. */
  readonly typeMembers?: JsonObject;
  /** In which its service draws it. */
  readonly formats?: readonly string[];
  /** Names of headers that its server needs. */
  readonly headers?: readonly string[];
  readonly isOff?: boolean;
  /** Text or HTML. */
  readonly credit?: string | null;
  /** Who runs its service, and is credited if nobody else is. */
  readonly operator?: string | undefined;
  /** What its service states of fees and access, if that is no licence. */
  readonly terms?: string;
  /** The label of who is credited, if it is not the credit. */
  readonly copyright?: string;
  /** The address that a credit without HTML links to. */
  readonly creditUrl?: string | undefined;
  readonly isOverlay?: boolean;
  readonly area?: StatedArea | null;
  /** Other members of its record, not yet validated. */
  readonly known?: Readonly<Partial<Record<keyof TileServerSource, unknown>>>;
  /** Names of members that its reader does not know. */
  readonly others?: readonly string[];
  /** What an editor should check, though the map is imported. */
  readonly remark?: string | null;
  readonly problem?: string | null;
  /** What to import in its place. */
  readonly offer?: ImportOffer | undefined;
}

export type StatedType = Pick<StatedMap, 'type' | 'typeMembers' | 'problem' | 'offer'>;

/** Whether a type or kind says that a map is an overlay, or that it is a base map; undefined if neither. */
export function statesOverlay(type: string): boolean | undefined {
  if (/^(?:zusatz|überlagerung|overlay)/i.test(type) || /^ebene$/i.test(type)) return true;
  return /^(?:basis|base|grund|hintergrund)[-\s]?(?:map|layer|karte|ebene)?$/i.test(type) ? false : undefined;
}

export const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Of a text, or of a list with a text for each party. */
export const creditOf = (value: unknown): string | null =>
  [value].flat().map(trimmedText).filter(Boolean).join(', ') || null;

/** @param read names that the reader knows, with spaces between them */
export function unreadMembersIn(members: JsonObject, read: string): string[] {
  const known = new Set(read.split(' '));
  return Object.keys(members).filter((name) => !known.has(name));
}

/** Members of any list that name a projection. */
const PROJECTIONS = /^(?:crs|srs|epsg|srid|projection|profile|(?:crs_?)?wkt|tile_?matrix_?set(?:_?ur[il])?)$/i;
/** Members of any list that say what tiles contain. */
const CONTENTS = /^(?:encoding|interpretation|type|(?:red|green|blue)_?factor)$/i;

export const STATED_ZOOM_MEMBERS = /^m(?:in|ax)[-_]?(?:native[-_]?)?zoom$/i;

/** `key: value` says that tiles are elevation. */
const ELEVATION =
  /^(?:encoding|interpretation): (?:.*(?:terrar|terrain|elevation|height)|mapbox$|.*dem$)|^type: raster-?dem$|^\w+factor: /i;

/** A projection or content in a number, a text, which may be WKT, a list or an object. */
function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  if (isObject(value)) {
    const key = ['code', 'id', 'uri', 'wkid', 'wkt', 'properties', 'name'].find((one) => one in value);
    return key === undefined ? [] : namesOf(value[key]);
  }
  const text = typeof value === 'number' ? String(value) : trimmedText(value);
  return text === '' ? [] : [shortenedText(/^\w{1,20}\["([^"]*)"/.exec(text)?.[1] ?? text)];
}

export function importObstacleIn(members: JsonObject): string | null {
  const namesIn = (keys: RegExp) =>
    Object.entries(members).flatMap(([key, value]) => (keys.test(key) ? [{ key, names: namesOf(value) }] : []));
  const other = namesIn(PROJECTIONS).find(({ names }) => names.length > 0 && !names.some(namesWebMercator));
  if (other) return `its tiles are in ${other.names[0]} and not in Web Mercator (EPSG:3857)`;
  const contents = namesIn(CONTENTS).map(({ key, names }) => `${key}: ${names[0]}`);
  const elevation = contents.find((content) => ELEVATION.test(content));
  if (elevation) return `its tiles are elevation (${elevation}), and not pictures`;
  const ending = nameOfFormat(shortenedText(trimmedText(members['format'])));
  return dataOfFormat(ending) === 'data' ? describeTemplateProblem({ code: 'data', ending }) : null;
}

/** Members with HTTP headers: a text, a list or an object. */
const HEADERS = /^(?:custom|request)?[-_]?(?:http)?[-_]?headers?$/i;
const NAMED_HEADER = /^(?:(cookies?)|(referr?er)|user[-_]?agent)$/i;

const isYes = (value: unknown): boolean =>
  value !== undefined &&
  !/^(?:""|\[\]|\{\}|"?(?:0|no|false|null)"?)$/i.test(JSON.stringify(trimmedText(value) || value));

export const statedMembersIn = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** Reads `Name: value`, `{"name": …}`, or an object with names as keys. */
function headersIn(header: unknown): readonly string[] {
  if (!isObject(header)) return trimmedText(header).split(':', 1);
  const stated = statedMembersIn(header);
  const name = stated['header-name'] ?? stated['name'];
  return name === undefined ? Object.keys(stated) : [trimmedText(name)];
}

export const hasTmsScheme = (members: JsonObject): boolean => /^tms$/i.test(trimmedText(members['scheme']));

const SHARED = [PROJECTIONS, CONTENTS, STATED_ZOOM_MEMBERS, HEADERS, NAMED_HEADER, /^(?:format|status|scheme|tms)$/];

/** Members that mean the same in every list, and names of those that nobody reads. @param read as of `unreadMembersIn` */
export function sharedMembersIn(members: JsonObject, read: string) {
  const headers = Object.entries(members).flatMap(([key, value]) => {
    const [named, cookies, referer] = NAMED_HEADER.exec(key) ?? [];
    if (named !== undefined) return isYes(value) ? (cookies && 'Cookie') || (referer && 'Referer') || 'User-Agent' : [];
    return HEADERS.test(key) ? [value].flat().flatMap(headersIn) : [];
  });
  return {
    minZoom: statedZoomIn(members, 'min'),
    maxZoom: statedZoomIn(members, 'max'),
    headers,
    isOff: /^(?:broken|dead|deprecated|down|inactive|offline)$/i.test(trimmedText(members['status'])),
    isVector: ['format', 'encoding'].some((key) => dataOfFormat(trimmedText(members[key])) === 'vector'),
    isFlipped: hasTmsScheme(members) || isYes(members['tms']),
    problem: importObstacleIn(members),
    others: unreadMembersIn(members, read).filter((name) => !SHARED.some((named) => named.test(name))),
  };
}

/** The member may have any spelling. `maxNativeZoom`, the deepest level with tiles, wins. */
export function statedZoomIn(members: JsonObject, which: 'min' | 'max'): number | null {
  const named = (name: string): unknown =>
    Object.entries(members).find(
      ([key]) => STATED_ZOOM_MEMBERS.test(key) && key.replace(/[-_]/g, '').toLowerCase() === name,
    )?.[1];
  return asStatedNumber(named(`${which}nativezoom`) ?? named(`${which}zoom`));
}

/** As this program writes keys into lists: `mapservers/osm`, `maps_relief`, `maps/slopes (overlay)`. */
export function readWrittenKey(key: string): Partial<Pick<StatedMap, 'name' | 'fileName' | 'isOverlay'>> {
  const [, folder, name, overlay] =
    /^(mapservers|overlayservers|maps)[/_]([^\s(]{1,200})( \(overlay\))?$/.exec(key.slice(0, 300)) ?? [];
  return name === undefined
    ? {}
    : { name, fileName: name, isOverlay: folder === 'overlayservers' || overlay !== undefined };
}

/** In pixels; undefined if it is 256, which records do not state, or not a number. */
export function tileSizeOf(value: unknown): number | undefined {
  const size = asStatedInteger(value);
  return size === null || size === 256 ? undefined : size;
}

/** Reads a number or a text. Null unless at most three digits are before the point. */
export function asStatedNumber(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : trimmedText(value);
  return /^\d{1,3}(?:\.\d{1,20})?$/.test(text) ? Number(text) : null;
}

/** Leaves out the fraction. */
export function asStatedInteger(value: unknown): number | null {
  const number = asStatedNumber(value);
  return number === null ? null : Math.floor(number);
}

export const ON_ELLIPSOID = 'its tiles are in Mercator on the ellipsoid (EPSG:3395) and not in Web Mercator';

export const joinedRemarks = (...remarks: readonly (string | false | null)[]): string | null =>
  remarks.filter(Boolean).join('; ') || null;

export const withProblem = (problem: string | null): Pick<StatedMap, 'problem'> => (problem ? { problem } : {});

export const DRAWS_NO_MAPS =
  'which draws no maps: if its owner also has a service that draws them, import the capabilities of that';

export const IMPORT_BY_ADDRESS = 'import it by its address, because its record names the address';

/** Named after the file if the document states no name. */
export function statedMapAtAddress(address: string, name: unknown): Pick<StatedMap, 'path' | 'name' | 'url'> {
  const file = /([^/]*?)(?:\.\w+)?$/.exec(new URL(address).pathname)?.[1] ?? '';
  return { path: [], name: typeof name === 'string' && name ? name : file, url: address };
}
