import { polygonsByName, polygonsOfArea } from '../../../../build/model/areas.ts';
import type { CatalogMap } from '../../../../build/model/catalog.ts';
import { catalogMapOf } from '../../../../build/model/map-records.ts';
import { type Content, soundDocuments } from '../../../../build/validate/content.ts';
import { byCodePoint, closestWordTo } from '../../../../contract/base/text.ts';
import { middleOfPolygons } from '../../../../contract/maps/geometry.ts';
import { MAP_LISTS, type MapList } from '../../../../contract/maps/map-types.ts';
import { landPlacesIn, type MapPlaces } from '../ask/sample-tiles.ts';

export interface ProbeRun {
  readonly maps: readonly CatalogMap[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Keeps placeholders of access tokens. Without `urlPattern`, only the host of the first address is probed. */
export function probedMap(...[list, name, source, references]: Parameters<typeof catalogMapOf>): CatalogMap {
  const map: CatalogMap = catalogMapOf(list, name, source, { ...references, environment: null });
  return 'urlPattern' in map ? map : { ...map, hosts: map.hosts.slice(0, 1) };
}

export function probedMaps(content: Content): CatalogMap[] {
  const providers = new Map(soundDocuments(content, 'provider').map(({ name, value }) => [name, value]));
  const references = { environment: null, providers, areas: polygonsByName(content) };
  return (Object.keys(MAP_LISTS) as MapList[]).flatMap((list) =>
    soundDocuments(content, MAP_LISTS[list])
      .map(({ name, value }) => probedMap(list, name, value, references))
      .sort((a, b) => byCodePoint(a.id, b.id)),
  );
}

export function providerNames(content: Content): Map<string, string> {
  return new Map(soundDocuments(content, 'provider').map(({ name, value }) => [name, value.name]));
}

export function probePlacesOf({ area }: CatalogMap): MapPlaces {
  const polygons = area === null || area === 'world' ? [] : polygonsOfArea(area);
  const middle = middleOfPolygons(polygons);
  const cities = middle ? landPlacesIn(polygons, middle) : [];
  return { hasArea: area !== null, middle, places: middle && cities.length === 0 ? [middle] : cities };
}

export function unknownMapProblem(maps: readonly CatalogMap[], ids: readonly string[]): string | null {
  const known = maps.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return null;
  const near = closestWordTo(unknown, known);
  const hint = near === null ? '.' : `; did you mean ${JSON.stringify(near)}?`;
  return `There is no map ${JSON.stringify(unknown)}${hint}`;
}
