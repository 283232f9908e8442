import type { BoxEdges } from '../data-sources/file-list.ts';
import { isBox, type Polygon, ringExtent } from '../maps/bounding-boxes.ts';

/** What a map covers, for its row. Boxes are around areas other than countries. */
export interface SearchArea {
  readonly isWorld: boolean;
  /** Overlap of map and country by code, from 0 to 1. */
  readonly countries: ReadonlyMap<string, number>;
  readonly boxes: readonly SearchBox[];
}

export interface SearchBox {
  readonly edges: BoxEdges;
  /** The covered part: polygons, or the country of a code; null for the whole box. */
  readonly clip: readonly Polygon[] | string | null;
}

/**
 * Countries with overlaps, then boxes: `CH LI:0.003`, `CH:0.4 5.9,45.8,10.5,47.9`. The text for the world is `world`.
 */
export function searchAreaText(countries: SearchArea['countries'], polygons: readonly Polygon[]): string {
  const names = [...countries].map(([code, overlap]) => (overlap === 1 ? code : `${code}:${overlap}`));
  const boxes = polygons.map((polygon) => edgesOf(polygon).join());
  return [...names, ...boxes].join(' ');
}

function edgesOf([outline = []]: Polygon): BoxEdges {
  const { west, south, east, north } = ringExtent(outline);
  return [west, south, east, north];
}

/** @param outlines known ones: their boxes are clipped */
export function readSearchArea(text: string, outlines: Outlines = new Map()): SearchArea {
  const parts = text.split(' ');
  const boxes = parts.flatMap((part): SearchBox[] => {
    const edges = part.split(',').map(Number);
    return isEdges(edges) ? [{ edges, clip: outlines.get(part) ?? null }] : [];
  });
  const countries = parts
    .map((part) => part.split(':') as [code: string, overlap?: string])
    .filter(([code]) => /^[A-Z]{2}$/.test(code))
    .map(([code, overlap = '1']) => [code, Number(overlap)] as const);
  return { isWorld: text === 'world', countries: new Map(countries), boxes };
}

function isEdges(edges: readonly number[]): edges is BoxEdges {
  return edges.length === 4;
}

/** `coverage.json` */
export interface CatalogCoverage {
  /** Areas of maps that are not boxes. */
  readonly outlines: readonly (readonly Polygon[])[];
  /** Files with boxes, by data source. */
  readonly files: Readonly<Record<string, readonly CoveredFile[]>>;
}

/** A file with its box. It has the code of a country if the box is that of the country. */
export type CoveredFile = readonly [
  path: string,
  west: number,
  south: number,
  east: number,
  north: number,
  code?: string,
];

/** Outlines by the text of their box, as `searchAreaText` writes it. */
export type Outlines = ReadonlyMap<string, readonly Polygon[]>;

export function outlinesByBox(areas: CatalogCoverage['outlines']): Outlines {
  return new Map(areas.flat().map((polygon) => [edgesOf(polygon).join(), [polygon]]));
}

/** The most positions that a page loads (about 50 kB, compressed). Of other outlines, only boxes are known. */
const MAX_OUTLINE_POSITIONS = 7_000;

/** Lists each outline once, up to the limit. */
export function outlinesOf(areas: readonly (readonly Polygon[])[]): CatalogCoverage['outlines'] {
  let left = MAX_OUTLINE_POSITIONS;
  const drawn = areas.filter((polygons) => !polygons.every(isBox));
  return [...new Map(drawn.map((polygons) => [JSON.stringify(polygons), polygons])).values()].filter((polygons) => {
    left -= polygons.flat(2).length;
    return left >= 0;
  });
}

/** With more overlap, two boxes are around the same area. */
export const SAME_BOX = 0.85;

/** Their common part, as a part of both together, in degrees. */
export function overlapOfBoxes(one: BoxEdges, other: BoxEdges): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  if (width <= 0 || height <= 0) return 0;
  const sizeOf = ([west, south, east, north]: BoxEdges): number => (east - west) * (north - south);
  return (width * height) / (sizeOf(one) + sizeOf(other) - width * height);
}
