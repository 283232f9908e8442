import { withoutPastedKeys } from '../../../../build/tile-url/secrets.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { MEBIBYTE } from '../../../../contract/base/limits.ts';
import { askedCapabilities } from '../../../../contract/maps/get-map.ts';
import { isMapAddress, mapTypeOfFile } from '../../../../contract/maps/map-formats.ts';
import { TYPE_NOUNS } from '../../../../contract/maps/map-types.ts';
import type { Web } from '../../web/web.ts';
import { isWebPage } from '../service/read-served.ts';
import { PMTILES_ARCHIVE } from './pmtiles-header.ts';

const ARCHIVES = [PMTILES_ARCHIVE];

export const archiveIn = (body: Uint8Array) => ARCHIVES.find(({ begins }) => begins(body));

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

/** @returns also the address that answered, after redirects */
export async function fetchMap(
  web: Web,
  address: string,
): Promise<{ readonly body: Uint8Array; readonly url: string }> {
  const archive = ARCHIVES.find(({ type }) => type === mapTypeOfFile(address));
  const { headerBytes: most = 0 } = archive ?? {};
  const header = { headers: { Range: `bytes=0-${most - 1}` }, maxBytes: most, isCut: true };
  const size = archive ? header : { maxBytes: isMapAddress(address) ? STYLE_BYTES : DOCUMENT_BYTES };
  const { status, bytes, url } = await web.request({ url: address, isBuffered: true, ...size });
  if (status < 200 || status > 299)
    throw new CannotRunError(`${withoutPastedKeys(address)} answers with status ${status}.`);
  const body = await bytes();
  if (!archive) return { body, url };
  const problem = archive.begins(body)
    ? status !== 206 && 'does not answer ranges (Range), without which programs cannot read an archive'
    : `is ${isWebPage(Buffer.from(body).toString()) ? 'an HTML page' : 'something else'} and not ${TYPE_NOUNS[archive.type]}`;
  if (problem) throw new CannotRunError(`${withoutPastedKeys(address)} ${problem}.`);
  return { body, url };
}
