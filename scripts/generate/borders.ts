/** The borders of countries, from the package country-coder: polygons, and the boxes around them. */
import { feature } from '@rapideditor/country-coder';
import { type Box, extentOf, joinedExtent, type Polygon } from '../../contract/geometry.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };

const CODES: readonly string[] = common.$defs.countryCode.enum;

/** The polygons of each country by its code, without the territories that have a code of their own. */
export function countryPolygons(): Record<string, readonly Polygon[]> {
  return Object.fromEntries(CODES.map((code) => [code, partsOf(code).flatMap(polygonsOf)]));
}

/** Parts of a country that belong to its map although a code is reserved for them: France in Europe, the Canary Islands, Ceuta. */
const RESERVED = ['FX', 'IC', 'EA'];

/** The features of a country and of its parts. */
function partsOf(code: string): string[] {
  const members = membersOf(code);
  const territories = members.filter((id) => codeOf(id) !== '' && !RESERVED.includes(id));
  const notIts = new Set([...territories, ...territories.flatMap(membersOf)]);
  return [code, ...members.filter((id) => !notIts.has(id))];
}

const membersOf = (id: string): string[] => feature(id)?.properties.members ?? [];
const codeOf = (id: string): string => feature(id)?.properties.iso1A2 ?? '';
const polygonsOf = (id: string): readonly Polygon[] => {
  const geometry = feature(id)?.geometry as { readonly coordinates: readonly Polygon[] } | null | undefined;
  return geometry?.coordinates ?? [];
};

/** The boxes around polygons, in tenths of degrees: one for those of each hemisphere, so that none goes around the world. */
export function boxesAround(polygons: readonly Polygon[]): Box[] {
  const boxes = polygons.map(([outline = []]) => extentOf(outline));
  const isWestern = ({ west, east }: Box): boolean => west + east < 0;
  const groups = [boxes.filter(isWestern), boxes.filter((box) => !isWestern(box))];
  return groups.filter(({ length }) => length > 0).map((group) => roundedBox(joinedExtent(group)));
}

function roundedBox({ west, south, east, north }: Box): Box {
  const below = (degrees: number): number => Math.floor(degrees * 10) / 10;
  const above = (degrees: number): number => Math.ceil(degrees * 10) / 10;
  return { west: below(west), south: below(south), east: above(east), north: above(north) };
}
