/** Finds the box of points of interest that state none: from the map or polygon file next to them. */

import { WebError } from '../../cli/web/request.ts';
import type { BoundingBox } from '../../contract/generated/catalog.types.ts';
import { boxAround, boxOf, type Edges } from './contents/boxes.ts';
import { type Contents, readContents } from './contents/contents.ts';
import { DistrustError } from './contents/pieces.ts';
import { observationOf } from './observe.ts';
import { answered, type ReadContext } from './remote-file.ts';

/** Enough bytes for the header of any map. */
const MAP_BYTES = 1024;

/** Polygons of countries have a few hundred kilobytes. */
const POLYGON_BYTES = 2 * 1024 * 1024;

/** A box, or why it is unknown. */
type NeighbourBox = Pick<Contents, 'box' | 'problems'>;

/** The path or address of the file with another ending. */
export function beside(path: string, ending: 'map' | 'poly'): string {
  return path.replace(/poi$/i, ending);
}

/**
 * Reads the box from the files next to points of interest.
 *
 * @param url the address of the points of interest
 * @throws WebError if the time for all requests is over
 */
export async function neighbourBox(url: string, context: ReadContext): Promise<NeighbourBox> {
  try {
    const box = await mapBox(beside(url, 'map'), context);
    return box === null ? await boxOfPolygon(beside(url, 'poly'), context) : { box, problems: [] };
  } catch (error) {
    if (!(error instanceof WebError) || error.kind === 'over') throw error;
    return { box: null, problems: [`no map or polygon next to it can be requested: ${error.message}`] };
  }
}

/** The box in the header of a map; null if the map does not exist. */
async function mapBox(url: string, { web, now }: ReadContext): Promise<BoundingBox | null> {
  const headers = { Range: `bytes=0-${MAP_BYTES - 1}` };
  return await answered(web, { url, headers, maxBytes: MAP_BYTES, isCut: true }, async (answer) => {
    const observed = observationOf(url, answer, now);
    if (observed.is !== 'there') return null;
    const bytes = await answer.bytes();
    const size = observed.version.contentLength;
    return (await readContents(url, { size, read: async (at, length) => bytes.subarray(at, at + length) })).box;
  });
}

/** The box of a polygon file; null if it does not exist. */
async function boxOfPolygon(url: string, { web, now }: ReadContext): Promise<NeighbourBox> {
  return await answered(web, { url, maxBytes: POLYGON_BYTES }, async (answer) => {
    if (observationOf(url, answer, now).is !== 'there') return { box: null, problems: [] };
    try {
      return { box: polygonBox(await answer.text()), problems: [] };
    } catch (error) {
      if (!(error instanceof DistrustError)) throw error;
      return { box: null, problems: [`the polygon next to it is not usable: ${error.message}`] };
    }
  });
}

const POINT = /^\s*(?<longitude>[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?)\s+(?<latitude>[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?)\s*$/i;

/**
 * The box of a polygon file of Osmosis (`.poly`), with which extracts of OpenStreetMap are cut out:
 * https://wiki.openstreetmap.org/wiki/Osmosis/Polygon_Filter_File_Format.
 *
 * A line with a name; then rings, each a line with its name, points as longitude and latitude in lines of their own,
 * and `END`; then `END`. A ring whose name begins with `!` is a hole. Areas across the 180th meridian are cut in two
 * there.
 *
 * @throws DistrustError if the text is not a complete polygon file
 */
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
  if (box === null || at !== lines.length - 1) throw new DistrustError('it is not a polygon file');
  return box;
}

/** The edges of the ring that starts at a line, and the line after its end. */
function ringAt(lines: readonly string[], first: number): { readonly edges: Edges; readonly next: number } {
  const edges = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  let at = first;
  for (; at < lines.length && !isEnd(lines[at]); at++) {
    const { longitude, latitude } = POINT.exec(lines[at] ?? '')?.groups ?? {};
    if (longitude === undefined || latitude === undefined) throw new DistrustError('it is not a polygon file');
    edges.west = Math.min(edges.west, Number(longitude));
    edges.east = Math.max(edges.east, Number(longitude));
    edges.south = Math.min(edges.south, Number(latitude));
    edges.north = Math.max(edges.north, Number(latitude));
  }
  if (at === lines.length || at - first < 3) throw new DistrustError('it is not a polygon file, or not all of one');
  return { edges, next: at + 1 };
}

function isEnd(line: string | undefined): boolean {
  return line?.trim() === 'END';
}
