/** Maps whose own address is in their record: a MapLibre style, or a PMTiles archive. */
import { bytesToHeader } from 'pmtiles';
import { areaOfBox } from '../../../../build/programs/stated/stated-area.ts';
import { namedByAddress, type StatedMap } from '../../../../build/programs/stated/stated-map.ts';
import { withoutKeys } from '../../../../build/tile-url/secrets.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { fileTypeOf } from '../../../../contract/maps/map-types.ts';
import type { Web } from '../../web/web.ts';
import { isWebPage } from '../service/read-served.ts';

/** The bytes of the header of an archive, and the most of a style. */
const [HEADER_BYTES, STYLE_BYTES] = [127, 5 * 1024 * 1024];

/** Fetches what is known of a map at its address: of an archive its header. @throws CannotRunError, WebError */
export async function fetchMap(web: Web, address: string): Promise<Uint8Array> {
  const isArchive = fileTypeOf(address) !== null;
  // A server that ignores the range is cut off.
  const header = { headers: { Range: `bytes=0-${HEADER_BYTES - 1}` }, maxBytes: HEADER_BYTES, isCut: true };
  const size = isArchive ? header : { maxBytes: STYLE_BYTES };
  const { status, bytes } = await web.request({ url: address, isBuffered: true, ...size });
  if (status < 200 || status > 299) throw new CannotRunError(`${withoutKeys(address)} answers with status ${status}.`);
  const body = await bytes();
  if (!isArchive) return body;
  const problem = beginsLikeArchive(body)
    ? status !== 206 && 'does not answer ranges (Range), without which programs cannot read an archive'
    : `is ${isWebPage(Buffer.from(body).toString()) ? 'an HTML page' : 'something else'} and not a PMTiles archive`;
  if (problem) throw new CannotRunError(`${withoutKeys(address)} ${problem}.`);
  return body;
}

/** Whether what an address answers is a style, a TileJSON or an archive, by how it looks. */
export const looksLikeMap = (body: Uint8Array): boolean =>
  beginsLikeArchive(body) || /^\s*\{.*"(?:tilejson"\s*:|version"\s*:\s*8\b)/s.test(Buffer.from(body).toString());

/** Whether a file begins like an archive. */
export const beginsLikeArchive = (body: Uint8Array): boolean =>
  Buffer.from(body.subarray(0, 7)).toString('latin1') === 'PMTiles';

/** The map of an archive, by its header. */
export function archiveMap(body: Uint8Array, address: string): StatedMap {
  const isWhole = body.length >= HEADER_BYTES && body[7] === 3;
  const header = isWhole ? bytesToHeader(new Uint8Array(body).buffer) : null;
  const { minZoom = null, maxZoom = null, minLon, minLat, maxLon, maxLat } = header ?? {};
  return {
    ...namedByAddress(address, null),
    minZoom,
    maxZoom,
    // Writers that do not know the box leave zeros.
    area: minLon || minLat || maxLon || maxLat ? areaOfBox(minLon, minLat, maxLon, maxLat) : null,
    type: 'pmtiles',
    own: { url: address },
    problem: isWhole ? null : 'its header is not that of PMTiles 3',
  };
}
