/** Reads lists of tile servers from other programs: the servers, and why some cannot be imported. */
import { describeProblem } from '../../../build/tile-url/explanations.ts';
import { isTemplate, looksLikeTokenName, normalisedAddress } from '../../../build/tile-url/template.ts';
import { attributesOf, childrenNamed, childrenOf, type XmlNodeElement } from '../../../cli/read-xml.ts';
import type { TileServerSource } from '../../../contract/generated/catalog.types.ts';
import { getMapTemplate } from '../../../contract/get-map.ts';
import { kindOfCategory, NO_GEOMETRY } from '../../../contract/layer-categories.ts';
import { TEXT_LIMITS } from '../../../contract/limits.ts';
import { dataOfFormat, type NewType } from '../../../contract/map-types.ts';
import { isObject, itemsOf } from '../../../contract/parse-json.ts';
import { shortened } from '../../../contract/text.ts';
import { asMembers, type Members } from './correct-record.ts';
import type { SourcePlace } from './notes.ts';
import { areaOfBox, areaOfGeometry, ringOf, type StatedArea } from './stated-area.ts';

/** A tile server in a list. What is missing or null is not stated. */
export interface StatedServer {
  readonly at: SourcePlace;
  /** Empty if the list states none. */
  readonly name: string;
  /** The name of its file, and the longer name beside its id, in the catalog that wrote the list. */
  readonly fileName?: string;
  readonly description?: string;
  /** The address of a tile, with the program's placeholders. */
  readonly url: string;
  /** The stated values of `{s}`, `#{host}` and other placeholders, by name. */
  readonly subdomains?: readonly string[];
  readonly hosts?: readonly string[] | null;
  readonly values?: ReadonlyMap<string, string>;
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
  /** What else is known of the map, not yet validated: members of a tile server. */
  readonly known?: Readonly<Partial<Record<KnownMember, unknown>>>;
  /** The names of members that the catalog does not have. */
  readonly others?: readonly string[];
  /** What the import loses. */
  readonly remark?: string | null;
  /** Why it cannot be imported, apart from its address. */
  readonly problem?: string | null;
}

/** What a list says of the type of a map. */
type StatedType = Pick<StatedServer, 'type' | 'own' | 'problem'>;

/** The members of a tile server that lists state as the catalog does. */
type KnownMember = Extract<
  keyof TileServerSource,
  'kind' | 'countries' | 'terms' | 'privacy' | 'licence' | 'since' | 'until' | 'tileSize' | 'probe'
>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const creditOf = (value: unknown): string | null => textOf(value) || null;

/** The members of an entry that are not read. */
function othersIn(names: Iterable<string>, read: string): string[] {
  const known = new Set(`${read} ${DECIDING.join(' ')}`.split(' '));
  return [...new Set(names)].filter((name) => !known.has(name) && !HEADERS.test(name));
}

/** Members of any list that name projections, and what the tiles hold. */
const PROJECTIONS = ['crs', 'srs', 'projection', 'profile'];
const CONTENTS = ['encoding', 'interpretation'];
const DECIDING = [...PROJECTIONS, ...CONTENTS, 'format', 'status'];
const MERCATOR = /(?:^|\D)(?:3857|900913|3785|10210[02]|102113)$|^(?!world).*mercator|^googlemaps/i;
const ELEVATION = /terrar|terrain|elevation|height|^(?:mapbox|.*dem)$/i;

/** Why the tiles cannot be those of a map, by members that any list may have; null if nothing speaks against it. */
function obstacleIn(members: Members): string | null {
  const text = (key: string): string => shortened(textOf(asMembers(members[key])?.['code'] ?? members[key]));
  const projection = PROJECTIONS.map(text).find((crs) => crs !== '' && !MERCATOR.test(crs));
  if (projection) return `its tiles are in ${projection} and not in Web Mercator (EPSG:3857)`;
  const content = CONTENTS.find((key) => ELEVATION.test(text(key)));
  if (content) return `its tiles are elevation (${content}: ${text(content)}), and not pictures`;
  const ending = text('format').replace(/^.*\//, '');
  return dataOfFormat(ending) === 'data' ? describeProblem({ code: 'data', ending }) : null;
}

/** The names of members with HTTP headers, in lists in JSON. */
const HEADERS = /^(?:custom|request)?[-_]?(?:http)?[-_]?headers?$/i;

/** What decides, in lists in JSON. Headers are stated by name, as a text, or as name and value. */
function decidingIn(members: Members): Pick<StatedServer, 'headers' | 'isOff' | 'problem'> {
  const stated = Object.entries(members).flatMap(([key, value]) => (HEADERS.test(key) ? [value].flat() : []));
  const headers = stated.flatMap((header) => {
    if (!isObject(header)) return textOf(header).split(':', 1);
    const name = header['header-name'] ?? header['name'];
    return name === undefined ? Object.keys(header) : textOf(name);
  });
  const isOff = /^(?:broken|dead|deprecated|down|inactive|offline)$/i.test(textOf(members['status']));
  return { headers, isOff, problem: obstacleIn(members) };
}

const LAYER_INDEX =
  'name id url min_zoom max_zoom attribution category country_code overlay privacy_policy_url license_url eula available_projections start_date end_date type tile-size tile_size';
const JOSM =
  'name id type url category min-zoom max-zoom attribution-text attribution-url bounds projections country-code terms-of-use-url eula privacy-policy-url date tile-size custom-http-header';
const QGIS = 'name url zmin zmax tilePixelRatio serviceType styleUrl username password authcfg';
const TILEJSON = 'tilejson name tiles minzoom maxzoom bounds center attribution tileSize scheme vector_layers type';
const LEAFLET =
  'overlay name url min_zoom max_zoom min_native_zoom max_native_zoom html_attribution attribution minZoom maxZoom minNativeZoom maxNativeZoom subdomains tileSize zoomOffset zoomReverse tms bounds';

/** What a key says that a catalog wrote, for a program: the folder and the file of the map. */
function writtenKey(key: string): Partial<Pick<StatedServer, 'name' | 'fileName' | 'isOverlay'>> {
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

const withProblem = (problem: string | null): Pick<StatedServer, 'problem'> => (problem ? { problem } : {});

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
export function readLayerIndex(root: Members, at: SourcePlace): StatedServer[] {
  const features = Array.isArray(root['features']) ? root['features'] : null;
  // In other lists, only what is not worldwide has a geometry.
  const withoutArea = root[NO_GEOMETRY] === 'unknown' ? null : 'world';
  return (features ?? [root]).map((item: unknown, index) => {
    const properties = asMembers(asMembers(item)?.['properties']) ?? {};
    const id = textOf(properties['id']);
    const { countries, ...where } = placed(id, textOf(properties['country_code']), areaOfFeature(item, withoutArea));
    return {
      ...where,
      at: features ? at.in('features', index, 'properties') : at.in('properties'),
      name: textOf(properties['name']) || id,
      description: textOf(properties['description']),
      url: textOf(properties['url']),
      minZoom: zoomOf(properties['min_zoom']),
      maxZoom: zoomOf(properties['max_zoom']),
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

function areaOfFeature(item: unknown, withoutArea: StatedArea | null): StatedArea | null {
  const geometry = asMembers(item)?.['geometry'];
  return geometry === null ? withoutArea : areaOfGeometry(geometry);
}

/** The attribution in an editor-layer-index: a text, or an object with text or HTML. */
function creditOfIndex(attribution: unknown): string | null {
  const { text, html } = asMembers(attribution) ?? { text: attribution };
  return creditOf(text) ?? creditOf(html);
}

/** The entries of a JOSM imagery XML. */
export function readJosmImagery(root: XmlNodeElement, at: SourcePlace): StatedServer[] {
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
      ...typeOfLayer(text('type'), text('url'), projectionsOf(children)),
      headers: children
        .filter(({ name }) => name === 'custom-http-header')
        .map((header) => textOf(attributesOf(header).get('header-name'))),
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
export function readQgisConnections(root: XmlNodeElement, at: SourcePlace): StatedServer[] {
  const kind = QGIS_CONNECTIONS[root.name] as string;
  return childrenNamed(root, kind).map((connection, index) => {
    const attributes = attributesOf(connection);
    const text = (name: string): string => textOf(attributes.get(name));
    return {
      at: at.in(kind, index),
      name: text('name'),
      url: text('url'),
      minZoom: zoomOf(text('zmin')),
      maxZoom: zoomOf(text('zmax')),
      // 2 is high resolution.
      known: { tileSize: text('tilePixelRatio') === '2' ? 512 : undefined },
      // Newer versions write all headers with a prefix.
      headers: connection.attrs
        .filter(({ prefix, name, value }) => (prefix === HEADER_PREFIX || name === 'referer') && textOf(value) !== '')
        .map(({ name }) => name),
      others: othersIn(
        [...attributes.keys()].filter((name) => text(name) !== '' && name !== 'referer'),
        QGIS,
      ),
      ...typeOfConnection(kind, text('styleUrl'), text('serviceType')),
      ...problemOfSource(Object.fromEntries(attributes)),
    };
  });
}

/** How QGIS names the headers of requests. */
const HEADER_PREFIX = 'http-header';

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
export function readQgisLayers(root: XmlNodeElement, at: SourcePlace): StatedServer[] {
  const listed = childrenNamed(root, 'maplayers').flatMap((list) => childrenNamed(list, 'maplayer'));
  return listed.map((layer, index): StatedServer => {
    const text = (name: string): string => textOf(childrenNamed(layer, name)[0]?.content);
    const source = new URLSearchParams(text('datasource'));
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
    const stated = { at: at.in('maplayer', index), name: text('layername'), url };
    if (text('provider') !== 'wms') return { ...stated, problem: 'it is not a layer of a WMS' };
    if (source.has('type') || source.has('tileMatrixSet') || layers.length === 0)
      return { ...stated, problem: 'its source is not that of a WMS with layers' };
    const headers = [...source.keys()].flatMap((name) =>
      name === 'referer' || name.startsWith(HEADER_PREFIX) ? name.replace(`${HEADER_PREFIX}:`, '') : [],
    );
    const own = crs ? { crs: [crs] } : {};
    return { ...stated, type: 'wms', own, headers, ...problemOfSource(Object.fromEntries(source)) };
  });
}

/** The server of a TileJSON. */
export function readTileJson(root: Members, at: SourcePlace): StatedServer[] {
  const tiles = itemsOf(root['tiles']).map(textOf);
  const split = tiles.map((url) => /^(https?:\/\/)([^/]+)(\/.*)$/i.exec(url));
  const isSame = split.every((parts) => parts && parts[1] === split[0]?.[1] && parts[3] === split[0]?.[3]);
  const isHosts = tiles.length > 1 && isSame;
  const [, scheme = '', host = '', path = ''] = split[0] ?? [];
  const [minZoom, maxZoom] = [zoomOf(root['minzoom']), zoomOf(root['maxzoom'])];
  const [west, south, east, north] = itemsOf(root['bounds']);
  const [longitude, latitude] = itemsOf(root['center']);
  const isVector =
    root['vector_layers'] !== undefined ||
    ['format', 'encoding'].some((key) => dataOfFormat(textOf(root[key])) === 'vector');
  const stated: StatedType = isVector
    ? { type: 'vector', own: { schema: schemaOfLayers(root['vector_layers']) } }
    : root['scheme'] === 'tms'
      ? { type: 'tms' }
      : {};
  return [
    {
      at,
      name: textOf(root['name']) || host.replace(/[{}]/g, '') || 'TileJSON',
      url: isHosts ? `${scheme}#{host}${path}` : (tiles[0] ?? ''),
      hosts: isHosts ? split.map((parts) => parts?.[2] ?? '') : null,
      minZoom,
      maxZoom,
      area: areaOfBox(west, south, east, north),
      known: {
        tileSize: tileSizeOf(root['tileSize']),
        probe: longitude === undefined ? undefined : { latitude, longitude },
      },
      ...(textOf(root['type']) === 'overlay' ? { isOverlay: true } : {}),
      ...decidingIn(root),
      remark:
        tiles.length > 1 && !isHosts
          ? `its ${tiles.length} addresses differ in more than the host; the first is taken`
          : null,
      credit: creditOf(root['attribution']),
      others: othersIn(Object.keys(root), TILEJSON),
      ...withProblem(/^[./{]/.test(tiles[0] ?? '') ? 'it is a TileJSON whose tiles have no whole address' : null),
      ...stated,
    },
  ];
}

/** The highest zoom level of Leaflet by default. */
const LEAFLET_MAX_ZOOM = 18;

/** The values of `{s}` of Leaflet by default. */
const LEAFLET_SUBDOMAINS = ['a', 'b', 'c'];

/** The providers of leaflet-providers, with or without variants. */
export function readLeafletProviders(root: Members, at: SourcePlace): StatedServer[] {
  return Object.entries(root).flatMap(([name, value]) => {
    const provider = asMembers(value);
    if (!provider) return [];
    const variants = asMembers(provider['variants']);
    const place = at.in(name);
    if (variants) {
      return Object.entries(variants).map(([variant, own]) => {
        const entry = combinedVariant(provider, own);
        return leafletServer(`${name}.${variant}`, entry, root, place.in('variants', variant));
      });
    }
    return typeof provider['url'] === 'string' ? [leafletServer(name, provider, root, place)] : [];
  });
}

/** The providers of xyzservices, in groups or not. */
export function readXyzServices(root: Members, at: SourcePlace): StatedServer[] {
  return Object.entries(root).flatMap(([key, value]) => {
    const provider = asMembers(value);
    if (!provider) return [];
    if (typeof provider['url'] !== 'string') return readXyzServices(provider, at.in(key));
    const { name, url, attribution, html_attribution: html } = provider;
    if (typeof attribution !== 'string' || 'options' in provider) return [];
    // Without an offset, levels are those of the tiles, and not Leaflet's.
    const shift = provider['tileSize'] === 512 && provider['zoomOffset'] === undefined ? 1 : 0;
    // It writes min_native_zoom for minNativeZoom.
    const zooms = Object.entries(provider).flatMap(([key, value]) => {
      const name = key.replace(/_([nz])/g, (_, letter: string) => letter.toUpperCase());
      const level = /^m(?:in|ax)(?:Native)?Zoom$/.test(name) ? zoomOf(value) : null;
      return level === null ? [] : [[name, level + shift]];
    });
    const offset = shift === 1 ? { zoomOffset: -1 } : {};
    const options = { ...provider, ...Object.fromEntries(zooms), ...offset, attribution: html ?? attribution };
    return [{ ...leafletServer(key, { url, options }, {}, at.in(key)), name: textOf(name) || key }];
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

function leafletServer(name: string, entry: Members, root: Members, at: SourcePlace): StatedServer {
  const options = asMembers(entry['options']) ?? {};
  const { subdomains, tms, zoomOffset = 0, tileSize = 256, zoomReverse, overlay } = options;
  const values = Object.entries(options).filter(([key, value]) => {
    // A filled-in key is private; the placeholder becomes a variable.
    return /^(?:string|number)$/.test(typeof value) && !looksLikeTokenName(key) && !/[<>]/.test(String(value));
  });
  // At each zoom level of Leaflet a tile of 512 pixels shows as much as four of 256.
  const shift = tileSize === 512 ? -1 : 0;
  const zoom = (value: unknown): number | null => {
    const stated = zoomOf(value);
    return stated === null ? null : Math.max(0, stated + shift);
  };
  const url = textOf(entry['url']);
  const letters = textOf(subdomains) ? [...textOf(subdomains)] : LEAFLET_SUBDOMAINS;
  const hosts = Array.isArray(subdomains) ? subdomains.map(textOf) : letters;
  const filled = new Map(
    values.filter(([key]) => key !== 'subdomains').map(([key, value]) => [key.toLowerCase(), String(value)]),
  );
  // The others are values of placeholders.
  const others = Object.fromEntries(Object.entries(options).filter(([key]) => !url.includes(`{${key}}`)));
  return {
    at,
    name,
    ...writtenKey(name),
    url,
    subdomains: hosts,
    values: filled,
    // Beyond the native levels, programs enlarge or join the tiles of these.
    minZoom: zoom(options['minNativeZoom'] ?? options['minZoom']),
    maxZoom: zoom(options['maxNativeZoom'] ?? options['maxZoom']),
    usualMaxZoom: LEAFLET_MAX_ZOOM + shift,
    credit: creditOf(withCredits(textOf(options['attribution']), root)),
    area: areaOfCorners(options['bounds']),
    ...(overlay === true ? { isOverlay: true } : {}),
    known: { tileSize: tileSizeOf(tileSize) },
    ...(tms === true ? { type: 'tms' } : {}),
    others: othersIn(Object.keys(others), LEAFLET),
    ...decidingIn(others),
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
