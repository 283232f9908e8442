/** The box in the header of an OpenStreetMap extract in PBF, which is optional. */
import { inflateSync } from 'node:zlib';
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';
import { boxOf } from './boxes.ts';
import { DamageError, DistrustError, type Pieces } from './pieces.ts';

/** Real headers have 100 to 300 bytes in all. */
const AHEAD = 512;

/** The format allows a BlobHeader of less than this. */
const HEADER_LIMIT = 64 * 1024;

/** The format allows blobs of 32 MiB; that of a header holds a box, some names and an address. */
const BLOB_LIMIT = 64 * 1024;

/** How many bytes are read at most. */
export const OSM_PBF_BYTES = 4 + HEADER_LIMIT + BLOB_LIMIT + AHEAD;

/** The box of an extract: field 1 of its HeaderBlock, in nanodegrees. Null where it has none. */
export async function osmPbfBox(pieces: Pieces): Promise<BoundingBox | null> {
  const headerSize = (await pieces.take(0, 4, AHEAD)).readUInt32BE();
  if (headerSize === 0 || headerSize >= HEADER_LIMIT) throw new DamageError(NOT_PBF);
  const header = fieldsOf(await pieces.take(4, headerSize));
  if (bytesOf(header, 1)?.toString('latin1') !== 'OSMHeader') throw new DamageError(NOT_PBF);
  const blobSize = numberOf(header, 3);
  if (blobSize === null || blobSize > BLOB_LIMIT) throw new DistrustError(TOO_LARGE);
  const block = fieldsOf(unpacked(await pieces.take(4 + headerSize, Number(blobSize))));
  const box = bytesOf(block, 1);
  if (box === null) return null;
  const fields = fieldsOf(box);
  const [west, east, north, south] = [1, 2, 3, 4].map((field) => nanodegreesOf(numberOf(fields, field))) as Four;
  return boxOf({ west, south, east, north }, true);
}

type Four = [number, number, number, number];

const NOT_PBF = 'the file does not begin like an OpenStreetMap extract';
const NO_MESSAGE = 'the header of the extract is no protocol buffer';
const TOO_LARGE = 'the header of the extract is too large';

/** What a Blob holds: bytes as they are (field 1), or compressed (field 3) with their length (field 2). */
function unpacked(blob: Buffer): Buffer {
  const fields = fieldsOf(blob);
  const raw = bytesOf(fields, 1);
  if (raw !== null) return raw;
  const [size, packed] = [numberOf(fields, 2), bytesOf(fields, 3)];
  if (size === null || packed === null) throw new DistrustError('the header of the extract is not packed with zlib');
  if (size > BLOB_LIMIT) throw new DistrustError(TOO_LARGE);
  try {
    const bytes = inflateSync(packed, { maxOutputLength: Math.max(Number(size), 1) });
    if (bytes.length === Number(size)) return bytes;
  } catch {
    // It is damaged, or longer than it says.
  }
  throw new DamageError('the header of the extract cannot be unpacked');
}

/** The values of each field of a protocol buffer, by the number of the field: numbers, and bytes. */
type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>;

function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (bigint | Buffer)[]>();
  let at = 0;
  const next = (length: number): Buffer => {
    if (length > message.length - at) throw new DamageError(NO_MESSAGE);
    at += length;
    return message.subarray(at - length, at);
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = next(1)[0] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new DamageError(NO_MESSAGE);
  };
  while (at < message.length) {
    const tag = varint();
    const [field, type] = [Number(tag >> 3n), Number(tag & 7n)];
    const values = fields.get(field) ?? [];
    fields.set(field, values);
    if (type === 0) values.push(varint());
    else if (type === 2) values.push(next(Number(varint())));
    // Numbers of 8 and of 4 bytes, of which headers have none. Groups, types 3 and 4, are out of use.
    else if (type === 1) next(8);
    else if (type === 5) next(4);
    else throw new DamageError(NO_MESSAGE);
  }
  return fields;
}

/** The one value of a field; undefined where it has none. Readers differ in which of several they take. */
function onlyValue(fields: Fields, field: number): bigint | Buffer | undefined {
  const values = fields.get(field) ?? [];
  if (values.length > 1) throw new DistrustError('the header of the extract gives a field twice');
  return values[0];
}

function bytesOf(fields: Fields, field: number): Buffer | null {
  const value = onlyValue(fields, field);
  return Buffer.isBuffer(value) ? value : null;
}

function numberOf(fields: Fields, field: number): bigint | null {
  const value = onlyValue(fields, field);
  return typeof value === 'bigint' ? value : null;
}

/** Degrees from a sint64, whose lowest bit is the sign. */
function nanodegreesOf(value: bigint | null): number {
  if (value === null) throw new DistrustError('the box in the header of the extract is not complete');
  return Number(value & 1n ? -(value >> 1n) - 1n : value >> 1n) / 1e9;
}
