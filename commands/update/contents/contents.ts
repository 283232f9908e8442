/**
 * What a downloadable file says about itself: the box that it covers, the files inside it.
 *
 * It is read by a few small pieces. Nothing is believed that cannot be checked: a file whose facts are doubtful has none,
 * and a sentence that says why.
 */
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';
import { boxAround } from './boxes.ts';
import { mbtilesBox, poiBox } from './database-boxes.ts';
import { MAPSFORGE_BYTES, mapsforgeBox, PMTILES_BYTES, pmtilesBox } from './fixed-headers.ts';
import { namedBox } from './named-boxes.ts';
import { OSM_PBF_BYTES, osmPbfBox } from './osm-pbf.ts';
import { DamageError, DistrustError, Pieces, type RemoteFile } from './pieces.ts';
import { SQLITE_BYTES } from './sqlite.ts';
import { readZipDirectory, ZIP_DIRECTORY_BYTES, type ZipEntry } from './zip-directory.ts';
import { beginningOf, sha1Of, ZIP_ENTRY_BYTES } from './zip-entry.ts';

export type { RemoteFile } from './pieces.ts';

/** A file inside an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly contentLength: number;
  /** Only where it is known in UTC: the time of MS-DOS has no zone and must never get into the catalog. */
  readonly lastModified: string | null;
}

/** What a file says about itself. */
export interface Contents {
  /** The box that it covers in decimal degrees, in the form of the catalog; null where it says none, or is not trusted. */
  readonly box: BoundingBox | null;
  /** The files inside an archive, in its order; null where it is none, or is not trusted. */
  readonly fragments: readonly ArchivedFile[] | null;
  /** Why the bytes are not a whole file of their kind: a sentence. Null where they may be one. */
  readonly damage: string | null;
  /** Sentences about what could not be read or is not trusted, for people. */
  readonly problems: readonly string[];
}

/** The kinds of files that say something about themselves. */
export type ContentsKind = 'named' | 'map' | 'osm.pbf' | 'pmtiles' | 'mbtiles' | 'poi' | 'zip';

interface Reader {
  readonly kind: ContentsKind;
  readonly ending: RegExp;
  /** How many bytes are read at most. */
  readonly bytes: number;
  readonly read: (pieces: Pieces, path: string) => Promise<Contents>;
}

const READERS: readonly Reader[] = [
  { kind: 'zip', ending: /\.zip$/i, bytes: ZIP_DIRECTORY_BYTES + ZIP_ENTRY_BYTES, read: zipContents },
  { kind: 'map', ending: /\.map$/i, bytes: MAPSFORGE_BYTES, read: boxOnly(mapBox) },
  { kind: 'osm.pbf', ending: /\.osm\.pbf$/i, bytes: OSM_PBF_BYTES, read: boxOnly(osmPbfBox) },
  {
    kind: 'pmtiles',
    ending: /\.pmtiles$/i,
    bytes: PMTILES_BYTES,
    read: boxOnly(async (pieces) => pmtilesBox(await pieces.take(0, PMTILES_BYTES), pieces.size)),
  },
  { kind: 'mbtiles', ending: /\.mbtiles$/i, bytes: SQLITE_BYTES, read: boxOnly(mbtilesBox) },
  { kind: 'poi', ending: /\.poi$/i, bytes: SQLITE_BYTES, read: boxOnly(poiBox) },
];

/**
 * Whether there is anything to know of a file of this name, and how many bytes that takes at most: none where the name
 * says all. Null where there is nothing.
 */
export function contentsKind(path: string): { readonly kind: ContentsKind; readonly bytes: number } | null {
  const reader = readerOf(path);
  if (reader) return { kind: reader.kind, bytes: reader.bytes };
  return namedBox(path) ? { kind: 'named', bytes: 0 } : null;
}

/**
 * Reads what a file says about itself, with as few and as small reads as possible.
 *
 * It is rejected only with what `read` of the file is rejected with.
 *
 * @param file null where nothing can be read of it: then there is only what its name says
 */
export async function readContents(path: string, file: RemoteFile | null): Promise<Contents> {
  const reader = readerOf(path);
  if (file === null || reader === null) return { ...NOTHING, box: namedBox(path) };
  try {
    return await reader.read(new Pieces(file, reader.bytes), path);
  } catch (error) {
    return error instanceof DamageError
      ? { ...NOTHING, damage: error.message }
      : { ...NOTHING, problems: [problemOf(error)] };
  }
}

/** What is known of a file that says nothing. */
const NOTHING: Contents = { box: null, fragments: null, damage: null, problems: [] };

/** The SHA-1s of files in an archive, and what is wrong with others. */
export interface FragmentHashes {
  readonly hashes: ReadonlyMap<string, string>;
  /** Why the archive is damaged: a sentence. Null where none of these files is. */
  readonly damage: string | null;
  /** Sentences for people, as in `Contents`. */
  readonly problems: readonly string[];
}

/** How much is unpacked of an archive: what elevation data of nothing but sea needs, and what ordinary files do. */
const UNPACKED = { bytes: 64 * 1024 * 1024, ratio: 100 };

/**
 * The SHA-1s of the files inside an archive that is at hand as a whole and has a trusted directory. Only of those whose
 * time is known: the catalog can say nothing of the others. A file that cannot be unpacked has none, and one that is
 * damaged ends it.
 */
export async function hashFragments(file: RemoteFile): Promise<FragmentHashes> {
  const hashes = new Map<string, string>();
  const problems: string[] = [];
  let left = UNPACKED.bytes + UNPACKED.ratio * file.size;
  for (const entry of await readZipDirectory(new Pieces(file, ZIP_DIRECTORY_BYTES))) {
    if (entry.lastModified === null) continue;
    left -= entry.size;
    if (left < 0) {
      problems.push('the archive is too large when it is unpacked, so not all its files have a SHA-1');
      break;
    }
    try {
      hashes.set(entry.path, await sha1Of(file, entry));
    } catch (error) {
      if (error instanceof DamageError) return { hashes, damage: error.message, problems };
      problems.push(problemOf(error));
    }
  }
  return { hashes, damage: null, problems };
}

function readerOf(path: string): Reader | null {
  return READERS.find(({ ending }) => ending.test(path)) ?? null;
}

/** The sentence about what is not trusted. Anything else is no matter of the contents. */
function problemOf(error: unknown): string {
  if (error instanceof DistrustError) return error.message;
  throw error;
}

function boxOnly(read: (pieces: Pieces) => Promise<BoundingBox | null>): Reader['read'] {
  return async (pieces) => ({ ...NOTHING, box: await read(pieces) });
}

async function mapBox(pieces: Pieces): Promise<BoundingBox> {
  return mapsforgeBox(await pieces.take(0, MAPSFORGE_BYTES), pieces.size);
}

/** The files in an archive, and the box of what it holds. */
async function zipContents(pieces: Pieces, path: string): Promise<Contents> {
  const entries = await readZipDirectory(pieces);
  const fragments = entries.map(({ path, size, lastModified }) => ({ path, contentLength: size, lastModified }));
  try {
    return { ...NOTHING, box: await zipBox(pieces, entries, path), fragments };
  } catch (error) {
    if (error instanceof DamageError) throw error;
    return { ...NOTHING, fragments, problems: [problemOf(error)] };
  }
}

/** The box of an archive: that of its map if it holds one, or the one around its elevation tiles. */
async function zipBox(pieces: Pieces, entries: readonly ZipEntry[], path: string): Promise<BoundingBox | null> {
  const [map, ...otherMaps] = entries.filter((entry) => /\.map$/i.test(entry.path));
  if (otherMaps.length > 0) return null;
  if (map) return innerMapBox(await beginningOf(pieces, map, MAPSFORGE_BYTES), map.size);
  const tiles = entries.map((entry) => namedBox(entry.path)).filter((box) => box !== null);
  const [named, around] = [namedBox(path), boxAround(tiles)];
  if (named && around && JSON.stringify(named) !== JSON.stringify(around)) {
    throw new DistrustError('the archive holds other elevation tiles than its name says');
  }
  return around ?? named;
}

/** The box of a map in an archive, which is whole although this is no map: other files have names that end in `.map`. */
function innerMapBox(header: Buffer, size: number): BoundingBox {
  try {
    return mapsforgeBox(header, size);
  } catch (error) {
    throw new DistrustError(problemOf(error));
  }
}
