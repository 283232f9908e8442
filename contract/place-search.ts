/** How maps are searched by place; build and page scripts must agree. */
import type { BoxEdges } from './file-list.ts';
import { extentOf, type MapArea } from './geometry.ts';

/** What a map covers, in the data of its row: the whole world, countries by their codes, or boxes. */
export interface SearchArea {
  readonly isWorld: boolean;
  readonly countries: readonly string[];
  readonly boxes: readonly BoxEdges[];
}

/** An area as text: `world`, `CH LI`, or boxes: `5.9,45.8,10.5,47.9`. Of polygons, the boxes around them. */
export function areaText(area: MapArea): string {
  if (area === 'world') return area;
  if ('countries' in area) return area.countries.join(' ');
  const boxes = area.polygons.map(([outline = []]) => {
    const { west, south, east, north } = extentOf(outline);
    return [west, south, east, north].join();
  });
  return boxes.join(' ');
}

/** The area of such a text. */
export function readArea(text: string): SearchArea {
  const parts = text.split(' ');
  const boxes = parts.map((part): readonly number[] => part.split(',').map(Number)).filter(isBox);
  return { isWorld: text === 'world', countries: parts.filter((part) => /^[A-Z]{2}$/.test(part)), boxes };
}

function isBox(edges: readonly number[]): edges is BoxEdges {
  return edges.length === 4;
}

/** `coverage.json`: what the files of each data source cover, for those that cover something. */
export type CatalogCoverage = Readonly<Record<string, readonly CoveredFile[]>>;

/** A file of a data source: its path, and its box. */
export type CoveredFile = readonly [path: string, ...box: BoxEdges];
