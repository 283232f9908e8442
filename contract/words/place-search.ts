import type { BoxEdges } from '../data-sources/file-list.ts';
import { type Polygon, ringExtent } from '../maps/bounding-boxes.ts';

/** What a map covers, in the data of its row. Boxes are around areas that are not countries. */
export interface SearchArea {
  readonly isWorld: boolean;
  /** The overlap of map and country by code, from 0 to 1. */
  readonly countries: ReadonlyMap<string, number>;
  readonly boxes: readonly BoxEdges[];
}

/** Countries with overlaps, then boxes: `CH LI:0.003`, `CH:0.4 5.9,45.8,10.5,47.9`. The text for the world is `world`. */
export function searchAreaText(countries: SearchArea['countries'], polygons: readonly Polygon[]): string {
  const names = [...countries].map(([code, overlap]) => (overlap === 1 ? code : `${code}:${overlap}`));
  const boxes = polygons.map(([outline = []]) => {
    const { west, south, east, north } = ringExtent(outline);
    return [west, south, east, north].join();
  });
  return [...names, ...boxes].join(' ');
}

export function readSearchArea(text: string): SearchArea {
  const parts = text.split(' ');
  const boxes = parts.map((part): readonly number[] => part.split(',').map(Number)).filter(isBox);
  const countries = parts
    .map((part) => part.split(':') as [code: string, overlap?: string])
    .filter(([code]) => /^[A-Z]{2}$/.test(code))
    .map(([code, overlap = '1']) => [code, Number(overlap)] as const);
  return { isWorld: text === 'world', countries: new Map(countries), boxes };
}

function isBox(edges: readonly number[]): edges is BoxEdges {
  return edges.length === 4;
}

/** `coverage.json`: by data source, its files with boxes. */
export type CatalogCoverage = Readonly<Record<string, readonly CoveredFile[]>>;

export type CoveredFile = readonly [path: string, ...box: BoxEdges];
