/** Reads lists of maps from other programs: the maps, and why some cannot be imported. */
import { type Template, USUAL_SUBDOMAINS } from '../../../../build/tile-url/convert.ts';
import { describeProblem } from '../../../../build/tile-url/explanations.ts';
import { isTemplate, looksLikeTokenName, normalisedAddress } from '../../../../build/tile-url/template.ts';
import { attributesOf, childrenNamed, childrenOf, type XmlNodeElement } from '../../../../cli/network/read-xml.ts';
import { TEXT_LIMITS } from '../../../../contract/base/limits.ts';
import { isObject, itemsOf } from '../../../../contract/base/parse-json.ts';
import { shortened } from '../../../../contract/base/text.ts';
import type { TileServerSource } from '../../../../contract/generated/catalog.types.ts';
import { getMapTemplate } from '../../../../contract/maps/get-map.ts';
import { kindOfCategory, NO_GEOMETRY } from '../../../../contract/maps/layer-categories.ts';
import { dataOfFormat, type NewType, nameOfFormat } from '../../../../contract/maps/map-types.ts';
import { asMembers, type Members } from '../correct-served-record.ts';
import type { SourcePlace } from '../notes.ts';
import { areaOfBox, areaOfGeometry, ringOf, type StatedArea } from './stated-area.ts';

/** A map as a list of another program states it, with its address and the values of placeholders. What is missing or null is not stated. */
export interface StatedMap
  extends Pick<Template, 'url' | 'subdomains' | 'hosts' | 'values' | 'isVector' | 'isFlipped'> {
  readonly at: SourcePlace;
  /** Empty if the list states none. */
  readonly name: string;
  /** The name of its file, and the longer name beside its id, in the catalog that wrote the list. */
  readonly fileName?: string;
  readonly description?: string;
  readonly minZoom?: number | null;
  readonly maxZoom?: number | null;
  /** The highest zoom level of pictures, if the list states none. */
  readonly usualMaxZoom?: number;
  /** What the list says of its type; otherwise its address does. */
  readonly type?: NewType;
  /** What only maps of its type have, beside what its address says: not yet validated. */
  readonly own?: Members;
  /** The names of HTTP headers that its server needs. */
  readonly headers?: readonly string[];
  /** Whether the list says that it does not work. */
  readonly isOff?: boolean;
  /** The attribution as text or HTML, and the address that a text links to. */
  readonly credit?: string | null;
  readonly creditUrl?: string | undefined;
  readonly isOverlay?: boolean;
  /** The area with tiles; null if it is not known. */
  readonly area?: StatedArea | null;
  /** What else is known of the map, not yet validated: members of its record. */
  readonly known?: Readonly<Partial<Record<KnownMember, unknown>>>;
  /** The names of members that the catalog does not have. */
  readonly others?: readonly string[];
  /** What the import loses. */
  readonly remark?: string | null;
  /** Why it cannot be imported, apart from its address. */
  readonly problem?: string | null;
}

/** What a list says of the type of a map. */
type StatedType = Pick<StatedMap, 'type' | 'own' | 'problem'>;

/** The members of a record that lists state as the catalog does. */
type KnownMember = Extract<
  keyof TileServerSource,
  'kind' | 'countries' | 'terms' | 'privacy' | 'licence' | 'since' | 'until' | 'tileSize' | 'probe'
>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const creditOf = (value: unknown): string | null => textOf(value) || null;

/** The members of an entry that are not read. */
function othersIn(names: Iterable<string>, read: string): string[] {
  const known = new Set(read.split(' '));
  const decides = [PROJECTIONS, CONTENTS, LEVELS, HEADERS, OWN_HEADER, /^(?:format|status|scheme|tms)$/];
  return [...new Set(names)].filter((name) => !known.has(name) && !decides.some((named) => named.test(name)));
}

/** The members of any list that name projections, that say what the tiles hold, and that are zoom levels. */
const PROJECTIONS = /^(?:crs|srs|epsg|srid|projection|profile|(?:crs_?)?wkt|tile_?matrix_?set(?:_?ur[il])?)$/i;
const CONTENTS = /^(?:encoding|interpretation|type|(?:red|green|blue)_?factor)$/i;
const LEVELS = /^m(?:in|ax)[-_]?(?:native[-_]?)?zoom$/i;
const MERCATOR =
  /(?:^|\D)(?:3857|900913|3785|10210[02]|102113)$|^(?!.*(?:world|transverse|oblique)).*mercator|^googlemaps/i;
const ELEVATION =
  /^(?:encoding|interpretation): (?:.*(?:terrar|terrain|elevation|height)|mapbox$|.*dem$)|^type: raster-?dem$|^\w+factor: /i;

/** The names that a list writes as a text, which may be WKT, as a number, in a list or in an object. */
function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  if (isObject(value)) {
    const key = ['code', 'id', 'uri', 'wkid', 'wkt', 'properties', 'name'].find((one) => one in value);
    return key === undefined ? [] : namesOf(value[key]);
  }
  const text = typeof value === 'number' ? String(value) : textOf(value);
  return text === '' ? [] : [shortened(/^\w{1,20}\["([^"]*)"/.exec(text)?.[1] ?? text)];
}

/** Why the tiles cannot be those of a map, by members that any list may have; null if nothing speaks against it. */
function obstacleIn(members: Members): string | null {
  const namesIn = (keys: RegExp) =>
    Object.entries(members).flatMap(([key, value]) => (keys.test(key) ? [{ key, names: namesOf(value) }] : []));
  const other = namesIn(PROJECTIONS).find(({ names }) => names.length > 0 && !names.some((crs) => MERCATOR.test(crs)));
  if (other) return `its tiles are in ${other.names[0]} and not in Web Mercator (EPSG:3857)`;
  const contents = namesIn(CONTENTS).map(({ key, names }) => `${key}: ${names[0]}`);
  const elevation = contents.find((content) => ELEVATION.test(content));
  if (elevation) return `its tiles are elevation (${elevation}), and not pictures`;
  const ending = nameOfFormat(shortened(textOf(members['format'])));
  return dataOfFormat(ending) === 'data' ? describeProblem({ code: 'data', ending }) : null;
}

/** The names of members with HTTP headers, in lists in JSON, and of those that are a header themselves. */
const HEADERS = /^(?:custom|request)?[-_]?(?:http)?[-_]?headers?$/i;
const OWN_HEADER = /^(?:(cookies?)|(referr?er)|user[-_]?agent)$/i;

/** Whether a member says yes, in any spelling. */
const isYes = (value: unknown): boolean =>
  value !== undefined && !/^(?:""|\[\]|\{\}|"?(?:0|no|false|null)"?)$/i.test(JSON.stringify(textOf(value) || value));

/** The members of an entry that state something: null is nothing. */
const statedIn = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** The names of headers, which are stated by name, as a text, or as name and value. */
function headersIn(header: unknown): readonly string[] {
  if (!isObject(header)) return textOf(header).split(':', 1);
  const stated = statedIn(header);
  const name = stated['header-name'] ?? stated['name'];
  return name === undefined ? Object.keys(stated) : [textOf(name)];
}

/** What decides, in lists of every kind. */
function decidingIn(members: Members): Pick<StatedMap, 'headers' | 'isOff' | 'problem' | 'isVector' | 'isFlipped'> {
  const headers = Object.entries(members).flatMap(([key, value]) => {
    const [own, cookies, referer] = OWN_HEADER.exec(key) ?? [];
    if (own) return isYes(value) ? (cookies && 'Cookie') || (referer && 'Referer') || 'User-Agent' : [];
    return HEADERS.test(key) ? [value].flat().flatMap(headersIn) : [];
  });
  return {
    headers,
    isOff: /^(?:broken|dead|deprecated|down|inactive|offline)$/i.test(textOf(members['status'])),
    isVector: ['format', 'encoding'].some((key) => dataOfFormat(textOf(members[key])) === 'vector'),
    isFlipped: /^tms$/i.test(textOf(members['scheme'])) || isYes(members['tms']),
    problem: obstacleIn(members),
  };
}

/** A zoom level: that of tiles, by any of its names, if it is stated. */
function levelIn(members: Members, which: 'min' | 'max'): number | null {
  const named = (name: string): unknown =>
    Object.entries(members).find(([key]) => LEVELS.test(key) && key.replace(/[-_]/g, '').toLowerCase() === name)?.[1];
  return zoomOf(named(`${which}nativezoom`) ?? named(`${which}zoom`));
}

const LAYER_INDEX =
  'name id url min_zoom max_zoom attribution category country_code overlay privacy_policy_url license_url eula available_projections start_date end_date type tile-size tile_size';
const JOSM =
  'name id type url category min-zoom max-zoom attribution-text attribution-url bounds projections country-code terms-of-use-url eula privacy-policy-url date tile-size custom-http-header';
const QGIS =
  'name url zmin zmax tilePixelRatio serviceType styleUrl username password authcfg contextualWMSLegend dpiMode featureCount';
const TILEJSON = 'tilejson name tiles bounds center attribution tileSize vector_layers';
const LEAFLET = 'overlay name url html_attribution attribution subdomains tileSize zoomOffset zoomReverse bounds';

/** What a key says that a catalog wrote, for a program: the folder and the file of the map. */
function writtenKey(key: string): Partial<Pick<StatedMap, 'name' | 'fileName' | 'isOverlay'>> {
  const [, folder, name] = /^(mapservers|overlayservers|maps)[/_](.+)$/.exec(key) ?? [];
  return name === undefined ? {} : { name, fileName: name, isOverlay: folder === 'overlayservers' };
}

/** What an id says, and where the map is: a catalog that wrote a country drew its borders as the area. */
function placed(id: string, country: string, area: StatedArea | null) {
  const written = writtenKey(id);
  const isCountry = country !== '' && (area === null || written.fileName !== undefined);
  return { ...written, area: isCountry ? null : area, countries: isCountry ? [country] : undefined };
}

/** A web address without its fragment, which the catalog does not have; undefined if it is empty. */
const addressOf = (value: unknown): string | undefined => textOf(value).replace(/#.*$/s, '') || undefined;

/** A year, month or day; undefined if it is not stated. */
function dateOf(value: unknown): string | number | undefined {
  const text = textOf(value).slice(0, 10);
  return /^\d{4}$/.test(text) ? Number(text) : text.replace(/^-$/, '') || undefined;
}

/** The size of tiles, which the catalog states only if it is not the usual one. */
function tileSizeOf(value: unknown): number | undefined {
  const size = zoomOf(value);
  return size === null || size === 256 ? undefined : size;
}

/** A number, also one written as text, without what follows its point; null for anything else. */
function zoomOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  return /^\d{1,3}(?:\.\d{1,20})?$/.test(text) ? Math.floor(Number(text)) : null;
}

const withProblem = (problem: string | null): Pick<StatedMap, 'problem'> => (problem ? { problem } : {});

/** The type of a layer of editors, where a WMS has the address of a picture. */
function typeOfLayer(type: string, url: string, projections: readonly string[]): StatedType {
  if (type === 'wms') return { type, own: projections.length > 0 ? { crs: projections } : {} };
  // JOSM takes the address of a tile, or of a style.
  if (type === 'mvt') return { type: 'vector', own: isTemplate(normalisedAddress(url)) ? {} : { style: url } };
  if (type !== 'tms')
    return { problem: `it is of the type ${JSON.stringify(type)}, and only tms, wms and mvt have addresses of tiles` };
  return projections.some((crs) => MERCATOR.test(crs)) ? {} : withProblem(obstacleIn({ crs: projections[0] }));
}

/** The features of an editor-layer-index GeoJSON: one, or a collection of them. */
export function readLayerIndex(root: Members, at: SourcePlace): StatedMap[] {
  const features = Array.isArray(root['features']) ? root['features'] : null;
  // In other lists, only what is not worldwide has a geometry.
  const withoutArea = root[NO_GEOMETRY] === 'unknown' ? null : 'world';
  return (features ?? [root]).map((item: unknown, index) => {
    const properties = statedIn(asMembers(asMembers(item)?.['properties']) ?? {});
    const id = textOf(properties['id']);
    const geometry = asMembers(item)?.['geometry'];
    const area = geometry === null ? withoutArea : areaOfGeometry(geometry);
    const { countries, ...where } = placed(id, textOf(properties['country_code']), area);
    return {
      ...where,
      at: features ? at.in('features', index, 'properties') : at.in('properties'),
      name: textOf(properties['name']) || id,
      description: textOf(properties['description']),
      url: textOf(properties['url']),
      minZoom: levelIn(properties, 'min'),
      maxZoom: levelIn(properties, 'max'),
      credit: creditOfIndex(properties['attribution']),
      creditUrl: addressOf(asMembers(properties['attribution'])?.['url']),
      isOverlay: properties['overlay'] === true,
      known: {
        countries,
        kind: kindOfCategory(textOf(properties['category'])),
        privacy: addressOf(properties['privacy_policy_url']),
        licence: addressOf(properties['license_url']),
        terms: addressOf(properties['eula']),
        since: dateOf(properties['start_date']),
        until: dateOf(properties['end_date']),
        tileSize: tileSizeOf(properties['tile-size'] ?? properties['tile_size']),
      },
      ...decidingIn(properties),
      others: othersIn(Object.keys(properties), LAYER_INDEX),
      ...typeOfLayer(
        textOf(properties['type']),
        textOf(properties['url']),
        itemsOf(properties['available_projections']).map(textOf),
      ),
    };
  });
}

/** The attribution in an editor-layer-index: a text, or an object with text or HTML. */
function creditOfIndex(attribution: unknown): string | null {
  const { text, html } = asMembers(attribution) ?? { text: attribution };
  return creditOf(text) ?? creditOf(html);
}

/** The entries of a JOSM imagery XML. */
export function readJosmImagery(root: XmlNodeElement, at: SourcePlace): StatedMap[] {
  return childrenNamed(root, 'entry').map((entry, index) => {
    const children = [...childrenOf(entry)];
    const text = (name: string): string => {
      const found = children.filter((child) => child.name === name);
      // Names and descriptions also occur in other languages.
      return textOf((found.find((child) => attributesOf(child).size === 0) ?? found[0])?.content);
    };
    const attribution = children.find(({ name }) => name === 'attribution-text')?.content;
    const bounds = areaOfBounds(children.find(({ name }) => name === 'bounds'));
    const { countries, ...where } = placed(text('id'), text('country-code'), bounds);
    const [since, until = since] = text('date').split(';');
    return {
      ...where,
      at: at.in('entry', index),
      name: text('name') || text('id'),
      description: text('description'),
      url: text('url'),
      minZoom: zoomOf(text('min-zoom')),
      maxZoom: zoomOf(text('max-zoom')),
      credit: creditOf(attribution),
      creditUrl: addressOf(text('attribution-url')),
      isOverlay: attributesOf(entry).get('overlay') === 'true',
      known: {
        kind: kindOfCategory(text('category')),
        countries,
        terms: addressOf(text('terms-of-use-url') || text('eula')),
        privacy: addressOf(text('privacy-policy-url')),
        since: dateOf(since),
        until: dateOf(until),
        tileSize: tileSizeOf(text('tile-size')),
      },
      others: othersIn(
        children.map(({ name }) => name),
        JOSM,
      ),
      ...decidingIn({
        ...Object.fromEntries(children.map(({ name, content }) => [name, content])),
        headers: childrenNamed(entry, 'custom-http-header').map((one) => attributesOf(one).get('header-name')),
      }),
      ...typeOfLayer(text('type'), text('url'), projectionsOf(children)),
    };
  });
}

function projectionsOf(children: readonly XmlNodeElement[]): string[] {
  const projections = children.find(({ name }) => name === 'projections');
  return projections ? childrenNamed(projections, 'code').map(({ content }) => textOf(content)) : [];
}

/** The area of an entry: its shapes, or its box. */
function areaOfBounds(bounds: XmlNodeElement | undefined): StatedArea | null {
  if (!bounds) return null;
  const edge = (element: XmlNodeElement, name: string): string | undefined => attributesOf(element).get(name);
  const rings = childrenNamed(bounds, 'shape').map((shape) =>
    ringOf([...childrenOf(shape)].map((point) => [edge(point, 'lon'), edge(point, 'lat')])),
  );
  if (rings.length > 0) return rings.map((ring) => [ring]);
  const names = ['min-lon', 'min-lat', 'max-lon', 'max-lat'] as const;
  const [west, south, east, north] = names.map((name) => edge(bounds, name));
  return areaOfBox(west, south, east, north);
}

/** The connections of QGIS to tiles, by the root of their file: the name of each element, and what it connects to. */
export const QGIS_CONNECTIONS: Readonly<Record<string, string>> = {
  qgsXYZTilesConnections: 'xyztiles',
  qgsVectorTileConnections: 'vectortile',
  qgsWMSConnections: 'wms',
};

/** The connections of QGIS. User names and passwords are not read, nor whose address is sent: programs send their own. */
export function readQgisConnections(root: XmlNodeElement, at: SourcePlace): StatedMap[] {
  const kind = QGIS_CONNECTIONS[root.name] as string;
  return childrenNamed(root, kind).map((connection, index) => {
    const source = connection.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]);
    const place = { at: at.in(kind, index), name: textOf(attributesOf(connection).get('name')) };
    return { ...place, ...connectionTo(kind, Object.fromEntries(source)) };
  });
}

/** What a connection to tiles says, or the source of a layer that is one. */
function connectionTo(kind: string, source: Members): Omit<StatedMap, 'at' | 'name'> {
  const text = (name: string): string => textOf(source[name]);
  return {
    url: text('url'),
    minZoom: zoomOf(text('zmin')),
    maxZoom: zoomOf(text('zmax')),
    // 2 is high resolution.
    known: { tileSize: text('tilePixelRatio') === '2' ? 512 : undefined },
    ...decidingIn(source),
    headers: headersOfSource(source),
    others: othersIn(
      Object.keys(source).filter((name) => text(name) !== '' && !name.startsWith(HEADER_PREFIX)),
      QGIS,
    ),
    ...typeOfConnection(kind, text('styleUrl'), text('serviceType')),
    ...problemOfSource(source),
  };
}

/** How QGIS names the headers of requests; older versions know only one, without it. */
const HEADER_PREFIX = 'http-header:';

/** The headers that a source of QGIS sends. */
function headersOfSource(source: Members): string[] {
  const named = Object.keys(source).filter((name) => name === 'referer' || name.startsWith(HEADER_PREFIX));
  return named.filter((name) => textOf(source[name]) !== '').map((name) => name.replace(HEADER_PREFIX, ''));
}

/** Why a source of QGIS is not one of a map. */
function problemOfSource(source: Members): ReturnType<typeof withProblem> {
  const needs = ['username', 'password', 'authcfg'].filter((name) => textOf(source[name]) !== '');
  const private_ = needs.length > 0 && `it has ${needs.join(' and ')}, and nothing of that kind may be published`;
  return withProblem(private_ || obstacleIn({ interpretation: source['interpretation'] }));
}

/** The address of such a connection is that of a service, and not of tiles. */
const OF_ARCGIS =
  'it is a service of ArcGIS, which has no address of tiles; import its style by its address (…/VectorTileServer/resources/styles/root.json)';

function typeOfConnection(kind: string, style: string, service: string): StatedType & { url?: string } {
  if (kind === 'xyztiles') return {};
  if (kind !== 'vectortile')
    return {
      problem: 'a connection to a WMS or WMTS names no layers; export one of a WMS as a layer definition (.qlr)',
    };
  const drawn = style ? { style } : {};
  if (service !== 'arcgis') return { type: 'vector', own: drawn };
  return style ? { type: 'vector', url: style, own: drawn } : { problem: OF_ARCGIS };
}

/** The layers of a layer definition of QGIS, with addresses of pictures. */
export function readQgisLayers(root: XmlNodeElement, at: SourcePlace): StatedMap[] {
  const listed = childrenNamed(root, 'maplayers').flatMap((list) => childrenNamed(list, 'maplayer'));
  return listed.map((layer, index): StatedMap => {
    const text = (name: string): string => textOf(childrenNamed(layer, name)[0]?.content);
    const source = new URLSearchParams(text('datasource'));
    const members = Object.fromEntries(source);
    const place = { at: at.in('maplayer', index), name: text('layername') };
    if (source.get('type') === 'xyz')
      return { ...place, ...connectionTo(text('provider') === 'wms' ? 'xyztiles' : 'vectortile', members) };
    const value = (name: string): string => source.get(name) ?? '';
    // QGIS writes the first layer last.
    const [layers = [], styles = []] = ['layers', 'styles'].map((name) => source.getAll(name).reverse());
    const crs = value('crs');
    const map = {
      service: value('url'),
      layers,
      styles,
      format: value('format'),
      version: value('version') || '1.3.0',
    };
    const url = getMapTemplate(map, { bbox: '{bbox}', width: '{width}', height: '{height}', crs });
    const stated = { ...place, url };
    if (text('provider') !== 'wms') return { ...stated, problem: 'it is not a layer of a WMS, or of tiles' };
    if (source.has('type') || source.has('tileMatrixSet') || layers.length === 0)
      return { ...stated, problem: 'its source is not that of a WMS with layers' };
    const own = crs ? { crs: [crs] } : {};
    return { ...stated, type: 'wms', own, headers: headersOfSource(members), ...problemOfSource(members) };
  });
}

/** The map of a TileJSON. */
export function readTileJson(document: Members, at: SourcePlace): StatedMap[] {
  const root = statedIn(document);
  const tiles = itemsOf(root['tiles']).map(textOf);
  const split = tiles.map((url) => /^(https?:\/\/)([^/]+)(\/.*)$/i.exec(url));
  const isSame = split.every((parts) => parts && parts[1] === split[0]?.[1] && parts[3] === split[0]?.[3]);
  const isHosts = tiles.length > 1 && isSame;
  const [, scheme = '', host = '', path = ''] = split[0] ?? [];
  const [west, south, east, north] = itemsOf(root['bounds']);
  const [longitude, latitude] = itemsOf(root['center']);
  return [
    {
      at,
      name: textOf(root['name']) || host.replace(/[{}]/g, '') || 'TileJSON',
      url: isHosts ? `${scheme}#{host}${path}` : (tiles[0] ?? ''),
      hosts: isHosts ? split.map((parts) => parts?.[2] ?? '') : null,
      minZoom: levelIn(root, 'min'),
      maxZoom: levelIn(root, 'max'),
      area: areaOfBox(west, south, east, north),
      known: {
        tileSize: tileSizeOf(root['tileSize']),
        probe: longitude === undefined ? undefined : { latitude, longitude },
      },
      ...(textOf(root['type']) === 'overlay' ? { isOverlay: true } : {}),
      ...decidingIn(root),
      ...(root['vector_layers'] === undefined ? null : { isVector: true }),
      own: { schema: schemaOfLayers(root['vector_layers']) },
      remark:
        tiles.length > 1 && !isHosts
          ? `its ${tiles.length} addresses differ in more than the host; the first is taken`
          : null,
      credit: creditOf(root['attribution']),
      others: othersIn(Object.keys(root), TILEJSON),
      ...withProblem(/^[./{]/.test(tiles[0] ?? '') ? 'it is a TileJSON whose tiles have no whole address' : null),
    },
  ];
}

/** The highest zoom level of Leaflet by default. */
const LEAFLET_MAX_ZOOM = 18;

/** The providers of leaflet-providers, with or without variants. */
export function readLeafletProviders(root: Members, at: SourcePlace): StatedMap[] {
  return Object.entries(root).flatMap(([name, value]) => {
    const provider = asMembers(value);
    if (!provider) return [];
    const variants = asMembers(provider['variants']);
    const place = at.in(name);
    if (variants) {
      return Object.entries(variants).map(([variant, own]) => {
        const entry = combinedVariant(provider, own);
        return leafletMap(`${name}.${variant}`, entry, root, place.in('variants', variant));
      });
    }
    return typeof provider['url'] === 'string' ? [leafletMap(name, provider, root, place)] : [];
  });
}

/** The providers of xyzservices, in groups or not. */
export function readXyzServices(root: Members, at: SourcePlace): StatedMap[] {
  return Object.entries(root).flatMap(([key, value]) => {
    const provider = asMembers(value);
    if (!provider) return [];
    if (typeof provider['url'] !== 'string') return readXyzServices(provider, at.in(key));
    const { name, url, attribution, html_attribution: html } = provider;
    if (typeof attribution !== 'string' || 'options' in provider) return [];
    // Without an offset, levels are those of the tiles, and not Leaflet's.
    const isOfTiles = provider['tileSize'] === 512 && provider['zoomOffset'] === undefined;
    const options = { ...provider, ...(isOfTiles ? { zoomOffset: -1 } : {}), attribution: html ?? attribution };
    return [{ ...leafletMap(key, { url, options }, {}, at.in(key), isOfTiles), name: textOf(name) || key }];
  });
}

/** A variant is the value of `{variant}`, or what differs from its provider. */
function combinedVariant(provider: Members, variant: unknown): Members {
  // Each variant copies them. No provider has twenty.
  const options = Object.fromEntries(Object.entries(asMembers(provider['options']) ?? {}).slice(0, 40));
  if (typeof variant === 'string') return { ...provider, options: { ...options, variant } };
  const own = asMembers(variant) ?? {};
  return { ...provider, ...own, options: { ...options, ...asMembers(own['options']) } };
}

function leafletMap(name: string, entry: Members, root: Members, at: SourcePlace, isOfTiles = false): StatedMap {
  const options = statedIn(asMembers(entry['options']) ?? {});
  const { subdomains, zoomOffset = 0, tileSize = 256, zoomReverse, overlay } = options;
  // At each zoom level of Leaflet a tile of 512 pixels shows as much as four of 256.
  const shift = tileSize === 512 ? -1 : 0;
  const zoom = (level: number | null): number | null =>
    level === null || isOfTiles ? level : Math.max(0, level + shift);
  const url = textOf(entry['url']);
  const odd = Object.keys(options).filter((key) => LEVELS.test(key) && zoomOf(options[key]) === null);
  const letters = textOf(subdomains) ? [...textOf(subdomains)] : USUAL_SUBDOMAINS;
  const filled = Object.entries(options).flatMap(([key, value]) => {
    // A filled-in key is private; the placeholder becomes a variable.
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
    const isOpen = text === null || key === 'subdomains' || looksLikeTokenName(key) || /[<>]/.test(text);
    return isOpen ? [] : [[key.toLowerCase(), text] as const];
  });
  // The others are values of placeholders.
  const others = Object.fromEntries(Object.entries(options).filter(([key]) => !url.includes(`{${key}}`)));
  return {
    at,
    name,
    ...writtenKey(name),
    url,
    subdomains: Array.isArray(subdomains) ? subdomains.map(textOf) : letters,
    values: new Map(filled),
    // Beyond the native levels, programs enlarge or join the tiles of these.
    minZoom: zoom(levelIn(options, 'min')),
    maxZoom: zoom(levelIn(options, 'max')),
    usualMaxZoom: LEAFLET_MAX_ZOOM + shift,
    credit: creditOf(withCredits(textOf(options['attribution']), root)),
    area: areaOfCorners(options['bounds']),
    ...(overlay === true ? { isOverlay: true } : {}),
    known: { tileSize: tileSizeOf(tileSize) },
    others: othersIn(Object.keys(others), LEAFLET),
    ...decidingIn(others),
    remark: odd.length > 0 ? `it states no number as ${odd.join(', ')}` : null,
    ...withProblem(
      zoomOffset !== shift
        ? 'it shifts zoom levels, which the catalog cannot say'
        : zoomReverse === true
          ? 'it counts zoom levels from the closest, and the catalog from the whole world'
          : null,
    ),
  };
}

/** The area of a Leaflet box: two corners, latitude first. */
function areaOfCorners(bounds: unknown): StatedArea | null {
  if (!Array.isArray(bounds)) return null;
  const [[south, west] = [], [north, east] = []] = bounds.map(itemsOf);
  return areaOfBox(west, south, east, north);
}

/** How deep attributions may refer to others. */
const DEEPEST = 5;

/** Resolves references to other providers in an attribution, as in `{attribution.OpenStreetMap}`, up to a length. */
function withCredits(text: string, root: Members): string {
  let resolved = text;
  for (let depth = 0; depth <= DEEPEST; depth++) {
    // Each reference may be to a text with as many references again.
    let left: number = depth === DEEPEST ? 0 : TEXT_LIMITS.credit;
    resolved = resolved.slice(0, TEXT_LIMITS.credit).replace(/\{attribution\.([\w.]+)\}/g, (_, name: string) => {
      const named = textOf(asMembers(asMembers(root[name])?.['options'])?.['attribution']).slice(0, left);
      left -= named.length;
      return named;
    });
  }
  return resolved;
}

/** Layers that only the tiles of one schema have. */
const LAYERS_OF_SCHEMAS: readonly (readonly [schema: string, layer: string])[] = [
  ['shortbread', 'street_labels'],
  ['openmaptiles', 'transportation'],
  ['protomaps', 'earth'],
];

/** The schema of vector tiles, by the names of their layers. */
function schemaOfLayers(layers: unknown): string {
  const names = new Set((Array.isArray(layers) ? layers : []).map((layer) => isObject(layer) && layer['id']));
  return LAYERS_OF_SCHEMAS.find(([, layer]) => names.has(layer))?.[0] ?? 'other';
}
