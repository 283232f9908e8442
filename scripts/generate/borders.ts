/** Borders of countries, from the package country-coder. */
import { feature } from '@rapideditor/country-coder';
import { type Box, joinedExtent, type Polygon, ringExtent } from '../../contract/maps/bounding-boxes.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import { type CountryShape, countryShape, landsOf } from '../compile/world.ts';

const CODES: readonly string[] = common.$defs.countryCode.enum;

/** Without territories that have their own code. */
export function countryPolygons(): Record<string, readonly Polygon[]> {
  return Object.fromEntries(CODES.map((code) => [code, partsOf(code).flatMap(polygonsOf)]));
}

/** Parts that are on the map of their country: France in Europe, the Canary Islands, Ceuta. */
const RESERVED = ['FX', 'IC', 'EA'];

function partsOf(code: string): string[] {
  const members = membersOf(code);
  const territories = members.filter((id) => codeOf(id) !== '' && !RESERVED.includes(id));
  const excluded = new Set([...territories, ...territories.flatMap(membersOf)]);
  return [code, ...members.filter((id) => !excluded.has(id))];
}

const membersOf = (id: string): string[] => feature(id)?.properties.members ?? [];
const codeOf = (id: string): string => feature(id)?.properties.iso1A2 ?? '';
const polygonsOf = (id: string): readonly Polygon[] => {
  const geometry = feature(id)?.geometry as { readonly coordinates: readonly Polygon[] } | null | undefined;
  return geometry?.coordinates ?? [];
};

/** Borders include sea, so a shape is the country's land; if its land is not known, its borders. */
export function countryShapes(
  topology: Parameters<typeof landsOf>[0],
  borders: ReturnType<typeof countryPolygons>,
): Record<string, CountryShape | null> {
  const landOf = landsOf(topology);
  const shapeOf = (code: string): CountryShape | null => {
    const { iso1N3, nameEn = '' } = feature(code)?.properties ?? {};
    const boxes = boxesAround(borders[code] ?? []);
    const outlines = (borders[code] ?? []).map(([outline = []]) => outline);
    return countryShape(landOf(iso1N3 ?? nameEn), boxes) ?? countryShape(outlines, boxes);
  };
  return Object.fromEntries(CODES.map((code) => [code, shapeOf(code)]));
}

/** By hemisphere, so that none goes around the world. Rounded to tenths of a degree. */
export function boxesAround(polygons: readonly Polygon[]): Box[] {
  const boxes = polygons.map(([outline = []]) => ringExtent(outline));
  const isWestern = ({ west, east }: Box): boolean => west + east < 0;
  const groups = [boxes.filter(isWestern), boxes.filter((box) => !isWestern(box))];
  return groups.filter(({ length }) => length > 0).map((group) => roundedBox(joinedExtent(group)));
}

function roundedBox({ west, south, east, north }: Box): Box {
  const below = (degrees: number): number => Math.floor(degrees * 10) / 10;
  const above = (degrees: number): number => Math.ceil(degrees * 10) / 10;
  return { west: below(west), south: below(south), east: above(east), north: above(north) };
}
