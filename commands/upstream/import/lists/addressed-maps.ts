import { bytesToHeader } from 'pmtiles';
import { statedAreaOfBox } from '../../../../build/programs/stated/stated-area.ts';
import { type StatedMap, statedMapAtAddress } from '../../../../build/programs/stated/stated-map.ts';
import { withoutPastedKeys } from '../../../../build/tile-url/secrets.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { MEBIBYTE } from '../../../../contract/base/limits.ts';
import { connectionHintOf } from '../../../../contract/base/system-errors.ts';
import { askedCapabilities } from '../../../../contract/maps/get-map.ts';
import { isMapAddress, mapTypeOfFile } from '../../../../contract/maps/map-formats.ts';
import { TYPE_NOUNS } from '../../../../contract/maps/map-types.ts';
import { WebError } from '../../web/request.ts';
import type { Web } from '../../web/web.ts';
import { isWebPage } from '../service/read-served.ts';

const ARCHIVE = 'pmtiles';

export const ARCHIVE_NOUN = TYPE_NOUNS[ARCHIVE];
const HEADER_BYTES = 127;

export const isArchive = (body: Uint8Array): boolean =>
  Buffer.from(body.subarray(0, 7)).toString('latin1') === 'PMTiles';

export function archiveAt(address: string, body: Uint8Array): StatedMap {
  const isWhole = body.length >= HEADER_BYTES && body[7] === 3;
  const header = isWhole ? bytesToHeader(new Uint8Array(body).buffer) : null;
  const { minZoom = null, maxZoom = null, minLon, minLat, maxLon, maxLat } = header ?? {};
  return {
    ...statedMapAtAddress(address, null),
    minZoom,
    maxZoom,
    // Zeros mean an unknown box.
    area: minLon || minLat || maxLon || maxLat ? statedAreaOfBox([minLon, minLat, maxLon, maxLat]) : null,
    type: ARCHIVE,
    typeMembers: { url: address },
    problem: isWhole ? null : 'it has no header of PMTiles 3',
  };
}

const STYLE_BYTES = 5 * MEBIBYTE;
const DOCUMENT_BYTES = 16 * MEBIBYTE;

/** Addresses of lists, and of files that people take for lists. */
export const FILE_ADDRESS =
  /^https?:\/\/[^?#]*\.(?:csv|tsv|txt|md|(?:geo)?json|xml|js|ya?ml|qlr|qgs|qgz|umap|metainfo|kml|kmz|gpx|zip|mbtiles|xlsx?|ods|pdf)(?:[?#]|$)/i;

/** The address of a service has no path, or one with `/v1`. Any other may be that of a document. */
export const mayBeDocument = (address: string): boolean =>
  FILE_ADDRESS.test(address) ||
  (/^https?:\/\/[^/?#]+\/./i.test(address) && !/^[^?#]*\/v1(?:[/?#]|$)/i.test(address)) ||
  askedCapabilities(address) !== null;

const ARCGIS_PAGE =
  /^https?:\/\/[^?#{}]*\/rest\/services(?![^?#]*\/(?:query|(?:Map|Image|VectorTile)Server))(?:\/[^/?#{}]+){0,4}(?=\/?(?:[?#]|$))/i;

/** The document of a folder of services, or of a service without pictures; null for other addresses. */
export function arcgisPageAt(address: string): string | null {
  const [page] = ARCGIS_PAGE.exec(address) ?? [];
  return page === undefined ? null : `${page}?f=json`;
}

/** Without a login or parameters: they may be keys. */
function shownAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** @returns also the address that answered, after redirects */
export const fetchMap = (web: Web, address: string) => readFrom(shownAddress(address), fetched(web, address));

export function readFrom<T>(name: string, read: Promise<T>, advice: () => string = () => ''): Promise<T> {
  return read.catch((error: unknown) => {
    if (!(error instanceof WebError)) throw error;
    const why = `${name} cannot be read: ${error.message}${waitOf(error)}${connectionHintOf(error.cause)}.`;
    throw Object.assign(new CannotRunError(...[why, advice()].filter(Boolean)), { cause: error });
  });
}

function waitOf({ waitMs }: WebError): string {
  const seconds = Math.ceil(waitMs / 1_000);
  const wait = seconds > 120 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`;
  return seconds > 0 ? `, and asks to wait ${wait}` : '';
}

async function fetched(web: Web, address: string): Promise<{ readonly body: Uint8Array; readonly url: string }> {
  const isOfArchive = mapTypeOfFile(address) === ARCHIVE;
  const header = { headers: { Range: `bytes=0-${HEADER_BYTES - 1}` }, maxBytes: HEADER_BYTES, isCut: true };
  const size = isOfArchive ? header : { maxBytes: isMapAddress(address) ? STYLE_BYTES : DOCUMENT_BYTES };
  // Somebody waits for the answer, and can ask again.
  const { status, bytes, url } = await web.request({ url: address, isBuffered: true, tries: 1, ...size });
  if (status < 200 || status > 299)
    throw new CannotRunError(`${withoutPastedKeys(address)} answers with status ${status}.`);
  const body = await bytes();
  if (!isOfArchive) return { body, url };
  const problem = isArchive(body)
    ? status !== 206 && 'does not answer ranges (Range), without which programs cannot read an archive'
    : `is ${isWebPage(Buffer.from(body).toString()) ? 'an HTML page' : 'something else'} and not ${ARCHIVE_NOUN}`;
  if (problem) throw new CannotRunError(`${withoutPastedKeys(address)} ${problem}.`);
  return { body, url };
}
