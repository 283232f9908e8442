import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import { boxAroundTiles, boxInFileName } from './boxes.ts';
import { MAPSFORGE_BYTES, mapsforgeBox } from './mapsforge.ts';
import { OSM_PBF_BYTES, osmPbfBox } from './osm-pbf.ts';
import { DamageError, DistrustError, ForeignError, Pieces, type RemoteFile } from './pieces.ts';
import { poiBox } from './poi.ts';
import { SQLITE_BYTES } from './sqlite.ts';
import { quotedEntryPath, readZipDirectory, ZIP_DIRECTORY_BYTES, type ZipEntry } from './zip-directory.ts';
import { ZIP_ENTRY_BYTES, zipEntryBeginning, zipEntrySha1 } from './zip-entry.ts';

export interface ArchivedFile {
  readonly path: string;
  readonly contentLength: number;
  /** Null if only MS-DOS states it, without a zone, or if a local file's SHA-1 is unknown. */
  readonly lastModified: string | null;
  readonly sha1: string | null;
}

export interface Contents {
  readonly box: BoundingBox | null;
  readonly fragments: readonly ArchivedFile[] | null;
  /** Why the file is not whole: a sentence, as in the next two. */
  readonly damage: string | null;
  /** Why the file is not in the format that its name states. */
  readonly foreign: string | null;
  readonly problems: readonly string[];
}

const NOTHING: Contents = { box: null, fragments: null, damage: null, foreign: null, problems: [] };

/** Readers by the ending of a name. Each reads at most `bytes`. */
const READERS = {
  zip: { bytes: ZIP_DIRECTORY_BYTES + ZIP_ENTRY_BYTES, read: zipContents },
  map: boxOnly(MAPSFORGE_BYTES, async (pieces) => mapsforgeBox(await pieces.begin(MAPSFORGE_BYTES), pieces.size)),
  'osm.pbf': boxOnly(OSM_PBF_BYTES, osmPbfBox),
  poi: boxOnly(SQLITE_BYTES, poiBox),
} as const;

interface Reader {
  readonly bytes: number;
  readonly read: (pieces: Pieces, path: string, local: RemoteFile | null) => Promise<Contents>;
}

function boxOnly(bytes: number, read: (pieces: Pieces) => Promise<BoundingBox | null>): Reader {
  return { bytes, read: async (pieces) => ({ ...NOTHING, box: await read(pieces) }) };
}

/** `named`: only the file's name states its box. */
type ContentsFormat = keyof typeof READERS | 'named';

export function contentsFormatOf(path: string): { readonly format: ContentsFormat; readonly bytes: number } | null {
  const formats = Object.keys(READERS) as (keyof typeof READERS)[];
  const format = formats.find((ending) => path.toLowerCase().endsWith(`.${ending}`));
  if (format !== undefined) return { format, bytes: READERS[format].bytes };
  return boxInFileName(path) ? { format: 'named', bytes: 0 } : null;
}

/**
 * Also computes SHA-1s inside a local file. Without a `file`, only the name counts. Throws only what `file.read`
 * throws.
 */
export async function readContents(path: string, file: RemoteFile | null, isLocal = false): Promise<Contents> {
  const format = contentsFormatOf(path)?.format ?? 'named';
  if (file === null || format === 'named') return { ...NOTHING, box: boxInFileName(path) };
  const { bytes, read } = READERS[format];
  try {
    return await read(new Pieces(file, bytes), path, isLocal ? file : null);
  } catch (error) {
    const problem = problemOf(error);
    if (error instanceof DamageError) return { ...NOTHING, damage: problem };
    return error instanceof ForeignError ? { ...NOTHING, foreign: problem } : { ...NOTHING, problems: [problem] };
  }
}

/** An unpacked archive may have `bytes` plus `ratio` times its packed size: elevation data of the sea packs well. */
const UNPACKED = { bytes: 64 * 1024 * 1024, ratio: 100 };

async function zipContents(pieces: Pieces, path: string, local: RemoteFile | null): Promise<Contents> {
  const entries = await readZipDirectory(pieces);
  const problems: string[] = [];
  const tried = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DamageError) throw error;
      problems.push(problemOf(error));
      return null;
    }
  };
  const box = await tried(() => zipBox(pieces, entries, path));
  const fragments: ArchivedFile[] = [];
  let left = UNPACKED.bytes + UNPACKED.ratio * pieces.size;
  for (const entry of entries) {
    left -= entry.size;
    const sha1 = local !== null && left >= 0 ? await tried(() => zipEntrySha1(local, entry)) : null;
    const lastModified = local === null || sha1 !== null ? entry.lastModified : null;
    fragments.push({ path: entry.path, contentLength: entry.size, lastModified, sha1 });
  }
  if (local !== null && left < 0)
    problems.push('the archive is too large when it is unpacked, so not all its files have a SHA-1');
  return { ...NOTHING, box, fragments, problems };
}

function problemOf(error: unknown): string {
  if (error instanceof DistrustError) return error.message;
  throw error;
}

const isMap = (path: string): boolean => /\.map$/i.test(path);

export function statesBox(path: string, inside: readonly string[]): boolean {
  const maps = inside.filter(isMap).length;
  return maps === 1 || (maps === 0 && [path, ...inside].some((name) => boxInFileName(name) !== null));
}

async function zipBox(pieces: Pieces, entries: readonly ZipEntry[], path: string): Promise<BoundingBox | null> {
  const [map, ...otherMaps] = entries.filter((entry) => isMap(entry.path));
  if (otherMaps.length > 0) return null;
  if (map) {
    const header = await zipEntryBeginning(pieces, map, MAPSFORGE_BYTES);
    try {
      return mapsforgeBox(header, map.size);
    } catch (error) {
      // Other formats have `.map`, too. A map truncated before packing is also damage.
      const ErrorClass = error instanceof DamageError ? DamageError : DistrustError;
      throw new ErrorClass(`${quotedEntryPath(map.path)} in the archive: ${problemOf(error)}`);
    }
  }
  const tiles = entries.map((entry) => boxInFileName(entry.path)).filter((box) => box !== null);
  const [named, around] = [boxInFileName(path), boxAroundTiles(tiles)];
  if (named && around && JSON.stringify(named) !== JSON.stringify(around)) {
    throw new DistrustError('the archive holds other elevation tiles than its name states');
  }
  return around ?? named;
}
