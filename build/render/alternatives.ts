/** The maps to take instead of another: of the same kind, of its area, and at least as free. */
import {
  type Box,
  extentOf,
  isInside,
  joinedExtent,
  type MapArea,
  middleOf,
  type Position,
} from '../../contract/geometry.ts';
import type { MapType } from '../../contract/map-types.ts';
import { byCodePoint } from '../../contract/text.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps, isOverlay } from '../model/catalog.ts';
import { polygonsOf } from '../model/server-areas.ts';
import type { Statuses } from '../model/statuses.ts';
import { areaSize, indexTiles, memoized } from './area-measures.ts';

/** A map to take instead of another. */
export interface Alternative extends Pick<CatalogMap['server'], 'type' | 'fileName' | 'name' | 'needsToken'> {
  readonly kind: CatalogMap['kind'];
  /** The id in its list. */
  readonly label: string;
}

/** The maximum number of alternatives of a map. */
const MAX_ALTERNATIVES = 5;

/** Shares of tiles are exact to about this. */
const TOLERANCE = 1e-6;

/** A map that may be an alternative, with the box around its area, which most others are outside of. */
type Candidate = CatalogMap & { readonly box: Box };

/** The candidates, the best first, by kind, by whether they need a token, and by tile, or `world`. */
type Places = ReadonlyMap<string, readonly Candidate[]>;

/** The alternatives of a map, the best first. */
export type AlternativesOf = (map: CatalogMap) => readonly Alternative[];

const KNOWN = new WeakMap<CatalogOutline, readonly [Statuses | null, AlternativesOf]>();

/** Finds the alternatives of the maps of a catalog; the same ones for each page and document of it. */
export function alternativesIn(catalog: CatalogOutline, statuses: Statuses | null): AlternativesOf {
  const [known, found] = KNOWN.get(catalog) ?? [];
  if (found && known === statuses) return found;
  const made = alternativesAmong(catalogMaps(catalog), statuses);
  KNOWN.set(catalog, [statuses, made]);
  return made;
}

function alternativesAmong(maps: readonly CatalogMap[], statuses: Statuses | null): AlternativesOf {
  // Other verdicts change from day to day, and would change hundreds of files.
  const isDead = ({ kind, server }: CatalogMap): boolean =>
    statuses?.byServer.get(`${kind} ${server.id}`)?.verdict === 'dead';
  const sizes = (area: MapArea | null): number => (area === 'world' || area === null ? 1 : areaSize(area));
  const best = maps
    .filter((map) => map.server.active && map.server.area !== null && map.server.kind && !isDead(map))
    .sort(
      ({ server: a }, { server: b }) =>
        sizes(a.area) - sizes(b.area) || (b.maxZoom ?? 0) - (a.maxZoom ?? 0) || byCodePoint(a.fileName, b.fileName),
    );
  const places = new Map<string, Candidate[]>();
  for (const map of best) {
    const { area, needsToken } = map.server;
    const candidate = { ...map, box: boxOf(area) };
    for (const tile of area === 'world' || area === null ? ['world'] : indexTiles(area).keys()) {
      const key = placeKey(map, map.server.type, needsToken !== null, tile);
      const list = places.get(key) ?? [];
      if (list.length === 0) places.set(key, list);
      list.push(candidate);
    }
  }
  return (map) => bestIn(places, map);
}

/** Overlays are of kinds of their own: none stands for a base map. */
function placeKey(map: CatalogMap, type: MapType, needsToken: boolean, tile: string): string {
  return `${isOverlay(map)} ${type} ${map.server.kind} ${needsToken} ${tile}`;
}

function bestIn(places: Places, map: CatalogMap): Alternative[] {
  const { server } = map;
  const { area, forbids = [] } = server;
  const { west, south, east, north } = boxOf(area);
  const found: Alternative[] = [];
  // A map that covers all tiles covers any of them; one of an unknown area is surely covered by those of the world.
  const [tile] = area === null || area === 'world' ? [] : indexTiles(area).keys();
  // Every program shows xyz; who has a map of another type shows that one too.
  const types = [...new Set([server.type, 'xyz'] as const)];
  const lists = [false, true].flatMap((needsToken) =>
    types.flatMap((type) => {
      const tiles = tile === undefined ? ['world'] : [tile, 'world'];
      return tiles.map((one) => places.get(placeKey(map, type, needsToken, one)) ?? []);
    }),
  );
  for (const list of lists) {
    for (const other of list) {
      if (found.length === MAX_ALTERNATIVES) return found;
      const { box } = other;
      if (box.west > west || box.south > south || box.east < east || box.north < north) continue;
      const { id: label, type, fileName, name, needsToken: token } = other.server;
      const forbidsNoMore = (other.server.forbids ?? []).every((use) => (forbids as string[]).includes(use));
      if (other.server === server || !forbidsNoMore || !covers(other.server.area, area)) continue;
      found.push({ kind: other.kind, type, fileName, label, name, needsToken: token });
    }
  }
  return found;
}

/** The box around the world, and around unknown areas, which only the world surely covers. Some borders go beyond 180 degrees. */
const WORLD: Box = { west: -Infinity, south: -Infinity, east: Infinity, north: Infinity };

/** The smallest box around an area. */
function boxOf(area: MapArea | null): Box {
  return area === null || area === 'world' ? WORLD : boxAround(area);
}
const boxAround = memoized((area) => {
  const boxes = polygonsOf(area).map(([outline = []]) => extentOf(outline));
  return boxes.length > 0 ? joinedExtent(boxes) : WORLD;
});

/** Positions just inside the outlines of an area. */
const positionsIn = memoized((area) =>
  polygonsOf(area).flatMap((polygon): Position[] => {
    const [x, y] = middleOf([polygon]) ?? [0, 0];
    return (polygon[0] ?? []).map(([east, north]) => [east + (x - east) * TOLERANCE, north + (y - north) * TOLERANCE]);
  }),
);

/** Whether a map of one area shows all of another, of which it has the box. */
function covers(area: MapArea | null, other: MapArea | null): boolean {
  if (area === 'world' || area === null || other === null) return area === 'world';
  if (other === 'world') return false;
  if ('countries' in area && 'countries' in other && other.countries.every((code) => area.countries.includes(code)))
    return true;
  const shares = indexTiles(area);
  for (const [tile, share] of indexTiles(other)) if ((shares.get(tile) ?? 0) < share - TOLERANCE) return false;
  return area === other || positionsIn(other).every((position) => isInside(polygonsOf(area), position));
}
