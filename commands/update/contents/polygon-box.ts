/**
 * The box of a polygon file of Osmosis (`.poly`), with which extracts of OpenStreetMap are cut out:
 * https://wiki.openstreetmap.org/wiki/Osmosis/Polygon_Filter_File_Format.
 *
 * A line with a name; then rings, each a line with its name, points as longitude and latitude in lines of their own, and
 * `END`; then `END`. A ring whose name begins with `!` is a hole. Areas across the 180th meridian are cut in two there.
 */
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';
import { boxAround, boxOf, type Edges } from './boxes.ts';
import { DistrustError } from './pieces.ts';

const POINT = /^\s*(?<longitude>[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?)\s+(?<latitude>[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?)\s*$/i;

/** The box around the rings that are no holes. @throws DistrustError where the text is no such file, or not all of one */
export function polygonBox(text: string): BoundingBox {
  const [, ...lines] = text.trimEnd().split(/\r?\n/);
  const boxes: BoundingBox[] = [];
  let at = 0;
  while (at < lines.length && !isEnd(lines[at])) {
    const isHole = lines[at]?.trim().startsWith('!') ?? false;
    const { edges, next } = ringAt(lines, at + 1);
    if (!isHole) boxes.push(boxOf(edges, false));
    at = next;
  }
  const box = boxAround(boxes);
  if (box === null || at !== lines.length - 1) throw new DistrustError('it is no polygon file');
  return box;
}

/** The edges of the ring whose first point is in a line, and the line after its end. */
function ringAt(lines: readonly string[], first: number): { readonly edges: Edges; readonly next: number } {
  const edges = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  let at = first;
  for (; at < lines.length && !isEnd(lines[at]); at++) {
    const { longitude, latitude } = POINT.exec(lines[at] ?? '')?.groups ?? {};
    if (longitude === undefined || latitude === undefined) throw new DistrustError('it is no polygon file');
    edges.west = Math.min(edges.west, Number(longitude));
    edges.east = Math.max(edges.east, Number(longitude));
    edges.south = Math.min(edges.south, Number(latitude));
    edges.north = Math.max(edges.north, Number(latitude));
  }
  if (at === lines.length || at - first < 3) throw new DistrustError('it is no polygon file, or not all of one');
  return { edges, next: at + 1 };
}

function isEnd(line: string | undefined): boolean {
  return line?.trim() === 'END';
}
