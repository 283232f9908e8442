/**
 * See https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT. Refuses a whole archive if programs could unpack it
 * differently, or if the catalog forbids a path.
 */
import { pathObjection } from '../../../../build/diagnostics/portable-path.ts';
import { fold } from '../../../../contract/base/fold.ts';
import { shortenedText, visible, withThousands } from '../../../../contract/base/text.ts';
import { timestampOf } from '../../../../contract/base/times.ts';
import { checkBeginning, DamageError, DistrustError, type Pieces } from './pieces.ts';

export interface ZipEntry {
  readonly path: string;
  readonly size: number;
  readonly packedSize: number;
  /** Where the local header is, which repeats the name. */
  readonly offset: number;
  readonly name: Buffer;
  /** 0 is none, 8 is deflate. */
  readonly method: number;
  readonly crc: number;
  /** UTC, to the second; null if MS-DOS alone states it, without a zone. */
  readonly lastModified: string | null;
}

/** The bytes from the end that the first request reads: most directories fit. */
const TAIL = 4096;

/** Fixed parts of records, in bytes. */
const [ENTRY_SIZE, END_SIZE, LOCATOR_SIZE, END64_SIZE] = [46, 22, 20, 56] as const;

/** The final comment has at most 0xffff bytes. */
const LONG_TAIL = LOCATOR_SIZE + END_SIZE + 0xffff;

/** Saves memory; archives have hundreds of files. */
const ENTRY_LIMIT = 10_000;

const DIRECTORY_LIMIT = 4 * 1024 * 1024;

export const ZIP_DIRECTORY_BYTES = TAIL + LONG_TAIL + END64_SIZE + DIRECTORY_LIMIT;

/** Begins every archive whose beginning is not missing. */
const MAGIC = 'PK';

const SIGNATURES = { entry: 0x02014b50, end64: 0x06064b50, locator: 0x07064b50 };

/** Stands for a number of 64 bits. */
const LARGE = 0xffffffff;

const DAMAGED = 'the directory of the archive is damaged or cut off';
const CONTRADICTION = 'the directory of the archive contradicts itself';

export async function readZipDirectory(pieces: Pieces): Promise<ZipEntry[]> {
  const { count, offset, size } = await findDirectory(pieces);
  if (count * ENTRY_SIZE > size) throw new DamageError(DAMAGED);
  if (count > ENTRY_LIMIT) {
    throw new DistrustError(`the archive has ${withThousands(count)} entries (at most ${withThousands(ENTRY_LIMIT)})`);
  }
  if (size > DIRECTORY_LIMIT) {
    throw new DistrustError(`the directory of the archive is too large, with ${withThousands(size)} bytes`);
  }
  const directory = await pieces.take(offset, size);
  const entries: ZipEntry[] = [];
  const folders: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const { entry, next } = entryAt(directory, at);
    (entry.path.endsWith('/') ? folders : entries).push(entry);
    at = next;
  }
  if (at !== size) throw new DamageError(CONTRADICTION);
  refuseOverlaps([...entries, ...folders], offset);
  refuseRepeated(entries);
  return entries;
}

async function findDirectory(pieces: Pieces) {
  const { end, position, locator } = await findEnd(pieces);
  const [countHere, count] = [end.readUInt16LE(8), end.readUInt16LE(10)];
  const [disks, size, offset] = [4, 12, 16].map((field) => end.readUInt32LE(field)) as [number, number, number];
  const hasLarge = locator?.readUInt32LE() === SIGNATURES.locator;
  const found = hasLarge
    ? await largeEnd(pieces, uint64(locator, 8), position - LOCATOR_SIZE)
    : { disks, countHere, count, size, offset, position };
  // Readers without ZIP64 must find the same directory.
  const agree =
    !hasLarge ||
    ((count === 0xffff || count === found.count) &&
      (size === LARGE || size === found.size) &&
      (offset === LARGE || offset === found.offset));
  if (!agree || found.disks !== 0 || found.countHere !== found.count) throw new DamageError(CONTRADICTION);
  if (found.offset + found.size !== found.position) throw new DamageError(DAMAGED);
  return found;
}

async function largeEnd(pieces: Pieces, position: number, locatorAt: number) {
  const record = await pieces.take(position, END64_SIZE);
  const isThere = record.readUInt32LE() === SIGNATURES.end64 && position + 12 + uint64(record, 4) === locatorAt;
  if (!isThere) throw new DamageError(DAMAGED);
  const [disks, countHere, count] = [uint64(record, 16), uint64(record, 24), uint64(record, 32)];
  return { disks, countHere, count, size: uint64(record, 40), offset: uint64(record, 48), position };
}

/**
 * Readers take the last end record. If its comment ends before the file, some take an earlier one: the archive is
 * refused.
 */
async function findEnd(pieces: Pieces) {
  for (const length of [TAIL, LONG_TAIL].map((most) => Math.min(most, pieces.size))) {
    const tail = await pieces.take(pieces.size - length, length);
    const at = length < END_SIZE ? -1 : tail.lastIndexOf('PK\x05\x06', length - END_SIZE, 'latin1');
    // The tail must have the locator before the record, too.
    if (at < LOCATOR_SIZE && length < pieces.size) continue;
    if (at < 0) break;
    const end = tail.subarray(at);
    if (end.readUInt16LE(20) !== end.length - END_SIZE) throw new DamageError(CONTRADICTION);
    const locator = at < LOCATOR_SIZE ? null : tail.subarray(at - LOCATOR_SIZE, at);
    return { end, position: pieces.size - end.length, locator };
  }
  checkBeginning(await pieces.begin(MAGIC.length), MAGIC, 'a zip archive');
  throw new DamageError('the file does not end like a zip archive');
}

function entryAt(directory: Buffer, at: number): { readonly entry: ZipEntry; readonly next: number } {
  const fixed = directory.subarray(at, at + ENTRY_SIZE);
  if (fixed.length < ENTRY_SIZE || fixed.readUInt32LE() !== SIGNATURES.entry) throw new DamageError(DAMAGED);
  const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((field) => fixed.readUInt16LE(field));
  const next = at + ENTRY_SIZE + nameLength + extraLength + commentLength;
  if (next > directory.length) throw new DamageError(DAMAGED);
  const extraAt = at + ENTRY_SIZE + nameLength;
  const name = directory.subarray(at + ENTRY_SIZE, extraAt);
  const extra = extraFieldsOf(directory.subarray(extraAt, extraAt + extraLength));
  const path = pathOf(name);
  const subject = `the archive holds ${quotedEntryPath(path)}`;
  // 0x1: encrypted; 0x40: strongly; 0x2000: the directory, too.
  if ((fixed.readUInt16LE(8) & 0x2041) !== 0) throw new DistrustError(`${subject}, which is encrypted`);
  // Unix (3) and macOS (19) have a file's mode in the upper bits of the attributes; 0xa is a link.
  const isUnix = fixed[5] === 3 || fixed[5] === 19;
  const type = (fixed.readUInt32LE(38) >>> 28) & 0xf;
  if (isUnix && type === 0xa) throw new DistrustError(`${subject}, which is a symbolic link`);
  const why = pathObjection(path.endsWith('/') ? path.slice(0, -1) : path);
  if (why !== null) throw new DistrustError(`${subject}, which is not usable as a path: ${why}`);
  const { size, packedSize, offset } = sizesOf(fixed, extra.get(0x0001) ?? Buffer.alloc(0));
  const method = fixed.readUInt16LE(10);
  // Deflate expands a byte to 1032 at most.
  const isPossible = method === 0 ? size === packedSize : method !== 8 || size <= packedSize * 1032;
  if (!isPossible) throw new DamageError(`${subject} with an impossible size`);
  const crc = fixed.readUInt32LE(16);
  return { entry: { path, size, packedSize, offset, name, method, crc, lastModified: timeOf(extra) }, next };
}

function sizesOf(fixed: Buffer, extra: Buffer): Pick<ZipEntry, 'size' | 'packedSize' | 'offset'> {
  let at = 0;
  const [size = 0, packedSize = 0, offset = 0] = [24, 20, 42].map((field) => {
    const value = fixed.readUInt32LE(field);
    if (value !== LARGE) return value;
    at += 8;
    return uint64(extra, at - 8);
  });
  const disk = fixed.readUInt16LE(34);
  const isFirst = disk === 0 || (disk === 0xffff && extra.length >= at + 4 && extra.readUInt32LE(at) === 0);
  if (!isFirst) throw new DamageError('the archive has several parts');
  return { size, packedSize, offset };
}

function uint64(bytes: Buffer, at: number): number {
  const value = at + 8 <= bytes.length ? Number(bytes.readBigUInt64LE(at)) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new DamageError(DAMAGED);
  return value;
}

function extraFieldsOf(extra: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    if (at + 4 + length > extra.length) break;
    if (fields.has(id)) throw new DistrustError('the directory of the archive states a fact of a file twice');
    fields.set(id, extra.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Always UTF-8. Without its flag, it should be an MS-DOS encoding; but zip on Linux and macOS omits the flag, and Java
 * reads UTF-8.
 */
function pathOf(name: Buffer): string {
  try {
    return UTF_8.decode(name);
  } catch {
    throw new DistrustError('the archive holds a name in an unknown encoding');
  }
}

/** Programs that know no time write an earlier one. */
const EARLIEST = Date.UTC(1980, 0, 2);

function timeOf(extra: ReadonlyMap<number, Buffer>): string | null {
  const times: number[] = [];
  // The lowest bit of the first byte announces the time of change, in seconds since 1970.
  const unix = extra.get(0x5455);
  if (unix && unix.length >= 5 && ((unix[0] as number) & 1) === 1) times.push(unix.readInt32LE(1) * 1000);
  // Four empty bytes, tag 1, 24 bytes: first the time of change, in 100 ns since 1601.
  const ntfs = extra.get(0x000a);
  if (ntfs && ntfs.length >= 32 && ntfs.readUInt16LE(4) === 1 && ntfs.readUInt16LE(6) === 24)
    times.push(Number(ntfs.readBigUInt64LE(8) / 10_000_000n - 11_644_473_600n) * 1000);
  const [time] = times;
  if (time === undefined || time < EARLIEST || times.some((other) => other !== time)) return null;
  return time < Date.UTC(10_000, 0) ? timestampOf(time) : null;
}

/** Entries of zip bombs share bytes. */
function refuseOverlaps(entries: readonly ZipEntry[], directory: number): void {
  let end = 0;
  for (const { offset, name, packedSize } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw new DamageError('entries of the archive overlap');
    // A local header's fixed part has 30 bytes.
    end = offset + 30 + name.length + packedSize;
  }
  if (end > directory) throw new DamageError('entries of the archive overlap with its directory');
}

function refuseRepeated(entries: readonly ZipEntry[]): void {
  const paths = new Map<string, string>();
  for (const { path } of entries) {
    const other = paths.get(fold(path));
    if (other === path) throw new DistrustError(`the archive holds ${quotedEntryPath(path)} twice`);
    if (other !== undefined) {
      const both = `${quotedEntryPath(other)} and ${quotedEntryPath(path)}`;
      throw new DistrustError(`the archive holds ${both}, which many disks take for one file`);
    }
    paths.set(fold(path), path);
  }
}

export function quotedEntryPath(path: string): string {
  return visible(JSON.stringify(shortenedText(path)));
}
