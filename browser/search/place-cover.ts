/** Records that are made for a place, cover it, or are near. */

import type { BoxEdges } from '../../contract/data-sources/file-list.ts';
import { type Polygon, type Position, ringExtent } from '../../contract/maps/bounding-boxes.ts';
import { areaOfPolygons, isInsidePolygons, polygonOf } from '../../contract/maps/geometry.ts';
import {
  type CatalogCoverage,
  outlinesByBox,
  overlapOfBoxes,
  readSearchArea,
  SAME_BOX,
  type SearchArea,
  type SearchBox,
} from '../../contract/words/place-search.ts';
import { boxCovers, distanceBetween, type MapPlace, squareDegrees } from '../data/file-query.ts';
import type { Gazetteer, NamedPlace } from './gazetteer.ts';
import type { RowData, SearchRecord } from './search-query.ts';

type Covering = Pick<SearchRecord, 'id' | 'area' | 'size'>;

/** Records made for a place, records that have it by chance in a wide box, records of the world, records near it. */
export const PLACE_PARTS = ['here', 'wide', 'world', 'near'] as const;

export type PlacePart = (typeof PLACE_PARTS)[number];

/** The lowest first. Ranks from `near` on are lower than `elsewhere` in `search-answer.ts`. */
const RANKS = { box: 0.4, unknownSize: 0.9, wide: 0.97, world: 1, near: 1.1, touching: 1.9 };

/** The least overlap of a box with the country that it is made for. A box of several countries overlaps others less. */
const OWN_BOX = 0.25;

/** The least overlap of a country's file with the box around its cities, of which few are at a border. */
const OF_CITIES = 0.5;

/** As a part of the world: a larger box is of a continent, though one country may fill much of it. */
const CONTINENT = 0.01;

/** In square degrees: a smaller box is tight around its place, whatever its countries. */
const TIGHT_BOX = 1;

/**
 * The part of the smaller area that a map and a division must share; a map that shares less is near. A region of
 * several countries may share less with a map of one country.
 */
const COMMON = { division: 0.5, island: 0.02, countries: 0.1 };

/** In square degrees. More than half of an island's box may be sea, of which maps have nothing. */
const ISLAND = 0.2;

const NEAR_KM = 50;

/** In square degrees: the poles may be missing. */
const WORLD = 340 * 140;

export function partOfRank(rank: number): PlacePart {
  if (rank < RANKS.world) return rank < RANKS.wide ? 'here' : 'wide';
  return rank > RANKS.world ? 'near' : 'world';
}

export function situatedPlace(
  place: NamedPlace,
  outlines: SearchArea['boxes'],
  distances: (position: MapPlace) => NonNullable<NamedPlace['near']>,
): NamedPlace {
  const { position, region } = place;
  if (region) return { ...place, region: { ...region, clip: clippedBox(region.box, outlines).clip } };
  return position === null ? place : { ...place, near: distances(position) };
}

export function areaBoxes(areas: readonly (readonly Polygon[])[]): readonly SearchBox[] {
  return areas.map((clip) => {
    const { west, south, east, north } = ringExtent(clip.flatMap(([outline = []]) => outline));
    return { edges: [west, south, east, north], clip };
  });
}

export interface BoxedFile {
  readonly path: string;
  readonly box: SearchBox;
}

/**
 * Sets areas that rows lack: of data sources, and outlines in place of boxes.
 * @param pause called before each row
 * @returns also each data source's files
 */
export async function setAreas(
  rows: readonly (readonly [SearchRecord, RowData])[],
  coverage: CatalogCoverage,
  gazetteer: Gazetteer,
  pause: () => Promise<void>,
) {
  const outlines = areaBoxes(coverage.outlines);
  const known = outlinesByBox(coverage.outlines);
  const files = new Map<SearchRecord, readonly BoxedFile[]>();
  for (const [record, { id = '', area = '' }] of rows) {
    await pause();
    if (record.role === 'datasource') {
      const covered = (Object.hasOwn(coverage.files, id) ? coverage.files[id] : null) ?? [];
      const boxed = covered.map(([path, west, south, east, north, code]) => {
        const edges: BoxEdges = [west, south, east, north];
        const box = clippedBox(edges, outlines);
        // A region's outline is more precise than its country.
        if (box.clip !== null) return { path, box };
        const [only, ...others] = code === undefined ? gazetteer.countriesNamedIn(path, edges) : [code];
        return { path, box: only !== undefined && others.length === 0 ? { edges, clip: only } : box };
      });
      files.set(record, boxed);
      const parts = boxed.map(({ box }) => box).filter(({ edges }) => squareDegrees(edges) < WORLD);
      record.area = { isWorld: parts.length < boxed.length, countries: new Map(), boxes: parts };
    } else if ((record.area?.boxes ?? []).length > 0) record.area = readSearchArea(area, known);
  }
  return { outlines, files };
}

/** The box, clipped to the outline that has the same box. */
export function clippedBox(edges: BoxEdges, outlines: SearchArea['boxes']): SearchBox {
  const [best] = outlines
    .map(({ edges: others, clip }) => ({ clip, overlap: overlapOfBoxes(edges, others) }))
    .sort((a, b) => b.overlap - a.overlap);
  return { edges, clip: best && best.overlap > SAME_BOX ? best.clip : null };
}

export function coversPlace(record: Pick<Covering, 'id' | 'area'>, place: NamedPlace): boolean {
  const { id, area } = record;
  const { position, code, cities, covering, region } = place;
  if (area === null) return false;
  if (id !== null && covering) return covering.has(id);
  if (area.isWorld) return true;
  const { boxes, countries } = area;
  if (region) return sharesOf(area, region).some((share) => share > 0);
  if (position !== null && boxes.length > 0) return boxes.some((box) => covers(box, position, code));
  if (countries.has(code)) return true;
  return id === null && boxes.some((box) => cities.some((city) => covers(box, city, code)));
}

/**
 * For a city, exact areas come before boxes, small ones first; for a country or region, maps by overlap. Then maps of
 * wide boxes, of the world, and what is near or only touches it. Null for a record that is neither there nor near.
 */
export function placeRankFor(record: Covering, place: NamedPlace): number | null {
  const rank = exactRank(record, place);
  if (rank === null || partOfRank(rank) !== 'here') return rank;
  const isByChance = hasByChance(record, place);
  const isCountry = place.position === null && !place.region;
  const isPart = isCountry && !hasMostCities(record.area?.boxes ?? [], place);
  if (!isByChance && !isOfOthers(record, place)) return rank;
  const isNear = isPart || !isByChance || isBoxOfOther(record);
  return (isNear ? RANKS.touching : RANKS.wide) + 0.01 * (record.size ?? 1);
}

/** Whether the record's area has none of the region's countries, though its outline takes a part of the region. */
function isOfOthers({ area }: Covering, { region }: NamedPlace): boolean {
  const [others, own] = [[...(area?.countries.keys() ?? [])], region?.countries ?? []];
  return own.length > 0 && others.length > 0 && !others.some((code) => own.includes(code));
}

/** Only large boxes of other or several countries have the place. Data sources have smaller files. */
function hasByChance({ id, area }: Covering, { code, region, position, ...place }: NamedPlace): boolean {
  if (id === null || area === null) return false;
  const { boxes, countries } = area;
  const around = position === null ? boxes : boxes.filter(({ edges }) => boxCovers(edges, position));
  const isAnyTight = around.some(({ edges, clip }) => clip !== null || squareDegrees(edges) <= TIGHT_BOX);
  if (around.length === 0 || isAnyTight) return false;
  // If no map says in which country a position is, it may be in any.
  const own = new Set(
    place.countries?.length === 0 ? countries.keys() : (place.countries ?? region?.countries ?? [code]),
  );
  const isOwn = [...countries.keys()].every((other) => own.has(other));
  return !isOwn && [...own].every((other) => (countries.get(other) ?? 0) < OWN_BOX);
}

/** A box around one country has parts of its neighbours. */
function isBoxOfOther({ area, size }: Covering): boolean {
  return (size ?? 1) < CONTINENT && [...(area?.countries.values() ?? [])].some((overlap) => overlap >= OWN_BOX);
}

function exactRank(record: Covering, place: NamedPlace): number | null {
  const { id, area, size } = record;
  if (area === null) return null;
  if (area.isWorld) {
    const ofParts = area.boxes.length > 0 ? exactRank({ ...record, area: { ...area, isWorld: false } }, place) : null;
    return Math.min(ofParts ?? RANKS.world, RANKS.world);
  }
  const { position, region } = place;
  if (region) return id === null ? fileOfRegionRank(area, region) : regionRank(area, size, region);
  const isThere = coversPlace(record, place);
  if (position === null) return isThere ? countryRank(area, place) - (id === null ? tightness(area, place) : 0) : null;
  if (!isThere) return id === null || place.covering ? null : nearRank(area, size, position, place.near);
  if (size === null) return RANKS.unknownSize;
  const isExact = area.boxes.every(({ edges, clip }) => clip !== null || !boxCovers(edges, position));
  return RANKS.box * (isExact ? size : 1 + size);
}

/** A data source's file has just the place. */
export function hasFileOf({ area }: Pick<Covering, 'area'>, place: NamedPlace): boolean {
  const { region } = place;
  return (area?.boxes ?? []).some((box) =>
    region ? overlapOfBoxes(box.edges, region.box) > SAME_BOX : box.clip !== null && hasMostCities([box], place),
  );
}

/** The box is about as large as the place, or as the cities of a country together. */
export function isMadeFor({ edges }: SearchBox, { region, cities }: NamedPlace): boolean {
  if (region) return overlapOfBoxes(edges, region.box) > SAME_BOX;
  if (cities.length < 2) return false;
  const { west, south, east, north } = ringExtent(cities.map(({ latitude, longitude }) => [longitude, latitude]));
  return overlapOfBoxes(edges, [west, south, east, north]) > OF_CITIES;
}

/** Ranks files that cover most of the place first, small ones before large ones. */
export function fileRankFor(box: SearchBox, place: NamedPlace): number {
  const area = { isWorld: false, countries: new Map(), boxes: [box] };
  if (place.region) return regionRank(area, null, place.region) ?? RANKS.world;
  return squareDegrees(box.edges) + (hasMostCities(area.boxes, place) ? 0 : 360 * 180);
}

/** Files together have at least half of the place: of a country's cities, or of a region. */
export function haveMostOf(boxes: readonly SearchBox[], place: NamedPlace): boolean {
  if (place.region)
    return sharesOf({ isWorld: false, countries: new Map(), boxes }, place.region)[0] >= COMMON.division;
  return place.position !== null || hasMostCities(boxes, place);
}

function covers({ edges, clip }: SearchBox, position: MapPlace, code: string): boolean {
  if (!boxCovers(edges, position)) return false;
  if (typeof clip === 'string') return code === '' || code === clip;
  return clip === null || isInsidePolygons(clip, [position.longitude, position.latitude]);
}

function countryRank({ boxes, countries }: SearchArea, place: NamedPlace): number {
  const overlap = countries.get(place.code) ?? 0;
  // A map of a part of the country has few of its cities, too.
  const isOfOthers = [...countries.values()].some((other) => other > overlap);
  return (boxes.length > 0 && isOfOthers && !hasMostCities(boxes, place) ? RANKS.touching : 0) - overlap;
}

/** Above any map's overlap: the file precedes a map of just the country. */
const TIGHTNESS_OF_OWN_FILE = 1.01;

/** How well one file fits a country; 0 if it takes several. */
function tightness(area: SearchArea, place: NamedPlace): number {
  if (hasFileOf({ area }, place)) return TIGHTNESS_OF_OWN_FILE;
  const { boxes } = area;
  const whole = boxes.filter((box) => hasMostCities([box], place));
  return whole.reduce((best, { edges }) => Math.max(best, 1 / (1 + squareDegrees(edges))), 0);
}

function hasMostCities(boxes: SearchArea['boxes'], { cities, code }: NamedPlace): boolean {
  return 2 * cities.filter((city) => boxes.some((box) => covers(box, city, code))).length >= cities.length;
}

type Region = NonNullable<NamedPlace['region']>;

function regionRank(area: SearchArea, size: number | null, region: Region): number | null {
  const isDivision = region.countries.length === 1;
  if (isDivision && area.boxes.length === 0 && size !== null && area.countries.has(region.countries[0] ?? '')) {
    const [west, south, east, north] = region.box;
    const [one, other] = [areaOfPolygons([polygonOf({ west, south, east, north })]), size];
    return -Math.min(one, other) / Math.max(one, other);
  }
  const [ofRegion, ofMap] = sharesOf(area, region);
  if (ofRegion === 0 && ofMap === 0) return null;
  const overlap = ofRegion > 0 && ofMap > 0 ? 1 / (1 / ofRegion + 1 / ofMap - 1) : 0;
  const isIsland = squareDegrees(region.box) < ISLAND && area.countries.has(region.countries[0] ?? '');
  const least = isDivision && isIsland ? COMMON.island : COMMON.division;
  const isThere = Math.max(ofRegion, ofMap) >= least || (!isDivision && ofRegion >= COMMON.countries);
  return isThere ? -overlap : RANKS.touching - overlap;
}

/** The rank of the file that fits best: a reader needs no other. */
function fileOfRegionRank(area: SearchArea, region: Region): number | null {
  const ranks = area.boxes.flatMap((box) => regionRank({ ...area, boxes: [box] }, null, region) ?? []);
  return ranks.length === 0 ? null : smallest(ranks);
}

/** Parts of the region and of the map: by area, or by countries. */
function sharesOf({ boxes, countries }: SearchArea, region: Region): readonly [ofRegion: number, ofMap: number] {
  if (boxes.length === 0) {
    const common = region.countries.filter((code) => countries.has(code)).length;
    return [common / region.countries.length, common / Math.max(1, countries.size)];
  }
  const inRegion: SearchBox = { edges: region.box, clip: region.clip ?? null };
  const isElsewhere = ({ clip }: SearchBox): boolean =>
    typeof clip === 'string' && region.countries.length > 0 && !region.countries.includes(clip);
  const near = boxes.filter((box) => overlapOfBoxes(box.edges, region.box) > 0 && !isElsewhere(box));
  if (near.length === 0) return [0, 0];
  const ofRegion = samplesIn(inRegion);
  const common = ofRegion.filter((place) => near.some((box) => covers(box, place, '')));
  const ofMap = near.flatMap(samplesIn);
  const inside = ofMap.filter((place) => covers(inRegion, place, ''));
  const others = (boxes.length - near.length) * SAMPLES ** 2;
  return [common.length / Math.max(1, ofRegion.length), inside.length / Math.max(1, ofMap.length + others)];
}

const SAMPLES = 8;

function samplesIn(box: SearchBox): MapPlace[] {
  const [west, south, east, north] = box.edges;
  const parts = Array.from({ length: SAMPLES }, (_, index) => (index + 0.5) / SAMPLES);
  return parts
    .flatMap((x) => parts.map((y) => ({ latitude: south + y * (north - south), longitude: west + x * (east - west) })))
    .filter((place) => typeof box.clip === 'string' || covers(box, place, ''));
}

function nearRank(area: SearchArea, size: number | null, position: MapPlace, near: NamedPlace['near']): number | null {
  const { boxes, countries } = area;
  const distances =
    boxes.length > 0
      ? boxes.map((box) => distanceTo(box, position)).filter((distance) => distance <= NEAR_KM)
      : [...countries.keys()].map((code) => near?.get(code) ?? Number.POSITIVE_INFINITY);
  const nearest = smallest(distances);
  return nearest === Number.POSITIVE_INFINITY ? null : RANKS.near + 0.4 * (nearest / NEAR_KM + (size ?? 1));
}

function distanceTo({ edges, clip }: SearchBox, position: MapPlace): number {
  const [west, south, east, north] = edges;
  const { latitude, longitude } = position;
  const nearest = {
    latitude: Math.min(Math.max(latitude, south), north),
    longitude: Math.min(Math.max(longitude, west), east),
  };
  const toBox = distanceBetween(position, nearest);
  if (toBox > NEAR_KM || clip === null || typeof clip === 'string') return toBox;
  return smallest(
    clip.flatMap(([outline = []]) =>
      outline.slice(1).map((end, index) => distanceToEdge(position, outline[index] as Position, end)),
    ),
  );
}

function distanceToEdge(position: MapPlace, [x1, y1]: Position, [x2, y2]: Position): number {
  const scale = Math.cos((position.latitude * Math.PI) / 180);
  const [width, height] = [(x2 - x1) * scale, y2 - y1];
  const along = (position.longitude - x1) * scale * width + (position.latitude - y1) * height;
  const part = Math.min(Math.max(along / (width ** 2 + height ** 2 || 1), 0), 1);
  return distanceBetween(position, { latitude: y1 + part * (y2 - y1), longitude: x1 + part * (x2 - x1) });
}

function smallest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}
