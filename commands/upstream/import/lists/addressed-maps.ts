import { withoutPastedKeys } from '../../../../build/tile-url/secrets.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { MEBIBYTE } from '../../../../contract/base/limits.ts';
import { askedCapabilities } from '../../../../contract/maps/get-map.ts';
import { mapTypeOfFile } from '../../../../contract/maps/map-formats.ts';
import { CALLED } from '../../../../contract/maps/map-types.ts';
import type { Web } from '../../web/web.ts';
import { isWebPage } from '../service/read-served.ts';
import { PMTILES_ARCHIVE } from './pmtiles-header.ts';

const ARCHIVES = [PMTILES_ARCHIVE];

export const archiveIn = (body: Uint8Array) => ARCHIVES.find(({ begins }) => begins(body));

const STYLE_BYTES = 5 * MEBIBYTE;
const CAPABILITIES_BYTES = 16 * MEBIBYTE;

export async function fetchMap(web: Web, address: string): Promise<Uint8Array> {
  const archive = ARCHIVES.find(({ type }) => type === mapTypeOfFile(address));
  const { headerBytes: most = 0 } = archive ?? {};
  const header = { headers: { Range: `bytes=0-${most - 1}` }, maxBytes: most, isCut: true };
  const isService = askedCapabilities(address) !== null;
  const size = archive ? header : { maxBytes: isService ? CAPABILITIES_BYTES : STYLE_BYTES };
  const { status, bytes } = await web.request({ url: address, isBuffered: true, ...size });
  if (status < 200 || status > 299)
    throw new CannotRunError(`${withoutPastedKeys(address)} answers with status ${status}.`);
  const body = await bytes();
  if (!archive) return body;
  const problem = archive.begins(body)
    ? status !== 206 && 'does not answer ranges (Range), without which programs cannot read an archive'
    : `is ${isWebPage(Buffer.from(body).toString()) ? 'an HTML page' : 'something else'} and not ${CALLED[archive.type]}`;
  if (problem) throw new CannotRunError(`${withoutPastedKeys(address)} ${problem}.`);
  return body;
}

const CAPABILITIES = /<(?:\w{1,20}:)?(?:WM(?:T_M)?S_)?Capabilities[\s>]/;

export const looksLikeMap = (body: Uint8Array): boolean =>
  archiveIn(body) !== undefined ||
  CAPABILITIES.test(Buffer.from(body.subarray(0, 10_000)).toString()) ||
  /^\s*\{.*"(?:tilejson"\s*:|version"\s*:\s*8\b)/s.test(Buffer.from(body).toString());
