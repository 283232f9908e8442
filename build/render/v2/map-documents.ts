import { byCodePoint } from '../../../contract/base/text.ts';
import type { MapHere, MapProperties, WorldMaps } from '../../../contract/generated/v2.types.ts';
import { recordMembersIn } from '../../../contract/interface/v1-members.ts';
import { INDEX_ZOOM, mapDocumentPath, V2_FILES, type V2File, v2Path } from '../../../contract/interface/v2-files.ts';
import { MAP_MEMBERS } from '../../../contract/interface/v2-members.ts';
import type { Polygon } from '../../../contract/maps/bounding-boxes.ts';
import { COMMON_MEMBERS, MAP_TYPES, PUBLISHED_MEMBER_NAMES } from '../../../contract/maps/map-types.ts';
import { SIGNATURE_ENDING } from '../../../contract/signing/minisign.ts';
import { polygonsOfArea } from '../../model/areas.ts';
import { type CatalogMap, catalogMaps, mapId } from '../../model/catalog.ts';
import { mapAreaSize, memoizedByArea } from '../../model/computed-once.ts';
import { aspectSources, fromAspects, mapAspects } from '../aspects/all-aspects.ts';
import { type Asset, interfaceAsset } from '../core/asset.ts';
import type { AspectSources } from '../pages/layout/page-layout.ts';
import type { Publication } from '../publication.ts';
import { joinedPolygons } from './join-polygons.ts';
import { simplifiedPolygons } from './simplify.ts';
import { statusDocuments } from './status-documents.ts';
import { indexTilesOf } from './tile-index.ts';

export const MAP_DOCUMENTS: Publication = {
  inputs(site) {
    const { providers, keys } = site.catalog;
    const sources = aspectSources(site);
    const known = (map: CatalogMap) => [map, mapAspects(map, sources), fromAspects('members', map, sources)];
    return [catalogMaps(site.catalog).map(known), providers, keys, site.modified];
  },
  files: (site) => mapDocuments(aspectSources(site), site.modified),
};

/** @param modified of the catalog, in seconds since 1970; null if unknown */
export function* mapDocuments(sources: AspectSources, modified: number | null): Generator<Asset> {
  const { catalog, statuses } = sources;
  const changed = statuses && modified !== null ? Math.max(modified, statuses.changed) : modified;
  const text = (file: Pick<V2File, 'role' | 'path'>, content: string, origin: string | null = null): Asset =>
    interfaceAsset(file, `${content}\n`, changed, origin);
  const json = (file: Pick<V2File, 'role' | 'path'>, value: object): Asset => text(file, JSON.stringify(value));
  const maps = catalogMaps(catalog).map((map) => [map, propertiesOf(map, sources)] as const);
  const features = maps.map(([map, properties]) => featureOf(map, properties, map.area && outlineOf(map.area)));
  yield text(V2_FILES.maps, `{"type":"FeatureCollection","features":[${features.join(',')}]}`);
  if (catalog.keys) {
    const { list, signature } = catalog.keys;
    const file = V2_FILES.keys;
    yield interfaceAsset(file, list, changed, 'keys.yaml');
    const signed = { ...file, path: file.path + SIGNATURE_ENDING };
    if (signature !== null) yield interfaceAsset(signed, signature, changed, 'keys.yaml');
  }
  yield json(V2_FILES.providers, { providers: catalog.providers });
  const providerUrl = catalog.serviceUrl + V2_FILES.providers.path;
  for (const [map, properties] of maps) {
    const linked = { ...properties, ...(properties.provider === undefined ? {} : { providerUrl }) };
    const all = Object.assign(linked, ...fromAspects('members', map, sources));
    const feature = featureOf(map, all, map.area && geometryOf(map.area));
    yield text({ role: 'document', path: mapDocumentPath(mapId(map)) }, feature, `${mapId(map)}.yaml`);
  }
  if (statuses)
    for (const [path, value] of statusDocuments(catalog, statuses))
      yield json({ role: V2_FILES.status.role, path }, value);
  const ofPlaces = bestFirst(maps);
  const ofWorld = ofPlaces.filter(({ area }) => area === 'world').map(({ entry }) => entry);
  yield json(V2_FILES.world, { maps: ofWorld } satisfies WorldMaps);
  const tiles = mapsByTile(ofPlaces, catalog.serviceUrl + V2_FILES.world.path);
  for (const { path, content } of tiles)
    yield { role: V2_FILES.at.role, path, content, origin: null, modified: changed };
}

function propertiesOf(map: CatalogMap, sources: AspectSources): MapProperties {
  const { area, needsToken } = map;
  const known: Readonly<Partial<Record<(typeof MAP_MEMBERS)[number], unknown>>> = {
    ...map,
    area: area === 'world' ? area : undefined,
    needsToken: needsToken ?? undefined,
    ...Object.assign({}, ...fromAspects('members', map, sources)),
  };
  const members = MAP_MEMBERS.map((key) => [key, known[key]] as const).filter(([, value]) => value !== undefined);
  const url = sources.catalog.serviceUrl + mapDocumentPath(mapId(map));
  return { ...typeMembers(map), url, ...Object.fromEntries(members) } as MapProperties;
}

function typeMembers(map: CatalogMap): object {
  const keys =
    map.type === 'xyz'
      ? recordMembersIn('tileServer', 'json').map(({ key }) => key)
      : [...COMMON_MEMBERS, ...MAP_TYPES[map.type].members, 'copyright'];
  const known: Readonly<Record<string, unknown>> = { ...map, hosts: map.hosts.map((host) => ({ host })) };
  const members = keys.map((key) => [PUBLISHED_MEMBER_NAMES[key] ?? key, known[key]] as const);
  return { type: map.type, list: map.list, ...Object.fromEntries(members) };
}

/** @param geometry as JSON: many maps share a country's text */
function featureOf(map: CatalogMap, properties: MapProperties, geometry: string | null): string {
  return `{"type":"Feature","id":${JSON.stringify(mapId(map))},"geometry":${geometry},"properties":${JSON.stringify(properties)}}`;
}

function geometryJson(polygons: readonly Polygon[]): string {
  const [first] = polygons;
  const isSingle = polygons.length === 1 && first !== undefined;
  const geometry = isSingle ? { type: 'Polygon', coordinates: first } : { type: 'MultiPolygon', coordinates: polygons };
  return JSON.stringify(geometry);
}

const exactOf = memoizedByArea((area) => joinedPolygons(polygonsOfArea(area)));
const geometryOf = memoizedByArea((area) => geometryJson(exactOf(area)));
const outlineOf = memoizedByArea((area) => geometryJson(simplifiedPolygons(exactOf(area))));

/** Maps with a known area: smaller areas first, then later times. */
function bestFirst(maps: readonly (readonly [CatalogMap, MapProperties])[]) {
  return maps
    .flatMap(([map, properties]) => {
      const { area } = map;
      if (area === null) return [];
      const { type, since = '', until = '9999', url, name, kind, active } = properties;
      const { needsToken, maxZoom, needs, forbids } = properties;
      const known = { kind, ...(active ? {} : { active }), needsToken, maxZoom, needs, forbids };
      const entry = { id: mapId(map), url, name, ...(type === 'xyz' ? {} : { type }), ...known } as MapHere;
      return [{ entry, area, size: mapAreaSize(area), since, until }];
    })
    .sort((a, b) => a.size - b.size || byCodePoint(b.until, a.until) || byCodePoint(b.since, a.since));
}

const TILE_BYTES = 30_000;
/** The most bytes of a tile's file besides its maps and `worldUrl`. */
const FRAME_BYTES = 100;

/** A larger share counts as the whole tile: borders are not more exact. */
const WHOLE = 0.999;

/** Leaves out maps of the world, which every tile would have. Makes no file if no area is known. */
function* mapsByTile(maps: ReturnType<typeof bestFirst>, worldUrl: string): Generator<Pick<Asset, 'path' | 'content'>> {
  if (maps.length === 0) return;
  const textsOf = new Map<string, string[]>();
  for (const { entry, area } of maps) {
    if (area === 'world') continue;
    const [text, partly] = [JSON.stringify(entry), JSON.stringify({ ...entry, partly: true })];
    for (const [tile, share] of indexTilesOf(area)) {
      const texts = textsOf.get(tile) ?? [];
      if (texts.length === 0) textsOf.set(tile, texts);
      texts.push(share > WHOLE ? text : partly);
    }
  }
  const link = JSON.stringify(worldUrl);
  const count = 2 ** INDEX_ZOOM;
  for (let x = 0; x < count; x++) {
    for (let y = 0; y < count; y++) {
      const end = endOfTile(textsOf.get(`${x}/${y}`) ?? [], link);
      const content = Buffer.from(`{"tile":[${INDEX_ZOOM},${x},${y}],"maps":${end}`);
      yield { path: v2Path('at', { x, y }).slice(1), content };
    }
  }
}

function endOfTile(maps: readonly string[], worldUrl: string): string {
  let left = TILE_BYTES - FRAME_BYTES - Buffer.byteLength(worldUrl);
  const firstLeftOut = maps.findIndex((text) => {
    left -= Buffer.byteLength(text) + 1;
    return left < 0;
  });
  const more = firstLeftOut < 0 ? '' : `,"more":${maps.length - firstLeftOut}`;
  const list = maps.slice(0, firstLeftOut < 0 ? maps.length : firstLeftOut).join(',');
  return `[${list}]${more},"worldUrl":${worldUrl}}\n`;
}
