/** An archive of tiles that is read in parts: its header, its directories, and one tile. */
import { PbfReader } from 'pbf';
import { withThousands } from '../../../../contract/text.ts';
import { type PartAsker, PartError, type TypeProbe, unpacked } from '../ask-parts.ts';
import type { TilePosition } from '../sample-tiles.ts';
import { checkPictureTile, checkVectorTile } from '../vector-tile.ts';

/** Requests a part of the archive. */
type ReadRange = (range: readonly [from: number, length: number]) => ReturnType<PartAsker['get']>;

/** The length of a header, of version 3. */
const HEADER_BYTES = 127;

/** The maximum bytes of a directory and of a tile; those that programs write have a few thousand. */
const MAX_PIECE = 2_000_000;

/** The maximum depth of directories. */
const MAX_DEPTH = 4;

/** How tiles and directories are compressed, by the numbers of the format. */
const COMPRESSIONS: Readonly<Record<number, (bytes: Buffer) => Buffer>> = {
  1: (bytes) => bytes,
  2: (bytes) => unpacked(bytes),
  3: (bytes) => unpacked(bytes, 'br'),
};

/** What tiles are, by the numbers of the format. Others are not looked into. */
const TILE_CHECKS: Readonly<Record<number, (bytes: Buffer) => void>> = {
  1: checkVectorTile,
  2: checkPictureTile,
  3: checkPictureTile,
  4: checkPictureTile,
};

/** The parts of an archive. */
export const PMTILES_PROBE: TypeProbe<'pmtiles'> = {
  askForParts: async ({ url }, ask) => {
    await ask.part('tiles', () => askForArchive(ask, (range) => ask.get(url, { range })));
  },
};

/** Reads an archive up to a tile. @throws PartError */
export async function askForArchive(ask: PartAsker, readRange: ReadRange): Promise<void> {
  const read = async (from: number, length: number): Promise<Buffer> => {
    if (length > MAX_PIECE) throw new PartError(`it has a piece of more than ${withThousands(MAX_PIECE)} bytes`);
    const { bytes, status } = await readRange([from, length]);
    if (status !== 206) throw new PartError('it does not answer ranges', 'fails', 'ranges');
    if (bytes.length < length) throw new PartError('it is cut off', 'fails', 'header');
    return bytes;
  };
  const inHeader = (error: unknown): never => {
    throw error instanceof PartError && error.part === null
      ? new PartError(error.message, error.fault === 'missing' ? 'fails' : error.fault, 'header')
      : error;
  };
  const header = await read(0, HEADER_BYTES).catch(inHeader);
  const { root, leaves, tiles, compression, tileCompression, tileType, ...zooms } = readHeader(header);
  const directories = new Map<number, Buffer>();
  const directoryAt = async (from: number, length: number): Promise<Buffer> => {
    const known = directories.get(from);
    if (known) return known;
    const bytes = unpackedBy(compression, await read(from, length).catch(inHeader));
    directories.set(from, bytes);
    return bytes;
  };
  await ask.tile(zooms, async (tile) => {
    const id = tileId(tile);
    let [from, length] = root as [number, number];
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const entry = findEntry(await directoryAt(from, length), id);
      if (!entry) throw new PartError('it has no tile there', 'missing');
      if (entry.run > 0) {
        const bytes = unpackedBy(tileCompression, await read(tiles + entry.offset, entry.length));
        TILE_CHECKS[tileType]?.(bytes);
        return;
      }
      [from, length] = [leaves + entry.offset, entry.length];
    }
    throw new PartError('its directories are too deep', 'fails', 'header');
  });
}

function readHeader(bytes: Buffer) {
  const wrong = (message: string): PartError => new PartError(message, 'fails', 'header');
  if (bytes.toString('latin1', 0, 7) !== 'PMTiles') throw wrong('it does not begin like PMTiles');
  if (bytes[7] !== 3) throw new PartError('it is not of version 3 of PMTiles', 'unclear', 'header');
  const at = (offset: number): number => Number(bytes.readBigUInt64LE(offset));
  const [compression = 0, tileCompression = 0, tileType = 0, minZoom = 0, maxZoom = 0] = bytes.subarray(97, 102);
  if (minZoom > maxZoom || maxZoom > MAX_ZOOM) throw wrong('it states wrong zooms');
  const root = [at(8), at(16)];
  return { root, leaves: at(40), tiles: at(56), compression, tileCompression, tileType, minZoom, maxZoom };
}

/** The numbers of deeper tiles are not exact. */
const MAX_ZOOM = 25;

function unpackedBy(compression: number, bytes: Buffer): Buffer {
  const unpack = COMPRESSIONS[compression];
  if (!unpack) throw new PartError('it is compressed in a way that probe does not know', 'unclear');
  return unpack(bytes);
}

/** An entry of a directory: a run of tiles with the same content, or of none if it leads to another directory. */
interface Entry {
  readonly offset: number;
  readonly length: number;
  readonly run: number;
}

/** The entry for a tile in a directory; null if there is none. @throws PartError if the directory is damaged */
function findEntry(bytes: Buffer, id: number): Entry | null {
  const damaged = new PartError('its directory is damaged', 'fails', 'header');
  const reader = new PbfReader(bytes);
  const column = (count: number): number[] => Array.from({ length: count }, () => reader.readVarint());
  try {
    const count = reader.readVarint();
    // Each entry has at least four bytes.
    if (count * 4 > bytes.length) throw damaged;
    const [steps, runs, lengths, offsets] = [column(count), column(count), column(count), column(count)];
    let [first, found, end] = [0, null as Entry | null, 0];
    for (let index = 0; index < count; index++) {
      first += steps[index] as number;
      const [run, length, stated] = [runs[index] as number, lengths[index] as number, offsets[index] as number];
      const offset = stated === 0 && index > 0 ? end : stated - 1;
      end = offset + length;
      if (first > id) break;
      found = run === 0 || id < first + run ? { offset, length, run } : null;
    }
    return found;
  } catch {
    throw damaged;
  }
}

/** The number of a tile in the archive: by zoom, and along a Hilbert curve. */
function tileId({ zoom, x, y }: TilePosition): number {
  let id = (4 ** zoom - 1) / 3;
  let [column, row] = [x, y];
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const [right, below] = [column & side ? 1 : 0, row & side ? 1 : 0];
    id += side * side * ((3 * right) ^ below);
    if (below === 0) {
      if (right === 1) [column, row] = [side - 1 - column, side - 1 - row];
      [column, row] = [row, column];
    }
  }
  return id;
}
