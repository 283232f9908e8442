/**
 * Alternatives to a map have its kind or a similar one, cover its area and forbid no more. A map that is off may have a
 * successor: it comes first on the page, and in documents last if a key is new.
 */
import { byCodePoint, itemsByKey } from '../../../contract/base/text.ts';
import type { MapAlternative } from '../../../contract/generated/v2.types.ts';
import { mapDocumentPath } from '../../../contract/interface/v2-files.ts';
import { type Box, joinedExtent, type Position, ringExtent } from '../../../contract/maps/bounding-boxes.ts';
import { isInsidePolygons, type MapArea, middleOfPolygons } from '../../../contract/maps/geometry.ts';
import { commercialUseOf, isOpenLicence, licenceOf } from '../../../contract/maps/licences.ts';
import { isDrawnFromData, MAP_LISTS, type MapType } from '../../../contract/maps/map-types.ts';
import { polygonsOfArea } from '../../model/areas.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps, isOverlay, mapId } from '../../model/catalog.ts';
import { mapAreaSize, memoizedByArea, memoizedByObject } from '../../model/computed-once.ts';
import { type MapStatus, type Statuses, statusOfMap } from '../../model/statuses.ts';
import { type Html, html } from '../pages/layout/html.ts';
import type { PageContext } from '../pages/layout/page-layout.ts';
import { kindNames, mapSummary, type SummarizedMap, summarizedMapOf } from '../pages/map/map-summary.ts';
import { isHttpsOnly } from '../pages/map/shown-maps.ts';
import { indexTilesOf } from '../v2/tile-index.ts';
import type { MapAspect } from './map-aspect.ts';
import { descriptionIn, foreignLanguageOf } from './record.ts';
import { isBroken, statusDot } from './status.ts';

type Alternative = Pick<CatalogMap, 'list' | 'type' | 'fileName' | 'id' | 'name'> &
  SummarizedMap & { readonly isEncrypted: boolean; readonly isSuccessor: boolean };

type Shown = Alternative & { readonly status: MapStatus | null };

interface Alternatives {
  readonly others: readonly Shown[];
  /** Maps of parts of the world, if a map of the world has no `others`. */
  readonly ofParts: readonly Shown[];
  readonly isRetired: boolean;
  readonly isNeeded: boolean;
  /** Nobody knows today whether the map works. */
  readonly isUnsure: boolean;
}

/** First on the page of a map that is off or dead. */
export const ALTERNATIVES = {
  of(map, { catalog, statuses }) {
    const status = statusOfMap(statuses, map);
    const isRetired = !map.active || (status !== null && !status.isOld && status.verdict === 'dead');
    const isNeeded = isRetired || isBroken(status);
    const isUnsure = status === null || status.isOld || status.verdict === 'unsure';
    const others = alternativesOf(catalog)(statuses ?? UNKNOWN).get(map) ?? [];
    const parts = others.length === 0 && map.area === 'world' ? mapsOfParts(catalog, map) : [];
    const withStatus = (other: Alternative): Shown => ({ ...other, status: statusOfMap(statuses, other) });
    return { others: others.map(withStatus), ofParts: parts.map(withStatus), isRetired, isNeeded, isUnsure };
  },
  members({ others }, _, { catalog }) {
    const alternatives = others.map(({ list, fileName, type, name, needsToken }): MapAlternative => {
      const stated = { ...(type !== 'xyz' && { type }), ...(needsToken !== null && { needsToken }) };
      const id = mapId({ list, fileName });
      return { id, url: catalog.serviceUrl + mapDocumentPath(id), name, ...stated };
    });
    return alternatives.length > 0 ? { alternatives } : {};
  },
  verdict: ({ others, isRetired, isNeeded, isUnsure }, _, { texts: { mapPage: words } }) => [
    !isRetired &&
      (isNeeded || isUnsure) &&
      others.length > 0 &&
      html`<a href="#alternatives">${words.alternatives[isNeeded ? 'needed' : 'similar']}</a>`,
  ],
  first: (its, map, context) => (its.isRetired ? sectionOf(context, its, map) : null),
  section: (its, map, context) => (its.isRetired ? null : sectionOf(context, its, map)),
} satisfies MapAspect<Alternatives>;

function sectionOf(context: PageContext, its: Alternatives, { kind }: CatalogMap): Html | null {
  const { others, ofParts, isNeeded } = its;
  const { texts, link } = context;
  const { alternatives, noAlternatives, onlyOfWorld } = texts.mapPage;
  if (others.length + ofParts.length === 0 && !isNeeded) return null;
  const none = ofParts.length > 0 && kind ? onlyOfWorld(kindNames(texts)[kind] ?? kind) : noAlternatives;
  const ordered = others.toSorted((a, b) => Number(b.isSuccessor) - Number(a.isSuccessor));
  const foreign = foreignLanguageOf(context);
  const items = [...ordered, ...ofParts].map((one) => {
    const { list, fileName, id, status, isEncrypted, isSuccessor } = one;
    // In another language, a description adds little to a name.
    const description = foreign === null && descriptionIn(context, one);
    return html`<li><a href="${link({ role: MAP_LISTS[list], name: fileName })}"><bdi>${id}</bdi></a>${description && html` <span class="soft">${description}</span>`}${isSuccessor && html` <span class="tag good">${alternatives.successor}</span>`}${!isEncrypted && html` <span class="tag">${texts.index.http}</span>`}${isBroken(status) && html` <span class="tag bad">${texts.status.now[status.verdict]}</span>`}
<p class="summary">${statusDot(context, status)}${mapSummary(context, one)}</p></li>\n`;
  });
  return html`<section class="alternatives" aria-labelledby="alternatives">
<h2 id="alternatives">${alternatives[isNeeded ? 'needed' : 'similar']}</h2>
${others.length === 0 && html`<p>${none}</p>\n`}${items.length > 0 && html`<ul>\n${items}</ul>\n`}</section>
`;
}

const MAX_ALTERNATIVES = 5;

/** Maps of these kinds show the same paths. */
const SIMILAR_KINDS: readonly CatalogMap['kind'][] = ['outdoor', 'topographic', 'cycling'];

/** A catalog may have thousands of maps of the world. */
const MAX_COMPARED = 100;

/**
 * Outlines of the same border differ, so this part of an area may be uncovered. To be compared, positions of an outline
 * are moved by twice this part of the way to the middle of their polygon.
 */
const TOLERANCE = 0.05;

/** Best first: the smallest area, then the highest zoom level. */
interface Candidates {
  readonly maps: readonly CatalogMap[];
  readonly sizes: readonly number[];
  /** West, south, east and north of each box: one list is faster than objects. */
  readonly edges: readonly number[];
  /** Indexes into `maps` by `placeKey`; maps of the world have the tile `world`. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

type Verdicts = Pick<Statuses, 'byMap'>;
const UNKNOWN: Verdicts = { byMap: new Map() };

const alternativesOf = memoizedByObject((catalog: CatalogOutline) =>
  memoizedByObject((statuses: Verdicts) => {
    const maps = catalogMaps(catalog);
    // Other verdicts change each day, and hundreds of files with them.
    const isDead = (map: CatalogMap): boolean => statusOfMap(statuses, map)?.verdict === 'dead';
    const candidates = candidatesAmong(maps.filter((map) => !isDead(map)));
    return new Map<CatalogMap, readonly Alternative[]>(maps.map((map) => [map, bestOf(candidates, map)]));
  }),
);

function candidatesAmong(all: readonly CatalogMap[]): Candidates {
  const best = all
    .flatMap((map) => {
      const { area, active, kind } = map;
      return active && area !== null && kind ? [{ map, area, size: area === 'world' ? 1 : mapAreaSize(area) }] : [];
    })
    .sort(
      ({ map: a, size }, { map: b, size: other }) =>
        size - other || (b.maxZoom ?? 0) - (a.maxZoom ?? 0) || byCodePoint(a.fileName, b.fileName),
    );
  const places = new Map<string, number[]>();
  for (const [index, { map, area }] of best.entries()) {
    for (const tile of area === 'world' ? [area] : indexTilesOf(area).keys()) {
      const key = placeKey(map.kind, isOverlay(map), map.type, map.needsToken !== null, tile);
      const indexes = places.get(key) ?? [];
      if (indexes.length === 0) places.set(key, indexes);
      indexes.push(index);
    }
  }
  const edges = best
    .map(({ area }) => boxOf(area))
    .flatMap(({ west, south, east, north }) => [west, south, east, north]);
  return { maps: best.map(({ map }) => map), sizes: best.map(({ size }) => size), edges, places };
}

/**
 * New records of a map that is off: `Stadia Stamen Terrain` for `Stamen Terrain (old address)`, or maps of its provider
 * that the reason names, also without the provider's name.
 */
function successorsOf({ maps }: Candidates, map: CatalogMap): number[] {
  if (map.active) return [];
  const [name, remark] = map.id.split(' (', 2);
  const reasons = Object.values(map.offReason ?? {}).map((reason) => reason.toLowerCase());
  const isNamed = ({ id, provider }: CatalogMap): boolean =>
    provider !== undefined &&
    provider === map.provider &&
    reasons.some((reason) => reason.includes(id.toLowerCase().replace(/^\S+ (?=.{5})/, '')));
  const isSuccessor = (other: CatalogMap): boolean =>
    isOverlay(other) === isOverlay(map) &&
    other.kind === map.kind &&
    ((remark !== undefined && ` ${other.id}`.endsWith(` ${name}`)) || isNamed(other)) &&
    covers(other.area, map.area);
  return maps.flatMap((other, index) => (isSuccessor(other) ? [index] : []));
}

function placeKey(
  kind: CatalogMap['kind'] | undefined,
  isOver: boolean,
  type: MapType,
  needsToken: boolean,
  tile: string,
): string {
  return `${isOver} ${type} ${kind} ${needsToken} ${tile}`;
}

function bestOf(candidates: Candidates, map: CatalogMap): Alternative[] {
  const { maps, sizes } = candidates;
  // An alternative covers nearly all of the map, so it is also listed at the tile with most of the map. Only maps of
  // the world surely cover an unknown area.
  const { area } = map;
  const covered = area === null || area === 'world' ? [] : [...indexTilesOf(area)].sort((a, b) => b[1] - a[1]);
  const tiles = [...covered.slice(0, 1).map(([tile]) => tile), 'world'];
  // Every program shows xyz; a program for another type shows that type.
  const types = [...new Set([map.type, 'xyz'] as const)];
  const kinds = SIMILAR_KINDS.includes(map.kind) ? SIMILAR_KINDS : [map.kind];
  // No overlay replaces a base map. A sea chart replaces sea marks.
  const lists = isOverlay(map) && map.kind === 'nautical' ? [true, false] : [isOverlay(map)];
  const keys = kinds.flatMap((kind) =>
    lists.flatMap((isOver) =>
      [false, true].flatMap((needsToken) =>
        types.flatMap((type) => tiles.map((one) => placeKey(kind, isOver, type, needsToken, one))),
      ),
    ),
  );
  const moved = successorsOf(candidates, map);
  const isKeyNew = (index: number): boolean =>
    map.needsToken === null && (maps[index] as CatalogMap).needsToken !== null;
  const first = moved.filter((index) => !isKeyNew(index));
  const last = moved.filter(isKeyNew).slice(0, MAX_ALTERNATIVES);
  const found = [...new Set(keys.flatMap((key) => smallestOf(candidates, map, key)))]
    .filter((index) => !moved.includes(index))
    .map((index) => [...ranksOf(maps[index] as CatalogMap, map, sizes[index] as number), index])
    .sort((a, b) => a.reduce((result, value, at) => result || value - (b[at] as number), 0))
    .map((ranks) => ranks.at(-1) as number);
  const others = [...first, ...found].slice(0, MAX_ALTERNATIVES - last.length);
  return [...others, ...last].map((index) => alternativeOf(maps[index] as CatalogMap, moved.includes(index)));
}

function alternativeOf(map: CatalogMap, isSuccessor = false): Alternative {
  const { list, type, fileName, id, name } = map;
  const { isEncrypted } = conditionsOf(map);
  return { list, type, fileName, id, name, ...summarizedMapOf(map), isEncrypted, isSuccessor };
}

/** The largest first. */
const mapsByKind = memoizedByObject((catalog: CatalogOutline) => {
  const sizeOf = ({ area }: CatalogMap): number => (area === 'world' ? 1 : area === null ? 0 : mapAreaSize(area));
  const sized = catalogMaps(catalog).map((map) => [map.active ? sizeOf(map) : 0, map] as const);
  const sorted = sized.filter(([size]) => size > 0).sort(([a], [b]) => b - a);
  const maps = sorted.map(([, map]) => map);
  return itemsByKey(maps, ({ kind }) => kind);
});

/** Empty if another map of the kind covers the world. */
function mapsOfParts(catalog: CatalogOutline, map: CatalogMap): readonly Alternative[] {
  const ofKind = (mapsByKind(catalog).get(map.kind) ?? []).filter((other) => other !== map);
  return ofKind[0]?.area === 'world' ? [] : ofKind.slice(0, MAX_ALTERNATIVES).map((other) => alternativeOf(other));
}

/** The first MAX_ALTERNATIVES at `key` that fit, and all others of the same size as the last of them. */
function smallestOf({ maps, sizes, edges, places }: Candidates, map: CatalogMap, key: string): number[] {
  const { area, forbids = [] } = map;
  const { west, south, east, north } = boxOf(area);
  const [x, y] = [Math.min(east - west, 360) * TOLERANCE, Math.min(north - south, 180) * TOLERANCE];
  const found: number[] = [];
  for (const index of places.get(key) ?? []) {
    const last = found[MAX_ALTERNATIVES - 1];
    if (found.length === MAX_COMPARED || (last !== undefined && (sizes[index] as number) > (sizes[last] as number)))
      break;
    const edge = 4 * index;
    if ((edges[edge] as number) > west + x || (edges[edge + 1] as number) > south + y) continue;
    if ((edges[edge + 2] as number) < east - x || (edges[edge + 3] as number) < north - y) continue;
    const other = maps[index] as CatalogMap;
    const forbidsNoMore = (other.forbids ?? []).every((use) => (forbids as string[]).includes(use));
    if (other !== map && forbidsNoMore && covers(other.area, area)) found.push(index);
  }
  return found;
}

/**
 * The map with lower numbers comes first. A map of the world in other languages comes last. A map of a region may be in
 * other languages: those of the region.
 */
function ranksOf(other: CatalogMap, map: CatalogMap, size: number): readonly number[] {
  const sorted = (names: CatalogMap['languages']): string => [...(names ?? [])].sort().join();
  const isSame = sorted(other.languages) === sorted(map.languages);
  const isForeign = !isSame && other.languages !== undefined;
  const needs = other.needs?.filter((need) => !map.needs?.some((known) => known === need)) ?? [];
  const isUnlike = isDrawnFromData(other.type) !== isDrawnFromData(map.type);
  const order = [isForeign && other.area === 'world', other.needsToken !== null, other.kind !== map.kind, size];
  const { isForbidden, isEncrypted, isOpen } = conditionsOf(other);
  return [...order, isForeign, !isSame, isForbidden, !isEncrypted, needs.length, !isOpen, isUnlike].map(Number);
}

const conditionsOf = memoizedByObject((map: CatalogMap) => ({
  isForbidden: commercialUseOf(map)?.state === 'forbidden',
  isEncrypted: isHttpsOnly(map),
  isOpen: isOpenLicence(licenceOf(map)),
}));

/** Some borders go beyond 180 degrees. */
const WORLD: Box = { west: -Infinity, south: -Infinity, east: Infinity, north: Infinity };

function boxOf(area: MapArea | null): Box {
  return area === null || area === 'world' ? WORLD : boxAround(area);
}
const boxAround = memoizedByArea((area) => {
  const boxes = polygonsOfArea(area).map(([outline = []]) => ringExtent(outline));
  return boxes.length > 0 ? joinedExtent(boxes) : WORLD;
});

const positionsIn = memoizedByArea((area) =>
  polygonsOfArea(area).flatMap((polygon): readonly Position[] => {
    const middle = middleOfPolygons([polygon]) ?? [0, 0];
    const inward = (from: number, to: number): number => from + 2 * TOLERANCE * (to - from);
    const moved = (polygon[0] ?? []).map(([x, y]): Position => [inward(x, middle[0]), inward(y, middle[1])]);
    const inside = moved.filter((position) => isInsidePolygons([polygon], position));
    return inside.length > 0 ? inside : [middle];
  }),
);

function covers(area: MapArea | null, other: MapArea | null): boolean {
  if (area === 'world' || area === null || other === null) return area === 'world';
  if (other === 'world') return false;
  if (area === other) return true;
  if ('countries' in area && 'countries' in other && other.countries.every((code) => area.countries.includes(code)))
    return true;
  const shares = indexTilesOf(area);
  let [all, missing] = [0, 0];
  for (const [tile, share] of indexTilesOf(other)) {
    all += share;
    missing += Math.max(0, share - (shares.get(tile) ?? 0));
  }
  if (missing > TOLERANCE * all) return false;
  const positions = positionsIn(other);
  const inside = positions.filter((position) => isInsidePolygons(polygonsOfArea(area), position));
  return inside.length >= (1 - 2 * TOLERANCE) * positions.length;
}
