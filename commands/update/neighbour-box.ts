/** The box of points of interest that state none: that of the map, or of the polygon, of the same region beside them. */

import { type WebAnswer, WebError, type WebRequest } from '../../cli/web/request.ts';
import type { Web } from '../../cli/web/web.ts';
import type { BoundingBox } from '../../contract/generated/catalog.types.ts';
import { type Contents, readContents } from './contents/contents.ts';
import { DistrustError } from './contents/pieces.ts';
import { polygonBox } from './contents/polygon-box.ts';
import { observationOf } from './observe.ts';

/** Enough for the header of any map; the rest is not read. */
const MAP_BYTES = 1024;

/** Polygons of countries have some hundred kilobytes. */
const POLYGON_BYTES = 2 * 1024 * 1024;

/** A box, or what is wrong with what would state it. */
export type NeighbourBox = Pick<Contents, 'box' | 'problems'>;

const NONE: NeighbourBox = { box: null, problems: [] };

/** The path or address of the file beside points of interest with another ending. */
export function beside(path: string, ending: 'map' | 'poly'): string {
  return path.replace(/poi$/i, ending);
}

/**
 * Asks the server of points of interest for what is beside them.
 *
 * @param url their address
 * @throws WebError where the time for all requests is over
 */
export async function neighbourBox(url: string, web: Web, now: number): Promise<NeighbourBox> {
  try {
    const box = await mapBox(beside(url, 'map'), web, now);
    return box === null ? await boxOfPolygon(beside(url, 'poly'), web, now) : { box, problems: [] };
  } catch (error) {
    if (!(error instanceof WebError) || error.kind === 'over') throw error;
    return { box: null, problems: [`no map or polygon beside it can be asked for: ${error.message}`] };
  }
}

/** The box in the header of a map; null where there is no such map. */
async function mapBox(url: string, web: Web, now: number): Promise<BoundingBox | null> {
  const headers = { Range: `bytes=0-${MAP_BYTES - 1}` };
  return await asked(web, { url, headers, maxBytes: MAP_BYTES, isCut: true }, async (answer) => {
    const observed = observationOf(url, answer, now);
    if (observed.is !== 'there') return null;
    const bytes = await answer.bytes();
    const file = {
      size: observed.version.contentLength,
      read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
    };
    return (await readContents(url, file)).box;
  });
}

/** The box of a polygon file; null where there is none. One that is none in spite of its name is a problem. */
async function boxOfPolygon(url: string, web: Web, now: number): Promise<NeighbourBox> {
  return await asked(web, { url, maxBytes: POLYGON_BYTES }, async (answer) => {
    if (observationOf(url, answer, now).is !== 'there') return NONE;
    try {
      return { box: polygonBox(await answer.text()), problems: [] };
    } catch (error) {
      if (!(error instanceof DistrustError)) throw error;
      return { box: null, problems: [`the polygon beside it is not usable: ${error.message}`] };
    }
  });
}

/** Asks for something, and closes the connection afterwards. */
async function asked<T>(web: Web, request: WebRequest, use: (answer: WebAnswer) => Promise<T>): Promise<T> {
  const answer = await web.request(request);
  try {
    return await use(answer);
  } finally {
    answer.discard();
  }
}
