/** Which countries a map covers: for the filter by country, and the order of search results. */
import countryCities from '../../../../contract/generated/country-cities.json' with { type: 'json' };
import {
  type Box,
  joinedExtent,
  type Polygon,
  type Position,
  ringExtent,
} from '../../../../contract/maps/bounding-boxes.ts';
import continents from '../../../../contract/maps/continents.json' with { type: 'json' };
import {
  areaOfPolygons,
  isInsidePolygons,
  type MapArea,
  middleOfPolygons,
} from '../../../../contract/maps/geometry.ts';
import { type SearchArea, searchAreaText } from '../../../../contract/words/place-search.ts';
import { polygonsOfArea } from '../../../model/areas.ts';
import { memoizedByArea } from '../../../model/computed-once.ts';

const CITIES: Readonly<Record<string, readonly number[]>> = countryCities;

interface Coverage {
  /** The covered part of the world, 0 to 1. */
  readonly size: number;
  /** The overlap with each country, by code; empty for the world. */
  readonly countries: SearchArea['countries'];
  readonly text: string;
}

const WORLD: Coverage = { size: 1, countries: new Map(), text: 'world' };

/** By area as JSON: many maps share an area. */
const KNOWN = new Map<string, Coverage>();

const SIZES = new Map<string, number>();

/** A map covers the countries that it states, or in which it shows a known city. */
export function mapCoverage(area: MapArea): Coverage {
  if (area === 'world') return WORLD;
  const key = JSON.stringify(area);
  const known = KNOWN.get(key) ?? ('polygons' in area ? ofPolygons(area.polygons) : ofCountries(area.countries));
  KNOWN.set(key, known);
  return known;
}

/** A box may include cities of a neighbour: overlaps smaller than this part of the largest are ignored. */
const OF_NEIGHBOUR = 0.2;

/** The countries that an area is in, the one that it fits best first. */
export const countriesAround = memoizedByArea((area): readonly string[] => {
  const { countries } = mapCoverage(area);
  const sorted = [...countries].sort(([, a], [, b]) => b - a);
  const codes = sorted.filter(([, overlap]) => overlap > OF_NEIGHBOUR * (sorted[0]?.[1] ?? 0)).map(([code]) => code);
  const middle = codes.length === 0 ? middleOfPolygons(polygonsOfArea(area)) : null;
  const isThere = (code: string): boolean =>
    isInsidePolygons(polygonsOfArea({ countries: [code] }), middle as Position);
  return middle ? Object.keys(CITIES).filter(isThere) : codes;
});

/** No few countries say where a larger area with more countries is. */
const NAMEABLE = { countries: 10, size: 0.005 };

/** The continent of a wide area that states no countries, and whether the area has all of it; null for other areas. */
export const continentAround = memoizedByArea(
  (area): readonly [continent: (typeof continents)[number], isWhole: boolean] | null => {
    const { countries, size } = mapCoverage(area);
    if (area === 'world' || !('polygons' in area) || countries.size <= NAMEABLE.countries || size <= NAMEABLE.size)
      return null;
    const { west, south, east, north } = joinedExtent(area.polygons.map(([outline = []]) => ringExtent(outline)));
    const sizeOf = (edges: readonly number[]): number => {
      const [left = 0, bottom = 0, right = 0, top = 0] = edges;
      return Math.max(0, right - left) * Math.max(0, top - bottom);
    };
    const common = continents.map((continent) => {
      const [left = 0, bottom = 0, right = 0, top = 0] = continent.box;
      const inside = [Math.max(west, left), Math.max(south, bottom), Math.min(east, right), Math.min(north, top)];
      return { continent, inside: sizeOf(inside) };
    });
    const [most] = common.sort((a, b) => b.inside - a.inside);
    if (!most || most.inside < MOST * sizeOf([west, south, east, north])) return null;
    return [most.continent, most.inside >= WHOLE * sizeOf(most.continent.box)];
  },
);

/** The least part of an area in its continent, and of a continent in an area that has all of it. */
const [MOST, WHOLE] = [0.6, 0.95];

function ofCountries(codes: readonly string[]): Coverage {
  const size = areaOfPolygons(polygonsOfArea({ countries: codes }));
  const countries = new Map(codes.map((code) => [code, overlapOf(1, sizeOfCountry(code), size)]));
  return { size: rounded(size), countries, text: searchAreaText(countries, []) };
}

function ofPolygons(polygons: readonly Polygon[]): Coverage {
  const size = areaOfPolygons(polygons);
  const box = joinedExtent(polygons.map(([outline = []]) => ringExtent(outline)));
  const countries = new Map(
    Object.entries(CITIES).flatMap(([code, positions]) => {
      const share = shareInside(polygons, box, positions);
      return share === 0 ? [] : [[code, overlapOf(share, sizeOfCountry(code), size)] as const];
    }),
  );
  return { size: rounded(size), countries, text: searchAreaText(countries, polygons) };
}

/** @param box around the polygons: excludes most cities faster @param positions latitude and longitude of each city */
function shareInside(polygons: readonly Polygon[], { west, south, east, north }: Box, positions: readonly number[]) {
  let inside = 0;
  for (let index = 0; index < positions.length; index += 2) {
    const [latitude, longitude] = [positions[index] as number, positions[index + 1] as number];
    const isNear = longitude >= west && longitude <= east && latitude >= south && latitude <= north;
    if (isNear && isInsidePolygons(polygons, [longitude, latitude])) inside++;
  }
  return inside / (positions.length / 2);
}

/** The common area of a map and a country, as a part of both together. @param share of the country on the map */
function overlapOf(share: number, country: number, map: number): number {
  const common = Math.min(share * country, map);
  return Math.max(rounded(common / (country + map - common)), 1e-6);
}

function sizeOfCountry(code: string): number {
  const size = SIZES.get(code) ?? areaOfPolygons(polygonsOfArea({ countries: [code] }));
  SIZES.set(code, size);
  return size;
}

/** Three digits are enough to compare maps. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
