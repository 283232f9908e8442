import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { bytesToHeader, type Compression, PMTiles, ResolvedValueCache } from 'pmtiles';
import { MEBIBYTE } from '../../../../contract/base/limits.ts';
import { systemCode } from '../../../../contract/base/system-errors.ts';
import type { CodedReason } from '../../../../contract/words/probe-reasons.ts';
import { type Get, type MapAsker, PartError, type TileSource } from '../ask/map-asker.ts';
import { decodePicture, otherContent } from '../picture/picture.ts';
import { checkVectorTile } from '../picture/vector-tile.ts';

const HEADER_BYTES = 127;

/** A compressed directory or tile, in bytes; a few thousand are usual. */
const MAX_PIECE = 2_000_000;

/** Numbers of deeper tiles are not exact in JavaScript. */
const MAX_ZOOM = 25;

/** By number: vector tiles; PNG, JPEG and WebP. Others are not read. */
const [VECTOR, PICTURES] = [1, [2, 3, 4]];

const inHeader = (reason: CodedReason): PartError => new PartError(reason, { part: 'header' });

export async function archiveTiles(ask: MapAsker, url: string, base?: string): Promise<TileSource> {
  let get: Get = ask.document;
  const getBytes = async (from: number, length: number) => {
    if (length > MAX_PIECE) throw new PartError(['large-piece', MAX_PIECE]);
    const { bytes, status } = await get(url, { base, range: [from, length] });
    if (from === 0 && bytes.toString('latin1', 0, 7) !== 'PMTiles')
      throw inHeader(otherContent(bytes, 'a-pmtiles-archive'));
    if (status !== 206) throw new PartError(['no-ranges'], { part: 'ranges' });
    if (from === 0) checkHeader(bytes);
    else if (bytes.length < length) throw inHeader(['archive-cut-off']);
    return { data: bufferOf(bytes) };
  };
  const archive = new PMTiles(
    { getBytes, getKey: () => url },
    // Directories have a lower limit, because they take more memory as objects.
    new ResolvedValueCache(undefined, undefined, unpackedTo(MEBIBYTE)),
    unpackedTo(),
  );
  const { minZoom, maxZoom, tileType } = await ask.part('header', () => undamaged(archive.getHeader()));
  return {
    part: 'tiles',
    zooms: { minZoom, maxZoom },
    read: async ({ zoom, x, y }, getPiece) => {
      get = getPiece;
      const found = await undamaged(archive.getZxy(zoom, x, y));
      if (!found) throw new PartError(['no-tile'], { outcome: 'missing' });
      const tile = Buffer.from(found.data);
      if (tileType === VECTOR) checkVectorTile(tile);
      return PICTURES.includes(tileType) ? decodePicture(tile) : null;
    },
  };
}

function checkHeader(bytes: Buffer): void {
  if (bytes[7] !== 3) throw new PartError(['old-archive'], { outcome: 'unclear' });
  if (bytes.length < HEADER_BYTES) throw inHeader(['archive-cut-off']);
  const { minZoom, maxZoom, rootDirectoryOffset, rootDirectoryLength } = bytesToHeader(bufferOf(bytes));
  if (minZoom > maxZoom || maxZoom > MAX_ZOOM) throw inHeader(['wrong-zooms']);
  if (rootDirectoryOffset + rootDirectoryLength > bytes.length) throw inHeader(['archive-cut-off']);
}

const unpackedTo =
  (maxOutputLength = 10 * MEBIBYTE) =>
  async (packed: ArrayBuffer, compression: Compression) => {
    if (compression === 1) return packed;
    // 2 is gzip, 3 Brotli; 1 is uncompressed.
    const unpack = { 2: gunzipSync, 3: brotliDecompressSync }[compression as number];
    if (!unpack) throw new PartError(['unknown-compression'], { outcome: 'unclear' });
    try {
      return bufferOf(unpack(packed, { maxOutputLength }));
    } catch (error) {
      if (systemCode(error) !== 'ERR_BUFFER_TOO_LARGE') throw new PartError(['not-unpacked']);
      throw new PartError(['large-content', maxOutputLength]);
    }
  };

const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

async function undamaged<T>(reading: Promise<T>): Promise<T> {
  return await reading.catch((error) => {
    throw error instanceof PartError ? error : inHeader(['damaged-directory']);
  });
}
