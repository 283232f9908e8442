/** The box in the header of an OpenStreetMap extract in PBF, which is optional. */
import { inflateSync } from 'node:zlib';
import { PbfReader } from 'pbf';
import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import { boxOf } from './boxes.ts';
import { DamageError, DistrustError, type Pieces } from './pieces.ts';

/** Real headers have 100 to 300 bytes. */
const AHEAD = 512;

/** The format allows a BlobHeader of less than this. */
const HEADER_LIMIT = 64 * 1024;

/** The format allows blobs of 32 MiB; that of a header holds a box, some names and an address. */
const BLOB_LIMIT = 64 * 1024;

/** The maximum number of bytes read. */
export const OSM_PBF_BYTES = 4 + HEADER_LIMIT + BLOB_LIMIT + AHEAD;

const NOT_PBF = 'the file does not begin like an OpenStreetMap extract';
const TOO_LARGE = 'the header of the extract is too large';

/** The box of an extract: field 1 of its HeaderBlock, in nanodegrees. Null if it has none. */
export async function osmPbfBox(pieces: Pieces): Promise<BoundingBox | null> {
  const headerSize = (await pieces.take(0, 4, AHEAD)).readUInt32BE();
  if (headerSize === 0 || headerSize >= HEADER_LIMIT) throw new DamageError(NOT_PBF);
  const header = fieldsOf(await pieces.take(4, headerSize));
  if (bytesOf(header, 1)?.toString('latin1') !== 'OSMHeader') throw new DamageError(NOT_PBF);
  const blobSize = numberOf(header, 3) ?? Number.POSITIVE_INFINITY;
  if (blobSize > BLOB_LIMIT) throw new DistrustError(TOO_LARGE);
  const block = fieldsOf(unpacked(await pieces.take(4 + headerSize, blobSize)));
  const box = bytesOf(block, 1);
  if (box === null) return null;
  const fields = fieldsOf(box);
  const [west = 0, east = 0, north = 0, south = 0] = [1, 2, 3, 4].map((field) => {
    const value = numberOf(fields, field);
    if (value === null) throw new DistrustError('the box in the header of the extract is not complete');
    // A sint64, whose lowest bit is the sign.
    return (value % 2 === 1 ? (value + 1) / -2 : value / 2) / 1e9;
  });
  return boxOf({ west, south, east, north }, true);
}

/** What a Blob holds: bytes as they are (field 1), or compressed (field 3) with their length (field 2). */
function unpacked(blob: Buffer): Buffer {
  const fields = fieldsOf(blob);
  const raw = bytesOf(fields, 1);
  if (raw !== null) return raw;
  const [size, packed] = [numberOf(fields, 2), bytesOf(fields, 3)];
  if (size === null || packed === null) throw new DistrustError('the header of the extract is not packed with zlib');
  if (size > BLOB_LIMIT) throw new DistrustError(TOO_LARGE);
  try {
    const bytes = inflateSync(packed, { maxOutputLength: Math.max(size, 1) });
    if (bytes.length === size) return bytes;
  } catch {
    // Damaged, or longer than stated.
  }
  throw new DamageError('the header of the extract cannot be unpacked');
}

/** The values of each field of a protocol buffer, by the number of the field: whole numbers, and bytes. */
type Fields = ReadonlyMap<number, readonly (number | Buffer)[]>;

function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (number | Buffer)[]>();
  const reader = new PbfReader(message);
  const wrong = new DamageError('the header of the extract is not a protocol buffer');
  try {
    reader.readFields((field) => {
      const value =
        reader.type === 0 ? reader.readVarint() : reader.type === 2 ? Buffer.from(reader.readBytes()) : null;
      if (value !== null) fields.set(field, [...(fields.get(field) ?? []), value]);
    }, null);
  } catch {
    throw wrong;
  }
  // The reader does not detect a field that ends after the message.
  if (reader.pos !== message.length) throw wrong;
  return fields;
}

/** The value of a field; undefined if missing. With several values, readers differ in which one they use. */
function onlyValue(fields: Fields, field: number): number | Buffer | undefined {
  const values = fields.get(field) ?? [];
  if (values.length > 1) throw new DistrustError('the header of the extract gives a field twice');
  return values[0];
}

function bytesOf(fields: Fields, field: number): Buffer | null {
  const value = onlyValue(fields, field);
  return Buffer.isBuffer(value) ? value : null;
}

function numberOf(fields: Fields, field: number): number | null {
  const value = onlyValue(fields, field);
  return typeof value === 'number' ? value : null;
}
